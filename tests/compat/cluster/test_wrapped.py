"""Programs on clusters of real processes: what they compute is what Sessions do on the same cluster."""

import re
import signal

import numpy as np
import pytest
import tensorflow as tf

from ...waiting import wait_for
from .processes import TaskFailed, wait_for_checkpoint

FILE = "wrapped_programs.py"


def runs_of(worker):
    """How many steps the worker has told of."""
    return max(map(int, re.findall(r"ran (\d+)\.", worker.output())), default=0)


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


@pytest.mark.nightly
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


@pytest.mark.parametrize(
    "workers", [pytest.param(1, marks=pytest.mark.nightly), 2, pytest.param(3, marks=pytest.mark.nightly)]
)
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


@pytest.mark.nightly
def test_a_server_that_is_started_anew_is_taken_up_from_the_last_checkpoint(cluster, tmp_path):
    tasks = cluster(ps=2, worker=2)
    servers = tasks.serve()
    options = str(tmp_path), 150, 0.02
    workers = [tasks.start(f"{FILE}:train_monitored", "worker", index, *options) for index in range(2)]
    wait_for_checkpoint(tmp_path, 40)
    servers[0].kill()
    servers[0] = tasks.start("serve", "ps", 0)
    told = [worker.result(180) for worker in workers]
    assert [server.result(30) for server in servers] == ["joined"] * 2
    assert all(one["runs"] > 10 for one in told)
    assert max(max(one["told"]) for one in told) >= 149
    # Behind the loss the steps go on from a checkpoint, not from the start.
    assert sum(one["runs"] for one in told) < 300


def test_a_worker_and_a_chief_that_are_killed_can_come_again(cluster, tmp_path):
    tasks = cluster(ps=1, worker=3)
    (server,) = tasks.serve()
    options = str(tmp_path), 200, 0.02
    workers = [tasks.start(f"{FILE}:train_monitored", "worker", index, *options) for index in range(3)]
    wait_for_checkpoint(tmp_path, 20)
    workers[1].kill()
    reached = runs_of(workers[2])
    assert wait_for(lambda: runs_of(workers[2]) > reached + 5)
    workers[0].kill()
    reached = runs_of(workers[2])
    assert wait_for(lambda: runs_of(workers[2]) > reached + 5)
    for index in range(2):
        workers[index] = tasks.start(f"{FILE}:train_monitored", "worker", index, *options)
    for worker in workers:
        assert worker.result(120)["runs"] > 0
    assert server.result(30) == "joined"
    assert int(tf.train.latest_checkpoint(str(tmp_path)).rpartition("-")[2]) >= 200


@pytest.mark.nightly
def test_a_server_that_is_stopped_is_not_waited_for_in_silence(cluster, tmp_path):
    tasks = cluster(ps=1, worker=1)
    (server,) = tasks.serve()
    tasks.wait_until_served()
    worker = tasks.start(f"{FILE}:train_monitored", "worker", 0, str(tmp_path), 10**6, 0.02, 6)
    assert wait_for(lambda: runs_of(worker) > 5)
    server.send(signal.SIGSTOP)
    with pytest.raises(TaskFailed, match="no answer for 6 s from ps:0 at") as failed:
        worker.result(120)
    assert "ClusterError" in failed.value.kinds


def test_a_worker_whose_servers_are_not_there_says_which(cluster, tmp_path):
    tasks = cluster(ps=1, worker=1)
    worker = tasks.start(f"{FILE}:train_monitored", "worker", 0, str(tmp_path), 10, 0.0, 3)
    with pytest.raises(TaskFailed, match="no answer for 3 s from ps:0 at") as failed:
        worker.result(120)
    assert "ClusterError" in failed.value.kinds


@pytest.mark.nightly
def test_a_task_is_one_process_and_one_of_them_is_the_chief(cluster, tmp_path):
    tasks = cluster(ps=1, worker=3)
    tasks.serve()
    options = "", 10**6, 0.02
    chief = tasks.start(f"{FILE}:train_monitored", "worker", 0, *options)
    assert wait_for(lambda: runs_of(chief) > 5)
    twice = tasks.start_as({"worker": {0: tasks.jobs["worker"][2]}}, f"{FILE}:train_monitored", 0, *options)
    with pytest.raises(TaskFailed, match="two processes are worker:0: one on .* at .*, and this one at"):
        twice.result(20)
    second = tasks.start(f"{FILE}:train_monitored", "worker", 1, *options, 20, True)
    two = "two chiefs: worker:0 on .* gives values to 2 variables .global_step, ones., and worker:1 at"
    with pytest.raises(TaskFailed, match=two):
        second.result(20)
    reached = runs_of(chief)
    assert wait_for(lambda: runs_of(chief) > reached + 5)
    chief.kill()  # then another one may be
    second = tasks.start(f"{FILE}:train_monitored", "worker", 1, "", 50, 0.0, 20, True)
    assert second.result(60)["runs"] > 0
    until = tmp_path / "until"
    until.touch()
    third = tasks.start(f"{FILE}:lead_and_stay", "worker", 2, str(until))
    assert wait_for(lambda: "has led" in third.output())
    fourth = tasks.start(f"{FILE}:train_monitored", "worker", 0, "", 50, 0.0, 20, True)
    assert fourth.result(60)["runs"] > 0
    until.unlink()
    third.result(20)


def test_tasks_that_serve_wait_in_sessions_of_their_own_for_what_workers_put_in_queues(cluster):
    tasks = cluster(ps=2, worker=3)
    servers = [tasks.start(f"{FILE}:meet_in_queues", "ps", index) for index in range(2)]
    workers = [tasks.start(f"{FILE}:meet_in_queues", "worker", index) for index in range(3)]
    assert [worker.result(120) for worker in workers] == ["said"] * 3
    assert [server.result(60) for server in servers] == [[0, 1, 2]] * 2


def test_a_graph_has_parts_on_servers_of_tensorflows_own(cluster):
    tasks = cluster(chief=1, worker=1)
    tasks.start("in_graph_programs.py:serve_plainly", "worker", 0)
    assert tasks.start(f"{FILE}:compute_on_servers", "chief", 0).result(60) == 2.0


@pytest.mark.nightly
@pytest.mark.parametrize(("workers", "aggregate"), [pytest.param(2, 2, marks=pytest.mark.nightly), (3, 2)])
def test_synchronous_workers_end_together(cluster, workers, aggregate):
    tasks = cluster(ps=1, worker=workers)
    (server,) = tasks.serve()
    options = "program", 20, aggregate
    started = [tasks.start(f"{FILE}:train_in_step", "worker", index, *options) for index in range(workers)]
    runs = [worker.result(120) for worker in started]
    assert sum(runs) >= 20 * aggregate
    assert server.result(30) == "joined"


@pytest.mark.parametrize("job", ["ps", "worker"])
def test_a_process_that_is_no_task_sees_the_variables_of_a_cluster(cluster, tmp_path, job):
    tasks = cluster(ps=2, worker=1)
    tasks.serve()
    tasks.start(f"{FILE}:train_monitored", "worker", 0, str(tmp_path), 10**6, 0.02)
    target = f"grpc://{tasks.jobs[job][0]}"
    step, *ones = tasks.start(f"{FILE}:watch", "client", 0, target, 20).result(120)
    assert step >= 20
    assert all(one >= step for one in ones)


def test_workers_use_what_others_have_on_their_devices(cluster):
    tasks = cluster(ps=1, worker=3)
    (server,) = tasks.serve()
    workers = [tasks.start(f"{FILE}:tell_each_other", "worker", index) for index in range(3)]
    for index, worker in enumerate(workers):
        assert worker.result(120) == {"heard": [0, 1, 2], "shared": 6.0, "mine": [float(index)] * 2}
    assert server.result(30) == "joined"


def test_a_cluster_without_a_job_of_its_own_for_variables_has_them_where_the_graph_says(cluster):
    tasks = cluster(worker=2)
    workers = [tasks.start(f"{FILE}:tell_each_other", "worker", index) for index in range(2)]
    for index, worker in enumerate(workers):
        assert worker.result(120) == {"heard": [0, 1], "shared": 3.0, "mine": [float(index)] * 2}


def test_tasks_of_a_job_of_any_name_serve_until_the_others_have_left(cluster):
    """Also one of them on which no variable is."""
    tasks = cluster(store=2, trainer=2)
    stores, trainers = (
        [tasks.start(f"{FILE}:add_to_store", job, index) for index in range(2)] for job in tasks.jobs
    )
    assert [trainer.result(60) for trainer in trainers] == [2.0, 2.0]
    for store in stores:
        with pytest.raises(TaskFailed) as ended:
            store.result(20)
        assert ended.value.kinds[0] == "SystemExit"


def test_filters_of_devices_keep_a_graph_on_its_own_task(cluster):
    tasks = cluster(worker=2)
    given, device, devices = tasks.start(f"{FILE}:read_what_filters_leave", "worker", 1).result(60)
    assert given == [6.0, 12.0]
    assert device == "/job:worker/task:1"
    assert devices == ["/job:worker/replica:0/task:1/device:CPU:0"]


def test_what_is_on_a_task_that_the_cluster_has_not_is_an_error_that_says_so(cluster):
    tasks = cluster(ps=1, worker=1)
    tasks.serve()
    tasks.wait_until_served()
    worker = tasks.start(f"{FILE}:place_on_another_worker", "worker", 0)
    with pytest.raises(TaskFailed, match="'there.*' is to be on /job:worker.*/task:1, but the cluster of"):
        worker.result(120)


def test_a_worker_that_is_not_there_is_told_of(cluster):
    tasks = cluster(ps=1, worker=2)
    tasks.serve()
    tasks.wait_until_served()
    worker = tasks.start(f"{FILE}:place_on_another_worker", "worker", 0)
    with pytest.raises(TaskFailed, match="no answer for 3 s from worker:1 at"):
        worker.result(120)


def test_state_that_no_device_names_is_where_all_find_it(cluster):
    tasks = cluster(ps=2, worker=2)
    tasks.serve()
    workers = [tasks.start(f"{FILE}:share_what_has_no_device", "worker", index) for index in range(2)]
    for index, worker in enumerate(workers):
        values, devices = worker.result(120)
        assert values == [[1.0, 2.0], 6.0, float(index)]
        assert devices == ["/job:ps/task:0", "/job:ps/task:1", f"/job:worker/task:{index}"]


@pytest.mark.nightly
def test_one_client_has_the_towers_of_its_graph_computed_by_all_workers(cluster):
    told = {}
    for kind, serve in (
        ("session", f"{FILE}:serve_sessions"),
        ("program", "in_graph_programs.py:serve_plainly"),
    ):
        tasks = cluster(ps=1, worker=2)
        for job, index in (("ps", 0), ("worker", 0), ("worker", 1)):
            tasks.start(serve, job, index)
        told[kind] = tasks.start(f"{FILE}:train_in_graph", "client", 0, kind).result(120)
    assert told["program"] == told["session"]
    # By the target of TensorFlow's own servers, which tell a session alone where the others are.
    kind = "program of sessions"
    assert tasks.start(f"{FILE}:train_in_graph", "client", 0, kind).result(120) == told["session"]
