import json
import socket

import pytest

from emulate import _faults as faults
from emulate import _ports as ports
from emulate._errors import EmulateError
from emulate._ports import reserved
from emulate._topology import Task, Topology, checked_jobs


@pytest.fixture
def topology():
    return Topology.of(checked_jobs({"evaluator": 1, "worker": 2, "ps": 1}), [1001, 1002, 1003, 1004])


def test_tf_config_lists_the_cluster_without_its_evaluator(topology):
    told = json.loads(topology.tf_config(Task("evaluator", 0)))
    assert told == {
        "cluster": {"ps": ["127.0.0.1:1001"], "worker": ["127.0.0.1:1002", "127.0.0.1:1003"]},
        "task": {"type": "evaluator", "index": 0},
    }


@pytest.mark.parametrize(
    ("argument", "filled"),
    [
        ("--job_name={job}", "--job_name=worker"),
        ("{index}", "1"),
        ("--ps={ps_hosts}", "--ps=127.0.0.1:1001"),
        ("{worker_hosts}", "127.0.0.1:1002,127.0.0.1:1003"),
        ("--chief={chief_hosts}", "--chief="),
        ("at {address}", "at 127.0.0.1:1003"),
        ('{"lr": 0.1, "{other}": {}}', '{"lr": 0.1, "{other}": {}}'),
    ],
)
def test_templates_are_filled_and_other_braces_stay(topology, argument, filled):
    assert topology.fill(argument, Task("worker", 1)) == filled


def test_each_task_has_a_port(topology):
    assert [topology.address(task) for task in topology.tasks] == [
        f"127.0.0.1:{port}" for port in range(1001, 1005)
    ]
    with pytest.raises(ValueError, match="shorter"):
        Topology.of({"worker": 2}, [1001])


@pytest.mark.parametrize(
    ("jobs", "complaint"),
    [
        ({"worker": -1}, "-1 tasks of worker"),
        ({"worker": 1.5}, "1.5 tasks of worker"),
        ({"worker": True}, "True tasks of worker"),
        ({"my job": 1}, "'my job'"),
        ({"worker": 0}, "without tasks"),
        ({"chief": 2}, "a cluster has one"),
    ],
)
def test_jobs_that_make_no_cluster_are_refused(jobs, complaint):
    with pytest.raises(EmulateError, match=complaint):
        checked_jobs(jobs)


@pytest.mark.parametrize(
    ("kind", "text", "fault"),
    [
        ("kill", "worker:1@step=20", faults.Fault("kill", Task("worker", 1), step=20)),
        ("kill", "ps@10s", faults.Fault("kill", Task("ps", 0), seconds=10)),
        ("pause", "worker:0@step=3,for=2s", faults.Fault("pause", Task("worker", 0), step=3, amount=2)),
        ("pause", "worker:0@1.5s", faults.Fault("pause", Task("worker", 0), seconds=1.5, amount=5)),
        ("slow", "worker:1=5x", faults.Fault("slow", Task("worker", 1), amount=5)),
        ("slow", "worker:1=2.5x@step=4", faults.Fault("slow", Task("worker", 1), step=4, amount=2.5)),
        ("restart", "worker:1", faults.Fault("restart", Task("worker", 1), amount=1)),
        ("restart", "worker:1=3s", faults.Fault("restart", Task("worker", 1), amount=3)),
    ],
)
def test_faults_are_read(topology, kind, text, fault):
    assert faults.parse(kind, text, topology) == fault


@pytest.mark.parametrize(
    ("kind", "text", "complaint"),
    [
        ("kill", "worker:7@10s", "no such task, only ps:0, worker:0, worker:1, evaluator:0"),
        ("kill", "master:0@10s", "no such task"),
        ("kill", "worker:1", "write it as worker:1@step=20"),
        ("kill", "worker:1@20", "write it as"),
        ("kill", "worker:1@step=2,for=2s", "write it as"),
        ("pause", "worker:1", "write it as"),
        ("pause", "worker:1@1s,for=2", "write it as"),
        ("slow", "worker:1=0.5x", "write it as"),
        ("slow", "worker:1", "write it as"),
        ("restart", "worker:1@1s", "write it as"),
    ],
)
def test_a_fault_that_makes_no_sense_is_refused(topology, kind, text, complaint):
    with pytest.raises(EmulateError, match=complaint):
        faults.parse(kind, text, topology)


def test_ports_are_free_and_nobody_elses_while_they_are_held():
    with reserved(50) as first, reserved(50) as second:
        assert len(set(first) | set(second)) == 100
        with pytest.raises(EmulateError, match=f"port {first[0]} is in use"), reserved(1, first[0]):
            pass
        for port in first:
            with socket.socket() as listener:
                # As servers do: a port is theirs also while a connection that ended there lingers.
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind(("127.0.0.1", port))


def test_a_port_that_somebody_listens_on_is_refused():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        taken = listener.getsockname()[1]
        with pytest.raises(EmulateError, match="give another --first-port"), reserved(2, taken - 1):
            pass


def test_a_port_whose_connections_were_just_closed_is_given_where_it_is_asked_for_alone(monkeypatch):
    with reserved(2) as (lingering, other):
        pass
    with socket.socket() as server, socket.socket() as client:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", lingering))
        server.listen()
        client.connect(("127.0.0.1", lingering))
        server.accept()[0].close()  # this side closes first, so that the port waits for what may still come
    monkeypatch.setattr(ports, "_candidates", lambda: [lingering, other])
    with reserved(1) as found:
        assert found == [other]
    with reserved(1, lingering) as found:
        assert found == [lingering]
