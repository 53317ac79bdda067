"""Workers that train in step become replicas of a strategy, where that is chosen and they stay equal."""

from pathlib import Path

import pytest

from migrate.model.choices import Strategy
from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAMS = Path(__file__).parents[2] / "conformance" / "programs"
PROGRAM = """\
import sys
import tensorflow as tf

index = int(sys.argv[2])
{first}
cluster = tf.train.ClusterSpec({{'ps': ['localhost:2222'], 'worker': ['localhost:2223', 'localhost:2224']}})
server = tf.train.Server(cluster, sys.argv[1], index)
if sys.argv[1] == 'ps':
    server.join()
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    step = tf.train.get_or_create_global_step()
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable('w', [2], {options}initializer=tf.ones_initializer())
    x = x * 2.0
    loss = tf.reduce_sum(tf.square(w * x))
    own = tf.train.GradientDescentOptimizer(0.1)
    optimizer = tf.train.SyncReplicasOptimizer(own, replicas_to_aggregate=2, total_num_replicas=2)
    train_op = {trains}.minimize(loss, global_step=step)
    {graph}
hooks = [optimizer.make_session_run_hook(index == 0), tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(server.target, index == 0, hooks=hooks) as session:
    while not session.should_stop():
        batch = [[1.0, 2.0]]
        print(session.run({fetched}, {{x: batch}}))
"""


def outcome_of(folder, strategy=Strategy.MULTI_WORKER_MIRRORED, **parts):
    path = folder / "train.py"
    given = {"first": "", "options": "", "graph": "", "trains": "optimizer", "fetched": "[train_op, loss]"}
    path.write_text(PROGRAM.format(**{**given, **parts}), encoding="utf-8")
    (unit,) = migrate([path], strategy).units
    return unit


def codes(unit):
    return {found.code for found in unit.diagnostics}


def test_a_worker_is_a_replica(tmp_path):
    unit = outcome_of(tmp_path)
    (program,), (change,) = unit.programs, unit.changes
    assert program.strategy == "MultiWorkerMirroredStrategy"
    assert {"CLU104", "HAZ109", "HAZ110"} <= codes(unit)
    text = change.after.decode()
    assert "server = compat.CollectiveServer(cluster, sys.argv[1], index)" in text
    assert "tf.distribute.MultiWorkerMirroredStrategy(\n    server.resolver()," in text
    assert "tf.device" not in text  # the strategy places
    assert "return strategy.run(replica)" in text


def test_unless_it_is_chosen_workers_share_the_variables(tmp_path):
    unit = outcome_of(tmp_path, None)
    assert [program.strategy for program in unit.programs] == ["shared-variable workers"]


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (
            {"graph": "own_op = own.minimize(loss)", "fetched": "[train_op, own_op]"},
            "an update by this worker's own gradients",
        ),
        (
            {"fetched": "[train_op, tf.assign_add(w, [1.0, 1.0])]"},
            "what is made where it is fetched, and may change a variable",
        ),
        (
            {"graph": "count = tf.assign_add(step, 1)", "fetched": "[train_op, count]"},
            "a variable that a worker changes by itself",
        ),
        (
            {"graph": "count = w.assign_add([1.0, 1.0])", "fetched": "[train_op, count]"},
            "a variable that a worker changes by itself",
        ),
        (
            {"graph": "seen = tf.metrics.mean(loss)", "fetched": "[train_op, seen]"},
            "a variable that a worker changes by itself",
        ),
        (
            {"graph": "train_op = tf.group(train_op, *tf.get_collection(tf.GraphKeys.UPDATE_OPS))"},
            "averages of batch normalisation, which each worker moves by its own batch",
        ),
        (
            {"graph": "again = optimizer.minimize(loss * 2.0)", "fetched": "train_op), session.run(again"},
            "a second step that updates, of which workers might do one each",
        ),
        (
            {"first": "data = tf.data.Dataset.range(3)"},
            "input that is made before it is known which task this is",
        ),
    ],
)
def test_what_would_make_the_copies_differ_keeps_the_variables_on_servers(tmp_path, parts, found):
    unit = outcome_of(tmp_path, **parts)
    told = [one for one in unit.diagnostics if one.code == "CLU205"]
    assert [one.found.partition(": not ")[0] for one in told] == [found]
    assert [program.strategy for program in unit.programs] == ["shared-variable workers"]


def test_workers_that_do_not_train_in_step_go_on_by_themselves(tmp_path):
    path = tmp_path / "train.py"
    text = PROGRAM.format(first="", options="", graph="", trains="own", fetched="[train_op, loss]")
    lines = [line for line in text.splitlines() if "SyncReplicas" not in line]
    path.write_text("\n".join(lines).replace("optimizer.make_session_run_hook(index == 0), ", ""))
    (unit,) = migrate([path], Strategy.MULTI_WORKER_MIRRORED).units
    (told,) = (one for one in unit.diagnostics if one.code == "CLU205")
    assert told.found == "workers that do not train in step"
    assert told.bars == (Tier.NATIVE,)
    assert told.instead == "tf.train.SyncReplicasOptimizer"
    assert [(one.tier, one.strategy) for one in unit.programs] == [(Tier.COMPAT, "shared-variable workers")]


def test_parts_of_variables_cannot_be_copied(tmp_path):
    unit = outcome_of(tmp_path, options="partitioner=tf.fixed_size_partitioner(2), ")
    assert "TWR203" in codes(unit)
    assert [program.strategy for program in unit.programs] == ["shared-variable workers"]


def test_to_towers_it_means_nothing(tmp_path):
    path = tmp_path / "train.py"
    path.write_text(
        "import tensorflow as tf\n\nw = tf.get_variable('w', [])\nsession = tf.Session()\n"
        "session.run(tf.global_variables_initializer())\nprint(session.run(w * 2.0))\n"
    )
    (unit,) = migrate([path], Strategy.MULTI_WORKER_MIRRORED).units
    assert [(one.tier, one.strategy) for one in unit.programs] == [(Tier.NATIVE, "one device")]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("cluster_sync_decided.py", "a server that is chosen, or made in a function"),
        (
            "cluster_sync_hook_decided.py",
            "workers of which it is decided at run time whether they train in step",
        ),
    ],
)
def test_what_is_decided_at_run_time_keeps_the_variables_on_servers(tmp_path, name, found):
    path = tmp_path / "train.py"
    path.write_bytes((PROGRAMS / name).read_bytes())
    (unit,) = migrate([path], Strategy.MULTI_WORKER_MIRRORED).units
    (told,) = (one for one in unit.diagnostics if one.code == "CLU205")
    assert told.found.partition(": not ")[0] == found
    assert [program.strategy for program in unit.programs] == ["shared-variable workers"]


def test_fewer_gradients_than_workers_keep_the_variables_on_servers(tmp_path):
    path = tmp_path / "train.py"
    text = (PROGRAMS / "cluster_sync_scaffold.py").read_text()
    path.write_text(text.replace("=len(worker_hosts)", "=1", 1).replace("=len(worker_hosts)", "=2", 1))
    (unit,) = migrate([path], Strategy.MULTI_WORKER_MIRRORED).units
    (told,) = (one for one in unit.diagnostics if one.code == "CLU205")
    assert told.found.startswith("1 gradients of 2 workers, where a strategy averages those of all")
    assert [program.strategy for program in unit.programs] == ["shared-variable workers"]


def test_a_flag_that_is_taken_to_be_set_makes_workers_replicas_that_decide_at_run_time(tmp_path):
    path = tmp_path / "train.py"
    path.write_bytes((PROGRAMS / "cluster_sync_decided.py").read_bytes())
    (unit,) = migrate([path], Strategy.MULTI_WORKER_MIRRORED, ["in_step=True", "served=False"]).units
    assert [program.strategy for program in unit.programs] == ["MultiWorkerMirroredStrategy"]


SUPERVISED = """
runner = optimizer.get_chief_queue_runner()
tokens = optimizer.get_init_tokens_op()
supervisor = tf.train.Supervisor(is_chief=index == 0, logdir='model', global_step=step)
with supervisor.managed_session(server.target) as session:
    if index == 0:
        session.run(tokens)
        supervisor.start_queue_runners(session, [runner])
    while not supervisor.should_stop():
        session.run([train_op, loss], {x: [[1.0, 2.0]]})
"""


@pytest.mark.parametrize(
    ("graph", "strategy"),
    [("", "MultiWorkerMirroredStrategy"), ("tf.summary.histogram('w', w)", "shared-variable workers")],
)
def test_summaries_beside_the_steps_of_all_keep_the_variables_on_servers(tmp_path, graph, strategy):
    path = tmp_path / "train.py"
    parts = {"first": "", "options": "", "graph": graph, "trains": "optimizer", "fetched": "loss"}
    path.write_text(PROGRAM.format(**parts).partition("\nhooks =")[0] + SUPERVISED)
    (unit,) = migrate([path], Strategy.MULTI_WORKER_MIRRORED).units
    assert [one.strategy for one in unit.programs] == [strategy]
    told = [one.found for one in unit.diagnostics if one.code == "CLU205"]
    assert [one.startswith("summaries that a Supervisor computes") for one in told] == [True] * bool(graph)
