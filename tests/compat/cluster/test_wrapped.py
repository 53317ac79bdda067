"""Programs on clusters of real processes: what they compute is what Sessions do on the same cluster."""

import numpy as np
import pytest
import tensorflow as tf

FILE = "wrapped_programs.py"


def test_one_worker_trains_as_in_a_session_to_the_bit(cluster):
    told = {}
    for kind, serve in (("session", f"{FILE}:serve_sessions"), ("program", "serve")):
        tasks = cluster(ps=2, worker=1)
        for index in range(2):
            tasks.start(serve, "ps", index)
        told[kind] = tasks.start(f"{FILE}:train_alone", "worker", 0, kind, 20).result(120)
    assert told["program"] == told["session"]
    assert told["program"]["devices"] == ["/job:ps/task:0", "/job:ps/task:1"]
    assert told["program"]["told"][-1][1] == 19  # the step of before the update, as with 1.15.5
    assert told["program"]["kept"] == [20, 0]


def test_monitored_workers_train_on_variables_that_they_share(cluster, tmp_path):
    tasks = cluster(ps=2, worker=2)
    servers = tasks.serve()
    workers = [
        tasks.start(f"{FILE}:train_monitored", "worker", index, str(tmp_path), 100) for index in (1, 0)
    ]
    told = [worker.result(120) for worker in workers]
    assert [server.result(20) for server in servers] == ["joined"] * 2  # all workers have left
    runs = sum(one["runs"] for one in told)
    assert 100 <= runs <= 102
    saved = tf.train.latest_checkpoint(str(tmp_path))
    reader = tf.train.load_checkpoint(saved)
    assert reader.get_tensor("global_step") >= 100
    assert set(reader.get_variable_to_shape_map()) == {"global_step", "ones"}
    assert list(tmp_path.glob("events.*"))


def test_workers_under_supervisors_read_their_own_queues(cluster, tmp_path):
    tasks = cluster(ps=1, worker=2)
    (server,) = tasks.serve()
    workers = [
        tasks.start(f"{FILE}:train_supervised", "worker", index, str(tmp_path), 60) for index in range(2)
    ]
    told = [worker.result(120) for worker in workers]
    assert server.result(20) == "joined"
    assert 60 <= sum(one["runs"] for one in told) <= 62
    for one in told:
        assert one["runs"] > 0
        assert one["seen"] == [number % 100 for number in range(4 * one["runs"])]
    assert tf.train.latest_checkpoint(str(tmp_path)) is not None


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_synchronous_updates_are_means_of_all_workers_gradients(cluster, tmp_path, workers):
    tasks = cluster(ps=1, worker=workers)
    tasks.serve()
    started = [
        tasks.start(f"{FILE}:train_synchronous", "worker", index, str(tmp_path), 10)
        for index in range(workers)
    ]
    for worker in started:
        step, bias = worker.result(120)
        assert step == 10
        np.testing.assert_array_equal(bias, [-5.0 * workers] * 3)
