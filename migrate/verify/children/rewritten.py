"""Runs a rewritten program on the original's initial values, and watches what its steps have become.

These are functions, those of tier `compat` pruned to what they return; in tier `wrapped` runs of a
`compat.Program`, in tier `graph` runs of sessions, whose variables get their values once initialised.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Iterator
from typing import Any

import tensorflow as tf

import compat
import emulate

from ..records import Array, Values
from .planting import PlantedVariables
from .recorder import Recorder
from .sessions import watch_class, watch_sessions
from .values import as_number

# Whose functions are no steps of the program.
_LIBRARIES = ("tensorflow", "keras", "tf_keras")


@contextlib.contextmanager
def prepared(recorder: Recorder, gpus: int, initial: Values) -> Iterator[None]:
    """Inside, a rewritten script runs on `gpus` emulated GPUs, from `initial` values, and is recorded."""
    emulate.gpus(gpus)
    variables = PlantedVariables(initial)
    _watch_functions(recorder, variables)
    watch_sessions(recorder, initial)
    watch_class(recorder, compat.Program, initial)
    with tf.variable_creator_scope(variables.create):
        yield


def _watch_functions(recorder: Recorder, variables: PlantedVariables) -> None:
    """Have each outermost eager call of a `tf.function`, or of a function pruned out of a graph, recorded."""
    function = tf.function(lambda: None)
    _watch_calls(recorder, variables, type(function))
    _watch_calls(recorder, variables, type(function.get_concrete_function()))


def _watch_calls(recorder: Recorder, variables: PlantedVariables, owner: Any) -> None:
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


def _is_library(function: Any) -> bool:
    """Whether `function` was made of Python code of a library; one pruned out of a graph has no such code."""
    made_of = getattr(function, "python_function", None)
    module = getattr(inspect.unwrap(made_of), "__module__", None) if made_of is not None else None
    return (module or "").partition(".")[0] in _LIBRARIES


def _returned(result: Any) -> list[tuple[str, Array]]:
    """The numbers in what a function returned, by place; the components of a value per replica one by one."""
    found: list[tuple[str, Array]] = []
    for leaf in tf.nest.flatten(result, expand_composites=True):
        readable = hasattr(leaf, "numpy") and leaf.dtype not in (tf.resource, tf.variant)
        number = as_number(leaf.numpy()) if readable else None
        if number is not None:
            found.append((str(len(found)), number))
    return found
