"""TensorFlow's class of tests, whose sessions a subclass opens."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import tensorflow as tf

from .._types import Session, SessionConfig


class TestCase(tf.test.TestCase):
    """`tf.test.TestCase`, whose `session`, `cached_session`, `test_session` and `evaluate` go by `opened`."""

    @abstractmethod
    def opened(self, graph: tf.Graph, config: SessionConfig) -> Session:
        """A session of a graph, or of the default one."""

    def _create_session(self, graph: tf.Graph, config: SessionConfig, force_gpu: bool) -> Any:
        if config is None:
            config = tf.compat.v1.ConfigProto(allow_soft_placement=not force_gpu)
        return self.opened(graph, config)
