"""Fewer transfers between a step and the tasks that hold its variables: many small tensors travel as one.

Traced code reads each variable, and hands each gradient to the variable's update, on its own. Here the values
that are read on one task are joined there and parted in the step's own process, and its gradients the other
way round. What is computed stays the same, to the bit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python.framework import ops

from .operations import operations_before, reached

_MOST_BYTES = 1 << 18  # of a tensor: joining copies it, and a larger one travels faster alone
_GRADIENTS = ("grad", "delta", "gradient")  # what updates call them


def pack(graph: Any, own: str, reads: Collection[str]) -> None:
    """Join the transfers of a step's `graph`, whose trace ends here; `own` is the device of this process.

    `reads` are the types of operations that leave a resource as it is.
    """
    order = {op: place for place, op in enumerate(graph.get_operations())}
    handles = [
        (inner, outer.device)
        for outer, inner in graph.captures
        if inner.dtype == tf.resource and outer.device not in ("", own)
    ]
    devices = {id(inner): device for inner, device in handles}
    uses = [(inner, op) for inner, _ in handles for op in inner.consumers() if op in order]
    writes = [op for _, op in uses if op.type not in reads]
    first_write = min((order[op] for op in writes), default=len(order))
    with graph.as_default(), ops.name_scope("packed/"), ops.control_dependencies(None):
        for group in _groups(_read(uses, order, first_write), devices):
            _join_reads(group, devices[id(group[0][0])], own)
        for group in _groups(_updated(uses), devices):
            if _are_independent([op for _, op in group], order):
                _join_gradients(group, devices[id(group[0][0])], own)


def _read(uses: Iterable[tuple[Any, Any]], order: dict[Any, int], before: int) -> list[tuple[Any, Any]]:
    """Handles, and the operations that read them before anything is written."""
    return [
        (handle, op)
        for handle, op in uses
        if op.type == "ReadVariableOp"
        and order[op] < before
        and not op.control_inputs
        and not _is_away(op)
        and _is_small(op.outputs[0])
        and not all(_is_away(user) for user in op.outputs[0].consumers())
    ]


def _updated(uses: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Handles, and the operations that hand dense gradients to them."""
    return [
        (handle, op)
        for handle, op in uses
        if op.type.startswith(("ResourceApply", "ResourceAccumulatorApply"))
        and op.inputs[0] is handle
        and _gradient(op) is not None
        and not _is_away(op.inputs[_gradient(op)].op)
        and _is_small(op.inputs[_gradient(op)])
    ]


def _groups(pairs: Sequence[tuple[Any, Any]], devices: dict[int, str]) -> list[list[tuple[Any, Any]]]:
    """The pairs by device and type of numbers, where there are several handles."""
    groups: dict[Any, list[tuple[Any, Any]]] = {}
    for handle, op in pairs:
        moved = op.outputs[0] if op.outputs else op.inputs[_gradient(op)]
        groups.setdefault((devices[id(handle)], moved.dtype), []).append((handle, op))
    return [group for group in groups.values() if len({id(handle) for handle, _ in group}) > 1]


def _join_reads(group: Sequence[tuple[Any, Any]], device: str, own: str) -> None:
    """Have all that reads the variables of `device` use what is read once, and travels as one."""
    first: dict[int, Any] = {}
    for handle, op in group:
        first.setdefault(id(handle), op)
    users = {op: [user for user in op.outputs[0].consumers() if not _is_away(user)] for _, op in group}
    parts = dict(zip(first, _moved([op.outputs[0] for op in first.values()], device, own), strict=True))
    for handle, op in group:
        for user in users[op]:
            _exchange(user, op.outputs[0], parts[id(handle)])


def _join_gradients(group: Sequence[tuple[Any, Any]], device: str, own: str) -> None:
    """Have the gradients for the variables of `device` travel as one."""
    gradients = [op.inputs[_gradient(op)] for _, op in group]
    for (_, op), part in zip(group, _moved(gradients, own, device), strict=True):
        op._update_input(_gradient(op), part)


def _moved(tensors: Sequence[Any], start: str, end: str) -> list[Any]:
    """The tensors, on another device, by one transfer."""
    shapes = [tensor.shape.as_list() for tensor in tensors]
    with ops.device(start):
        joined = tf.concat([tf.reshape(tensor, [-1]) for tensor in tensors], 0)
    with ops.device(end):
        sizes = [tensor.shape.num_elements() for tensor in tensors]
        return [tf.reshape(part, shape) for part, shape in zip(tf.split(joined, sizes), shapes, strict=True)]


def _are_independent(updates: Sequence[Any], order: dict[Any, int]) -> bool:
    """Whether no gradient needs one of these updates to be done before."""
    begin = min(order[op] for op in updates)
    needed = reached((op.inputs[_gradient(op)].op for op in updates), operations_before)
    late = (op for op in needed if order.get(op, 0) >= begin)
    return not any(op in updates or any(one.dtype == tf.resource for one in op.inputs) for op in late)


def _gradient(op: Any) -> Any:
    """Which input of an update is the gradient."""
    names = [argument.name for argument in op.op_def.input_arg]
    return next((names.index(name) for name in _GRADIENTS if name in names), None)


def _exchange(op: Any, before: Any, now: Any) -> None:
    for place, tensor in enumerate(op.inputs):
        if tensor is before:
            op._update_input(place, now)


def _is_away(op: Any) -> bool:
    """Whether code has said that `op` is to be on a task of its choice, or beside a variable."""
    if "/job:" in op.device:
        return True
    for group in op.colocation_groups():
        beside = op.graph.get_operation_by_name(group.decode().partition("@")[2])
        if beside is not op and (_is_handle(beside) or _is_away(beside)):
            return True
    return False


def _is_handle(op: Any) -> bool:
    return bool(op.type == "Placeholder" and op.outputs[0].dtype == tf.resource)


def _is_small(tensor: Any) -> bool:
    size = tensor.shape.num_elements()
    return size is not None and 0 < size * tensor.dtype.size <= _MOST_BYTES
