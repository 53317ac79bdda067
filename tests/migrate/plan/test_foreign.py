"""Objects that a step makes are its own, unless it also finds what other code made at the same place."""

import pytest

from migrate.model.outcome import STEPS
from tests.migrate.plan.program import of_function, outcome_of

DICTIONARY = """\
def made():
    return {'n': 0}
kept = made()
def pick(new):
    return made() if new else kept
"""
BOX = """\
class Box(object):
    def __init__(self):
        self.n = 0
        self.parts = []
def made():
    return Box()
kept = made()
holder = {'box': kept}
"""
NET = """
class Net(object):
    def __init__(self):
        self.box = BOX
    def build(self, loss):
        self.box.n = self.box.n + 1
        return loss * self.box.n
outer = Net()
"""
SET = "own = {}\nown['n'] = loss\nloss = own['n'] * 2"
BUILD, BUILT = "def build(loss):\n    {}\n", "loss = build(loss)"


def built(*lines: str) -> str:
    return BOX + BUILD.format("\n    ".join(lines))


FOREIGN = {
    "one that is chosen": (SET.format("pick(True)"), DICTIONARY),
    "one that others made": (SET.format("kept"), DICTIONARY),
    "a part of one": ("own = made()\nown.parts.append(loss)\nloss = tf.add_n(own.parts)", BOX),
    "a part of one in a function": (
        BUILT,
        built("own = made()", "own.parts.append(loss)", "return own.parts[-1]"),
    ),
    "one of others in a function": (
        BUILT,
        built("own = kept", "own.parts.append(loss)", "return own.parts[-1]"),
    ),
    "one of two": (
        BUILT,
        built("for own in [made(), kept]: own.parts.append(loss)", "return tf.add_n(own.parts)"),
    ),
    "one in a container": (BUILT, built("own = holder['box']", "own.n += 2", "return loss * own.n")),
    "one put in a container": (
        BUILT,
        built("holder['box'] = made()", "own = holder['box']", "own.n += 2", "return loss * own.n"),
    ),
    "that of an object of others": ("loss = outer.build(loss)", BOX + NET.replace("BOX", "made()")),
    "one of others in an object": ("net = Net()\nloss = net.build(loss)", BOX + NET.replace("BOX", "kept")),
}
OWN = {
    "one that is made": (SET.format("made()"), DICTIONARY),
    "an attribute that is set": ("own = made()\nown.n = loss\nloss = own.n * 2", BOX),
    "an attribute that is set in a function": (
        BUILT,
        built("own = made()", "own.n = loss", "return own.n * 2"),
    ),
    "one that a function closes over": (
        BUILT,
        built("own = made()", "def see(): own.n += 1", "see()", "return loss * own.n"),
    ),
    "that of an object": ("net = Net()\nloss = net.build(loss)", BOX + NET.replace("BOX", "made()")),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_may_be_of_others_is_refused(name, tmp_path):
    graph, helpers = FOREIGN[name]
    tier, told = outcome_of(tmp_path, of_function(graph, helpers=helpers))
    assert tier not in STEPS
    assert any(code == "SES252" and "each time that a step is traced" in found for code, found in told), told


@pytest.mark.parametrize("name", OWN)
def test_what_a_step_makes_itself_passes(name, tmp_path):
    graph, helpers = OWN[name]
    tier, told = outcome_of(tmp_path, of_function(graph, helpers=helpers))
    assert (tier in STEPS, told) == (True, [])
