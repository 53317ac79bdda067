"""Tests of code that builds graphs."""

from __future__ import annotations

import tensorflow as tf

from ._program import Program, build_graph
from ._tf import testing
from ._types import SessionConfig


class TestCase(testing.TestCase):
    """`tf.test.TestCase` of TensorFlow 1: each test has a graph of its own, and sessions are Programs.

    `methodName` is that of the test, as `unittest` gives it.

    class SumTest(compat.TestCase):
        def test_sum(self):
            with self.cached_session() as session:
                self.assertAllEqual(session.run(tf.reduce_sum([[1, 2], [3, 4]], 0)), [4, 6])

    """

    def setUp(self) -> None:
        """Begin a test with a new graph and the seed of all tests."""
        build_graph()
        super().setUp()

    def opened(self, graph: tf.Graph, config: SessionConfig) -> Program:
        """What `session`, `cached_session` and `test_session` give."""
        return Program(graph=graph, config=config)
