"""One client, towers on workers, variables on a parameter server: real processes on this machine."""

import functools
import signal
import time
from pathlib import Path

import pytest
import tensorflow as tf

from ...waiting import wait_for
from . import in_graph_programs as programs
from .processes import TaskFailed

v1 = tf.compat.v1


@pytest.fixture
def start(fork_task, cluster):
    """Starts the servers of `jobs`, and then a client."""

    def begin(function, jobs, *arguments):
        return fork_task(f"{Path(programs.__file__)}:{function}", [jobs, *arguments])

    return begin


@pytest.fixture
def serving(cluster, start):
    """A cluster whose servers run, and those."""

    def make(function="serve", **counts):
        made = cluster(**counts)
        for job, addresses in made.jobs.items():
            for index in range(len(addresses)):
                made.running.append(start(function, made.jobs, job, index))
        return made

    return make


def of_graph():
    """The losses of a session that does the same on this process's devices."""

    def classic(tower_grads):
        return [
            (tf.reduce_mean(tf.stack([gradient for gradient, _ in pairs]), 0), pairs[0][1])
            for pairs in zip(*tower_grads, strict=True)
        ]

    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [4 * programs.TOWERS, 5])
        losses = programs.towers(x, v1.device, lambda i: f"/cpu:{i}", classic)
        session.run(v1.global_variables_initializer())
        return [[float(loss) for loss in session.run(losses, {x: batch})] for batch in programs.batches()]


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize(("server", "by"), [("serve", ()), ("serve_plainly", ()), ("serve", ("worker", 1))])
def test_towers_on_workers_train_equal_to_a_session_to_the_bit(serving, start, server, by):
    """Also for a client that knows `by`, one server, alone."""
    jobs = serving(server, ps=2, worker=2).jobs
    target = f"grpc://{jobs[by[0]][by[1]]}" if by else None
    result = start("train", jobs, target).result(90)
    assert result["losses"] == of_graph()
    tasks = {name: task_of(device) for name, device in result["variables"].items()}
    assert tasks == {
        "step": "/job:localhost/task:0",  # which no scope is around
        **dict.fromkeys(("w", "w/Momentum"), "/job:ps/task:0"),
        **dict.fromkeys(("b", "b/Momentum"), "/job:ps/task:1"),
    }
    assert [task_of(device) for device in result["computed_on"]] == [
        f"/job:worker/task:{i}" for i in range(programs.TOWERS)
    ]
    assert [task_of(device) for device in result["here"]] == ["/job:localhost/task:0"]


def test_threads_of_one_client_train_asynchronously_on_the_task_that_they_name(cluster, start):
    made = cluster(ps=2, worker=1)
    made.serve()
    made.running.append(start("serve_as_seventh", made.jobs))
    told = start("train_in_threads", made.jobs, 100).result(60)
    assert told["counted"] == [303.0, 303.0]
    assert task_of(told["on"]) == "/job:ps/task:1"
    assert task_of(told["where"][0]) == "/job:worker/task:7"
    assert told["threads"] <= 1  # those that its calls ran in end with the program's


def task_of(device):
    spec = tf.DeviceSpec.from_string(device)
    return f"/job:{spec.job}/task:{spec.task}"


def test_the_stores_device_places_what_scopes_leave_open(serving, start):
    result = start("placed_by_the_store", serving(ps=2, worker=1).jobs).result()
    tasks = {name: task_of(device) for name, device in result["variables"].items()}
    expected = {f"turn{n}": f"/job:ps/task:{n % 2}" for n in range(4)}
    expected |= dict.fromkeys(("scope", "there"), "/job:worker/task:0")
    assert tasks == expected | {f"{name}/Momentum": task for name, task in expected.items()}
    assert "variable 'w' is to be on /job:pss, but can be on /job:ps/task:0, " in result["told"]


def test_a_server_that_is_not_there_is_named(cluster, serving, start):
    made = serving(ps=1)
    absent = cluster(worker=1).jobs["worker"]
    made.wait_until_served()
    began = time.monotonic()
    with pytest.raises(TaskFailed, match=f"no answer for 3 s from worker:0 at {absent[0]}"):
        start("connect", {**made.jobs, "worker": absent}, 3.0).result()
    assert time.monotonic() - began < 20


def training(made, start):
    """A client that has done some steps."""
    made.wait_until_served("ps", "worker")
    client = start("train_slowly", made.jobs, 3.0)
    made.running.append(client)
    assert wait_for(lambda: "step 5.0" in client.output(), 60)
    return client


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize(
    ("job", "number"),
    [
        ("worker", signal.SIGSTOP),
        ("worker", signal.SIGKILL),
        pytest.param("ps", signal.SIGSTOP, marks=pytest.mark.nightly),
        pytest.param("ps", signal.SIGKILL, marks=pytest.mark.nightly),
    ],
)
def test_a_server_that_falls_silent_or_dies_ends_the_step_with_an_error(serving, start, job, number):
    made = serving(ps=1, worker=1)
    client = training(made, start)
    made.running[["ps", "worker"].index(job)].send(number)
    with pytest.raises(TaskFailed, match=f"{job}:0") as raised:
        client.result(40)
    assert "ClusterError" in raised.value.kinds


@pytest.mark.nightly
@pytest.mark.parametrize("lost", ["client", "ps", "worker"])
def test_what_was_killed_is_started_again_and_another_client_trains(serving, start, lost):
    made = serving(ps=1, worker=2)
    client = training(made, start)
    if lost == "client":
        client.kill()
    else:
        made.running[["ps", "worker"].index(lost)].kill()
        with pytest.raises(TaskFailed, match=f"{lost}:0"):
            client.result(40)
        made.running.append(start("serve", made.jobs, lost, 0))
    assert start("train", made.jobs).result(90)["losses"] == of_graph()


@pytest.mark.nightly
def test_servers_that_come_late_are_waited_for(cluster, start):
    made = cluster(ps=1, worker=2)
    client = start("train", made.jobs)
    made.running.append(client)
    for job, index in (("worker", 1), ("ps", 0), ("worker", 0)):
        time.sleep(2)
        made.running.append(start("serve", made.jobs, job, index))
    assert client.result(90)["losses"] == of_graph()


def test_a_process_belongs_to_one_cluster(serving, start):
    with pytest.raises(TaskFailed, match="use one cluster in a process"):
        start("connect_twice", serving(ps=1).jobs).result()


@pytest.mark.nightly
def test_one_of_tensorflows_own_servers_does_not_tell_where_the_others_are(serving, start):
    alone = start("connect", f"grpc://{serving('serve_plainly', ps=1).jobs['ps'][0]}", 20.0)
    two = serving("serve_plainly", ps=1, worker=1).jobs
    with pytest.raises(TaskFailed, match="which is of /job:ps/task:0, /job:worker/task:0: give the cluster"):
        start("connect", f"grpc://{two['worker'][0]}", 20.0).result()
    assert "/job:ps/replica:0/task:0/device:CPU:0" in alone.result()


@pytest.mark.parametrize("given", [{}, {"ps": []}, "localhost:2222", 7])
def test_what_is_no_cluster_is_refused(given):
    connect = functools.partial(programs.connect, given, 1.0)
    with pytest.raises(programs.compat.ClusterError, match="cluster"):
        connect()
