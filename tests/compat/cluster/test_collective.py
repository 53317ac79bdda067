"""Copies of the variables on each worker of a strategy: they stay equal, or it is told. One worker, here."""

import signal
import socket
import threading
import time

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat import _waits
from compat.cluster import _collective

from ...waiting import wait_for
from .processes import TaskFailed, wait_for_checkpoint

v1 = tf.compat.v1
CLUSTER = {"ps": ["a:1"], "worker": ["localhost:0", "c:3"], "chief": ["b:2"], "evaluator": ["d:4"]}


@pytest.fixture
def strategy():
    return tf.distribute.MultiWorkerMirroredStrategy()


@pytest.fixture
def variables(strategy):
    return compat.VariableStore(strategy)


def optimizer_of(variables, count=1, total=None):
    with variables.scope():
        v1.get_variable("global_step", [], tf.int64, v1.zeros_initializer(), trainable=False)
        return compat.SyncReplicasOptimizer(v1.train.MomentumOptimizer(0.1, 0.9), count, total)


def minimizing(variables, strategy, optimizer, decorated="function"):
    """A step that minimizes the sum of squares of a vector, and returns what that is then."""

    @getattr(variables, decorated)(input_signature=[])
    def step():
        def replica():
            w = v1.get_variable("w", [2], initializer=v1.constant_initializer([1.0, -2.0]))
            update = optimizer.minimize(tf.reduce_sum(w**2), variables.variables["global_step"])
            with tf.control_dependencies([update]):
                return tf.identity(w)

        return strategy.run(replica)

    return step


@pytest.mark.parametrize("decorated", ["function", "pruned"])
def test_a_mean_is_applied_as_by_the_optimizer_itself(variables, strategy, decorated):
    step = minimizing(variables, strategy, optimizer_of(variables), decorated)
    variables.prepare()
    step()
    w = step()
    assert np.array(w) == pytest.approx([0.8 - 0.1 * (1.6 + 1.8), -2 * (0.8 - 0.1 * (1.6 + 1.8))])
    assert variables.variables["global_step"].numpy() == 2


def test_a_hook_of_the_optimizer_has_nothing_to_do(variables, strategy):
    optimizer = optimizer_of(variables)
    hooks = [optimizer.make_session_run_hook(True), v1.train.StopAtStepHook(last_step=3)]
    step = minimizing(variables, strategy, optimizer)
    with compat.train.MonitoredSteps(variables, hooks=hooks) as session:
        while not session.should_stop():
            session.run(step)
    assert variables.variables["global_step"].numpy() == 3


@pytest.mark.parametrize(("count", "total"), [(2, 2), (1, 2)])
def test_all_workers_are_averaged_and_no_others(variables, strategy, count, total):
    with pytest.raises(compat.ClusterError, match=f"{count} gradients of {total} replicas .* its 1 workers"):
        minimizing(variables, strategy, optimizer_of(variables, count, total))


def test_a_local_variable_is_each_workers_own(variables):
    @variables.function(input_signature=[])
    def count():
        seen = v1.get_variable(
            "seen", [], initializer=v1.zeros_initializer(), collections=[v1.GraphKeys.LOCAL_VARIABLES]
        )
        return seen.assign_add(1.0)

    assert [float(count()), float(count())] == [1.0, 2.0]


def test_one_worker_has_the_values_for_all(variables, strategy):
    minimizing(variables, strategy, optimizer_of(variables))
    with pytest.raises(compat.ClusterError, match="0 workers say that they are the chief"):
        variables.prepare(is_chief=False)
    variables.prepare(restore=lambda: variables.variables["w"].assign([5.0, 6.0]))
    assert variables.variables["w"].numpy().tolist() == [5.0, 6.0]


def test_a_checkpoint_is_that_of_tensorflow_1(variables, strategy, tmp_path):
    step = minimizing(variables, strategy, optimizer_of(variables))
    variables.prepare()
    step()
    path = compat.Saver(variables.global_variables).save(None, str(tmp_path / "model"))
    saved = {name: tf.train.load_variable(path, name) for name, _ in tf.train.list_variables(path)}
    assert saved.keys() == {"global_step", "w", "w/Momentum"}
    assert saved["w"].tolist() == pytest.approx([0.8, -1.6])


def test_workers_are_numbered_behind_the_chief_for_which_they_wait(monkeypatch, caplog):
    monkeypatch.setattr(_waits, "TELL_SECONDS", 0.1)
    with socket.socket() as chief:
        chief.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{chief.getsockname()[1]}"
        comes = threading.Timer(0.5, chief.listen)
        comes.start()
        resolver = compat.CollectiveServer({**CLUSTER, "chief": [address]}, "worker", 0).resolver()
        comes.join()
    assert " has waited for 0 s; no answer has come from " in caplog.text
    workers = resolver.cluster_spec().as_dict()
    assert (resolver.task_type, resolver.task_id) == ("worker", 1)
    assert workers.keys() == {"worker"}
    assert [workers["worker"][0], workers["worker"][2]] == [address, "c:3"]


@pytest.mark.parametrize("job", ["ps", "evaluator"])
def test_others_have_nothing_to_wait_for(job):
    server = compat.CollectiveServer(CLUSTER, job, 0)
    server.start()
    server.join()
    with pytest.raises(compat.ClusterError, match=f"{job}:0 at .* does not train"):
        server.resolver()


def test_a_worker_that_waits_for_the_others_at_its_end_says_so(monkeypatch, caplog):
    monkeypatch.setattr(_waits, "TELL_SECONDS", 0.1)
    _collective._at_once([lambda: time.sleep(0.5)])
    assert "has left, and has waited for 0 s until others come to their next update" in caplog.text


@pytest.mark.parametrize("leaver", [0, 1])
def test_a_worker_that_leaves_is_heard_of_in_whichever_step_is_next(cluster, leaver):
    tasks = cluster(worker=2)
    rounds = [3 if index == leaver else 50 for index in range(2)]
    workers = [
        tasks.start("collective_programs.py:take_turns", "worker", index, rounds[index]) for index in range(2)
    ]
    told = [worker.result() for worker in workers]
    assert [one["done"] for one in told] == [[3, 3]] * 2
    for one in told:  # the mean of gradients 1 and 2
        assert one["one"] == pytest.approx([1 - 3 * 0.15] * 2)
        assert one["other"] == pytest.approx([1 - 3 * 0.15] * 3)


@pytest.mark.parametrize(
    ("lost", "fault"),
    [
        (0, signal.SIGKILL),
        pytest.param(1, signal.SIGKILL, marks=pytest.mark.nightly),
        pytest.param(0, signal.SIGSTOP, marks=pytest.mark.nightly),
        pytest.param(1, signal.SIGSTOP, marks=pytest.mark.nightly),
    ],
)
def test_a_worker_that_is_lost_ends_the_others_and_all_go_on_from_the_checkpoint(
    cluster, tmp_path, lost, fault
):
    tasks = cluster(worker=2)

    def start(rounds):
        return [
            tasks.start("collective_programs.py:take_turns", "worker", index, rounds, str(tmp_path))
            for index in range(2)
        ]

    workers = start(10**6)
    wait_for_checkpoint(tmp_path, 8)
    workers[lost].send(fault)
    with pytest.raises(TaskFailed) as told:
        workers[1 - lost].result(60)
    assert "ClusterError" in told.value.kinds
    if fault != signal.SIGKILL:
        workers[lost].kill()
    again = [worker.result() for worker in start(3)]
    assert all(one["first"] >= 8 for one in again)


def test_a_worker_that_comes_late_is_waited_for_and_the_others_say_so(cluster):
    tasks = cluster(worker=3)
    here = [
        tasks.start("collective_programs.py:take_turns", "worker", index, 3, None, 0.2) for index in (0, 1)
    ]
    late = f"no answer has come from worker:2 at {tasks.jobs['worker'][2]}"
    assert wait_for(lambda: all(late in worker.output() for worker in here))
    here.append(tasks.start("collective_programs.py:take_turns", "worker", 2, 3))
    assert [worker.result()["done"] for worker in here] == [[3, 3]] * 3
