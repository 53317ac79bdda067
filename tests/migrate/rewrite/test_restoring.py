"""Where a program waits for the errors of checkpoints that are not there."""

import pytest

from migrate.pipeline import migrate

PROGRAM = """\
import tensorflow as tf


class Trainer:
    def __init__(self, path, other):
        weight = tf.get_variable("weight", [])
        self.saver = tf.train.Saver()
        mine = tf.train.Saver()
        given = other
        twice = tf.train.Saver()
        for twice in [other]:
            pass
        with tf.Session() as sess:
            {body}
            print(sess.run(weight))
"""
TRIED = """try:
                {statement}
            except {errors}:
                print("a new one")"""
LOOKED_AT = {
    "mine.restore(sess, path)": "mine.restore({session}, compat.restorable(path))",
    "self.saver.restore(sess=sess, save_path=path)": (
        "self.saver.restore(sess={session}, save_path=compat.restorable(path))"
    ),
}
LEFT = [
    "given.restore(sess, path)",
    "twice.restore(sess, path)",
    "other.restore(sess, path)",
    "mine.save(sess, path)",
]


def rewritten(tmp_path, body):
    path = tmp_path / "train.py"
    path.write_text(PROGRAM.format(body=body))
    return migrate([path]).changes[0].after.decode()


@pytest.mark.parametrize("errors", ["ValueError", "(OSError, tf.errors.NotFoundError)"])
@pytest.mark.parametrize("statement", LOOKED_AT)
def test_the_path_is_looked_at(tmp_path, statement, errors):
    after = rewritten(tmp_path, TRIED.format(statement=statement, errors=errors))
    session = "None" if "    variables = compat.VariableStore()" in after else "sess"
    assert f" {LOOKED_AT[statement].format(session=session)}\n" in after


@pytest.mark.parametrize("statement", LEFT)
def test_what_may_be_no_saver_is_left(tmp_path, statement):
    assert "restorable" not in rewritten(tmp_path, TRIED.format(statement=statement, errors="ValueError"))


def test_without_a_need_it_is_left(tmp_path):
    assert "restorable" not in rewritten(tmp_path, "mine.restore(sess, path)")
    tried = TRIED.format(statement="mine.restore(sess, path)", errors="Exception")
    assert "restorable" not in rewritten(tmp_path, tried)
