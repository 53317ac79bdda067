"""Programs that are written in another way: what may be, and what the text becomes."""

from pathlib import Path

import pytest

from migrate import analyse, parse
from migrate.model.source import Module, Source
from migrate.restructure.postponed import with_postponed

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


def _postponed(text: str) -> str | None:
    module = parse.parse(Source(Path("train.py"), Path("."), (_NET + text).encode()))
    assert isinstance(module, Module)
    changed = with_postponed(analyse.analyse([module]))
    return None if changed is None else changed[0].code.decode().removeprefix(_NET)


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
    ],
)
def test_it_stays_where_other_code_could_tell(made: str):
    assert _postponed(_SOLVER + made) is None
