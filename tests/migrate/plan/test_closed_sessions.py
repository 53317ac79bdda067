"""A session that is run where it may be closed raises an error in TensorFlow 1: such a program keeps it."""

import pytest

from migrate.model.outcome import STEPS
from tests.migrate.plan.program import of, outcome_of

RUN = "sess.run(loss, {x: np.ones(2)})"
MODEL = """\
import numpy as np
import tensorflow as tf

class Model(object):
    def __init__(self{given}):
        self.sess = {made}
        self.x = tf.placeholder(tf.float32, [2])
        w = tf.get_variable('w', [2])
        self.loss = tf.reduce_sum(tf.square(self.x * w))
        self.train = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
    def step(self):
        return self.sess.run([self.train, self.loss], {{self.x: np.ones(2)}})
    def init(self):
        self.sess.run(tf.global_variables_initializer())
    def close(self):
        self.sess.close()
{code}
"""


def of_model(code, given="", made="tf.Session()"):
    return MODEL.format(code=code, given=given, made=made)


GIVEN = {"given": ", sess", "made": "sess"}
WITH = "with tf.Session() as sess:\n    model = Model(sess)\n    model.init()\n    model.step()\n"
MADE = "model = Model()\nmodel.init()\n"


def inside(code, behind):
    """The program in the `with` of its session, with some code at its end and some behind it."""
    text = of(run=RUN, behind="LAST").replace("sess = tf.Session()\n", "")
    head, start, rest = text.partition("sess.run(tf.glo")
    lines = (start + rest).replace("LAST", code).splitlines()
    return "".join([head, "with tf.Session() as sess:\n", *(f"    {one}\n" for one in lines), behind])


CLOSED = {
    "by a call": of(behind=f"sess.close()\n{RUN}"),
    "by the end of a `with`": inside("pass", RUN),
    "in a condition": of(behind=f"if np.ones(1) > 0:\n    sess.close()\n{RUN}"),
    "in the other branch": of(behind=f"if np.ones(1) > 0:\n    pass\nelse:\n    sess.close()\n{RUN}"),
    "in a `try`": of(behind=f"try:\n    sess.close()\nfinally:\n    pass\n{RUN}"),
    "at the end of a `try`": of(behind=f"try:\n    pass\nfinally:\n    sess.close()\n{RUN}"),
    "on a turn of a loop": of(run=f"{RUN}\n    if step == 1:\n        sess.close()"),
    "on a turn of a `while`": of(behind=f"while np.ones(1) > 0:\n    {RUN}\n    sess.close()"),
    "by a method": of_model(f"{MADE}model.step()\nmodel.close()\nmodel.step()"),
    "by a function that calls the method": of_model(
        f"def end(one):\n    one.close()\n{MADE}model.step()\nend(model)\nmodel.step()"
    ),
    "by a function that also runs it": of_model(
        f"def end(one):\n    one.close()\n    one.step()\n{MADE}model.step()\nend(model)"
    ),
    "by a method in a loop": of_model(f"{MADE}for _ in range(2):\n    model.step()\n    model.close()"),
    "where it was given": of_model(f"{WITH}model.step()", **GIVEN),
    "where it was given, by a call": of_model(
        "sess = tf.Session()\nmodel = Model(sess)\nmodel.init()\nmodel.step()\nsess.close()\nmodel.step()",
        **GIVEN,
    ),
}
OPEN = {
    "closed behind all runs": of(behind=f"{RUN}\nsess.close()"),
    "run in the `with`": inside(RUN, "print('done')"),
    "closed where a function ends": of(behind=f"def end():\n    {RUN}\n    sess.close()\nend()"),
    "closed where a loop is left": of(run=f"{RUN}\n    if step == 1:\n        sess.close()\n        break"),
    "closed at the end of a loop that is left": of(
        behind=f"while np.ones(1) > 0:\n    {RUN}\n    sess.close()\n    break"
    ),
    "run or closed": of(behind=f"if np.ones(1) > 0:\n    sess.close()\nelse:\n    {RUN}"),
    "a file that is closed": of(behind=f"log = open('log')\nlog.close()\n{RUN}"),
    "a file that ends": of(behind=f"with open('log') as log:\n    print(log)\n{RUN}"),
    "entered again": inside("pass", "print('done')").replace(
        "as sess:\n", "as sess:\n    with sess.as_default():\n        print('in')\n", 1
    ),
    "closed by a method behind all": of_model(f"{MADE}model.step()\nmodel.close()"),
    "given, and the model used within": of_model(f"{WITH}    model.step()\nprint('done')", **GIVEN),
}


@pytest.mark.parametrize("name", CLOSED)
def test_what_runs_a_closed_session_keeps_it(name, tmp_path):
    tier, told = outcome_of(tmp_path, CLOSED[name])
    assert tier not in STEPS, CLOSED[name]
    assert any(found.startswith("a run of a session that line") for _, found in told), told


@pytest.mark.parametrize("name", OPEN)
def test_what_runs_open_ones_alone_gets_steps(name, tmp_path):
    tier, told = outcome_of(tmp_path, OPEN[name])
    assert (tier in STEPS, told) == (True, []), OPEN[name]
