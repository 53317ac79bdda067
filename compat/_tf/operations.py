"""Operations of a graph."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import tensorflow as tf
from tensorflow.python.eager import context
from tensorflow.python.framework import auto_control_deps, indexed_slices, kernels

# What a session gave for a sparse gradient.
IndexedSlicesValue = indexed_slices.IndexedSlicesValue


def eagerly() -> Any:
    """Inside, operations run at once, also where a graph is the default one: `init_scope` stays in that."""
    return context.eager_mode()


@contextlib.contextmanager
def tensors_as_objects() -> Iterator[None]:
    """While it lasts, tensors and variables compare as objects and have hashes, as in TF 1."""
    before = tf.Tensor._USE_EQUALITY
    tf.compat.v1.disable_tensor_equality()
    try:
        yield
    finally:
        if before:
            tf.compat.v1.enable_tensor_equality()


def is_traced(value: Any) -> bool:
    """Whether `value` is a tensor of a graph that is being traced, which no eager code can read."""
    return bool(tf.is_tensor(value)) and not hasattr(value, "numpy")


def operations_before(op: Any) -> list[Any]:
    """The operations that must run right before `op`."""
    return [*(tensor.op for tensor in op.inputs), *op.control_inputs]


def operations_after(op: Any) -> list[Any]:
    """The operations that use what `op` computes, or wait for it."""
    return [*(user for tensor in op.outputs for user in tensor.consumers()), *op._control_outputs]


def reached(start: Iterable[Any], following: Callable[[Any], Iterable[Any]]) -> set[Any]:
    """All operations that `following` leads to from those of `start`, these included."""
    seen: set[Any] = set()
    pending = list(start)
    while pending:
        op = pending.pop()
        if op not in seen:
            seen.add(op)
            pending.extend(following(op))
    return seen


def identity_of(graph: Any, op: tf.Operation) -> tuple[Any, ...]:
    """What tells `op`, of the graph being traced, from ops of its type, and is the same in another trace."""
    if op.type == "Const":
        return op.type, op.get_attr("value").SerializeToString()
    if op.type == "Placeholder":
        inner = op.outputs[0]
        outer = next((outer for outer, held in graph.captures if held is inner), None)
        if outer is not None and outer.dtype == tf.resource:
            return op.type, id(outer)
    return (op.type, *(str(tensor.shape) for tensor in op.outputs))


def has_effect(op: tf.Operation) -> bool:
    """Whether a `tf.function` runs `op` for its own sake, and it is more than a read, a check or a print."""
    return (
        bool(auto_control_deps.op_is_stateful(op))
        and op.type not in auto_control_deps.utils.RESOURCE_READ_OPS
        and op.type not in ("Assert", "Print", "PrintV2", "Placeholder")
    )


def forget(graph: Any, dead: set[tf.Operation]) -> None:
    """Leave the operations `dead` out of the function that is made of `graph`, which is being traced."""
    operations = graph.get_operations
    graph.get_operations = lambda: [op for op in operations() if op not in dead]


def runs_on_gpu(op_type: str) -> bool:
    """Whether some kernel of `op_type` is for GPUs."""
    registered = kernels.get_registered_kernels_for_op(op_type)
    return any(kernel.device_type in ("GPU", "DEFAULT") for kernel in registered.kernel)
