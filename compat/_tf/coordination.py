"""The part of private TensorFlow that `ParameterServerStrategy` needs for steps of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python.distribute.coordinator import cluster_coordinator
from tensorflow.python.eager import context
from tensorflow.python.framework import auto_control_deps_utils as utils

ParameterServerLost = cluster_coordinator.PSUnavailableError


def made_in_turn(strategy: Any, create: Callable[..., Any], spec: dict[str, Any]) -> Any:
    """The variable that the scope of a `ParameterServerStrategy` makes: its parameter servers take turns.

    The scope itself is for code of replicas: in it, an optimizer of TensorFlow 1 fails elsewhere.
    """
    variable = strategy.extended._create_variable(create, **spec)
    while hasattr(variable, "get"):  # what wraps it is for replicas, and for reads that these cache
        variable = variable.get()
    return variable


def is_elsewhere(variable: Any) -> bool:
    """Whether a variable is on another task than this process is."""
    own = context.get_server_def()
    device = tf.DeviceSpec.from_string(getattr(variable, "device", "") or "")
    return own is not None and device.job is not None and device.job != own.job_name


def schedule(coordinator: Any, function: Callable[..., None], args: Sequence[Any]) -> Any:
    """Have a worker call `function`; what is there for each worker, it gets as that worker's.

    The coordinator's own method takes functions of TensorFlow alone: steps are called in another way, and
    convert what they give.
    """
    return coordinator._cluster.schedule(function, tuple(args), {})


def last_step(hooks: Iterable[Any]) -> int | None:
    """The global step at which one of a session's hooks ends it, where one does."""
    stopping = (one for one in hooks if isinstance(one, tf.compat.v1.train.StopAtStepHook))
    return min((one._last_step for one in stopping if one._last_step is not None), default=None)


def handle_of(iterator: Any) -> Any:
    """What names an iterator of eager code."""
    return iterator._iterator_resource


def variable_read(tensor: Any) -> Any:
    """What names the variable whose value a tensor of a trace is; `None` if it is computed."""
    op = getattr(tensor, "op", None)
    while op is not None and op.type == "Identity":
        op = op.inputs[0].op
    return op.inputs[0] if op is not None and op.type == "ReadVariableOp" else None


def handles_used(graph: Any) -> Iterator[tuple[Any, bool]]:
    """What names the variables, iterators and the like that a trace uses, and whether it may change them."""
    outer_of = {id(inner): outer for outer, inner in graph.captures}
    for op in graph.get_operations():
        for handles, changes in zip(utils.get_read_write_resource_inputs(op), (False, True), strict=True):
            yield from ((outer_of[id(one)], changes) for one in handles if id(one) in outer_of)


def captured_by(graph: Any, inner: Any) -> Any:
    """What a graph captured, by what stands for it inside."""
    return next((outer for outer, one in graph.captures if one is inner), None)
