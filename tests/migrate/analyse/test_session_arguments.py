"""Which methods of a class are always given the session, and where that is not known."""

import ast
import textwrap
from pathlib import Path

import pytest

from migrate.analyse.program.tree import Tree
from migrate.model.source import Module, Source


def tree(**files: str) -> Tree:
    modules = []
    for name, text in files.items():
        data = ("import tensorflow as tf\n" + textwrap.dedent(text)).encode()
        modules.append(Module(Source(Path(f"{name}.py"), Path(), data), ast.parse(data)))
    return Tree(modules)


def given(**files: str) -> dict[str, str]:
    """The methods that are given a session, each with the parameter for it."""
    receivers = tree(**files).receivers.values()
    return {
        method.name: parameter for receiver in receivers for method, parameter in receiver.parameters.items()
    }


MODEL = """
class Model(object):
    def __init__(self, sess, size=3):
        self.sess = sess

    def train(self, x, sess=None):
        return self.step(sess)

    def step(self, session):
        return session.run(self.loss)
"""
OPEN = "sess = tf.Session()\n"


@pytest.mark.parametrize(
    "opening",
    [
        "sess = tf.Session()\nmodel = Model(sess)",
        "sess = tf.InteractiveSession()\nmodel = Model(size=4, sess=sess)",
        "with tf.Session(config=None) as sess:\n    model = Model(sess, 4)",
        "def main():\n    with tf.Session() as s:\n        model = Model(s)",
    ],
)
def test_a_session_that_is_given_when_the_object_is_made(opening):
    assert given(main=MODEL + opening)["__init__"] == "sess"


def test_a_method_that_nothing_calls_has_a_session_where_others_have_one_of_the_same_name():
    unused = "    def test(self, sess, y):\n        pass\n    def scale(self, y):\n        pass\n"
    found = given(main=MODEL + unused + OPEN + "model = Model(sess)\nmodel.step(sess)\n")
    assert found == {"__init__": "sess", "train": "sess", "step": "session", "test": "sess"}
    found = given(main=MODEL + unused + OPEN + "model = Model(sess)\nmodel.train(y=sess)\nmodel.test(1, 2)\n")
    assert found == {"__init__": "sess"}


@pytest.mark.parametrize(
    "opening",
    [
        "sess = tf.Session()\nsess = None\nmodel = Model(sess)",
        "sess = tf.Session()\ndef main():\n    model = Model(sess)",
        "sess = tf.Session()\nmodel = Model(*[sess])",
        "sess = tf.Session()\nmodel = Model(**{'sess': sess})",
        "sess = tf.Session()\nmodel = Model(3, sess)\nother = Model(None)",
        "sess = tf.Session()\nmodel = Model(sess)\nNet = Model",
        "sess = tf.Session()\nmodel = Model(sess)\nclass Other(Model):\n    pass",
        "def main():\n    global sess\n    sess = tf.Session()\n    model = Model(sess)",
        "def main(sess):\n    model = Model(sess)",
        "class Session(object):\n    pass\nsess = Session()\nmodel = Model(sess)",
    ],
)
def test_a_session_that_may_be_something_else(opening):
    assert "__init__" not in given(main=MODEL + opening)


def test_methods_pass_it_to_each_other():
    found = given(
        main=MODEL + OPEN + "model = Model(sess)\nmodel.train(1, sess)\nmodel.train(sess=sess, x=2)\n"
    )
    assert found == {"__init__": "sess", "train": "sess", "step": "session"}


@pytest.mark.parametrize(
    "use",
    [
        "model.train(1)",
        "model.train(1, None)",
        "model.train(1, sess)\nmodel.step(other)",
        "model.train(1, sess)\nrun = model.step",
        "model.train(1, sess)\ndef f(other):\n    other.step(None)\nf(model)",
        "model.train(1, sess)\nfor net in [model]:\n    net.step(None)",
        "model.train(1, sess)\ngetattr(model, 'step')(None)",
        "model.train(1, sess)\nmodel.step(*[sess])",
    ],
)
def test_one_call_that_passes_something_else_is_enough(use):
    assert "step" not in given(main=MODEL + OPEN + "model = Model(sess)\n" + use)


PASSED = (
    "def each(net, s):\n    return one(net, session=s)\n"
    "def one(model, session):\n    model.train(1, session)\n"
)


def test_functions_pass_it_and_the_object_on():
    found = given(main=MODEL + PASSED + OPEN + "model = Model(sess)\neach(model, sess)\none(model, sess)\n")
    assert found == {"__init__": "sess", "train": "sess", "step": "session"}
    used = "import main\nsess = tf.Session()\nmodel = main.Model(sess)\nmain.each(s=sess, net=model)\n"
    assert given(main=MODEL + PASSED, used=used)["train"] == "sess"


@pytest.mark.parametrize(
    "use",
    [
        "one(model, None)",
        "one(model, tf.Session())",
        "one(other, sess)",
        "one(*[model, sess])",
        "list(map(one, [model], [sess]))",
        "def keep(m):\n    m = m or other\n    m.train(1, sess)\nkeep(model)",
        "def keep(m):\n    return lambda: m.train(1, None)\nkeep(model)()",
        "def keep(m):\n    return eval('m')\nkeep(model)",
        "models = {}\nmodels['a'] = model\nmodels['a'].train(1, None)",
        "@cached\ndef keep(m):\n    m.train(1, sess)\nkeep(model)",
    ],
)
def test_a_function_that_may_be_passed_something_else_or_keep_it(use):
    found = given(main=MODEL + PASSED + OPEN + "model = Model(sess)\neach(model, sess)\n" + use)
    assert "train" not in found


@pytest.mark.parametrize(
    "use",
    [
        "model.train(1, sess)\nprint(model)",
        "model.train(1, sess)\nmodel = None",
        "models = [model]\nmodels[0].train(1, sess)",
        "for net in {'a': model}.values():\n    net.train(1, sess)",
        "other = model\nother.train(1, sess)",
        "class Kept(object):\n    pass\nkept = Kept()\nkept.net = model\nkept.net.train(1, sess)",
        "def unused(model):\n    model.step(None)\nmodel.train(1, sess)",
    ],
)
def test_an_object_that_is_known_by_other_names(use):
    assert given(main=MODEL + OPEN + "model = Model(sess)\n" + use)["step"] == "session"


def test_names_that_are_asked_for_by_their_text_leave_the_making_of_objects():
    asked = "model = Model(sess)\nmodel.train(1, sess)\nif 'total' not in globals():\n    total = 0\n"
    assert given(main=MODEL + OPEN + asked) == {"__init__": "sess"}


HOLDER = """
class Trainer(object):
    def __init__(self, sess, net):
        self.session = sess
        self.net = net

    def step(self):
        return self.session.run(self.net.loss, {self.net.x: 1})

    def end(self):
        self.session.close()
"""
NET = """
class Net(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32)
        self.loss = self.x * 2
"""
MADE = "trainer = Trainer(sess, Net())\ntrainer.step()\ntrainer.end()\n"


def holding(text: str) -> dict[str, bool]:
    """The classes whose objects are given a session, and whether they only hold it for others."""
    return {owner.name: receiver.only_holds for owner, receiver in tree(main=NET + text).receivers.items()}


def test_an_object_that_keeps_a_session_to_run_what_another_has_built():
    assert holding(HOLDER + OPEN + MADE) == {"Net": False, "Trainer": True}


@pytest.mark.parametrize(
    ("kept", "instead"),
    [
        ("self.session.close()", "return self.session"),
        ("self.session.close()", "self.session = None"),
        ("self.session.close()", "print(self.session.graph)"),
        ("self.session.run(self.net.loss", "self.session.run(tf.no_op()"),
    ],
)
def test_an_object_that_does_more_with_the_session_than_to_keep_it(kept, instead):
    opened = HOLDER.replace(kept, instead)
    assert opened != HOLDER
    assert not holding(opened + OPEN + MADE).get("Trainer", False)


def test_objects_of_two_classes_agree_on_what_a_call_passes():
    other = MODEL.replace("Model", "Other").replace("x, sess=None", "x, scale=None")
    other = other.replace("self.step(sess)", "scale")
    calls = OPEN + "for net in [Model(sess), {}(sess)]:\n    net.train(1, sess)\n"
    same = MODEL + MODEL.replace("Model", "Other")
    assert len(tree(main=same + calls.format("Other")).receivers) == 2
    others = calls.format("Other") + "Other(sess).train(1, 2)\n"
    assert "Model" not in {one.name for one in tree(main=MODEL + other + others).receivers}


def test_a_method_that_init_calls_is_no_place_for_it():
    model = """
    class Model(object):
        def __init__(self, sess):
            self.start(sess)

        def start(self, sess):
            sess.run(self.init)
    """
    assert given(main=textwrap.dedent(model) + OPEN + "model = Model(sess)\n") == {"__init__": "sess"}


def test_two_programs_give_theirs_to_one_class():
    program = "from model import Model\nsess = tf.Session()\nnet = Model(sess)\n"
    assert given(model=MODEL, train=program, test=program)["__init__"] == "sess"
    other = "from model import Model\nnet = Model(None)\n"
    assert given(model=MODEL, train=program, test=other) == {}


def test_a_class_that_opens_one_itself_takes_none():
    assert (
        given(main=MODEL.replace("self.sess = sess", "self.sess = tf.Session()") + OPEN + "Model(sess)") == {}
    )
