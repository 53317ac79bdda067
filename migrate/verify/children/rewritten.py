"""Runs a TensorFlow 2 program on another program's initial values, and watches its functions."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Iterator
from typing import Any

import tensorflow as tf

import emulate

from ..records import Array, Values
from .planting import PlantedVariables
from .recorder import Recorder
from .values import as_number

# Whose functions are no steps of the program.
_LIBRARIES = ("tensorflow", "keras", "tf_keras")


@contextlib.contextmanager
def prepared(recorder: Recorder, gpus: int, initial: Values) -> Iterator[None]:
    """Inside, a TensorFlow 2 script runs on `gpus` emulated GPUs, from `initial` values, and is recorded."""
    emulate.gpus(gpus)
    variables = PlantedVariables(initial)
    _watch_functions(recorder, variables)
    with tf.variable_creator_scope(variables.create):
        yield


def _watch_functions(recorder: Recorder, variables: PlantedVariables) -> None:
    """Have each outermost eager call of a `tf.function` recorded."""
    owner = type(tf.function(lambda: None))
    real = owner.__call__

    def call(function: Any, *args: Any, **kwargs: Any) -> Any:
        if not tf.executing_eagerly() or _is_library(function):
            return real(function, *args, **kwargs)
        with recorder.outermost() as outermost:
            result = real(function, *args, **kwargs)
            if outermost:
                returned = _returned(result)
                recorder.stop_clock()
                recorder.add_call(returned, variables.values(), variables.replicas_apart())
        return result

    owner.__call__ = call
    _watch_pruned(recorder, variables)


def _watch_pruned(recorder: Recorder, variables: PlantedVariables) -> None:
    """Have each outermost eager call of a function pruned out of a graph recorded."""
    owner: Any = type(tf.function(lambda: None).get_concrete_function())
    real = owner.__call__

    def call(function: Any, *args: Any, **kwargs: Any) -> Any:
        if not tf.executing_eagerly():
            return real(function, *args, **kwargs)
        with recorder.outermost() as outermost:
            result = real(function, *args, **kwargs)
            if outermost:
                returned = _returned(result)
                recorder.stop_clock()
                recorder.add_call(returned, variables.values(), variables.replicas_apart())
        return result

    owner.__call__ = call


def _is_library(function: Any) -> bool:
    module = getattr(inspect.unwrap(function.python_function), "__module__", None) or ""
    return module.partition(".")[0] in _LIBRARIES


def _returned(result: Any) -> list[tuple[str, Array]]:
    """The numbers in what a function returned, by place; the components of a value per replica one by one."""
    found: list[tuple[str, Array]] = []
    for leaf in tf.nest.flatten(result, expand_composites=True):
        readable = hasattr(leaf, "numpy") and leaf.dtype not in (tf.resource, tf.variant)
        number = as_number(leaf.numpy()) if readable else None
        if number is not None:
            found.append((str(len(found)), number))
    return found
