"""Servers: which task they are, who can connect to them, and what is told when none can."""

import concurrent.futures
import contextlib
import json
import re
import signal
import socket
import time
from typing import Any

import grpc
import pytest
import tensorflow as tf

import compat
from compat import _waits as waits
from compat.cluster import _joining as joining
from compat.cluster import _marks as marks
from compat.cluster import _ports as ports
from compat.cluster._tasks import serving_tasks, tasks_of

from ...waiting import catches, wait_for
from .processes import Running, TaskFailed

JOBS = {"ps": ["a:1", "b:1"], "worker": ["c:1", "d:1"]}


@pytest.mark.parametrize(
    "given",
    [
        JOBS,
        {"ps": ["a:1", "b:1"], "worker": {1: "d:1"}},
        tf.train.ClusterSpec(JOBS),
        tf.train.ClusterSpec(JOBS).as_cluster_def(),
        compat.ClusterSpec(JOBS),
    ],
)
def test_a_cluster_is_given_in_every_form(given):
    server = compat.Server(given, job_name="worker", task_index=1)
    assert server.target == "grpc://d:1"
    assert server.server_def.job_name == "worker"
    assert server.server_def.task_index == 1
    assert compat.Server(server.server_def).target == "grpc://d:1"


@pytest.mark.parametrize(
    ("given", "job", "index", "message"),
    [
        (JOBS, "wrker", 0, r"no job 'wrker': it has ps \(0 to 1\), worker \(0 to 1\)"),
        (JOBS, "worker", 2, "job 'worker' has no task 2"),
        (JOBS, "worker", None, "which task is this process"),
        (JOBS, None, None, "which task is this process"),
        ({}, None, None, "no tasks"),
        ({"ps": []}, None, None, "no tasks"),
        ("ps:0", None, None, "no cluster"),
        ({"ps": [3]}, None, None, "no cluster"),
        ({"ps": ["a:1"], "worker": []}, "worker", 0, r"has no task 0: .* ps \(0\), worker \(no task\)"),
        ({"ps": ["a:1"], "worker": {0: "b:1", 2: "c:1"}}, "worker", 1, r"worker \(0, 2\)"),
        ({"ps": ["a"]}, None, None, "ps:0 has the address 'a': give a host and a port"),
        ({"ps": [""], "worker": ["b:1"]}, "worker", 0, "ps:0 has the address ''"),
        ({"ps": ["a:1"], "worker": ["b:ssh"]}, "ps", 0, "worker:0 has the address 'b:ssh'"),
        ({"ps": ["a:65536"]}, None, None, "ps:0 has the address 'a:65536'"),
        ({"my-ps": ["a:1"]}, None, None, "'my-ps' is no name of a job that TensorFlow takes"),
    ],
)
def test_a_task_that_the_cluster_lacks_is_told_with_those_that_it_has(given, job, index, message):
    with pytest.raises(compat.ClusterError, match=message):
        compat.Server(given, job_name=job, task_index=index, start=False)


@pytest.mark.parametrize(
    ("jobs", "own", "serving", "expected"),
    [
        (JOBS, "worker:0", None, ["ps:0", "ps:1"]),
        ({**JOBS, "chief": ["e:1"]}, "chief:0", None, ["ps:0", "ps:1"]),
        ({"trainer": ["a:1"], "store": ["b:1", "c:1"]}, "trainer:0", None, ["store:0", "store:1"]),
        ({"local": ["a:1", "b:1"]}, "local:1", None, ["local:0"]),
        ({"local": ["a:1"]}, "local:0", None, []),
        ({"a": ["a:1", "b:1"], "b": ["c:1"], "c": ["d:1"]}, "c:0", ["/job:a/task:1", "b"], ["a:1", "b:0"]),
    ],
)
def test_which_tasks_hold_the_variables(jobs, own, serving, expected):
    cluster = tf.train.ClusterSpec(jobs)
    task = next(one for one in tasks_of(cluster) if f"{one.job}:{one.index}" == own)
    assert [f"{one.job}:{one.index}" for one in serving_tasks(cluster, task, serving)] == expected


def test_servers_of_other_jobs_and_clients_of_servers_that_run(cluster):
    store, trains = "store" * 18, "trains" * 15  # names of 90 letters
    tasks = cluster(**{store: 1, trains: 1})
    server = tasks.start("serve", store, 0)
    client = tasks.start("read_and_write", trains, 0, f"grpc://{tasks.jobs[store][0]}")
    on_server = {"device": f"/job:{store}/replica:0/task:0/device:CPU:0", "doubled": [1.0, 1.0]}
    assert client.result() == {**on_server, "began": [0.0, 0.0], "value": [1.0, 1.0]}
    trainer = tasks.start("read_and_write", trains, 0, None)
    # What is its own begins as what all share is then.
    assert trainer.result() == {**on_server, "began": [1.0, 1.0], "value": [2.0, 2.0]}
    assert server.result(10) == "joined"  # as the one task that trains has left; clients do not count


def test_clients_of_one_server_find_all_variables_of_its_cluster(cluster, tmp_path):
    tasks = cluster(ps=2, worker=1)
    servers, until = tasks.serve(), tmp_path / "all have read"
    worker = tasks.start("add_to_all", "worker", 0, None, 4, str(until))
    addresses = [*tasks.jobs["ps"], *tasks.jobs["worker"]]
    for count, address in enumerate(addresses):
        client = tasks.start("add_to_all", "none", 0, f"grpc://{address}", count + 2)
        places = [f"/job:ps/replica:0/task:{task}/device:CPU:0" for task in (0, 1, 0)]
        assert client.result() == {f"v{n}": [place, count + 2.0] for n, place in enumerate(places)}
    until.touch()
    assert worker.result() == client.result()
    assert [server.result(10) for server in servers] == ["joined"] * 2


def test_a_client_computes_what_the_worker_would_whose_server_it_asks(cluster):
    tasks = cluster(ps=1, worker=2)
    tasks.serve()
    tasks.start("serve", "worker", 1)
    client = tasks.start("in_the_name_of", "none", 0, f"grpc://{tasks.jobs['worker'][1]}")
    assert client.result() == {"sum": 3.0, "variable": "/job:ps/replica:0/task:0/device:CPU:0"}


def test_a_local_server_holds_variables_itself(cluster):
    alone = cluster(local=1).start("local_server", "local", 0)
    told = alone.result()
    assert told["device"] == "/job:local/replica:0/task:0/device:CPU:0"
    assert [told[name] for name in ("began", "doubled", "value")] == [[0.0, 0.0], [1.0, 1.0], [1.0, 1.0]]


def test_of_two_tasks_of_one_job_one_serves_and_one_trains(cluster):
    tasks = cluster(local=2)
    tasks.start("serve", "local", 0)
    told = tasks.start("train", "local", 1, {"chief": 1, "last": 3}).result()
    assert told["step"] == told["runs"] == 3


def test_the_stores_of_a_server_share_what_has_one_name(cluster):
    tasks = cluster(ps=1, worker=1)
    told = tasks.start("two_stores", "worker", 0).result()
    assert told["device"] == "/job:local/replica:0/task:37/device:CPU:0"
    assert 0 < told["port"] <= 65535
    assert told["values"] == [1.0, 2.0, 3.0, 4.0]  # each adds one, in turns
    assert told["hello"] == "Hello, distributed TensorFlow!"
    assert told["large"] == pytest.approx([3e6, 3.0], rel=1e-6)
    assert told["optimizer"] == ["beta1_power", "beta2_power", "large/Adam", "large/Adam_1"]
    with pytest.raises(TaskFailed, match="ps:0 at .* serves in this process"):
        tasks.start("serve_and_train", "ps", 0).result()


def test_the_tasks_of_a_cluster_agree_on_it_and_each_is_one_process(cluster, tmp_path):
    tasks = cluster(ps=2, worker=3)
    servers = tasks.serve(20)
    ps, workers = tasks.jobs["ps"], tasks.jobs["worker"]
    until = tmp_path / "until"
    until.touch()

    def other(**jobs: Any) -> Running:
        return tasks.start_in({"ps": ps, "worker": workers, **jobs}, until)

    first = other()
    assert wait_for(lambda: "READY" in first.output())
    second = other(worker={0: workers[2]})
    with pytest.raises(TaskFailed, match="two processes are worker:0: one on .* at .*, and this one at"):
        second.result(20)
    until.unlink()
    assert first.result() == "left"
    differing = {
        f"to worker:0 at {workers[0]} the server at {ps[1]} is ps:0, and itself it says": {"ps": ps[::-1]},
        "between worker:0 at .* and ps:0 at .*: job 'ps' has 1 tasks to the first, and 2": {"ps": ps[:1]},
        "job 'worker' has 2 tasks to the first, and 3": {"worker": workers[:2]},
    }
    for message, jobs in differing.items():
        with pytest.raises(TaskFailed, match=message):
            other(**jobs).result(20)
    # One may leave others out, and know them by other names, and may be a process that is started again.
    by_name = [address.replace("127.0.0.1", "localhost") for address in ps]
    assert other(ps=by_name, worker={0: workers[0], 2: workers[2]}).result() == "left"
    for server in servers:
        server.kill()


def test_a_server_keeps_how_it_is_configured():
    v1 = tf.compat.v1
    config = v1.ConfigProto(gpu_options=v1.GPUOptions(per_process_gpu_memory_fraction=0.25))
    described = tf.train.ServerDef(
        cluster=compat.ClusterSpec({"store": {3: "a:1"}}).as_cluster_def(),
        job_name="store",
        task_index=3,
        default_session_config=config,
    )
    other = v1.ConfigProto(operation_timeout_in_ms=1500)
    servers = [
        compat.Server.create_local_server(config, start=False),
        compat.Server(described, start=False),
        compat.Server(described, config=other, protocol="grpc+verbs", start=False),
    ]
    kept = [one.server_def.default_session_config for one in servers]
    assert [one.gpu_options.per_process_gpu_memory_fraction for one in kept] == [0.25, 0.25, 0]
    assert [one.timeout for one in servers] == [60, 60, 1.5]
    assert [one.target for one in servers[1:]] == ["grpc://a:1", "grpc+verbs://a:1"]
    assert compat.ClusterSpec is tf.train.ClusterSpec


def test_a_server_says_for_whom_it_waits(monkeypatch, caplog):
    own, one, other = tasks_of(tf.train.ClusterSpec({"ps": ["a:1"], "worker": ["b:1", "c:1"]}))
    monkeypatch.setattr(waits, "TELL_SECONDS", 0)
    monkeypatch.setattr(marks, "status_of", lambda task: None)
    monkeypatch.setattr(marks, "staying", lambda training, server: [other])
    monkeypatch.setattr(marks, "is_finished", lambda server: False)
    monkeypatch.setattr(marks, "have_failed", lambda training, server: [])
    assert not joining.Joining(own, [one, other], 0).is_over()
    assert "ps:0 at a:1 waits for worker:1 at c:1, which do not answer" in caplog.text


def test_a_server_ends_well_when_it_is_told_to(cluster):
    tasks = cluster(ps=1, worker=1)
    (server,) = tasks.serve()
    assert wait_for(lambda: catches(server.pid, signal.SIGTERM))
    server.send(signal.SIGTERM)
    assert server.result(10) == "joined"


def test_an_address_that_is_in_use_is_told(monkeypatch):
    monkeypatch.setattr(ports, "_PORT_SECONDS", 0.2)
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        address = f"localhost:{other.getsockname()[1]}"
        with pytest.raises(compat.ClusterError, match=f"ps:0 at {address}: its port is in use"):
            compat.Server({"ps": [address]})


def test_an_address_of_a_task_that_is_there_already_is_told_at_once(cluster, monkeypatch, caplog):
    monkeypatch.setattr(ports, "_PORT_SECONDS", 0.2)
    tasks = cluster(ps=1, worker=1)
    tasks.serve()
    tasks.wait_until_served()
    (address,) = tasks.jobs["ps"]
    two = f"two processes on .* are ps:0 at {address}: another one serves there already: end it, or give each"
    with pytest.raises(compat.ClusterError, match=two):
        compat.Server(tasks.jobs, "ps", 0)
    assert re.search(two + r".*; waiting for 0\.2 s whether it ends", caplog.text)
    with pytest.raises(compat.ClusterError, match=f"worker:0 at {address}: its port is in use by ps:0"):
        compat.Server({"ps": ["localhost:1"], "worker": [address]}, "worker", 0).start()


def test_what_listens_and_is_no_server_is_told(monkeypatch, caplog):
    monkeypatch.setattr(marks, "_PING_SECONDS", 0.2)
    monkeypatch.setattr(waits, "TELL_SECONDS", 0.1)
    with socket.socket() as other:
        other.bind(("localhost", 0))
        other.listen()
        address = f"localhost:{other.getsockname()[1]}"
        one = tasks_of(tf.train.ClusterSpec({"ps": [address]}))
        with pytest.raises(
            compat.ClusterError,
            match=f"from ps:0 at {address}: .* What listens at {address} is a process that",
        ):
            marks.wait_until_ready(one, 0.5)
    assert f"no answer for 0 s from ps:0 at {address}, which is waited for" in caplog.text


def test_a_server_that_is_not_there_is_told_after_a_bounded_wait(cluster):
    tasks = cluster(ps=2, worker=1)
    tasks.start("serve", "ps", 0)
    marks.wait_until_ready(tasks_of(tf.train.ClusterSpec({"ps": tasks.jobs["ps"][:1]})), 60)
    begin = time.monotonic()
    with pytest.raises(TaskFailed, match=f"no answer for 2 s from ps:1 at {tasks.jobs['ps'][1]}: ") as told:
        tasks.start("count_updates", "worker", 0, 1, 2.0).result(20)
    assert told.value.kinds[:2] == ["ClusterError", "CompatError"]
    assert time.monotonic() - begin < 15


def test_a_server_of_tensorflow_1_is_told():
    """One that has no context of a number answers that the number is wrong."""

    def answer(request, context):
        context.abort(
            grpc.StatusCode.INVALID_ARGUMENT, "Unable to find a context_id matching the specified one"
        )

    class Old(grpc.GenericRpcHandler):
        def service(self, details):
            return grpc.unary_unary_rpc_method_handler(answer)

    server = grpc.server(concurrent.futures.ThreadPoolExecutor(1), handlers=[Old()])
    address = f"localhost:{server.add_insecure_port('localhost:0')}"
    server.start()
    try:
        with pytest.raises(
            compat.ClusterError, match=f"{address} is one of TensorFlow 1, which takes no graph"
        ):
            compat.Program(f"grpc://{address}")
    finally:
        server.stop(None).wait()


def test_the_name_of_a_job_may_be_long(cluster):
    job = "stores" * 15
    tasks = cluster(**{job: 1, "worker": 2})
    server = tasks.start("serve", job, 0)
    workers = [tasks.start("count_updates", "worker", index, 3) for index in range(2)]
    assert [worker.result()["count"] for worker in workers] == [6, 6]
    assert server.result(10) == "joined"


@pytest.mark.parametrize(
    ("told", "is_refused"),
    [
        ({"cluster": JOBS, "task": {"type": "worker", "index": 1}}, True),
        ({"cluster": {"chief": ["c:1"], **JOBS}, "task": {"type": "ps", "index": 0}}, True),
        ({"cluster": JOBS, "task": {"type": "worker", "index": 0}}, False),
        ({"cluster": {"chief": ["c:1"]}, "task": {"type": "chief", "index": 0}}, False),  # by another name
        ({"cluster": {"worker": ["e:1"]}, "task": {"type": "worker", "index": 0}}, False),  # another cluster
        ({"cluster": JOBS, "task": {"type": "worker", "index": 7}}, False),
        ({"environment": "cloud"}, False),
        ([], False),
        ("no JSON", False),
    ],
)
def test_the_environment_and_the_program_agree_on_the_task(told, is_refused, monkeypatch):
    monkeypatch.setenv("TF_CONFIG", told if isinstance(told, str) else json.dumps(told))
    expected = pytest.raises(
        compat.ClusterError, match="TF_CONFIG says that this process is .* of worker:0 at c"
    )
    with expected if is_refused else contextlib.nullcontext():
        compat.Server(JOBS, "worker", 0, start=False)
