"""A step finds, when it is traced, what the code of the graph found when it ran, and changes no more."""

import pytest

from migrate.model.outcome import STEPS
from tests.migrate.plan.program import of_function, outcome_of, without_variables

PROBE = """\
seen = []
class Probe:
    def __init__(self, t):
        self.largest = tf.reduce_max(t)
        {}
"""
CONF = "conf = {'scale': 2.0, 'other': 3.0}\n"
NOTE = "calls = []\ndef note(t):\n    {}\n    return t * 2\nnote.k = 3\n"
SCALE = "loss *= conf['scale']"
OTHER = "other = tf.square(x)"
TWO_RUNS = "sess.run(other, {x: np.ones(2)})"
LOOKED_UP = """\
scale = 1.0
def scaled():
    return globals()['scale']
def change():
    global scale
    scale = 2.0
"""
GROW = "print(grow())"
GROWN = "def grow():\n    conf['scale'] += 1\n"

# What is told, the program that is refused, and the nearest that is not.
REPLAYED = {
    "what no step needs changes what is read": (
        "which no run needs; line",
        of_function("probe = Probe(x)", "print(len(seen))", PROBE.format("seen.append(1)")),
        of_function("probe = Probe(x)", "print('done')", PROBE.format("seen.append(1)")),
    ),
    "what no step needs changes what other code reads": (
        "which no run needs; code beside the block reads it",
        of_function("probe = Probe(x)", helpers=PROBE.format("seen.append(1)")) + "print(len(seen))\n",
        of_function("probe = Probe(x)", helpers=PROBE.format("seen.append(1)")) + "print('done')\n",
    ),
    "what a step changes is read behind it": (
        "and is traced later; line",
        of_function("loss = note(loss)", "print(len(calls))", NOTE.format("calls.append(1)")),
        of_function("loss = note(loss)", "print('done')", NOTE.format("calls.append(1)")),
    ),
    "what a step changes it also reads": (
        "that it also reads, each time that a step is traced",
        of_function("loss = note(loss)", helpers=NOTE.format("calls.append(len(calls))")),
        of_function("loss = note(loss)", helpers=NOTE.format("own = []; own.append(len(own))")),
    ),
    "what a step changes another part of it reads": (
        "each time that a step is traced; line",
        of_function("loss = note(loss)\nloss *= len(calls)", helpers=NOTE.format("calls.append(1)")),
        of_function("loss = note(loss)\nloss *= len([1])", helpers=NOTE.format("calls.append(1)")),
    ),
    "what a step changes is read by other code": (
        "each time that a step is traced; code beside the block reads it",
        of_function("loss = note(loss)", helpers=NOTE.format("calls.append(1)")) + "print(len(calls))\n",
        of_function("loss = note(loss)", helpers=NOTE.format("calls.append(1)")) + "print('done')\n",
    ),
    "an attribute that a step changes": (
        "`loss = note(loss)`, which changes n of the object of line",
        of_function("loss = note(loss)", "print(note.n)", NOTE.format("note.n = 1")),
        of_function("loss = note(loss)", "print(note.k)", NOTE.format("note.n = 1")),
    ),
    "what a step reads is changed before it is traced": (
        "before the step is traced; line",
        of_function(f"{SCALE}\nconf['scale'] = 3.0\nloss += w[0]", helpers=CONF),
        of_function(f"{SCALE}\nconf['other'] = 3.0\nloss += w[0]", helpers=CONF),
    ),
    "what a step reads is changed by a function": (
        "before the step is traced; line",
        of_function(
            f"{SCALE}\nother()\nloss += w[0]", helpers=f"{CONF}def other():\n    conf['scale'] = 3.0"
        ),
        of_function(
            f"other()\n{SCALE}\nloss += w[0]", helpers=f"{CONF}def other():\n    conf['scale'] = 3.0"
        ),
    ),
    "what a step reads is changed in front of its first call": (
        "before the step is traced; line",
        without_variables("out = x * conf['scale']\nconf['scale'] = 3.0", CONF),
        without_variables(
            "out = x * conf['scale']", CONF, "sess.run(out, {x: [1.0, 2.0]})\nconf['scale'] = 3.0"
        ),
    ),
    "what a step reads is changed in a turn": (
        "each time that a step is traced; line",
        without_variables(
            f"out = x\nfor i in range(2):\n    out *= conf['scale']\n    {GROW}", f"{CONF}{GROWN}"
        ),
        without_variables(f"for i in range(2):\n    {GROW}\nout = x * conf['scale']", f"{CONF}{GROWN}"),
    ),
    "what a step reads another one changes": (
        "and is not in the step; line",
        of_function(f"loss = note(loss)\n{OTHER} * len(calls)", TWO_RUNS, NOTE.format("calls.append(1)")),
        of_function(f"loss = note(loss)\n{OTHER} * len([1])", TWO_RUNS, NOTE.format("calls.append(1)")),
    ),
    "what a step changes is also changed beside it": (
        "and is not in the step; line",
        of_function("calls.append(2)\nloss = note(loss)", helpers=NOTE.format("calls.append(len(calls))")),
        of_function("others = [2]\nloss = note(loss)", helpers=NOTE.format("others = [len(calls)]")),
    ),
    "names that are looked up": (
        "`change()`, which changes the variable scale, before the step is traced; line",
        of_function("loss *= scaled()\nchange()\nloss *= w[0]", helpers=LOOKED_UP),
        of_function("change()\nloss *= scaled()\nloss *= w[0]", helpers=LOOKED_UP),
    ),
}


@pytest.mark.parametrize("name", REPLAYED)
def test_what_a_step_would_find_otherwise_is_refused(name, tmp_path):
    words, text, _ = REPLAYED[name]
    tier, told = outcome_of(tmp_path, text)
    assert tier not in STEPS, text
    assert any(code == "SES252" and words in found for code, found in told), (told, text)


@pytest.mark.parametrize("name", REPLAYED)
def test_what_it_finds_as_it_was_passes(name, tmp_path):
    tier, told = outcome_of(tmp_path, REPLAYED[name][2])
    assert (tier in STEPS, told) == (True, []), REPLAYED[name][2]
