"""`tf.device` as TF 1 had it: with names, and with functions that choose for each operation."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import tensorflow as tf

from ._tf import placement as tf_placement
from ._types import Device


@contextlib.contextmanager
def device(device_name_or_function: Device) -> Iterator[None]:
    """Reproduces TF 1's `tf.device`, which also took a function from an operation to a device.

    Scopes merge as in a graph: the innermost is asked first, and a function sees as `op.device` what those
    within it chose. Setters written for TF 1, such as `tf.compat.v1.train.replica_device_setter` or one that
    sends variables to the CPU, choose for variables what they chose there: they see an operation of type
    `VariableV2` with its shape and type, though a variable of today is none.

    In a `tf.function` or a graph a function is asked about each operation. In eager mode it is asked about
    each as it runs, without its inputs, and about a call of a `tf.function` as `StatefulPartitionedCall`.

    Args:
      device_name_or_function: a name, `tf.DeviceSpec`, function, or None, which forgets the scopes around.
    """
    spec = device_name_or_function
    if isinstance(spec, (tf.DeviceSpec, tf.compat.v1.DeviceSpec)):
        spec = spec.to_string()
    with contextlib.ExitStack() as stack:
        if not tf.executing_eagerly():
            stack.enter_context(tf.compat.v1.device(spec))
        elif callable(spec) or tf_placement.any_at_once():
            stack.enter_context(tf_placement.at_once(spec))
        else:
            stack.enter_context(tf.device(spec))
        if callable(spec) and tf.compat.v1.executing_eagerly_outside_functions():
            stack.enter_context(tf.variable_creator_scope(_create))
        yield


def device_name(device_name_or_function: Device) -> str:
    """The name of the device on which an operation that computes is inside `device(…)` of the argument.

    For the devices of a strategy, where towers of TensorFlow 1 were placed by functions.

    Args:
      device_name_or_function: what `device` takes.

    Raises:
      ValueError: it is no name of a device.
    """
    with tf.Graph().as_default():
        inputs = tf.zeros([1, 1])
        with device(device_name_or_function):
            return str(tf.matmul(inputs, inputs).device)


def _create(create: Callable[..., tf.Variable], **spec: Any) -> tf.Variable:
    with placing(**{**spec, "name": tf_placement.in_scope(spec.get("name") or "Variable")}):
        return create(**spec)


@contextlib.contextmanager
def placing(
    name: str, dtype: Any = None, shape: Any = None, initial_value: Any = None, **_: Any
) -> Iterator[None]:
    """Inside, a variable of this description, with its full name, goes where the functions around want it."""
    if not tf_placement.has_functions():
        yield
        return
    if not callable(initial_value) and initial_value is not None:
        initial = tf.convert_to_tensor(initial_value, dtype)
        dtype, shape = initial.dtype, initial.shape
    with tf_placement.only(tf_placement.of_variable(name, dtype or tf.float32, shape)):
        yield
