"""Workers that update shared variables on their own."""

import itertools
import re

import numpy as np
import pytest

from ...waiting import connections, wait_for
from .processes import wait_for_checkpoint


def runs_of(worker):
    """How many steps the worker has told of."""
    return max(map(int, re.findall(r"ran (\d+)\.", worker.output())), default=0)


def last_values(told):
    """What the variables, which only count up, come to: nobody knows who saw them last."""
    names = told[0]["values"]
    return np.concatenate([np.max([one["values"][name] for one in told], axis=0) for name in names])


def test_every_update_lands_once(cluster):
    tasks = cluster(ps=2, worker=2)
    servers = tasks.serve()
    workers = [tasks.start("count_updates", "worker", index, 300) for index in range(2)]
    for worker in workers:
        told = worker.result()
        assert told["count"] == 600
        assert told["ones"] == [600.0] * 3
        assert told["rows"] == [[300.0] * 2] * 2 + [[0.0] * 2] * 6
        assert {device.partition("/task:")[2][0] for device in told["devices"]} == {"0", "1"}
    assert [server.result(10) for server in servers] == ["joined"] * 2  # all workers have left


def test_eight_workers_connect_to_a_fresh_server_at_the_same_instant(cluster):
    tasks = cluster(ps=1, worker=8)
    workers = [tasks.start("count_updates", "worker", index, 3) for index in range(8)]
    (server,) = tasks.serve()
    assert {worker.result()["count"] for worker in workers} == {24}
    assert server.result(10) == "joined"


@pytest.mark.nightly
def test_each_optimizer_updates_shared_variables_as_those_of_one_process(cluster):
    tasks = cluster(ps=2, worker=2)
    tasks.serve()
    for index in range(2):  # the second goes on with what the first left, slots included
        told = tasks.start("every_optimizer", "worker", index, 3 * index).result(120)
        differences = told["differences"]
        assert len(differences) > 60
        assert {name: far for name, far in differences.items() if far} == {}
        # There and back, unless gradients need an earlier update; nothing where no other task is.
        assert told["joined"] == [2, 0, 1, 0]


def test_a_worker_that_is_killed_costs_the_others_no_update_and_can_come_again(cluster):
    tasks = cluster(ps=3, worker=3)
    servers = tasks.serve()
    options = {"last": 250}
    workers = [tasks.start("train_apart", "worker", index, options) for index in range(3)]
    assert wait_for(lambda: runs_of(workers[1]) >= 20)
    workers[1].kill()
    before = runs_of(workers[1])
    reached = runs_of(workers[0])
    assert wait_for(lambda: runs_of(workers[0]) > reached + 20)
    workers[1] = tasks.start("train_apart", "worker", 1, options)
    told = [worker.result() for worker in workers]
    assert [server.result(10) for server in servers] == ["joined"] * 3
    assert told[1]["runs"] > 1
    assert len(told[0]["servers"]) == 3
    landed = before + sum(one["runs"] for one in told)
    values = last_values(told)
    assert values.size == 1 + 3 + 6 * 2
    assert set(values) <= {landed, landed + 1}  # by the step in which it was killed


def test_workers_connect_to_those_that_hold_variables_and_not_to_each_other(cluster):
    tasks = cluster(ps=2, worker=2)
    servers = tasks.serve()
    workers = [tasks.start("train_apart", "worker", index, {"last": 10**6}) for index in range(2)]
    assert wait_for(lambda: min(map(runs_of, workers)) >= 5)
    ends = [connections(task.pid) for task in [*servers, *workers]]
    joined = {
        (one, other)
        for one, other in itertools.combinations(range(4), 2)
        if any(end[::-1] in ends[other] for end in ends[one])
    }
    assert joined == {(0, 2), (0, 3), (1, 2), (1, 3)}


def test_servers_end_though_a_worker_was_lost_for_good(cluster):
    tasks = cluster(ps=1, worker=2)
    server = tasks.start("serve", "ps", 0, 2)
    chief, other = (tasks.start("train_apart", "worker", index, {"last": 150}) for index in range(2))
    assert wait_for(lambda: runs_of(other) >= 10)
    other.kill()
    landed = chief.result()["runs"] + runs_of(other)
    assert set(last_values([chief.result()])) <= {landed, landed + 1}
    assert server.result(20) == "joined"


def test_one_of_three_servers_that_comes_back_has_the_checkpoints_values_as_the_others(cluster, tmp_path):
    tasks = cluster(ps=3, worker=2)
    servers = tasks.serve()
    options = {"last": 200, "folder": str(tmp_path)}
    workers = [tasks.start("train_apart", "worker", index, options) for index in range(2)]
    wait_for_checkpoint(tmp_path, 30)
    servers[2].kill()
    servers[2] = tasks.start("serve", "ps", 2)
    told = [worker.result(90) for worker in workers]
    assert [server.result(10) for server in servers] == ["joined"] * 3
    values = last_values(told)
    assert values.min() >= 200
    assert values.max() - values.min() < 10  # the other goes on with its steps while a checkpoint is saved
    assert sum(one["runs"] for one in told) >= values.max()  # with what was done again


def test_every_update_of_every_thread_lands_once(cluster):
    tasks = cluster(ps=1, worker=1)
    tasks.serve()
    assert tasks.start("count_in_threads", "worker", 0, 100).result() == [3, 300.0, 300.0]


def test_no_call_is_sent_while_a_function_is_called_for_the_first_time(cluster):
    tasks = cluster(ps=1, worker=1)
    tasks.serve()
    told = tasks.start("first_call_beside_others", "worker", 0).result()
    assert told[:2] == ["a begins", "b begins"]  # known functions run beside each other
    assert told[2:4] == ["a ends", "b ends"]
    assert told[4:] == ["new begins", "new ends", "b begins", "b ends"]
