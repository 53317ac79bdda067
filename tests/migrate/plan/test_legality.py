"""Each condition of steps refuses a program, and lets the nearest one pass that keeps it."""

import textwrap

import pytest

from migrate.model.outcome import STEPS, Tier
from migrate.pipeline import migrate
from migrate.values import points_to
from tests.migrate.plan.program import of, of_class, of_function, of_functions, outcome_of, without_variables

SCALED = "self.out = self.x * settings['scale']"
OTHER = "settings['scale'] = 5.0"
GRAPH = "with {}.as_default():\n    v{} = tf.get_variable('v', [2])\n"
FED = "feed = {x: np.ones(2)}; sess.run([train, loss], feed); "
EVALUATE = "def evaluate(s, l, k):\n    REBOUND\n    return s.run(l, {k: np.ones(2)})"
TRIED = "try:\n    sess.run(loss, {{x: np.ones(2)}})\nexcept {}:\n    print('failed')"
COUNT = "def count():\n    return len(tf.get_collection('losses'))"
BUILDER = """\
class Net:
    def __init__(self):
        self.scale = 2.0
    def loss(self, x):
        return tf.reduce_sum(x) * self.scale
"""
PROBE = (
    "import os\nclass Probe:\n    def __init__(self, t):\n        self.largest = tf.reduce_max(t)\n        {}"
)
BUILT = "net = Net()\nother = Net()\nout = net.loss(x)\n"
SAVED = "saver = tf.train.Saver()"
SAVES = "saver.save(sess, 'model')"
RESTORES = "saver.restore(sess, 'model')"
TOLD = """\
    def tell():
        nonlocal {}
        print('built')
    tell()
"""
DOUBLE = "which = 0\ndef advance():\n    global which\n    which += 1"
NOTE = """\
calls = []
def evaluate(s, l, k):
    return s.run(l, {{k: np.ones(2)}})
def note(t):
    {}
    return t
"""
SHOWN = "def shown(tensor):\n    return tensor.{}"
LOCAL = "[tf.GraphKeys.LOCAL_VARIABLES]"
HELPER = "def evaluate(s):\n    return s.run(loss, {x: np.ones(2)})"

AVERAGED = """\
largest = tf.reduce_mean(tf.abs(w))
total = tf.reduce_mean(tf.square(w * x))
averages = tf.train.ExponentialMovingAverage(0.9, name='avg')
follow = averages.apply([total])
mean = tf.identity(averages.average(total))
"""
AVERAGING = "sess.run([train, follow, largest], {x: np.ones(2)})"
SLOTS = """\
import tensorflow as tf
x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2])
opt = tf.train.MomentumOptimizer(0.1, 0.9)
loss = tf.reduce_sum(tf.square(w * x))
train = opt.minimize(loss)
momenta = tf.add_n([opt.get_slot(w, name) for name in opt.get_slot_names()])
sess = tf.Session()
sess.run(tf.global_variables_initializer())
{}
sess.run(momenta)
"""
REPORT = """\
def report(sess, x, out):
    tf.summary.scalar('out', tf.reduce_sum(out))
    print(len(sess.run(tf.summary.merge_all(), {x: [1.0, 2.0]})))
"""
OUT = "out = tf.square(x)\ntf.summary.scalar('out', tf.reduce_sum(out))"
REPORTED = "def report(sess, x, merged):\n    print(len(sess.run(merged, {x: [1.0, 2.0]})))"
TURNS = """\
def turns(sess, one, other, x):
    value = one
    for turn in range(2):
        print(sess.run(value, {{x: np.ones(2)}}))
        {}
"""
OF_METHODS = """\
import tensorflow as tf
class Model:
    def __init__(self, steps):
        self.steps = steps
    def build(self):
        self.x = tf.placeholder_with_default([0.0, 0.0], [2])
        self.other = tf.placeholder_with_default([0.0, 0.0], [2])
        self.w = tf.get_variable('w', [2])
        self.loss = tf.reduce_sum(self.w * (self.x + 3 * self.other))
        self.update = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
    def turn(self, sess):
        {}
        return sess.run(self.w)
    def train(self):
        self.build()
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(self.steps):
                print(sess.run([self.update, self.loss], {{self.x: [1.0, 2.0]}}))
                print(self.turn(sess))
Model(4).train()
"""
METRIC = "m, u = tf.metrics.mean(loss)\n"
FIRST = "loss += tf.get_collection('local_variables')[0]"

OPTIMIZER = "tf.train.GradientDescentOptimizer(0.1)"
AVERAGE = "averages = tf.train.ExponentialMovingAverage(0.9); kept = averages.apply([w])"
# The code, a part of what is told, the program that is refused, and the one that is not.
REFUSED = {
    "what is read changes beside the block": (
        "SES252",
        "which reads what other code changes before a run",
        of_class(SCALED, behind=OTHER),
        of_class(SCALED, before=OTHER),
    ),
    "what is read changes beside the block, under a condition": (
        "SES252",
        "which reads what other code changes before a run",
        of_class(SCALED, behind=f"if settings:\n    {OTHER}"),
        of_class(SCALED, before=f"if settings:\n    for _ in range(2):\n        {OTHER}"),
    ),
    "what is read changes behind another object": (
        "SES252",
        "which reads what other code changes before a run",
        of_class(SCALED, before=f"first = Model()\n{OTHER}"),
        of_class(SCALED, before=f"first = dict()\n{OTHER}"),
    ),
    "what is read changes in a function that makes the object": (
        "SES252",
        "which reads what other code changes before a run",
        of_class(SCALED, before=f"def make():\n    made = Model()\n    {OTHER}\n    return made").replace(
            "model = Model()", "model = make()"
        ),
        of_class(SCALED, before=f"def make():\n    {OTHER}\n    made = Model()\n    return made").replace(
            "model = Model()", "model = make()"
        ),
    ),
    "two graphs with variables": (
        "SES215",
        "a second graph",
        of(GRAPH.format("g", 1) + GRAPH.format("h", 2), helpers="g, h = tf.Graph(), tf.Graph()"),
        of("with tf.name_scope('g'):\n    v = tf.get_variable('v', [2])"),
    ),
    "a graph behind the runs": (
        "SES215",
        "a second graph",
        of(behind="tf.reset_default_graph()"),
        of(helpers="tf.reset_default_graph()"),
    ),
    "what is fed is looked at": (
        "SES203",
        "what is fed used beside the run",
        of(run=FED + "print(len(feed))"),
        of(run=FED),
    ),
    "what is handed on is rebound": (
        "SES220",
        "handed to a function that gives it another value",
        of_functions(EVALUATE.replace("REBOUND", "l = l * 2"), "evaluate(sess, loss, x)"),
        of_functions(EVALUATE.replace("REBOUND", "pass"), "evaluate(sess, loss, x)"),
    ),
    "an error of variables without values": (
        "SES205",
        "an error of variables without values",
        of(behind=TRIED.format("tf.errors.FailedPreconditionError")),
        of(behind=TRIED.format("ValueError")),
    ),
    "a name that changes behind a function": (
        "SES208",
        "loss, which changes after a function that uses it",
        of_functions(HELPER, "evaluate(sess)\nloss = tf.reduce_max(x)\nevaluate(sess)"),
        of_functions(HELPER, "evaluate(sess)\nevaluate(sess)"),
    ),
    "a collection read beside a run": (
        "SES210",
        "`count()`, which reads a collection, in a statement that stays",
        of(helpers=COUNT, run="print(count(), sess.run([train, loss], {x: np.ones(2)}))"),
        of(
            helpers=COUNT.replace("tf.get_collection", "str"),
            run="print(count(), sess.run(loss, {x: np.ones(2)}))",
        ),
    ),
    "a list that is read before the graph fills it": (
        "SES210",
        "parts, a list that the graph fills, used before",
        of("parts.append(loss)\nloss = tf.add_n(parts)", helpers="parts = []\nbefore = len(parts)"),
        of("parts.append(loss)\nloss = tf.add_n(parts)", helpers="parts, others = [], []"),
    ),
    "an object that builds is used beside": (
        "SES210",
        "net, an object by which the graph is built, used beside it",
        without_variables(BUILT + "for one in [net]: one.scale = 5.0", BUILDER),
        without_variables(BUILT + "for one in [other]: one.scale = 5.0", BUILDER),
    ),
    "numbers drawn for what no run needs": (
        "SES205",
        "a call of .randn(), which gives something else at every call",
        of("rng = np.random.RandomState(3)\nunused = tf.constant(rng.randn(2))"),
        of("rng = np.random.RandomState(3)\nunused = tf.constant(2.0)"),
    ),
    "a variable that is saved and no run needs": (
        "SES217",
        "a variable that is saved, and that no run needs",
        of(f"more = tf.layers.dense(tf.ones([1, 2]), 3)\n{SAVED}", behind=SAVES),
        of(f"more = tf.ones([1, 2])\n{SAVED}", behind=SAVES),
    ),
    "a variable that is saved, not only restored": (
        "SES217",
        "a variable that is saved, and that no run needs",
        of(f"more = tf.layers.dense(tf.ones([1, 2]), 3)\n{SAVED}", behind="print(saver.last_checkpoints)"),
        of(f"more = tf.layers.dense(tf.ones([1, 2]), 3)\n{SAVED}", behind=RESTORES),
    ),
    "a dictionary that no run is fed": (
        "SES203",
        "a dictionary of placeholders that no run is fed",
        of(behind="feed = {x: np.ones(2)}"),
        of(behind="feed = {'x': np.ones(2)}"),
    ),
    "a return among the graph": (
        "SES251",
        "a `return` among statements that build the graph",
        of_function("if step == 2: loss *= 2; return".replace("step == 2", "np.ones(1) < 0")),
        of_function("if np.ones(1) > 0: loss *= 2"),
    ),
    "Python among the graph": (
        "SES204",
        "Python among statements that build the graph",
        of(
            "total = 0\nfor v in tf.trainable_variables():\n    total += 1\n"
            "print(total)\nmore = tf.layers.dense(x, 2)"
        ),
        of("total = 0\nfor v in tf.trainable_variables():\n    total += 1"),
    ),
    "a name of the graph declared as global": (
        "SES251",
        "`global loss`, of what a part of the graph is called",
        of(behind="def turn():\n    global loss\n    print(sess.run(loss, {x: np.ones(2)}))\nturn()"),
        of(behind="def turn():\n    print(sess.run(loss, {x: np.ones(2)}))\nturn()"),
    ),
    "a name of the graph declared as nonlocal": (
        "SES251",
        "`nonlocal loss`, of which the block without its graph has no loss",
        of_function(textwrap.dedent(TOLD.format("loss"))),
        of_function("kept = 3\n" + textwrap.dedent(TOLD.format("kept"))),
    ),
    "what no step needs and is seen": (
        "SES254",
        "which no step needs, and by which os.mkdir() is called",
        of("probe = Probe(x)", helpers=PROBE.format("os.mkdir('seen')")),
        of("probe = Probe(x)", helpers=PROBE.format("pass")),
    ),
    "what no step needs and may end the program": (
        "SES254",
        "which no step needs, and which may end the program: it raises ValueError",
        of("probe = Probe(x)", helpers=PROBE.format("if t is None: raise ValueError()")),
        of("probe = Probe(x)", helpers=PROBE.format("pass")),
    ),
    "texts fed and fetched": (
        "SES203",
        "names, texts that are fed, which a session gives as they were fed",
        of(
            "names = tf.placeholder(tf.string, [1])",
            run="sess.run([train, names], {x: np.ones(2), names: ['a']})",
        ),
        of(
            "names = tf.placeholder(tf.int32, [1])",
            run="sess.run([train, names], {x: np.ones(2), names: [1]})",
        ),
    ),
    "an array fed and fetched and changed": (
        "SES252",
        "`batch += 1`, which changes an array that line",
        of("batch = np.ones(2)", "batch += 1; sess.run([train, x], {x: batch})"),
        of("batch = np.ones(2)", "batch += 1; sess.run([train, loss], {x: batch})"),
    ),
    "a list fed and fetched and changed": (
        "SES252",
        "`batch += 1`, which changes an array that line",
        of(
            "batch, rows = np.ones(2), [1.0]",
            "batch += 1; rows.append(2.0); sess.run([train, x], {x: batch})",
        ),
        of("batch, rows = np.ones(2), [1.0, 2.0]", "rows[0] += 1; sess.run([train, x], {x: rows})"),
    ),
    "what is fetched is chosen anew": (
        "SES252",
        "`advance()`, which changes what line",
        of_function(
            "losses = [loss, loss * 2]", "sess.run(losses[which], {x: np.ones(2)}); advance()", DOUBLE
        ),
        of_function("losses = [loss, loss * 2]", "sess.run(losses[which], {x: np.ones(2)})", DOUBLE),
    ),
    "what is fetched is chosen by other code": (
        "SES252",
        "a fetch that other code chooses between the runs",
        of_class(
            "self.outs = [self.x, self.x * 2]", "self.outs[settings['which']]", behind="settings['which'] = 1"
        ),
        of_class(
            "self.outs = [self.x, self.x * 2]", "self.outs[settings['which']]", before="settings['which'] = 1"
        ),
    ),
    "the name of a placeholder": (
        "SES256",
        "which reads the name of a placeholder",
        of("print(shown(x))", helpers=SHOWN.format("name")),
        of("print(shown(w))", helpers=SHOWN.format("name")),
    ),
    "the device of a variable": (
        "SES256",
        "which reads the device of something in the graph",
        of("print(w.device)"),
        of("print(w.name)"),
    ),
    "a list of variables in another order": (
        "SES253",
        "a list of variables, in which that of line",
        of(
            f"m, u = tf.metrics.mean(loss)\nv = tf.Variable(1.0, trainable=False, collections={LOCAL})\n"
            "loss += tf.local_variables()[0] + v"
        ),
        of("m, u = tf.metrics.mean(loss)\nloss += tf.local_variables()[0]"),
    ),
    "names of the function asked for": (
        "SES252",
        "`locals()` in code that builds the graph",
        of_function("loss *= len(locals())"),
        of_function("loss *= len([1])"),
    ),
    "a function that counts what is fetched": (
        "SES252",
        "`note(loss)`, which changes",
        of_function(helpers=NOTE.format("calls.append(1)"), behind="evaluate(sess, note(loss), x)"),
        of_function(helpers=NOTE.format("pass"), behind="evaluate(sess, note(loss), x)"),
    ),
    "a function that shows what is fetched": (
        "SES252",
        "`note(loss)`, which changes what print() shows at each run",
        of_function(helpers=NOTE.format("print(1)"), behind="evaluate(sess, note(loss), x)"),
        of_function(helpers=NOTE.format("pass"), behind="evaluate(sess, note(loss), x)"),
    ),
}

REFUSED |= {
    "a graph in a function that may run again": (
        "SES215",
        "a look at a whole graph, in a function that may run again and add to it",
        of_function()
        .replace("main()\n", "for _ in range(2): main()\n")
        .replace("def for _ in range(2): ", "def "),
        of_function(),
    ),
    "one stream of random numbers for two runs": (
        "SES209",
        "random numbers that several runs draw from one operation",
        of("noise = tf.random_normal([2], seed=1)\nloss += tf.reduce_sum(noise)", behind="sess.run(noise)"),
        of("noise = tf.random_normal([2], seed=1)\nloss += tf.reduce_sum(noise)", behind="sess.run(w)"),
    ),
    "random numbers that a variable begins with": (
        "SES209",
        "random numbers that several runs draw from one operation",
        of("noise = tf.random_normal([2], seed=1)\nv = tf.Variable(noise)\nloss += tf.reduce_sum(v - noise)"),
        of("noise = tf.random_normal([2], seed=1)\nv = tf.Variable(noise)\nloss += tf.reduce_sum(v)"),
    ),
    "averages named by what a step leaves out": (
        "SES209",
        "a part of the graph that a step leaves out, before moving averages named after it",
        of(AVERAGED, run=AVERAGING, behind="sess.run([mean, loss], {x: np.ones(2)})"),
        of(AVERAGED, run=AVERAGING, behind="sess.run([mean, loss, largest], {x: np.ones(2)})"),
    ),
    "slots that are not there": (
        "SES252",
        "which asks for slots before",
        SLOTS.format(
            "fetches = [train]\nmore = fetches\nmore.append(loss)\nsess.run(fetches, {x: [1.0, 2.0]})"
        ),
        SLOTS.format("sess.run([train, loss], {x: [1.0, 2.0]})"),
    ),
    "summaries that a function adds at each call": (
        "SES206",
        "summaries beside those that a function adds where it runs",
        without_variables("out = tf.square(x)", REPORT, "report(sess, x, out)\nreport(sess, x, out)"),
        without_variables(f"{OUT}\nmerged = tf.summary.merge_all()", REPORTED, "report(sess, x, merged)"),
    ),
    "a graph that grows, used behind": (
        "SES206",
        "a graph that grows while it runs, and is used elsewhere",
        of(
            run="best = tf.reduce_max(loss); sess.run(best, {x: np.ones(2)})",
            behind="sess.run(best, {x: np.ones(2)})",
        ),
        of(
            run="best = tf.reduce_max(loss); sess.run(best, {x: np.ones(2)})",
            behind="sess.run(loss, {x: np.ones(2)})",
        ),
    ),
    "another part of the graph in each turn": (
        "SES203",
        "`value = one`, by which another part of the graph is fetched each time",
        of_function(
            "one, other = loss * 1, loss * 2", "turns(sess, one, other, x)", TURNS.format("value = other")
        ),
        of_function("one, other = loss * 1, loss * 2", "turns(sess, one, other, x)", TURNS.format("pass")),
    ),
    "a Python value in a fetch": (
        "SES208",
        "step, a Python value in a fetch",
        of("losses = [loss, loss, loss]", "sess.run(losses[step], {x: np.ones(2)})"),
        of("losses = [loss, loss, loss]", "sess.run(losses[0], {x: np.ones(2)})"),
    ),
    "a fetch that is computed in a loop": (
        "SES203",
        "a fetch that no statement here defines",
        of(behind="for v in tf.global_variables():\n    sess.run(v * 2.0)"),
        of(behind="for v in tf.global_variables():\n    sess.run(v)"),
    ),
    "a graph that grows": (
        "SES206",
        "a graph that grows while it runs",
        of(run="loss = loss + 1; sess.run(loss, {x: np.ones(2)})"),
        of(run="more = loss + 1; sess.run(more, {x: np.ones(2)})"),
    ),
    "an update that a library makes": (
        "SES205",
        "minimize(), called by another name",
        of(f"updates = list(map({OPTIMIZER}.minimize, [loss]))", "sess.run(updates, {x: np.ones(2)})"),
        of(f"updates = [{OPTIMIZER}.minimize(loss)]", "sess.run(updates, {x: np.ones(2)})"),
    ),
    "what is fed is given another value": (
        "SES208",
        "self.x, which a function that runs the graph gives another value",
        OF_METHODS.format("self.x = self.other"),
        OF_METHODS.format("pass"),
    ),
    "a hook that the interpreter calls": (
        "SES258",
        "__hash__",
        of(helpers="class Key:\n    def __hash__(self):\n        print(1); return 1\nkeys = {Key(): 1}"),
        of(helpers="class Key:\n    def hash(self):\n        print(1); return 1\nkeys = {Key(): 1}"),
    ),
    "frames of functions": (
        "SES258",
        "f_locals, by which code finds what it does not name",
        of(helpers="import sys\nnames = sys.exc_info()[2].tb_frame.f_locals"),
        of(helpers="import sys\nnames = sys.exc_info()[2].tb_frame"),
    ),
    "code that is run by a text": (
        "SES258",
        "exec(), which runs code where the text does not say so",
        of(helpers="exec('rate = 1')"),
        of(helpers="print('rate = 1')"),
    ),
    "a collection of variables in another order": (
        "SES253",
        "`tf.get_collection('local_variables')`, in the order of the variables: that of line",
        of(METRIC + f"v = tf.Variable(1.0, trainable=False, collections={LOCAL})\n{FIRST} + v"),
        of(METRIC + FIRST),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_breaks_a_condition_is_refused(name, tmp_path):
    code, words, text, _ = REFUSED[name]
    tier, told = outcome_of(tmp_path, text)
    assert tier not in STEPS, text
    assert any(one == code and words in found for one, found in told), (told, text)


@pytest.mark.parametrize("name", REFUSED)
def test_the_nearest_program_that_keeps_it_passes(name, tmp_path):
    tier, told = outcome_of(tmp_path, REFUSED[name][3])
    assert (tier in STEPS, told) == (True, []), REFUSED[name][3]


TOWERS = """\
import numpy as np
import tensorflow as tf

def mean_of(towers):
    return [(tf.add_n([g for g, _ in pairs]) / len(towers), pairs[0][1]) for pairs in zip(*towers)]

x = tf.placeholder(tf.float32, [4, 2])
{before}
opt = tf.train.AdamOptimizer(0.1)
towers, parts = [], tf.split(x, 2)
for i in range(2):
    with tf.device('/gpu:%d' % i), tf.variable_scope(tf.get_variable_scope(), reuse=i > 0):
        w = tf.get_variable('w', [2, 1])
        loss = tf.reduce_mean(tf.matmul(parts[i], w))
        {body}
        towers.append(opt.compute_gradients(loss))
{between}
train = opt.apply_gradients(mean_of(towers))
sess = tf.Session()
sess.run(tf.global_variables_initializer())
sess.run([train, loss], {{x: np.ones((4, 2))}})
{behind}
"""
FREEZE = "def freeze(v):\n    tf.get_collection_ref(tf.GraphKeys.TRAINABLE_VARIABLES).remove(v)\n"
SCALES = "v = tf.get_variable('v', [])\nscales = {v: 2.0}"
# The code, a part of what is told, and the parts of the program that has it and of the one that has it not.
OF_TOWERS = {
    "an assertion among the graph": (
        "SES251",
        "`assert len(towers) == 2`, which decides whether the graph goes on to be built",
        {"between": "assert len(towers) == 2"},
        {},
    ),
    "variables looked up": (
        "SES205",
        "a comparison of tensors",
        {"before": SCALES, "body": "loss *= scales[v] * v"},
        {"before": SCALES, "body": "loss *= v"},
    ),
    "a list of variables that is changed": (
        "SES205",
        "lists of variables that the graph of towers changes",
        {"before": f"{FREEZE}v = tf.Variable(1.0)\nfreeze(v)"},
        {"before": f"{FREEZE}v = tf.Variable(1.0)"},
    ),
}


def told_of_towers(folder, parts):
    every = {"before": "", "body": "pass", "between": "", "behind": "", **parts}
    return outcome_of(folder, TOWERS.format(**every))


@pytest.mark.parametrize("name", OF_TOWERS)
def test_towers_that_break_a_condition_are_no_replicas(name, tmp_path):
    code, words, parts, _ = OF_TOWERS[name]
    _, told = told_of_towers(tmp_path, parts)
    assert any(one == code and words in found for one, found in told), told


@pytest.mark.parametrize("name", OF_TOWERS)
def test_the_nearest_towers_that_keep_it_are_replicas(name, tmp_path):
    assert told_of_towers(tmp_path, OF_TOWERS[name][3]) == (Tier.NATIVE, [])


def test_a_program_with_more_objects_than_are_followed_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(points_to, "_MOST_STEPS", dict.fromkeys(points_to.Detail, 20))
    _, told = outcome_of(tmp_path, of())
    assert ("SES252", "a program with more objects than are followed") in told


SERVER = "server = tf.train.Server({'local': ['localhost:2222']})"
KEPT = "sess.run([train, kept, loss], {x: np.ones(2)})"
# What is told where a step runs what it returns alone, a program that needs this, and one that does not.
PRUNED = {
    "an update in a scope that is entered again": (
        "an update that something follows which is computed, in a scope that names both",
        of("with tf.name_scope('s'):\n    UPDATE\n    worst = tf.reduce_max(x * w)"),
        of("with tf.name_scope('s'):\n    worst = tf.reduce_max(x * w)\n    UPDATE"),
    ),
    "an update under a condition": (
        "an update in a loop or condition",
        of("if np.ones(1) > 0:\n    UPDATE\nworst = loss"),
        of("UPDATE\nworst = loss"),
    ),
    "averages that the run does not fetch": (
        "moving averages, whose update this run does not fetch",
        of(f"UPDATE\n{AVERAGE}\nworst = averages.average(w) * 1"),
        of(f"UPDATE\n{AVERAGE}\nworst = loss"),
    ),
    "averages that only another name is given": (
        "moving averages, whose update this run does not fetch",
        of(f"UPDATE\n{AVERAGE}\nkept = averages.average(w)", KEPT),
        of(f"UPDATE\n{AVERAGE}", KEPT),
    ),
    "averages in a loop": (
        "an update of moving averages in a loop or condition",
        of(f"UPDATE\nfor one in [w]:\n    {AVERAGE}", KEPT),
        of(f"UPDATE\n{AVERAGE}", KEPT),
    ),
    "a value behind the update": (
        "a value that waits for an operation",
        of("UPDATE\nwith tf.control_dependencies([train]):\n    worst = tf.identity(x)"),
        of("UPDATE\nwith tf.control_dependencies([loss]):\n    worst = tf.identity(x)"),
    ),
    "a value behind the update by another name": (
        "a value that waits for an operation",
        of("UPDATE\ndone = [train]\nwith tf.control_dependencies(done):\n    worst = tf.identity(x)"),
        of("UPDATE\ndone = [loss]\nwith tf.control_dependencies(done):\n    worst = tf.identity(x)"),
    ),
    "a variable beside the update of a server": (
        "a variable fetched beside an update, which its server sends as it was before that",
        of("UPDATE", "sess.run([train, w], {x: np.ones(2)})", helpers=SERVER),
        of("UPDATE", "sess.run([train, loss], {x: np.ones(2)})", helpers=SERVER),
    ),
    "an expression beside the update": (
        "an expression fetched beside an update, which would be computed after it",
        of("UPDATE\nworst = w", "sess.run([train, worst * 2], {x: np.ones(2)})"),
        of("UPDATE\nworst = w * 2"),
    ),
    "a placeholder that is not fed": (
        "a run that needs the placeholder of line 5 and does not feed it",
        of("UPDATE\nworst = loss", "sess.run([train, worst])"),
        of("UPDATE\nworst = loss"),
    ),
    "two updates in one run": (
        "several updates in one run, in no order",
        of("UPDATE\nworst = tf.train.AdamOptimizer().minimize(loss)"),
        of("UPDATE\nworst = tf.train.AdamOptimizer()"),
    ),
}


def trained(text):
    """The program with its update where that is marked, which is run with what is worst there."""
    update = "train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)\n"
    return (
        text.replace(update, "").replace("UPDATE", update.strip()).replace("[train, loss]", "[train, worst]")
    )


def pruned(folder, text):
    """Why steps of a program run what they return alone."""
    (folder / "train.py").write_text(trained(text))
    outcome = migrate([folder])
    assert [one.tier in STEPS for unit in outcome.units for one in unit.programs] == [True]
    return [one.found.rpartition(": ")[0] for one in outcome.all_diagnostics if one.code == "SES104"]


@pytest.mark.parametrize("name", PRUNED)
def test_what_depends_on_the_order_of_a_run_is_pruned(name, tmp_path):
    words, text, _ = PRUNED[name]
    assert words in pruned(tmp_path, text)


@pytest.mark.parametrize("name", PRUNED)
def test_the_nearest_run_that_does_not_is_not(name, tmp_path):
    assert pruned(tmp_path, PRUNED[name][2]) == []
