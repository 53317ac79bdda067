"""Elements of shapes: `Dimension`s of TensorFlow 1 in the graphs that a thread builds, else ints or None."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from tensorflow.python.framework import func_graph, ops, tensor_shape

_steps: weakref.WeakSet[Any] = weakref.WeakSet()
_of_version_2 = tensor_shape.TensorShape._v2_behavior.fget


def give_dimensions(builds_graph: Callable[[], bool]) -> None:
    """Where `builds_graph()`, let shapes have `Dimension`s, but not while a step is traced.

    A `Dimension` that is not known is neither equal to a number nor unequal, nor equal to None.
    TensorFlow's own `disable_v2_tensorshape` changes all shapes of the process, those of steps too.
    """

    def _v2_behavior(shape: Any) -> bool:
        return bool(_of_version_2(shape)) and not (builds_graph() and not _is_in_step())

    tensor_shape.TensorShape._v2_behavior = property(_v2_behavior)


def note_step(graph: Any) -> None:
    """Know `graph` as one that a step is traced into."""
    _steps.add(graph)


def _is_in_step() -> bool:
    graph = ops.get_default_graph()
    while isinstance(graph, func_graph.FuncGraph):
        if graph in _steps:
            return True
        graph = graph.outer_graph
    return False
