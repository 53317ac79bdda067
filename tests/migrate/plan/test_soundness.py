"""A program of which a step might compute something else keeps its graph, and the finding says why."""

import textwrap

import pytest

from migrate.model.diagnostic import Severity
from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import numpy as np
import tensorflow as tf

{helpers}
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1])
loss = tf.reduce_mean(tf.matmul(x, w))
{graph}
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session({config})
sess.run(tf.global_variables_initializer())
for step in range(3):
    {run}
{after}
"""
PLAIN = {
    "helpers": "",
    "graph": "",
    "config": "",
    "run": "sess.run([train_op, loss], feed_dict={x: np.ones((4, 2))})",
    "after": "",
}
TOWERS = """\
import numpy as np
import tensorflow as tf


def mean_of(towers):
    return [(tf.add_n([g for g, _ in pairs]) / len(towers), pairs[0][1]) for pairs in zip(*towers)]


x = tf.placeholder(tf.float32, [4, 2])
parts = tf.split(x, 2)
opt = tf.train.AdamOptimizer(0.1)
towers = []
{before}
for i in {over}:
    with tf.device({device}), tf.name_scope('t_%d' % i) as scope:
        with tf.variable_scope('net', reuse=i > 0):
            w = tf.get_variable('w', [2, 1])
        loss = tf.reduce_mean(tf.matmul(parts[i], w))
        {body}
        towers.append(opt.compute_gradients(loss))
grads = mean_of(towers)
{between}
train_op = opt.apply_gradients(grads)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(sess.run([train_op, loss], feed_dict={{x: np.ones((4, 2))}}))
"""
PLAIN_TOWERS = {"before": "", "over": "range(2)", "device": "'/gpu:%d' % i", "body": "", "between": ""}


def outcome_of(tmp_path, text):
    (tmp_path / "train.py").write_text(text)
    outcome = migrate([tmp_path])
    codes = [found.code for found in outcome.all_diagnostics if found.severity is Severity.WARNING]
    ((program,),) = [unit.programs for unit in outcome.units]
    is_explained = bool(set(codes) - {"SES301"})
    assert is_explained == (program.tier in (Tier.WRAPPED, Tier.GRAPH) or "TWR" in "".join(codes))
    assert outcome.changes
    return program, codes


PRUNED = {
    "an assignment hidden in a helper": {
        "helpers": "def count(v):\n    return tf.assign_add(v, 1.0)",
        "graph": "loss += tf.reduce_sum(count(w)) * 0",
    },
    "a placeholder that is not fed": {"run": "sess.run([train_op, loss])"},
    "a tensor that is fed": {"run": "sess.run(train_op, {loss: 1.0})"},
    "two updates in one run": {
        "graph": "other = tf.train.AdamOptimizer().minimize(loss)",
        "run": "sess.run([train_op, other], {x: [[1, 2]]})",
    },
    "two updates in one statement": {
        "graph": "opt = tf.train.AdamOptimizer()\nboth = tf.group(opt.minimize(loss), opt.minimize(-loss))",
        "run": "sess.run([both, x], {x: [[1, 2]]}); sess.run(train_op, {x: [[1, 2]]})",
    },
    "updates in a comprehension": {
        "graph": "opt = tf.train.AdamOptimizer()\nboth = tf.group(*[opt.minimize(l) for l in (loss, -loss)])",
        "run": "sess.run([both, x], {x: [[1, 2]]}); sess.run(train_op, {x: [[1, 2]]})",
    },
    "a dictionary of fetches": {"run": "sess.run({'loss': loss, 'op': train_op}, {x: [[1, 2]]})"},
}


REFUSED = {
    "a session passed on": ("SES201", {"helpers": "def f(s): pass", "after": "list(map(f, [sess]))"}),
    "a graph that grows": ("SES206", {"run": "sess.run(tf.reduce_sum(y), {x: [[1, 2]]}); y = loss + 1"}),
    "a feed from elsewhere": (
        "SES203",
        {"helpers": "def feed(): return {}", "run": "sess.run(loss, feed())"},
    ),
    "a fetch by name": ("SES203", {"run": "sess.run('w:0')"}),
    "a run that may end early": (
        "SES203",
        {"run": "sess.run(loss, {x: [[1, 2]]}, options=tf.RunOptions(timeout_in_ms=9))"},
    ),
    "a Python value that changes": (
        "SES208",
        {"graph": "k = [2.0]\nkept = k\nloss = loss * k[0]\nk = 3.0"},
    ),
    "a name for a Python value and a tensor": (
        "SES208",
        {"graph": "k = 2.0\ntold = lambda: k\nk = tf.constant(k)\nloss = loss * k"},
    ),
    "a function that sees a tensor": ("SES211", {"after": "def value(): return loss"}),
    "a tensor kept in an object": (
        "SES210",
        {"helpers": "class Box(object): pass\nbox = Box()", "graph": "box.loss = loss * 2"},
    ),
    "a tensor used beside the run": ("SES210", {"run": "print(loss.name, sess.run(loss, {x: [[1, 2]]}))"}),
    "devices counted when the graph is there": (
        "CFG201",
        {"graph": "gpus = int(x.name == 'x')", "config": "config=tf.ConfigProto(device_count={'GPU': gpus})"},
    ),
    "a symbol that is gone": (
        "API201",
        {"helpers": "def unused(v): return tf.data.experimental.StatsAggregator(v)"},
    ),
    "a saver made before some variables": ("SES217", {"helpers": "saver = tf.train.Saver()"}),
    "a writer with options": ("SES218", {"graph": "writer = tf.summary.FileWriter('d', **{})"}),
}
EXPLICIT_TOWERS = {
    "a loop left early": ("TWR201", {"body": "if i > 5: break"}),
    "a value handed to the next tower": ("TWR201", {"before": "total = 0.0", "body": "total = total + loss"}),
    "a list that only some towers add to": (
        "TWR201",
        {"before": "firsts = []", "body": "if i == 0:\n            firsts.append(loss)"},
    ),
    "a list that a tower reads while it grows": (
        "TWR201",
        {"before": "losses = []", "body": "losses.append(loss); loss = tf.add_n(losses)"},
    ),
    "a loss that changes after it was appended": (
        "TWR203",
        {
            "before": "losses = []",
            "body": "losses.append(loss); loss = loss * 2",
            "between": "loss = tf.add_n(losses)",
        },
    ),
    "variables of each tower's own": ("TWR201", {"body": "loss = loss * tf.Variable(1.0)"}),
    "losses of other towers": (
        "TWR202",
        {"body": "tf.add_to_collection('l', loss); loss = tf.add_n(tf.get_collection('l'))"},
    ),
    "the last loss beside averaged gradients": (
        "TWR203",
        {"between": "grads = [(g * loss, v) for g, v in grads]"},
    ),
    "a loss that only one tower has": (
        "TWR203",
        {"body": "if i == 1:\n            second = loss * 2", "between": "loss = second"},
    ),
}


def test_the_program_without_additions_is_native(tmp_path):
    program, _ = outcome_of(tmp_path, PROGRAM.format(**PLAIN))
    assert (program.tier, program.strategy) == (Tier.NATIVE, "one device")


def test_what_no_run_needs_is_left_out_and_told(tmp_path):
    text = PROGRAM.format(**{**PLAIN, "graph": "accuracy = loss * 100"})
    (tmp_path / "train.py").write_text(text)
    outcome = migrate([tmp_path])
    (found,) = outcome.all_diagnostics
    assert (found.code, found.span.line) == ("SES301", text.splitlines().index("accuracy = loss * 100") + 1)
    assert b"accuracy" not in outcome.changes[0].after


def test_what_a_dictionary_feeds_is_named_where_it_may_be_a_part_of_the_graph(tmp_path):
    run = "feed = {x: loss}; sess.run([train_op, loss], feed)"
    (tmp_path / "train.py").write_text(PROGRAM.format(**{**PLAIN, "run": run}))
    found = {one.found for one in migrate([tmp_path]).all_diagnostics if one.code == "SES203"}
    assert found == {"loss, a value of a feed_dict that may be a part of the graph"}


OF_AN_OBJECT = """\
import tensorflow as tf
from library import feeds

class Config:
    rate = 0.1

class Net:
    def __init__(self, config):
        self.x = tf.placeholder(tf.float32, [2])
        self.rate = tf.placeholder(tf.float32, [])
        loss = tf.reduce_sum(self.x * tf.get_variable("w", [2]))
        self.update = tf.train.GradientDescentOptimizer(self.rate).minimize(loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
    def train(self):
        self.sess.run(self.update, feeds(self))

config = Config()
Net(config).train()
print(config.rate)
"""


def test_an_attribute_of_another_object_is_not_taken_for_the_graphs(tmp_path):
    """Also where what the object of the graph is fed is not followed."""
    assert outcome_of(tmp_path, OF_AN_OBJECT)[1] == ["SES203"]


def test_the_towers_without_additions_are_native(tmp_path):
    program, _ = outcome_of(tmp_path, TOWERS.format(**PLAIN_TOWERS))
    assert (program.tier, program.strategy) == (Tier.NATIVE, "MirroredStrategy")


@pytest.mark.parametrize("name", PRUNED)
def test_a_program_with_it_runs_only_what_it_returns(name, tmp_path):
    program, codes = outcome_of(tmp_path, PROGRAM.format(**{**PLAIN, **PRUNED[name]}))
    assert (program.tier, codes) == (Tier.COMPAT, [])


@pytest.mark.parametrize("name", REFUSED)
def test_a_program_with_it_is_refused(name, tmp_path):
    code, additions = REFUSED[name]
    assert code in outcome_of(tmp_path, PROGRAM.format(**{**PLAIN, **additions}))[1]


@pytest.mark.parametrize("name", EXPLICIT_TOWERS)
def test_towers_with_it_stay_explicit(name, tmp_path):
    code, additions = EXPLICIT_TOWERS[name]
    program, codes = outcome_of(tmp_path, TOWERS.format(**{**PLAIN_TOWERS, **additions}))
    assert (program.tier, program.strategy) == (Tier.COMPAT, "explicit devices")
    assert set(codes) - {"SES301"} == {code}


def test_towers_that_cannot_be_a_step_either_keep_their_graph(tmp_path):
    additions = {"body": "loss = loss * np.random.rand()"}
    program, codes = outcome_of(tmp_path, TOWERS.format(**{**PLAIN_TOWERS, **additions}))
    assert program.tier is Tier.WRAPPED
    assert codes == ["SES205"]


def test_one_driver_with_explicit_towers_leaves_another_its_replicas(tmp_path):
    loops = "".join(
        f"def {name}():\n" + indent(TOWERS.partition("x = ")[2].format(**{**PLAIN_TOWERS, "body": body}))
        for name, body in (("replicas", ""), ("explicit", "if i > 5: break"))
    )
    head = TOWERS.partition("x = ")[0].replace("{{", "{")
    program, codes = outcome_of(tmp_path, f"{head}{loops}replicas()\nexplicit()\n")
    assert (program.tier, program.strategy) == (Tier.COMPAT, "MirroredStrategy, explicit devices")
    assert codes == ["TWR201"]


def indent(text):
    return textwrap.indent(f"x = {text}", "    ")


def test_programs_whose_shared_file_comes_out_the_same_for_both_are_planned_apart(tmp_path):
    (tmp_path / "model.py").write_text("import tensorflow as tf\n\n\ndef net(x):\n    return x * 2\n")
    good = PROGRAM.format(**{**PLAIN, "helpers": "import model"})
    (tmp_path / "good.py").write_text(good)
    (tmp_path / "bad.py").write_text(good.replace("sess.run([", "sess.graph; sess.run(["))
    (tmp_path / "alone.py").write_text(PROGRAM.format(**PLAIN))
    tiers = {
        program.path.name: program.tier for unit in migrate([tmp_path]).units for program in unit.programs
    }
    assert tiers == {"alone.py": Tier.NATIVE, "good.py": Tier.NATIVE, "bad.py": Tier.WRAPPED}


def test_a_program_that_another_one_imports_is_refused_with_it(tmp_path):
    good = PROGRAM.format(**PLAIN)
    (tmp_path / "good.py").write_text(good)
    (tmp_path / "bad.py").write_text(good.replace("sess.run([", "sess.graph; sess.run([") + "\nimport good\n")
    programs = [program for unit in migrate([tmp_path]).units for program in unit.programs]
    assert {program.path.name: program.tier for program in programs} == {
        "good.py": Tier.WRAPPED,
        "bad.py": Tier.WRAPPED,
    }


def test_a_broken_file_leaves_the_programs_that_import_it_as_they_are(tmp_path):
    (tmp_path / "model.py").write_text("def net(x:\n")
    (tmp_path / "train.py").write_text(PROGRAM.format(**{**PLAIN, "helpers": "import model"}))
    (tmp_path / "alone.py").write_text(PROGRAM.format(**PLAIN))
    outcome = migrate([tmp_path])
    tiers = {program.path.name: program.tier for unit in outcome.units for program in unit.programs}
    assert tiers == {"alone.py": Tier.NATIVE, "train.py": None}
    assert {found.code for found in outcome.all_diagnostics} == {"SRC001", "SES214"}


def test_a_single_file_is_read_with_the_sister_that_it_imports(tmp_path):
    (tmp_path / "model.py").write_text("import tensorflow as tf\n")
    (tmp_path / "train.py").write_text(PROGRAM.format(**{**PLAIN, "helpers": "import model"}))
    outcome = migrate([tmp_path / "train.py"])
    assert list(outcome.all_diagnostics) == []
    assert [change.path.name for change in outcome.changes] == ["train.py"]
    assert [one.tier for unit in outcome.units for one in unit.programs] == [Tier.NATIVE]
