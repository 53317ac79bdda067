"""Programs of clusters, as real processes: before, with TensorFlow's sessions, and rewritten.

They are started by the same command. One worker computes the same to the bit.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

import emulate
from migrate.model.choices import Strategy
from migrate.pipeline import migrate

from ..compat.cluster.processes import Cluster, Running, TaskFailed, cluster_of
from ..waiting import wait_for

_PROGRAMS = Path(__file__).parent / "programs"
_COMMAND = (
    "--job_name={job}",
    "--task_index={index}",
    "--ps_hosts={ps_hosts}",
    "--worker_hosts={worker_hosts}",
)
_UP_TO_WHAT_IS_FETCHED = (
    *("cluster_done_queues.py", "cluster_supervised.py", "cluster_sync_decided.py", "cluster_sync_split.py"),
)
_STEP = re.compile(r"^step (\d+) (\d+) loss (\S+)$", re.MULTILINE)


def original(name: str, folder: Path, *, resources: bool = False) -> Path:
    """The program for today's TensorFlow, with sessions; with `resources`, an update has one order."""
    text = (_PROGRAMS / name).read_text(encoding="utf-8")
    path = folder / "original.py"
    sessions = "import tensorflow.compat.v1 as tf\n\ntf.disable_v2_behavior()"
    sessions += "\ntf.enable_resource_variables()" if resources else ""
    path.write_text(text.replace("import tensorflow as tf", sessions), encoding="utf-8")
    return path


def rewritten(name: str, folder: Path, strategy: Strategy | None = None, assumed: Sequence[str] = ()) -> Path:
    path = folder / "rewritten.py"
    path.write_text((_PROGRAMS / name).read_text(encoding="utf-8"), encoding="utf-8")
    (change,) = migrate([path], strategy, assumed).changes
    path.write_bytes(change.after)
    return path


@pytest.fixture
def steps_of(fork_task):
    """What each worker says of its steps; all tasks have ended by themselves."""

    def run(path: Path, workers: int, *options: str) -> list[list[str]]:
        with cluster_of(fork_task, ps=2, worker=workers) as cluster:
            tasks = started(cluster, path, options)
            for task in tasks:
                task.result(100)
            return [said_in(task.log) for task in tasks[2:]]

    return run


@pytest.fixture
def steps_of_original(fork_task):
    """What the one worker of a program with sessions says of its steps.

    The tasks that hold variables only serve: in some programs they end by themselves, while they are needed.
    """

    def run(path: Path, *options: str) -> list[str]:
        with cluster_of(fork_task, ps=2, worker=1) as cluster:
            for index in range(2):
                cluster.start("scripts.py:serve", "ps", index)
            worker = cluster.start("scripts.py:run", "worker", 0, str(path), options)
            worker.result(100)
            return said_in(worker.log)

    return run


def started(cluster: Cluster, path: Path, options: Sequence[str]) -> list[Running]:
    """The tasks of a cluster, each of which runs the file, in the order of the cluster's jobs."""
    return [
        cluster.start("scripts.py:run", job, index, str(path), options)
        for job, addresses in cluster.jobs.items()
        for index in range(len(addresses))
    ]


def said_in(log: Path) -> list[str]:
    """The steps that a worker told of, which has come to its end."""
    text = log.read_text()
    assert "done" in text
    return _STEP.findall(text)


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cluster_async.py", ()),
        ("cluster_drawn_on_cpu.py", ()),
        ("cluster_supervised.py", ()),
        ("cluster_sync_decided.py", ("--in_step",)),
        pytest.param("cluster_sync_split.py", ("--in_step",), marks=pytest.mark.nightly),
        *(
            pytest.param(name, (), marks=pytest.mark.nightly)
            for name in (
                "cluster_drawn_values.py",
                "cluster_done_queues.py",
                "cluster_ps_sleeps.py",
                "cluster_queues_of_all.py",
                "cluster_server_by_function.py",
                "cluster_sync_decided.py",
                "cluster_sync_of_function.py",
                "cluster_sync_split.py",
                "cluster_trainer.py",
            )
        ),
    ],
)
def test_a_worker_alone_computes_the_same_to_the_bit(name, options, steps_of, steps_of_original, tmp_path):
    before = steps_of_original(original(name, tmp_path), *options)
    (after,) = steps_of(rewritten(name, tmp_path), 1, *options)
    # A loop up to a step that it fetches is told of the one before its update, as it was by 1.15's servers.
    # Where the chief's thread updates, a hook looks at the step before that, or behind it.
    ends = (20, 21) if name == "cluster_sync_of_function.py" else (20 + (name in _UP_TO_WHAT_IS_FETCHED),)
    assert len(after) in ends
    assert [loss for _, _, loss in after[:20]] == [loss for _, _, loss in before[:20]]


@pytest.mark.nightly
def test_a_worker_with_copies_of_its_own_computes_and_saves_the_same(steps_of, steps_of_original, tmp_path):
    path, name = tmp_path, "cluster_own_copies.py"
    folders = {one: f"--folder={path / one}" for one in ("before", "after")}
    before = steps_of_original(original(name, path, resources=True), folders["before"])
    (after,) = steps_of(rewritten(name, path), 1, folders["after"])
    assert len(after) == 20
    assert after == before
    saved = [tf.train.list_variables(str(path / one)) for one in ("before", "after")]
    assert {one for one, _ in saved[1]} >= {"global_step", "shared/Variable", "shared/Variable/Adam"}
    assert saved[1] == saved[0]


def test_a_session_entered_later_and_its_own_savers_save_the_same(steps_of, steps_of_original, tmp_path):
    name = "cluster_entered_later.py"
    before = steps_of_original(original(name, tmp_path))
    (after,) = steps_of(rewritten(name, tmp_path), 1)
    assert after == before
    assert len(after) == 23


def test_sessions_that_nothing_looks_after_initialise_and_wait(steps_of, steps_of_original, tmp_path):
    name = "cluster_session_alone.py"
    before = steps_of_original(original(name, tmp_path))
    path = rewritten(name, tmp_path)
    (after,) = steps_of(path, 1)
    assert after == before
    assert len(after) == 24
    both = steps_of(path, 2)
    assert [len(steps) for steps in both] == [22, 22]
    assert max(int(steps[-1][1]) for steps in both) == 40  # updates of both


def test_workers_share_the_variables_and_each_does_its_updates(steps_of, tmp_path):
    both = steps_of(rewritten("cluster_async.py", tmp_path), 2, "--last_step=200")
    assert sum(map(len, both)) in (200, 201)  # each looks at the step before its last update
    for steps in filter(None, both):  # on a busy machine one may do all before the other comes
        assert float(steps[-1][2]) < 0.05 * float(both[0][0][2])


def test_one_worker_that_is_handed_the_steps_computes_the_same_to_the_bit(
    steps_of, steps_of_original, tmp_path
):
    before = steps_of_original(original("cluster_in_graph.py", tmp_path))
    (after,) = steps_of(rewritten("cluster_in_graph.py", tmp_path, Strategy.PARAMETER_SERVER), 1)
    assert [int(step) for step, _, _ in after] == list(range(1, 21))
    assert [loss for _, _, loss in after] == [loss for _, _, loss in before]


@pytest.mark.nightly
def test_workers_that_are_handed_the_steps_do_as_many_as_one_loop_asks_for(fork_task, tmp_path):
    path = rewritten("cluster_in_graph.py", tmp_path, Strategy.PARAMETER_SERVER)
    with cluster_of(fork_task, ps=2, worker=2) as cluster:
        tasks = started(cluster, path, ["--last_step=100"])
        for task in tasks:  # the others leave with the coordinator
            task.result(100)
        steps = said_in(tasks[2].log)
        assert not _STEP.findall(tasks[3].log.read_text())
    assert [int(step) for step, _, _ in steps] == list(range(1, 101))
    assert float(steps[-1][2]) < 0.05 * float(steps[0][2])


def test_workers_that_wait_for_each_others_queues_all_end(steps_of, tmp_path):
    both = steps_of(rewritten("cluster_queues_of_all.py", tmp_path), 2)
    assert sum(map(len, both)) in (20, 21, 22)


def test_one_worker_that_drives_all_computes_the_same_to_the_bit(fork_task, tmp_path):
    said = []
    for path in (original("cluster_master.py", tmp_path), rewritten("cluster_master.py", tmp_path)):
        with cluster_of(fork_task, ps=1, worker=2) as cluster:
            _, master, _ = started(cluster, path, ())
            master.result(100)
            said.append(said_in(master.log))
    assert len(said[0]) == 20
    assert said[1] == said[0]


def test_a_program_that_starts_the_tasks_itself_computes_the_same_to_the_bit(fork_task, tmp_path):
    said = []
    for path in (
        original("cluster_starts_tasks.py", tmp_path),
        rewritten("cluster_starts_tasks.py", tmp_path),
    ):
        with cluster_of(fork_task) as cluster:
            program = cluster.start("scripts.py:be_client", "client", 0, str(path))
            program.result(100)
            said.append(said_in(program.log))
    assert len(said[0]) == 20
    assert said[1] == said[0]


@pytest.mark.nightly
def test_a_task_that_trains_holds_what_others_use(fork_task, tmp_path):
    said = []
    for path in (original("cluster_learner.py", tmp_path), rewritten("cluster_learner.py", tmp_path)):
        with cluster_of(fork_task, learner=1, actor=1) as cluster:
            tasks = started(cluster, path, ())
            tasks[0].result(100)
            said.append(said_in(tasks[0].log))
    assert len(said[0]) == 10
    assert said[1] == said[0]


@pytest.fixture
def said_by_client(fork_task):
    """What a client of servers says of its steps, and that it is done."""

    def run(path: Path, serve: str) -> list[str]:
        with cluster_of(fork_task, ps=1, worker=2) as cluster:
            for job, addresses in cluster.jobs.items():
                for index in range(len(addresses)):
                    cluster.start(serve, job, index)
            client = cluster.start("scripts.py:be_client", "client", 0, str(path))
            client.result(100)
            said = client.log.read_text()
        return [line for line in said.splitlines() if line.startswith(("step", "done"))]

    return run


def test_a_client_of_servers_computes_the_same_to_the_bit(said_by_client, tmp_path):
    name = "in_graph_client.py"
    before = said_by_client(original(name, tmp_path), "scripts.py:serve")
    after = said_by_client(rewritten(name, tmp_path), "scripts.py:serve_values")
    assert len(after) == 21
    assert after == before


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize(
    ("name", "options", "strategy", "assumed"),
    [
        ("cluster_sync_scaffold.py", (), None, ()),
        ("cluster_sync_decided.py", ("--in_step",), None, ()),
        ("cluster_sync_split.py", ("--in_step",), None, ()),
        ("cluster_sync_hook_decided.py", ("--in_step",), None, ()),
        (
            "cluster_sync_decided.py",
            ("--in_step",),
            Strategy.MULTI_WORKER_MIRRORED,
            ("in_step=True", "served=False"),
        ),
    ],
)
def test_workers_in_step_apply_the_mean_of_a_gradient_of_each(
    name, options, strategy, assumed, steps_of, tmp_path
):
    both = steps_of(rewritten(name, tmp_path, strategy, assumed), 2, *options)
    assert all(20 <= len(steps) <= 22 for steps in both)  # a step may be fetched before its update
    losses = [[float(loss) for _, _, loss in steps[:20]] for steps in both]
    assert np.transpose(losses) == pytest.approx(np.array(list(in_step(20, 2))), rel=1e-5)


def steps_around_a_kill(sample: str, task: str, workers: int, *options: str) -> dict[str, list[list[int]]]:
    """The steps that the workers of a rewritten sample tell of, before and after one of them is killed.

    It is killed when it has told of some, and started again by the same command. All end by themselves.
    """
    path = _SAMPLES / sample / "after" / "train.py"
    with emulate.cluster(ps=1, workers=workers, hang_timeout=60, echo=False) as cluster:
        cluster.start([sys.executable, "-u", str(path), *_COMMAND, *options])
        log = cluster.log_folder / f"{task.replace(':', '-')}.log"
        assert wait_for(lambda: log.exists() and len(_SAID.findall(log.read_text())) > 20, 60)
        cluster.kill(task)
        cluster.restart(task)
        outcome = cluster.wait(100)
    said = {f"worker:{index}": outcome.output(f"worker:{index}") for index in range(workers)}
    assert outcome.status == 0, said
    parts = {name: re.split("emulate: killed.*", one) for name, one in said.items()}
    return {name: [[*map(int, _SAID.findall(part))] for part in both] for name, both in parts.items()}


_SAMPLES = Path(__file__).parents[2] / "samples" / "clusters"
_SAID = re.compile(r"^step (\d+): loss", re.MULTILINE)


# What `compat` does then, tests/compat/cluster says faster: these are of whole programs.
@pytest.mark.nightly
def test_an_asynchronous_worker_that_is_killed_goes_on_from_the_shared_values():
    told = steps_around_a_kill("asynchronous", "worker:0", 1, "--train_steps=1000")
    before, after = told["worker:0"]
    assert before == [*range(before[-1] + 1)]  # each from before its update
    assert after == [*range(after[0], 1000)]
    assert after[0] - before[-1] in (1, 2)  # the step in which it was killed may have landed


@pytest.mark.nightly
def test_workers_in_step_wait_for_one_that_is_killed_and_go_on_with_it():
    told = steps_around_a_kill("synchronous", "worker:1", 2, "--train_steps=300")
    (chief,), (before, after) = told["worker:0"], told["worker:1"]
    # A step may be fetched before its update, or behind it.
    assert set(np.diff(chief)) <= {0, 1, 2}
    assert after[0] - before[-1] in (0, 1, 2)
    assert {chief[-1], after[-1]} <= {299, 300, 301}
    # An update is the mean of two gradients, each of a run; one that was killed has told nothing of its last.
    assert len([*chief, *before, *after]) + 1 >= 2 * 300


def in_step(count: int, workers: int) -> Iterator[list[float]]:
    """The loss of each worker in each step of `cluster_sync.py`, by what its optimizer is told."""
    batches = [np.random.RandomState(index).rand(8, 4) for index in range(workers)]
    weights, moved = np.full([4], 0.5), np.zeros([4])
    for _ in range(count):
        errors = [xs @ weights - xs.sum(1) for xs in batches]
        yield [float(np.mean(error**2)) for error in errors]
        gradients = [2 * error @ xs / 8 for error, xs in zip(errors, batches, strict=True)]
        moved = 0.9 * moved + np.mean(gradients, 0)
        weights = weights - 0.05 * moved


@pytest.mark.nightly
def test_replicas_that_are_all_started_again_go_on_from_the_checkpoint_and_end_together(
    fork_task, steps_of, tmp_path
):
    path, folder = rewritten("cluster_sync_replicas.py", tmp_path), f"--folder={tmp_path / 'model'}"
    with cluster_of(fork_task, ps=1, worker=2) as cluster:
        _, chief, other = started(cluster, path, [folder, "--lost_at=3"])
        with pytest.raises(TaskFailed, match="a worker was lost") as lost:
            other.result(100)
        assert "ClusterError" in lost.value.kinds
        chief.ended(10)
        before = [_STEP.findall(task.log.read_text())[:2] for task in (chief, other)]
    # From the checkpoint of step 2 on, until the batches of the second worker end.
    both = [steps + more for steps, more in zip(before, steps_of(path, 2, folder), strict=True)]
    assert [[int(step) for step, _, _ in steps] for steps in both] == [[1, 2, 3, 4, 5, 6, 7]] * 2
    losses = [[float(loss) for _, _, loss in steps] for steps in both]
    assert np.transpose(losses) == pytest.approx(np.array(list(with_rows(7))), rel=1e-5)


def with_rows(count: int) -> Iterator[list[float]]:
    """The loss of each of two workers in each step of `cluster_sync_replicas.py`.

    A row of the table moves by the mean of those workers that have read it.
    """
    batches = [np.random.RandomState(index).rand(8, 4) for index in range(2)]
    places = [[0, 1, 1, 3], [0, 1, 2, 3]]
    values = {"w": np.full(4, 0.5), "table": np.ones(5), "bias": np.zeros(1)}
    sums = {name: np.full_like(value, 0.1) for name, value in values.items()}
    for _ in range(count):
        errors = [xs @ values["w"] - xs.sum(1) + values["bias"] for xs in batches]
        reads = [np.bincount(rows, minlength=5) for rows in places]
        yield [
            float(np.mean(error**2) + read @ values["table"] ** 2)
            for error, read in zip(errors, reads, strict=True)
        ]
        readers = np.maximum(np.sum([read > 0 for read in reads], 0), 1)
        gradients = {
            "w": np.mean([2 * error @ xs / 8 for error, xs in zip(errors, batches, strict=True)], 0),
            "table": 2 * np.sum(reads, 0) * values["table"] / readers,
            "bias": np.mean([2 * np.mean(error) for error in errors], keepdims=True),
        }
        for name, gradient in gradients.items():
            sums[name] += gradient**2
            values[name] = values[name] - 0.5 * gradient / np.sqrt(sums[name])
