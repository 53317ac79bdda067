"""Workers do the steps of one loop, where that is chosen and one loop can stand for those of all."""

import pytest

from migrate.model.choices import Strategy
from migrate.pipeline import migrate

PROGRAM = """\
import sys
import tensorflow as tf

index = int(sys.argv[2])
cluster = tf.train.ClusterSpec({{'ps': ['localhost:2222'], 'worker': ['localhost:2223', 'localhost:2224']}})
{server}
if sys.argv[1] == 'ps':
    server.join()
is_chief = index == 0
device = '/job:worker/task:%d' % index
{before}
with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
    step = tf.train.get_or_create_global_step()
    x = {x}
    w = tf.get_variable('w', [2], {options}initializer=tf.ones_initializer())
    loss = tf.reduce_sum(tf.square(w * x))
    optimizer = {optimizer}
    train_op = optimizer.minimize(loss, global_step=step)
    {graph}
hooks = [tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(server.target, is_chief, hooks=hooks) as session:
    count = 0
    {loop}:
        batch = [[1.0, 2.0]]
        {run}
        {after}
"""
PARTS = {
    "server": "server = tf.train.Server(cluster, sys.argv[1], index)",
    "before": "numbers = tf.data.Dataset.from_tensors([1.0, 2.0]).repeat()",
    "x": "numbers.make_one_shot_iterator().get_next()",
    "options": "",
    "optimizer": "tf.train.GradientDescentOptimizer(0.1)",
    "graph": "",
    "loop": "while not session.should_stop()",
    "run": "_, value, count = session.run([train_op, loss, step])",
    "after": "",
}
FED = {
    "x": "tf.placeholder(tf.float32, [None, 2])",
    "run": "_, value, count = session.run([train_op, loss, step], {x: batch})",
}
SYNCHRONISER = "tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.1), 2)"


def outcome_of(folder, strategy=Strategy.PARAMETER_SERVER, **parts):
    path = folder / "train.py"
    path.write_text(PROGRAM.format(**{**PARTS, **parts}), encoding="utf-8")
    (unit,) = migrate([path], strategy).units
    return unit


def strategies(unit):
    return [program.strategy for program in unit.programs]


def codes(unit):
    return {found.code for found in unit.diagnostics}


def test_the_first_worker_hands_out_the_steps(tmp_path):
    unit = outcome_of(tmp_path, options="partitioner=tf.fixed_size_partitioner(2), ")
    assert strategies(unit) == ["ParameterServerStrategy"]
    assert {"CLU111", "HAZ132"} <= codes(unit)
    assert not codes(unit) & {"CLU112", "HAZ131", "HAZ133"}
    text = unit.changes[0].after.decode()
    assert "server = compat.CoordinatedServer(cluster, sys.argv[1], index)" in text
    assert (
        "if not server.is_coordinator:  # it does the steps that it is handed\n"
        "    server.join()\n"
        "    raise SystemExit\n"
        "strategy = tf.distribute.ParameterServerStrategy(server.resolver())\n"
        "coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)\n"
        "variables = compat.VariableStore(cluster=coordinator)\n"
    ) in text
    assert "tf.device" not in text  # the strategy places


def test_unless_it_is_chosen_workers_share_the_variables_and_are_told_of_it(tmp_path):
    unit = outcome_of(tmp_path, None)
    assert strategies(unit) == ["shared-variable workers"]
    assert [one.instead for one in unit.diagnostics if one.code == "CLU112"] == [
        "--strategy parameter-server"
    ]


@pytest.mark.parametrize("parts", [FED, {"loop": "for turn in range(9)"}])
def test_what_would_be_another_training_is_not_offered(tmp_path, parts):
    assert "CLU112" not in codes(outcome_of(tmp_path, None, **parts))


def test_what_python_feeds_is_told(tmp_path):
    unit = outcome_of(tmp_path, **FED)
    assert strategies(unit) == ["ParameterServerStrategy"]
    assert "HAZ131" in codes(unit)


@pytest.mark.parametrize(
    ("after", "is_told"),
    [
        ("print(count)", False),
        ("if count % 100 == 0: print(value)", False),
        ("print(count, value)", True),
        ("assert value == value", True),
    ],
)
def test_a_loop_that_looks_at_each_step_is_told(tmp_path, after, is_told):
    assert ("HAZ133" in codes(outcome_of(tmp_path, after=after, **FED))) is is_told
    assert "HAZ133" not in codes(outcome_of(tmp_path, after=after))  # the next steps are begun ahead


@pytest.mark.parametrize(
    "loop",
    [
        "while not session.should_stop() and count < 3",
        "while count < 3",
    ],
)
def test_a_loop_may_end_by_what_is_common_to_all(tmp_path, loop):
    assert strategies(outcome_of(tmp_path, loop=loop)) == ["ParameterServerStrategy"]


@pytest.mark.parametrize(
    ("parts", "code", "found"),
    [
        ({"optimizer": SYNCHRONISER}, "CLU231", "workers that train in step"),
        (
            {"server": "server = tf.train.Server(cluster, config=None, job_name='worker')"},
            "CLU231",
            "a server that is not told the index of its task",
        ),
        (
            {"before": "numbers = tf.data.Dataset.from_tensors([1.0, 2.0]).repeat().shard(2, index)"},
            "CLU232",
            "`index`, by which workers differ in what they do",
        ),
        (
            {"before": "seed = index\nnumbers = tf.data.Dataset.range(9).shuffle(9, seed=seed).repeat()"},
            "CLU232",
            "`seed`, by which workers differ in what they do",
        ),
        (
            {"before": "numbers = tf.data.Dataset.list_files(['a', 'b'][index::2]).repeat()"},
            "CLU232",
            "`index`, by which workers differ in what they do",
        ),
        (
            {"before": "name = 'part-{}'.format(index)\nnumbers = tf.data.TFRecordDataset(name).repeat()"},
            "CLU232",
            "`name`, by which workers differ in what they do",
        ),
        (
            {"after": "print(session.run(loss, {x: [[1.0, 2.0]][index:]}))", **FED},
            "CLU232",
            "`index`, by which workers differ in what they do",
        ),
        (
            {"after": "if not is_chief: print(session.run(loss))"},
            "CLU232",
            "a run of workers that are not the first, which alone runs the loop",
        ),
        (
            {
                "graph": "with tf.device('/job:worker/task:%d' % index):\n"
                "        own = tf.get_variable('own', [])",
                "run": "_, value, count = session.run([train_op, own, step])",
            },
            "CLU235",
            "variables of a worker's own",
        ),
        (
            {"loop": "for turn in range(9)"},
            "CLU233",
            "a loop that counts what each worker does by itself",
        ),
        (
            {"loop": "while count < 9", "run": "session.run(train_op); count += 1"},
            "CLU233",
            "a loop that counts what each worker does by itself",
        ),
        (
            {"before": "numbers = tf.data.Dataset.from_tensors([1.0, 2.0])"},
            "CLU234",
            "input that ends, which each worker reads to its end",
        ),
        (
            {"before": "numbers = tf.data.Dataset.from_tensors([1.0, 2.0]).repeat(9)"},
            "CLU234",
            "input that ends, which each worker reads to its end",
        ),
        (
            {"x": "tf.train.batch([tf.train.range_input_producer(9, num_epochs=2).dequeue()], 2)"},
            "CLU234",
            "input that ends, which each worker reads to its end",
        ),
        (
            {
                "before": "numbers = tf.data.Dataset.from_generator("
                "lambda: iter([[1.0, 2.0]]), tf.float32, [2]).repeat()"
            },
            "CLU235",
            "`from_generator`, Python that only this process has",
        ),
        (
            {
                "graph": "seen = tf.metrics.mean(loss)",
                "run": "_, value, count = session.run([train_op, seen, step])",
            },
            "CLU235",
            "what counts by itself in each worker, in a step that updates",
        ),
    ],
)
def test_what_one_loop_cannot_do_keeps_workers_that_share_variables(tmp_path, parts, code, found):
    unit = outcome_of(tmp_path, **parts)
    assert [(one.code, one.found.partition(": not ")[0]) for one in unit.diagnostics if one.code == code] == [
        (code, found)
    ]
    assert "ParameterServerStrategy" not in strategies(unit)


def test_a_program_that_only_serves_serves_those_of_the_strategy(tmp_path):
    server = "tf.train.Server({'ps': ['localhost:2222'], 'worker': ['localhost:2223']}, 'ps', 0)"
    text = f"import tensorflow as tf\n\nserver = {server}\nserver.join()\n"
    (tmp_path / "serve.py").write_text(text)
    (tmp_path / "train.py").write_text(PROGRAM.format(**PARTS), encoding="utf-8")
    changed = {
        change.path.name: change.after.decode()
        for unit in migrate([tmp_path], Strategy.PARAMETER_SERVER).units
        for change in unit.changes
    }
    assert "server = compat.CoordinatedServer(" in changed["serve.py"]


def test_a_chief_may_do_more_than_others(tmp_path):
    after = "if is_chief and count % 100 == 0: print('%d: %s' % (index, session.run(loss)))"
    assert strategies(outcome_of(tmp_path, after=after)) == ["ParameterServerStrategy"]


def test_to_towers_it_means_nothing(tmp_path):
    path = tmp_path / "train.py"
    path.write_text(
        "import tensorflow as tf\n\nw = tf.get_variable('w', [])\nsession = tf.Session()\n"
        "session.run(tf.global_variables_initializer())\nprint(session.run(w * 2.0))\n"
    )
    (unit,) = migrate([path], Strategy.PARAMETER_SERVER).units
    assert strategies(unit) == ["one device"]


SUPERVISED = """
supervisor = tf.train.Supervisor(is_chief=is_chief, logdir='model', global_step=step)
with supervisor.managed_session(server.target) as session:
    while not supervisor.should_stop():
        session.run([train_op, loss])
"""


@pytest.mark.parametrize(
    ("graph", "after", "found"),
    [
        ("tf.summary.histogram('w', w)", "", "summaries that a Supervisor computes at times of its own"),
        ("saver = tf.train.Saver()", "    saver.save(session, 'own')\n", "a saver of the program's own"),
    ],
)
def test_what_does_not_wait_for_the_steps_keeps_workers_by_themselves(tmp_path, graph, after, found):
    path = tmp_path / "train.py"
    graph_and_session = PROGRAM.format(**{**PARTS, "graph": graph}).partition("\nhooks =")
    path.write_text(graph_and_session[0] + SUPERVISED + after)
    (unit,) = migrate([path], Strategy.PARAMETER_SERVER).units
    assert strategies(unit) == ["shared-variable workers"]
    (told,) = (one for one in unit.diagnostics if one.code == "CLU231")
    assert told.found.startswith(found)
