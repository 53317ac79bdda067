"""Which initial values of a graph's variables are fixed, so that another program must begin with the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import tensorflow as tf

from ..records import Array, is_uniform
from .values import is_constant


def initialised(fetches: Any, variables: Iterable[Any]) -> list[Any]:
    """Those of some variables that a run of `fetches` gives their initial values."""
    ops = before(op for op in map(_operation, tf.nest.flatten(fetches)) if op is not None)
    return [one for one in variables if one.initializer in ops]


def is_fixed(variable: Any) -> bool:
    """Whether a variable begins with numbers that its operations' own seeds fix.

    A seed of the graph fixes none: what it gives an operation depends on all that was built before.
    """
    if variable.graph.seed is not None:
        return False
    own = before(tensor.op for tensor in _assigned(variable))
    stateful = [op for op in own if op.op_def is not None and op.op_def.is_stateful]
    return bool(stateful) and all(_has_seed(op) for op in stateful)


def is_filled(variable: Any, value: Array) -> bool:
    """Whether a variable begins with one constant everywhere, such as zeros: `value` is what it begins with.

    Other constants may be what Python or NumPy drew while the graph was built.
    """
    return is_uniform(value) and all(map(is_constant, _assigned(variable)))


def _assigned(variable: Any) -> list[Any]:
    """The tensors that initialising a variable assigns to it."""
    return [tensor for tensor in variable.initializer.inputs if tensor.dtype != tf.resource]


def _has_seed(op: Any) -> bool:
    names = {attribute.name for attribute in op.op_def.attr}
    return {"seed", "seed2"} <= names and bool(op.get_attr("seed") or op.get_attr("seed2"))


def _operation(fetched: Any) -> Any:
    if isinstance(fetched, tf.Operation):
        return fetched
    return getattr(fetched, "op", None)


def before(ops: Iterable[Any]) -> set[Any]:
    """Some operations, and all that they wait for."""
    found, waiting = set[Any](), list(ops)
    while waiting:
        op = waiting.pop()
        if op not in found:
            found.add(op)
            waiting.extend([*op.control_inputs, *(tensor.op for tensor in op.inputs)])
    return found
