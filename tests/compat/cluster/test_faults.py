"""Tasks that are killed, stopped and started again, while others train."""

import signal
import time

import pytest

from ...waiting import wait_for
from .processes import TaskFailed, wait_for_checkpoint

FOR_EVER = 10**9


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("train", signal.SIGKILL),
        pytest.param("train_together", signal.SIGKILL, marks=pytest.mark.nightly),
        ("train_together", signal.SIGSTOP),
    ],
)
def test_a_server_that_is_lost_ends_every_worker_with_its_address(cluster, tmp_path, fault, program):
    tasks = cluster(ps=2, worker=2)
    servers = tasks.serve()
    tasks.wait_until_served()
    options = {"last": FOR_EVER, "aggregate": 2, "timeout": 3, "folder": str(tmp_path), "every": 5}
    workers = [tasks.start(program, "worker", index, options) for index in range(2)]
    wait_for_checkpoint(tmp_path, 10)
    servers[1].send(fault)
    begin = time.monotonic()
    for worker in workers:
        with pytest.raises(TaskFailed, match=f"no answer for 3 s from ps:1 at {tasks.jobs['ps'][1]}") as told:
            worker.result(30)
        assert told.value.kinds[:2] == ["ClusterError", "CompatError"]
    assert time.monotonic() - begin < 20


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize("program", ["train", "train_together"])
def test_a_server_that_comes_back_is_taken_up_from_the_checkpoint(cluster, tmp_path, program):
    tasks = cluster(ps=2, worker=2)
    servers = tasks.serve()
    options = {"last": 150, "aggregate": 2, "folder": str(tmp_path), "every": 5, "pause": 0.03}
    if program == "train_together":
        options["pause"] = {"0": 0.03, "1": 0.03}
    workers = [tasks.start(program, "worker", index, options) for index in range(2)]
    wait_for_checkpoint(tmp_path, 20)
    servers[1].kill()
    time.sleep(0.5)
    tasks.start("serve", "ps", 1)
    told = [worker.result(90) for worker in workers]
    step = told[0]["step"] if program == "train" else told[0]["values"]["global_step"]
    assert 150 <= step <= 152
    if program == "train":
        assert told[0]["losses"][-1] < told[0]["losses"][0] * 0.5
        assert told[0]["calls"]["created"] == 2


@pytest.mark.nightly
def test_workers_and_chiefs_that_are_killed_go_on_when_they_are_started_again(cluster, tmp_path):
    tasks = cluster(ps=1, worker=3)
    servers = tasks.serve()
    options = {"last": 120, "aggregate": 2, "total": 3, "folder": str(tmp_path), "every": 10}
    options["pause"] = {"0": 0.03, "1": 0.03, "2": 0.5}
    workers = [tasks.start("train_together", "worker", index, options) for index in range(3)]
    wait_for_checkpoint(tmp_path, 10)
    workers[2].kill()  # the one that is not waited for
    wait_for_checkpoint(tmp_path, 30)
    workers[1].kill()
    workers[1] = tasks.start("train_together", "worker", 1, options)
    wait_for_checkpoint(tmp_path, 50)
    workers[0].kill()
    workers[0] = tasks.start("train_together", "worker", 0, options)
    workers[2] = tasks.start("train_together", "worker", 2, options)
    told = [worker.result(60) for worker in workers]
    assert told[0]["values"]["global_step"] >= 120
    assert told[0]["first"] >= 50  # the chief goes on with what is there
    assert [server.result(10) for server in servers] == ["joined"]


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize(
    ("lost", "message"),
    [
        (0, "the chief, worker:0 at {}, has not answered for 2 s"),
        (1, "no answer for 2 s from worker:1 at {}, without whose gradients no update comes"),
    ],
)
def test_a_worker_that_is_gone_for_good_ends_those_whose_steps_need_it(cluster, tmp_path, lost, message):
    tasks = cluster(ps=1, worker=2)
    (server,) = tasks.serve(2)
    tasks.wait_until_served()
    options = {"last": FOR_EVER, "aggregate": 2, "timeout": 2, "folder": str(tmp_path)}
    if lost != 0:  # while it holds a token, and none is ahead: else the chief may hand in two gradients
        options |= {"tokens": 0, "asleep": {str(lost): 10}}
    workers = [tasks.start("train_together", "worker", index, options) for index in range(2)]
    if lost != 0:
        assert wait_for((tmp_path / "asleep").exists)
    else:
        wait_for_checkpoint(tmp_path, 10)
    workers[lost].kill()
    other = 1 - lost
    with pytest.raises(TaskFailed, match=message.format(tasks.jobs["worker"][lost])) as told:
        workers[other].result(20)
    assert told.value.kinds[:2] == ["ClusterError", "CompatError"]
    # Nobody is left for whom the server could hold variables.
    with pytest.raises(TaskFailed, match=f"an error has ended worker:{other} at .*, and for 2 s no task"):
        server.result(20)


def test_an_update_that_needs_no_lost_worker_goes_on(cluster, tmp_path):
    tasks = cluster(ps=1, worker=3)
    tasks.serve()
    tasks.wait_until_served()
    options = {"last": 40, "aggregate": 2, "total": 3, "timeout": 1, "folder": str(tmp_path)}
    options["pause"] = {"0": 0.05, "1": 0.05, "2": 0.05}
    workers = [tasks.start("train_together", "worker", index, options) for index in range(3)]
    wait_for_checkpoint(tmp_path, 5)
    workers[2].kill()
    assert all(worker.result()["values"]["global_step"] >= 40 for worker in workers[:2])


def test_a_server_that_falls_silent_ends_a_read_beside_the_steps(cluster):
    tasks = cluster(ps=1, worker=1)
    (server,) = tasks.serve()
    tasks.wait_until_served()
    worker = tasks.start("read_when_told", "worker", 0, {"timeout": 1})
    assert wait_for(lambda: "READY" in worker.output())
    server.send(signal.SIGSTOP)
    worker.send(signal.SIGUSR1)
    ways = ("int", "assign_add", "in a function of the program's own", "for gradients", "rows")
    assert worker.result(20) == dict.fromkeys(ways, True)


def test_a_function_of_the_programs_own_finds_a_server_that_was_started_again(cluster):
    tasks = cluster(ps=1, worker=1)
    (server,) = tasks.serve()
    worker = tasks.start("read_again_when_told", "worker", 0, {"timeout": 10})
    assert wait_for(lambda: "READY" in worker.output())
    server.kill()
    tasks.serve()
    tasks.wait_until_served()
    worker.send(signal.SIGUSR1)
    gradients = [27.0, 75.0, 18.0, 30.0, 0.0, 10.0, 6.0, 10.0]
    assert worker.result(30) == [2, *gradients, 2]


def test_a_slow_worker_ends_well_long_after_the_chief_has_left(cluster, tmp_path):
    tasks = cluster(ps=1, worker=2)
    servers = tasks.serve()
    tasks.wait_until_served()
    options = {"last": 3, "aggregate": 1, "total": 1, "timeout": 2, "slow": {"1": str(tmp_path / "go on")}}
    chief, other = (tasks.start("train_together", "worker", index, options) for index in range(2))
    assert chief.result()["values"]["global_step"] >= 3
    time.sleep(1.5 * options["timeout"])
    (tmp_path / "go on").touch()
    assert other.result()["runs"] <= 2
    assert [server.result(10) for server in servers] == ["joined"]
