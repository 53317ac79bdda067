"""Servers: which task they are, who can connect to them, and what is told when none can."""

import signal
import socket
import time

import pytest
import tensorflow as tf

import compat
from compat.cluster import marks
from compat.cluster import tasks as tasks_module
from compat.cluster.tasks import serving_tasks, tasks_of

from .processes import TaskFailed

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
    tasks = cluster(store=1, trainer=1)
    server = tasks.start("serve", "store", 0)
    client = tasks.start("read_and_write", "trainer", 0, f"grpc://{tasks.jobs['store'][0]}")
    assert client.result() == {"device": "/job:store/replica:0/task:0/device:CPU:0", "value": [1.0, 1.0]}
    trainer = tasks.start("read_and_write", "trainer", 0, None)
    assert trainer.result() == {"device": "/job:store/replica:0/task:0/device:CPU:0", "value": [2.0, 2.0]}
    assert server.result(10) == "joined"  # as the one task that trains has left; clients do not count


def test_a_local_server_holds_variables_itself(cluster):
    alone = cluster(local=1).start("local_server", "local", 0)
    assert alone.result() == {"device": "/job:local/replica:0/task:0/device:CPU:0", "value": [1.0, 1.0]}


def test_a_server_ends_well_when_it_is_told_to(cluster):
    tasks = cluster(ps=1, worker=1)
    (server,) = tasks.serve()
    marks.wait_until_ready(tasks_of(tf.train.ClusterSpec(tasks.jobs), ["ps"]), 20)
    time.sleep(0.5)
    server.send(signal.SIGTERM)
    assert server.result(10) == "joined"


def test_an_address_that_is_in_use_is_told(monkeypatch):
    monkeypatch.setattr(tasks_module, "_PORT_SECONDS", 0.2)
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        address = f"localhost:{other.getsockname()[1]}"
        with pytest.raises(compat.ClusterError, match=f"ps:0 at {address}: its port is in use"):
            compat.Server({"ps": [address]})


def test_a_server_that_is_not_there_is_told_after_a_bounded_wait(cluster):
    tasks = cluster(ps=2, worker=1)
    tasks.start("serve", "ps", 0)
    begin = time.monotonic()
    with pytest.raises(TaskFailed, match=f"no answer for 2 s from ps:1 at {tasks.jobs['ps'][1]}: ") as told:
        tasks.start("count_updates", "worker", 0, 1, 2.0).result(20)
    assert told.value.kinds[:2] == ["ClusterError", "CompatError"]
    assert time.monotonic() - begin < 15
