"""Steps that one process hands out, and all workers do."""

import re
import signal
from collections import Counter

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat.cluster._later import Later

from ...waiting import wait_for
from .processes import TaskFailed

PROGRAMS = "coordinated_programs.py"
CLUSTER = {"ps": ["localhost:0"], "worker": ["localhost:0", "c:3"], "evaluator": ["d:4"]}


def coordinator_of(tasks):
    return ("chief" if "chief" in tasks.jobs else "worker"), 0


def serving(tasks):
    """All tasks but the coordinator."""
    every = [(job, index) for job, addresses in tasks.jobs.items() for index in range(len(addresses))]
    others = [one for one in every if one != coordinator_of(tasks)]
    return {one: tasks.start(f"{PROGRAMS}:serve", *one) for one in others}


def leading(tasks, program="lead", **options):
    return tasks.start(f"{PROGRAMS}:{program}", *coordinator_of(tasks), *([options] if options else []))


def ran(task):
    return max(map(int, re.findall(r"ran (\d+)\.", task.output())), default=0)


def starts(numbers):
    """How often a worker began with the first element; all it had is in order, and nothing left out."""
    counts = Counter(map(int, numbers))
    assert [counts[number] for number in range(len(counts))] == sorted(counts.values(), reverse=True)
    return counts[0]


def test_each_worker_has_its_own_input_and_all_updates_are_counted(cluster):
    tasks = cluster(ps=2, worker=2)
    others = serving(tasks)
    told = leading(tasks, last=80).result()
    assert told["counts"] == list(range(1, 81))
    assert told["step"] == 80
    assert starts(told["numbers"]) == 2
    assert told["loss"] < 0.1 * told["losses"][0]
    assert {other.result(10) for other in others.values()} == {"joined"}  # the coordinator has left
    where = told["tasks"]
    assert set(where.values()) == {0, 1}
    assert all(where[name.removesuffix("/Momentum")] == place for name, place in where.items())


def test_a_worker_that_is_killed_is_taken_up_again(cluster):
    tasks = cluster(ps=1, worker=2)
    others = serving(tasks)
    leader = leading(tasks, last=10**9, pause=0.03, starts=3)
    wait_for(lambda: ran(leader) >= 20)
    others["worker", 1].kill()
    before = ran(leader)
    wait_for(lambda: ran(leader) >= before + 20)  # worker 0 goes on
    again = tasks.start(f"{PROGRAMS}:serve", "worker", 1)
    told = leader.result()
    assert told["counts"] == list(range(1, len(told["counts"]) + 1))
    assert told["counts"][-1] <= told["step"] <= told["counts"][-1] + 10  # what was handed out lands, too
    assert starts(told["numbers"]) == 3
    assert again.result(10) == "joined"


def test_a_coordinator_that_is_killed_goes_on_from_its_checkpoint(cluster, tmp_path):
    tasks = cluster(ps=2, worker=2)
    others = serving(tasks)
    options = {"last": 60, "folder": str(tmp_path), "every": 10}
    first = leading(tasks, pause=0.03, **options)
    wait_for(lambda: ran(first) >= 25)
    first.kill()
    saved = dict(tf.train.list_variables(str(tmp_path)))
    assert saved == {"global_step": [], "w": [2], "w/Momentum": [2], "table": [4], "table/Momentum": [4]}
    told = leading(tasks, **options).result()
    assert 20 < told["counts"][0] < 60
    assert told["step"] == told["counts"][-1] == 60
    assert {other.result(10) for other in others.values()} == {"joined"}


def test_a_parameter_server_that_is_lost_ends_the_training(cluster):
    tasks = cluster(ps=1, worker=2)
    others = serving(tasks)
    leader = leading(tasks, last=10**9, pause=0.01)
    wait_for(lambda: ran(leader) >= 10)
    others["ps", 0].kill()
    with pytest.raises(TaskFailed, match="a parameter server was lost, .* from its last checkpoint") as told:
        leader.result()
    assert told.value.kinds[:2] == ["ClusterError", "CompatError"]


def test_a_parameter_server_that_falls_silent_is_waited_for_and_told_of(cluster):
    tasks = cluster(ps=1, worker=1)
    (server,) = serving(tasks).values()
    leader = leading(tasks, last=60, pause=0.01, tells=0.5)
    wait_for(lambda: ran(leader) >= 10)
    server.send(signal.SIGSTOP)
    assert wait_for(lambda: f"no answer from ps:0 at {tasks.jobs['ps'][0]}" in leader.output())
    server.send(signal.SIGCONT)
    assert leader.result()["step"] == 60


def test_what_is_fed_is_what_it_was_then_and_only_looks_wait(cluster):
    tasks = cluster(ps=1, worker=1, chief=1)
    others = serving(tasks)
    told = leading(tasks, "feed", work=1e5).result()
    assert told["fed"] == [[float(number)] * 2 for number in range(40)]
    assert told["sum"] == [sum(range(40))] * 2
    assert told["handed out"] < told["done"]
    assert {other.result(10) for other in others.values()} == {"joined"}


def test_a_step_that_fails_is_told_of_by_a_later_one(cluster):
    tasks = cluster(ps=1, worker=1)
    serving(tasks)
    assert "not above zero" in leading(tasks, "fail").result()


def later(value):
    looks = []
    return Later(lambda: looks.append(1) or value), looks


def test_a_value_that_comes_later_is_a_number_to_all_that_look():
    loss, looks = later(np.float32(0.5))
    assert loss.numpy() is loss
    assert looks == []
    assert f"{loss:.2f} {loss}" == "0.50 0.5"
    assert "%d %.1f %s".__mod__((loss, loss, loss)) == "0 0.5 0.5"
    assert (loss + 1, 2 * loss, loss < 1, -loss, round(loss), bool(loss)) == (1.5, 1.0, True, -0.5, 0, True)
    assert np.mean([loss, 1.5]) == np.mean([[loss], [1.5]]) == 1.0
    assert np.isnan(loss) == np.False_
    assert loss.dtype == np.float32
    assert len(looks) > 10
    total = loss
    total += loss
    assert total == 1.0


def test_an_array_that_comes_later_is_an_array():
    scores, _ = later(np.array([[1.0, 3.0]]))
    assert scores.shape == (1, 2)
    assert np.argmax(scores, axis=1).tolist() == [1]
    assert [row.tolist() for row in scores] == [[1.0, 3.0]]
    assert scores[0, 1] == 3.0
    assert len(scores) == 1
    assert np.array(scores, np.int32).tolist() == [[1, 3]]
    assert 3.0 in scores
    scores[0, 0] = 2.0
    assert scores.tolist() == [[2.0, 3.0]]


@pytest.mark.parametrize(
    ("cluster", "task", "message"),
    [
        ({"worker": ["a:1", "b:2"]}, ("worker", 0), "needs a job `ps`"),
        (CLUSTER, ("evaluator", 0), "evaluator:0 at d:4 has no part in the training"),
        (CLUSTER, ("worker", 0), "worker:0 at localhost:[0-9]+ is the coordinator: let it train"),
    ],
)
def test_who_has_nothing_to_join_is_told(cluster, task, message):
    with pytest.raises(compat.ClusterError, match=message):
        compat.CoordinatedServer(cluster, *task).join()


def test_the_chief_leads_where_there_is_one():
    cluster = {**CLUSTER, "chief": ["localhost:0"]}
    assert compat.CoordinatedServer(cluster, "chief", 0).is_coordinator
    worker = compat.CoordinatedServer(cluster, "worker", 0)
    assert not worker.is_coordinator
    with pytest.raises(compat.ClusterError, match="worker:0 at .* is not the coordinator"):
        worker.resolver()
