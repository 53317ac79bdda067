"""Tests of graph-building code, as `compat.TestCase` runs them."""

import threading
import unittest

import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1


class Sums(compat.TestCase):
    __test__ = False  # pytest would run it in its own thread, and take its default graph away

    def test_variables_are_of_one_test(self):
        v = v1.get_variable("v", [2], initializer=tf.ones_initializer())
        with self.test_session() as session:
            assert isinstance(session, compat.Program)
            session.run(v1.global_variables_initializer())
            self.assertAllEqual(v.eval(), [1, 1])
            self.assertAllEqual(self.evaluate({"twice": v * 2})["twice"], [2, 2])
        with self.cached_session() as same:
            assert same is session

    def test_a_graph_of_its_own(self):
        v1.get_variable("v", [3])  # the other test's has another shape
        graph = tf.Graph()
        with self.session(graph=graph):
            x = v1.placeholder(tf.float32, [2])
            assert x.graph is graph
            assert v1.test.compute_gradient_error(x, [2], x * x, [2]) < 0.01

    def test_draws_are_seeded(self):
        with self.session() as session:
            self.assertAllEqual(
                session.run(tf.random.uniform([2], seed=1)),
                session.run(v1.random_uniform([2], seed=1)),
            )

    def test_an_error(self):
        with self.session() as session, self.assertRaisesOpError("not a number"):
            session.run(tf.debugging.check_numerics(float("nan"), "not a number"))


NAMES = [name for name in unittest.defaultTestLoader.getTestCaseNames(Sums) if name != "test_session"]


@pytest.mark.parametrize("name", NAMES)
def test_in_programs(name):
    result = unittest.TestResult()
    thread = threading.Thread(target=Sums(name).run, args=(result,))  # whose default graph is its own
    thread.start()
    thread.join()
    assert not result.failures + result.errors
    assert result.testsRun == 1
