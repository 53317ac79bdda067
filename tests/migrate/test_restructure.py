"""Programs that are written in another way: what may be, and what the text becomes."""

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from migrate import analyse, parse
from migrate.model.source import Module, Source
from migrate.restructure.entered_graphs import without_entered_graph
from migrate.restructure.inlined import with_functions_inlined
from migrate.restructure.postponed import with_postponed
from migrate.restructure.program import Form, Program
from migrate.restructure.saved_steps import with_steps_fetched
from migrate.restructure.split_conditions import with_conditions_split
from migrate.restructure.with_items import with_nested_items
from migrate.restructure.written_out import with_fetches_written_out

_NET = """\
import tensorflow as tf

class Net:
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [size])
        self.loss = tf.reduce_sum(self.x)

"""
_SOLVER = """\
class Solver:
    def __init__(self, net, steps):
        self.net = net
        self.steps = steps
        self.session = tf.Session()

    def train(self):
        self.session.run(self.net.loss, {self.net.x: [1.0]})

"""


def _changed(way: Callable[[Program], Form], text: str) -> str | None:
    return _changed_files(way, {"train.py": text}).get("train.py")


def _changed_files(way: Callable[[Program], Form], texts: Mapping[str, str]) -> dict[str, str]:
    """The new texts of the files that a way changes."""
    sources = [Source(Path(name), Path("."), text.encode()) for name, text in texts.items()]
    modules = [module for module in map(parse.parse, sources) if isinstance(module, Module)]
    facts = analyse.analyse(modules)
    assert facts[0].effects is not None
    program = Program(facts, facts[0].effects)
    return {str(path): module.code.decode() for path, module in program.changed(way(program)).items()}


def _postponed(text: str) -> str | None:
    changed = _changed(with_postponed, _NET + text)
    return None if changed is None else changed.removeprefix(_NET)


@pytest.mark.parametrize(
    ("made", "passed"),
    [
        ("net = Net(1)\nsolver = Solver(net, 3)\n", "solver = Solver(lambda: Net(1), 3)\n"),
        ("solver = Solver(Net(1), 3)\n", "solver = Solver(lambda: Net(1), 3)\n"),
        (
            "net = Net(size=1)\nsteps = max(2, 3)\nsolver = Solver(steps=steps, net=net)\n",
            "steps = max(2, 3)\nsolver = Solver(steps=steps, make_net=lambda: Net(size=1))\n",
        ),
    ],
)
def test_an_object_is_made_by_the_class_that_runs_what_it_builds(made: str, passed: str):
    solver = _SOLVER.replace("self, net,", "self, make_net,").replace("= net\n", "= make_net()\n")
    assert _postponed(_SOLVER + made) == solver + passed


def test_it_is_made_by_the_method_that_opens_the_session():
    solver = _SOLVER.replace("        self.session = tf.Session()\n", "").replace(
        "        self.session.run(", "        with tf.Session() as sess:\n            sess.run("
    )
    now = (
        solver.replace("self, net,", "self, make_net,")
        .replace("self.net = net\n", "self.make_net = make_net\n")
        .replace("train(self):\n", "train(self):\n        self.net = self.make_net()\n")
    )
    assert _postponed(solver + "net = Net(1)\nsolver = Solver(net, 3)\nsolver.train()\n") == (
        now + "solver = Solver(lambda: Net(1), 3)\nsolver.train()\n"
    )
    for called in ("solver.train()\nsolver.train()\n", "print(solver.net)\nsolver.train()\n"):
        assert _postponed(solver + "net = Net(1)\nsolver = Solver(net, 3)\n" + called) is None


@pytest.mark.parametrize(
    "made",
    [
        "net = Net(1)\nsolver = Solver(net, 3)\nprint(net)\n",
        "net = Net(1)\nother = tf.Variable(1.0)\nsolver = Solver(net, 3)\n",
        "sizes = [1]\nnet = Net(sizes[0])\nsizes[0] = 2\nsolver = Solver(net, 3)\n",
        "solver = Solver(object(), 3)\n",
        "n = 1\nnet = Net(n)\nn = 2\nsolver = Solver(net, 3)\n",
        "n = 1\nnet = Net(n)\nsolver = Solver(net, (n := 2))\n",
        "for n in (1,):\n    net = Net(n)\n    solver = Solver(net, 3)\n",
        "sizes = [1]\nnet = Net(*sizes)\nsizes.pop()\nsolver = Solver(net, 3)\n",
        "net = Net(1)\ntf.set_random_seed(2)\nsolver = Solver(net, 3)\n",
    ],
)
def test_it_stays_where_other_code_could_tell_or_its_arguments_change(made: str):
    assert _postponed(_SOLVER + made) is None


_IMPORT = "import tensorflow as tf\n"
_MAKER = """\
def make_session(fraction=0.5):
    # A part of the memory.
    config = tf.ConfigProto()
    config.gpu_options.per_process_gpu_memory_fraction = fraction
    return tf.Session(config=config)


"""


def _opened(text: str) -> str | None:
    changed = _changed(with_functions_inlined, f"{_IMPORT}\n{text}")
    return None if changed is None else changed.removeprefix(_IMPORT).lstrip("\n")


def test_a_session_is_opened_where_it_is_run():
    inside = (
        "# A part of the memory.\nconfig = tf.ConfigProto()\n"
        "config.gpu_options.per_process_gpu_memory_fraction = fraction\n"
    )
    assert _opened(_MAKER + "sess = make_session()\nprint(sess.run(tf.constant(1)))\n") == (
        "fraction = 0.5\n" + inside + "sess = tf.Session(config=config)\nprint(sess.run(tf.constant(1)))\n"
    )
    assert _opened(_MAKER + "with make_session(0.1) as sess:\n    sess.run(tf.no_op())\n") == (
        "fraction = 0.1\n"
        + inside
        + "\n\nwith tf.Session(config=config) as sess:\n    sess.run(tf.no_op())\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        _MAKER + "config = 1\nsess = make_session()\nprint(config)\n",
        _MAKER + "sessions = [make_session()]\n",
        _MAKER + "sess = make_session(*[0.1])\n",
        _MAKER + "make = make_session\nsess = make()\n",
        "def make_session():\n    sess = tf.Session()\n    if sess:\n        return None\n    return sess\n\n"
        "sess = make_session()\n",
    ],
)
def test_it_stays_where_the_function_is_more(text: str):
    assert _opened(text) is None


_BUILDER = """\
def build(last, rate=RATE):
    hook = tf.train.StopAtStepHook(last)
    return rate, [hook]


"""
_GIVEN = "with tf.train.MonitoredTrainingSession(hooks=hooks) as session:\n    session.run(tf.no_op())\n"


def test_hooks_are_made_where_a_session_is_given_them():
    made = _BUILDER.replace("RATE", "0.1") + "speed, hooks = build(3)\n"
    assert _opened(made + _GIVEN) == (
        "last = 3\nrate = 0.1\nhook = tf.train.StopAtStepHook(last)\nspeed = rate\nhooks = [hook]\n" + _GIVEN
    )


@pytest.mark.parametrize(
    ("defined", "called"),
    [
        (_BUILDER.replace("RATE", "rates[0]"), "speed, hooks = build(3)\n"),
        (_BUILDER.replace("RATE", "0.1").replace("[hook]", "[hook, last]"), "last, hooks = build(last)\n"),
        (_BUILDER.replace("RATE", "0.1"), "hooks = build(3)[1]\n"),
        (_BUILDER.replace("RATE", "0.1"), "def more():\n    return hook\n\n\nspeed, hooks = build(3)\n"),
        (_BUILDER.replace("RATE", "0.1").replace("rate,", "locals(),"), "seen, hooks = build(3)\n"),
        (
            _BUILDER.replace("RATE", "0.1").replace("[hook]", "[(lambda: hook)()]"),
            "speed, hooks = build(3)\n",
        ),
        (_BUILDER.replace("RATE", "0.1").replace("last)\n", "limit)\n"), "limit, hooks = build(3)\n"),
        (_BUILDER.replace("RATE", "0.1"), "speed, others = build(3)\nhooks = list(others)\n"),
    ],
)
def test_hooks_are_made_elsewhere_where_that_may_mean_something_else(defined: str, called: str):
    assert _opened(defined + called + _GIVEN) is None


def test_items_of_a_with_stand_one_inside_of_the_other():
    text = "import tensorflow as tf\nwith tf.Session() as sess, open('x') as file:\n    print(file, sess)\n"
    assert _changed(with_nested_items, text) == (
        "import tensorflow as tf\nwith tf.Session() as sess:\n    with open('x') as file:\n"
        "        print(file, sess)\n"
    )
    assert _changed(with_nested_items, text.replace("open('x')", "tf.device('/cpu:0')")) is None


_CONDITION = """\
import tensorflow as tf

on = {'a': 1}

class State:
    deep = True

    @property
    def wide(self):
        return self.deep

def change(state):
    state.deep = False

def main(deep, state, labels=()):
    x = tf.placeholder(tf.float32, [3])
    loss = tf.reduce_sum(x)
CONDITION
    with tf.Session() as sess:
        print(label, sess.run(loss, {x: [1.0, 2.0, 3.0]}))

main(True, State())
"""


def _conditions(text: str) -> str | None:
    """What becomes of a condition in a block that runs a graph, and reads `label`."""
    before, after = _CONDITION.replace("CONDITION", textwrap.indent(text, "    ")), None
    changed = _changed(with_conditions_split, before)
    if changed is not None:
        start, end = _CONDITION.split("CONDITION")
        after = textwrap.dedent(changed.removeprefix(start).removesuffix(end))
    return after


def test_a_condition_on_the_graph_and_on_python_becomes_one_for_each():
    both = "if deep and state.deep:\n    loss = 2.0 * loss\n    label = 'deep'"
    for_each = "if deep and state.deep:\n    loss = 2.0 * loss\nif deep and state.deep:\n    label = 'deep'"
    assert _conditions(f"# How deep?\n{both}") == f"# How deep?\n{for_each}"
    other = "else:\n    loss = 3.0 * loss"
    first, second = for_each.split("\nif")
    assert _conditions(f"{both}\n{other}") == f"{first}\n{other}\nif{second}"
    assert _conditions(f"{both}\nelse:\n    label = 'flat'") == f"{for_each}\nelse:\n    label = 'flat'"
    last = "else:\n    label = 'flat'"
    assert _conditions(f"{both}\n{other}\n    label = 'flat'") == f"{first}\n{other}\nif{second}\n{last}"
    told = "else:\n    label = 'flat'\n    loss = 3.0 * loss"
    apart = "if not (deep and state.deep):\n    loss = 3.0 * loss"
    assert _conditions(f"{both}\n{told}") == f"{for_each}\n{last}\n{apart}"


@pytest.mark.parametrize(
    "text",
    [
        "if deep:\n    loss = 2.0 * loss\n    loss = tf.abs(loss)\nlabel = 1",
        "if deep:\n    scale = 2.0\n    loss = scale * loss\nlabel = 1",
        "if deep:\n    deep = False\n    loss = 2.0 * loss\n    label = 1",
        "if deep:\n    import os as deep\n    loss = 2.0 * loss\n    label = 1",
        "if state.deep:\n    state.deep = False\n    loss = 2.0 * loss\n    label = 1",
        "if state.deep:\n    change(state)\n    loss = 2.0 * loss\n    label = 1",
        "if state.deep:\n    setattr(state, 'deep', 0)\n    loss = 2.0 * loss\n    label = 1",
        "if state.wide:\n    loss = 2.0 * loss\n    label = 1",
        "if on == {'a': 1}:\n    on['a'] = 2\n    loss = 2.0 * loss\n    label = 1",
        "if 'a' in on:\n    loss = 2.0 * loss\n    label = 1",
        "if len(on):\n    loss = 2.0 * loss\n    label = 1",
        "if (n := deep):\n    loss = 2.0 * loss\n    label = 1",
        "if loss.shape.ndims == 0:\n    loss = 2.0 * loss\n    label = 1",
        "if deep:\n    for one in labels:\n        loss = 2.0 * loss\n        label = one",
    ],
)
def test_a_condition_stays_one_that_may_give_something_else_or_need_not_be_two(text: str):
    assert _conditions(text) is None


_IN_GRAPH = """\
class Net:
    def __init__(self):
        self.session = tf.Session()
        self.session.run(tf.constant(1.0))


def main():
    # One graph.
    with tf.Graph().as_default():  # for all
        net = Net()
        # The end.


"""


def _left(text: str) -> str | None:
    changed = _changed(without_entered_graph, f"{_IMPORT}\n{text}")
    return None if changed is None else changed.removeprefix(f"{_IMPORT}\n")


def test_what_is_built_in_the_one_graph_stands_without_it():
    assert _left(_IN_GRAPH + "main()\n") == (
        _IN_GRAPH.replace(
            "    with tf.Graph().as_default():  # for all\n        net",
            "    # for all\n    # The end.\n    net",
        ).replace("        # The end.\n", "")
        + "main()\n"
    )
    assert _left(_IN_GRAPH + "main()\nmain()\n") is None
    assert _left(_IN_GRAPH + "for _ in range(2):\n    main()\n") is None
    assert _left(_IN_GRAPH + "main()\nother = tf.Graph()\n") is None
    assert _left(_IN_GRAPH + "tf.reset_default_graph()\nmain()\n") is None


def test_the_default_graph_may_begin_anew_before_another_one_is_entered():
    text = _IN_GRAPH.replace("    # One graph.\n", "    tf.reset_default_graph()\n") + "main()\n"
    left = _left(text)
    assert left is not None
    assert "    tf.reset_default_graph()\n    # for all\n" in left
    assert _left(text + "tf.reset_default_graph()\n") is None
    assert _left(text.replace("    tf.reset", "    if Net:\n        tf.reset")) is None


def test_each_program_may_enter_a_graph_of_its_own():
    net, _ = _IN_GRAPH.split("\n\ndef main")
    text = "import tensorflow as tf\nfrom net import Net\n\nwith tf.Graph().as_default():\n    net = Net()\n"
    left = text.replace("with tf.Graph().as_default():\n    ", "")
    files = {"train.py": text, "test.py": text, "net.py": _IMPORT + net}
    assert _changed_files(without_entered_graph, files) == {"train.py": left, "test.py": left}
    files["train.py"] = "import test\n" + text
    assert _changed_files(without_entered_graph, files) == {}


_RUNNER = (
    _IMPORT
    + """\
import subprocess

class Net:
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [size])
        self.loss = tf.reduce_sum(self.x)
        self.worst = tf.reduce_max(self.x)
        self.session = tf.Session()

    @property
    def made(self):
        return tf.reduce_min(self.x)

    def change(self):
        self.loss = self.worst

    def fit(self, first):
"""
)


def _written_out(body: str) -> str | None:
    """The body of a method, in which `RUN` runs what has the name `ops`."""
    text = body.replace("RUN", "self.session.run(ops, {self.x: first})")
    lines = "".join(f"        {line}\n" for line in text.split("\n"))
    changed = _changed(with_fetches_written_out, _RUNNER + lines + "\nNet(1).fit([1.0])\n")
    if changed is None:
        return None
    body = changed.removeprefix(_RUNNER).removesuffix("\n\nNet(1).fit([1.0])\n")
    assert "{self.x: first}" in body
    return "\n".join(line[8:] for line in body.split("\n")).replace(", {self.x: first})", ")")


@pytest.mark.parametrize(
    ("body", "instead"),
    [
        ("ops = [self.loss]\nRUN", "self.session.run([self.loss])"),
        ("# run\nops = self.loss, self.worst\nRUN", "# run\nself.session.run((self.loss, self.worst))"),
        ("ops = (self.loss,)\nRUN", "self.session.run((self.loss,))"),
        (
            "ops, b = {'a': self.loss}, self.worst\nprint(b)\nRUN",
            None,  # `b` is not run
        ),
        (
            "for i in first:\n    ops = [self.loss]\n    print(RUN)\n    ops = self.worst\n    print(RUN)",
            "for i in first:\n    print(self.session.run([self.loss]))\n"
            "    print(self.session.run(self.worst))",
        ),
        (
            "ops = [self.loss]\nfor i in first:\n    if i:\n        print(RUN)\n    self.count = i",
            "for i in first:\n    if i:\n        print(self.session.run([self.loss]))\n    self.count = i",
        ),
        ("net = self.session\nops = 3\nprint(net.run(self.loss, {self.x: first}))", None),
    ],
)
def test_a_list_of_what_is_run_is_written_where_it_is_run(body: str, instead: str | None):
    assert _written_out(body) == instead


@pytest.mark.parametrize(
    "body",
    [
        "ops = [self.loss]\nself.loss = self.worst\nRUN",
        "ops = [self.loss]\nself.change()\nRUN",
        "ops = [self.loss]\nfor i in first:\n    RUN\n    self.change()",
        "ops = [self.loss]\nsetattr(self, 'loss', first)\nRUN",
        "ops = [self.loss]\nself.__dict__['loss'] = first\nRUN",
        "ops = [self.loss]\nRUN\nprint(len(ops))",
        "ops = [self.loss]\nops.append(self.worst)\nRUN",
        "ops = [self.loss]\nRUN\nreturn ops",
        "ops = [self.loss]\nfor i in first:\n    RUN\n    ops = [self.worst]",
        "ops = [self.loss]\nwhile RUN:\n    ops = [self.worst]",
        "if first:\n    ops = [self.loss]\nelse:\n    ops = [self.worst]\nRUN",
        "ops = [self.loss]\nif first:\n    ops = [self.worst]\nRUN",
        "ops = [self.loss]\ndel ops\nops = [self.worst]\nRUN",
        "ops = [self.made]\nRUN",
        "ops = [tf.reduce_sum(self.x)]\nRUN",
        "ops = [self.loss]\nyield 1\nRUN",
        "ops = [self.loss]\nprint(locals())\nRUN",
        "ops = [self.loss]\nprint([RUN for _ in first])",
        "ops = [self.loss]\nprint(lambda: RUN)",
        "a, ops = self.loss, self.worst\na, ops = ops, a\nRUN",
        "a = self.loss\nops = [a]\na = first\nRUN",
        "a = self.loss\nops = [a]\nfor a in first:\n    RUN",
        "a = self.loss\nops = [a]\nwith open('a') as a:\n    RUN",
        "a = self.loss\nops = [a]\nif (a := self.worst) is not None:\n    RUN",
        "a = self.loss\nops = [a]\ndel a\nRUN",
        "a = self.loss\nops = [a]\ndef a():\n    pass\nRUN",
        "a = self.loss\nops = [a]\nimport os as a\nRUN",
        "ops = [first]\nfirst = self.loss\nRUN",
        "net = self\nops = [net.loss]\nnet = first\nRUN",
        "a = self.loss\nops = [a]\ndef change():\n    nonlocal a\n    a = 1\nchange()\nRUN",
        "try:\n    ops = [self.loss]\nfinally:\n    ops = [self.worst]\nRUN",
        "with open('a') as ops:\n    RUN",
        "ops = {**first}\nRUN",
        "ops = ['true']\nsubprocess.run(ops)\nself.session.run(self.loss, {self.x: first})",
    ],
)
def test_what_is_run_keeps_its_name_where_it_may_be_something_else(body: str):
    assert _written_out(body) is None


_SAVING = """\
import tensorflow as tf
step = tf.train.get_or_create_global_step()
saver = tf.train.Saver()
sess = tf.Session()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("saver.save(sess, 'm', global_step=step)", "saver.save(sess, 'm', global_step={fetched})"),
        (
            "saver.save(sess, 'm', step, write_meta_graph=False)",
            "saver.save(sess, 'm', {fetched}, write_meta_graph=False)",
        ),
        ("named = step\nsaver.save(sess, 'm', named)", "named = step\nsaver.save(sess, 'm', {named})"),
        ("saver.save(sess, 'm', global_step=3)", None),
        ("saver.save(sess, 'm')", None),
        ("step = sess.run(step)\nsaver.save(sess, 'm', global_step=step)", None),
        ("for step in range(3):\n    saver.save(sess, 'm', global_step=step)", None),
        (
            "class Own:\n    def save(self, sess, path, step):\n        pass\nOwn().save(sess, 'm', step)",
            None,
        ),
    ],
)
def test_the_step_that_a_saver_is_told_is_fetched(before: str, after: str | None):
    changed = _changed(with_steps_fetched, _SAVING + before)
    parts = {
        name: f"tf.train.global_step(sess, {of})" for name, of in [("fetched", "step"), ("named", "named")]
    }
    assert changed == (None if after is None else _SAVING + after.format(**parts))
