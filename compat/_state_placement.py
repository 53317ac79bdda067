"""Variables and queues of a cluster stand where TensorFlow 1.15 put them, also where no device names a task.

1.15 put an operation on the first device of the cluster, in the order of names, that its own device
allows: with a parameter server, on that. TensorFlow 2 prefers the task that the session belongs to. For what
computes, that changes nothing. But variables, queues and iterators would no longer be shared: a worker that
is not the chief would have its own, and wait forever for the chief to initialise them.
"""

from __future__ import annotations

import functools
import weakref
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import tensorflow as tf

from . import _tf

_OF_ONE_STEP = ("Stack", "TensorArray")  # handles that end with the step that makes them

_known: weakref.WeakKeyDictionary[Any, tuple[int, int]] = weakref.WeakKeyDictionary()
# Of each graph, the server that its state is placed for now, and the devices that its operations had before.
_placed: weakref.WeakKeyDictionary[Any, tuple[Any, dict[str, str]]] = weakref.WeakKeyDictionary()


def install() -> None:
    """Place state as 1.15 did in every session on a cluster."""
    _tf.before_extending(place)


def place(session: Any, *, own: Any = None) -> None:
    """Give the state that `session`, or a Program, has not seen yet a device with a job and a task.

    Variables of a Program, which are resources, stand where the references would that 1.15 had: what uses
    them goes to them. Where something else holds what is to be placed, it is left to a session. What is on
    the job of a Program's process, of no task, is this process's own, unless it is a global variable.

    Args:
      session: a session, or a Program.
      own: the job and the task of a Program's process.
    """
    version, seen = _known.get(session, (None, 0))
    if version == session.graph.version:
        return
    server, before = _placed.get(session.graph, ("", {}))
    if server != session.sess_str:  # a session elsewhere: a graph belongs to no cluster
        for name, device in before.items():
            _tf.place(session.graph.get_operation_by_name(name), device)
        before, seen = {}, 0
        _placed[session.graph] = session.sess_str, before
    if not session.sess_str:  # in this process: there are no other tasks
        _known[session] = session.graph.version, 0
        return
    operations = session.graph.get_operations()
    _known[session] = session.graph.version, len(operations)
    homeless = [op for op in operations[seen:] if _is_state(op) and not _is_placed(op)]
    if not homeless:
        return
    following = _following(operations, leads=_is_handle if own is None else _no_variable)
    devices = _in_order_of_old(session)
    shared = {one.op for one in session.graph.get_collection(tf.compat.v1.GraphKeys.GLOBAL_VARIABLES)}
    for group in (_tf.reached([op], following) for op in homeless):
        held = sorted((op for op in group if _is_placed(op)), key=lambda op: str(op.name))
        if held and own is None:
            continue  # TensorFlow puts all of them there, or they are placed by now
        asked = functools.reduce(lambda spec, op: spec.make_merged_spec(_spec(op)), group, tf.DeviceSpec())
        fitting = [_spec(held[0])] if held else [one for one in devices if _allows(asked, one)]
        if own is not None and asked.job == own.job and not held and not group & shared:
            fitting = [own]
        for device in fitting:
            for member in group.difference(held):
                before[member.name] = member.device
                _tf.place(member, _spec(member).replace(job=device.job, task=device.task).to_string())
            break


def _spec(operation: Any) -> Any:
    return tf.DeviceSpec.from_string(operation.device)


def _is_placed(operation: Any) -> bool:
    return None not in (_spec(operation).job, _spec(operation).task)


def _in_order_of_old(session: Any) -> list[Any]:
    """The devices of the cluster in the order in which 1.15 tried them."""
    devices = [tf.DeviceSpec.from_string(device.name) for device in session.list_devices()]
    kinds = [device for device in devices if device.device_type in ("GPU", "CPU")]
    return sorted(kinds, key=lambda device: (device.device_type != "GPU", device.to_string()))


def _allows(spec: Any, device: Any) -> bool:
    asked = (spec.job, spec.task, spec.device_type, spec.device_index)
    given = (device.job, device.task, device.device_type, device.device_index)
    return all(a is None or a == g for a, g in zip(asked, given, strict=True))


def _is_state(operation: Any) -> bool:
    """Whether `operation` makes, and is not only given, something that other sessions find by its name."""
    made = any(value.dtype == tf.resource or _tf.is_reference(value) for value in operation.outputs)
    given = any(_is_handle(value) for value in operation.inputs)
    return made and not given and not operation.type.startswith(_OF_ONE_STEP)


def _is_handle(value: Any) -> bool:
    return value.dtype in (tf.resource, tf.variant) or _tf.is_reference(value)


def _no_variable(value: Any) -> bool:
    return _is_handle(value) and value.op.type != "VarHandleOp"


def _following(operations: list[Any], leads: Callable[[Any], bool]) -> Callable[[Any], Iterator[Any]]:
    """A function from an operation to those that have to stand where it stands.

    Values that lead from one to the other are handles.
    """
    together = defaultdict(list)
    for operation in operations:
        for group in operation.colocation_groups():
            together[group].append(operation)

    def following(operation: Any) -> Iterator[Any]:
        for group in operation.colocation_groups():
            yield from together[group]
        yield from (value.op for value in operation.inputs if leads(value))
        for value in operation.outputs:
            if leads(value):
                yield from value.consumers()

    return following
