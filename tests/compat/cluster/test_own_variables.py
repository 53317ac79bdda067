"""Variables that a worker has for itself, on its own device, beside those that all share."""

import pytest
import tensorflow as tf

from .processes import TaskFailed


def test_what_is_on_the_device_of_a_worker_is_its_own(cluster):
    tasks = cluster(ps=1, worker=2)
    (server,) = tasks.serve()
    workers = [tasks.start("keep_own", "worker", index, 3) for index in range(2)]
    for index, worker in enumerate(workers):
        told = worker.result()
        moved = 1.0 + (index + 1) * (1.0 + 1.5 + 1.75)
        assert told["values"]["own"] == [moved] * 2
        assert told["values"]["own/Momentum"] == [-(index + 1) * 1.75] * 2
        assert told["values"]["steps"] == 3
        assert told["values"]["shared"] == 5.0 + 6
        assert told["values"]["second"] == told["values"]["copy"]
        assert told["copies"] == [told["values"]["copy"]]
        assert 5.0 <= told["values"]["copy"] <= 5.0 + 3  # what the other one may have done by then
        assert told["jobs"].pop("shared") == "ps"
        assert set(told["jobs"].values()) == {"worker"}
        assert {task for name, task in told["tasks"].items() if name != "shared"} == {index}
    assert server.result(10) == "joined"


def test_a_variable_on_the_device_of_another_worker_is_refused(cluster):
    tasks = cluster(ps=1, worker=2)
    tasks.serve()
    device = "/job:worker/replica:0/task:1/device:CPU:0"
    with pytest.raises(TaskFailed, match=f"'own' is to be on {device}, but can be on /job:ps/task:0"):
        tasks.start("place_on", "worker", 0, "/job:worker/task:1").result()


def test_any_task_may_give_all_variables_their_values_and_give_them_again(cluster):
    tasks = cluster(ps=1, worker=2)
    (server,) = tasks.serve()
    told = [tasks.start("initialize_for_all", "worker", index).result() for index in range(2)]
    assert told[0]["missing"] == ["shared"]
    assert "uninitialized value shared" in told[0]["error"]
    assert told[0]["steps"] == [[6.0, 15.0, 2.0], [7.0, 25.0, 3.0]]
    # The other finds the shared ones as the first left them; then it begins anew, for all.
    assert told[1]["steps"] == [[8.0, 17.0, 2.0], [9.0, 27.0, 3.0], [6.0, 15.0, 2.0]]
    assert server.result(10) == "joined"


def test_variables_begin_with_the_numbers_that_seeds_give_a_graph(cluster):
    with tf.Graph().as_default():
        drawn = [
            0.5 * tf.random.truncated_normal([3], seed=3),
            tf.compat.v1.random_normal_initializer(seed=5)([2]),
            2.0 * tf.random.uniform([3], seed=4),
        ]
        with tf.compat.v1.Session() as session:
            expected = [[one.tolist() for one in session.run(drawn)] for _ in range(2)]
    tasks = cluster(ps=1, worker=1)
    tasks.serve()
    assert tasks.start("begin_with_draws", "worker", 0).result() == expected
