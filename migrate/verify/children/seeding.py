"""Which initial values of a graph's variables seeds fix, so that another program must draw the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import tensorflow as tf


def initialised(fetches: Any, variables: Iterable[Any]) -> list[Any]:
    """Those of some variables that a run of `fetches` gives their initial values."""
    ops = _before(op for op in map(_operation, tf.nest.flatten(fetches)) if op is not None)
    return [one for one in variables if one.initializer in ops]


def is_fixed(variable: Any) -> bool:
    """Whether a variable begins with numbers that its operations' own seeds fix.

    A seed of the graph fixes none: what it gives an operation depends on all that was built before.
    """
    if variable.graph.seed is not None:
        return False
    own = _before(tensor.op for tensor in variable.initializer.inputs if tensor.dtype != tf.resource)
    stateful = [op for op in own if op.op_def is not None and op.op_def.is_stateful]
    return bool(stateful) and all(_has_seed(op) for op in stateful)


def _has_seed(op: Any) -> bool:
    names = {attribute.name for attribute in op.op_def.attr}
    return {"seed", "seed2"} <= names and bool(op.get_attr("seed") or op.get_attr("seed2"))


def _operation(fetched: Any) -> Any:
    if isinstance(fetched, tf.Operation):
        return fetched
    return getattr(fetched, "op", None)


def _before(ops: Iterable[Any]) -> set[Any]:
    found, waiting = set[Any](), list(ops)
    while waiting:
        op = waiting.pop()
        if op not in found:
            found.add(op)
            waiting.extend([*op.control_inputs, *(tensor.op for tensor in op.inputs)])
    return found
