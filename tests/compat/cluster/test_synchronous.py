"""Workers whose gradients are averaged: what is computed, at whose speed, and how it ends."""

import numpy as np
import pytest
import tensorflow as tf

import compat

from .processes import TaskFailed


def test_one_gradient_of_each_worker_is_averaged_as_in_one_process(cluster):
    tasks = cluster(ps=2, worker=2)
    servers = tasks.serve()
    # As in TF 1 a worker that is faster by a whole step takes the other's token, too: none is.
    options = {"aggregate": 2, "tokens": 0, "last": 20, "pause": {"0": 0.05, "1": 0.05}}
    workers = [tasks.start("train_together", "worker", index, options) for index in range(2)]
    told = [worker.result() for worker in workers]
    alone = tasks.start("together_alone", "worker", 0, 20).result()
    assert [server.result(10) for server in servers] == ["joined"] * 2
    assert [one["runs"] for one in told] == [20, 20]
    for name, value in told[0]["values"].items():
        np.testing.assert_allclose(value, alone[name], rtol=1e-5, atol=1e-6, err_msg=name)
    expected = alone["layer/w/ExponentialMovingAverage"]
    np.testing.assert_allclose(told[0]["average"], expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("count", "counted_by", "turns", "expected"),
    [
        # Of the first tokens each worker has one, so that none waits; what is computed with them is stale.
        (2, "int32", [([0, 1], 1), ([0, 1], 1), ([0, 1], 2)], [[1, 0, 0.2], [1, 1, 0.2], [2, 2, 0.4]]),
        # One more than are aggregated: who comes last has computed for nothing, and so do all once more.
        (
            3,
            "int64",
            [([0, 2], 1), ([1], 1), ([0, 1, 2], 1), ([0, 1], 2)],
            [[1, 0, 0.3], [1, 0, 0.3], [1, 1, 0.3], [2, 2, 0.5]],
        ),
    ],
)
def test_stale_gradients_are_dropped_and_tokens_tell_the_step(
    cluster, tmp_path, count, counted_by, turns, expected
):
    tasks = cluster(ps=2, worker=count)
    tasks.serve()
    workers = [
        tasks.start("turns.py:worker", "worker", index, str(tmp_path), 2, turns, counted_by)
        for index in range(count)
    ]
    for worker in workers:
        for told, (step, local_step, mean) in zip(worker.result(), expected, strict=True):
            assert told["global_step"] == step
            if worker is workers[1]:  # the third has no turn in the end
                assert told["sync_rep_local_step"] == local_step
            assert told["first"] == pytest.approx(-2 * mean, abs=1e-6)
            assert told["second"] == pytest.approx(1 - 2 * (mean + 0.8 * step), abs=1e-6)
            np.testing.assert_allclose(told["rows"], [[3], [4 - 2 * mean]], atol=1e-6)


def test_a_hook_needs_a_step_that_hands_in_gradients():
    optimizer = compat.SyncReplicasOptimizer(tf.compat.v1.train.GradientDescentOptimizer(1.0), 1)
    with pytest.raises(compat.ClusterError, match="no step hands in gradients yet: call apply_gradients"):
        optimizer.make_session_run_hook(True).begin()


def test_two_of_three_are_not_held_up_by_a_third_that_is_slow(cluster, tmp_path):
    tasks = cluster(ps=1, worker=3)
    servers = tasks.serve()
    options = {"aggregate": 2, "total": 3, "last": 60, "slow": {"2": str(tmp_path / "go on")}}
    workers = [tasks.start("train_together", "worker", index, options) for index in range(3)]
    assert all(worker.result()["values"]["global_step"] >= 60 for worker in workers[:2])
    (tmp_path / "go on").touch()
    assert workers[2].result()["runs"] <= 2
    assert [server.result(10) for server in servers] == ["joined"]


def test_more_gradients_than_workers_one_of_which_leaves_first(cluster):
    tasks = cluster(ps=1, worker=2)
    servers = tasks.serve()
    options = {"aggregate": 4, "last": 10, "pause": {"0": 0.05}}
    chief = tasks.start("train_together", "worker", 0, options)
    other = tasks.start("train_together", "worker", 1, {**options, "runs": 6})
    assert other.result()["runs"] == 6
    told = chief.result()
    assert told["values"]["global_step"] >= 10
    assert told["runs"] + 6 >= 4 * 10 - 4  # there were as many tokens at first
    assert [server.result(10) for server in servers] == ["joined"]


def test_programs_that_start_the_chiefs_part_themselves_end_too(cluster):
    tasks = cluster(ps=1, worker=2)
    servers = tasks.serve()
    options = {"aggregate": 2, "last": 10, "manual": True}
    workers = [tasks.start("train_together", "worker", index, options) for index in range(2)]
    assert [worker.result() >= 10 for worker in workers] == [True, True]
    assert [server.result(10) for server in servers] == ["joined"]


@pytest.mark.parametrize(
    ("aggregate", "total", "tokens", "message"),
    [
        (0, 2, -1, "aggregate 1 gradient or more"),
        (4, 2, 1, "for ever: give 2 or more"),
        (3, 3, 0, "for ever: the cluster has 2 tasks that train"),
    ],
)
def test_what_could_never_go_on_is_told(cluster, aggregate, total, tokens, message):
    tasks = cluster(ps=1, worker=2)
    tasks.serve()
    options = {"aggregate": aggregate, "total": total, "tokens": tokens, "last": 5}
    with pytest.raises(TaskFailed, match=message) as told:
        tasks.start("train_together", "worker", 0, options).result()
    assert told.value.kinds[:2] == ["ClusterError", "CompatError"]
