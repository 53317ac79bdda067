"""Random operations that run eagerly: which they are, what is computed from them, and how they run again."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python import pywrap_tfe
from tensorflow.python.eager import context
from tensorflow.python.framework import op_callbacks, op_def_registry

# The kind of an operation that ran, its inputs, its attributes (names and values in turn) and its outputs.
Seen = Callable[[str, Sequence[Any], Sequence[Any], Sequence[Any]], None]


@contextlib.contextmanager
def watching(seen: Seen) -> Iterator[None]:
    """Inside, `seen` is told of each operation that runs eagerly in this thread."""

    def told(
        kind: str, inputs: Any, attributes: Any, outputs: Any, op_name: Any = None, graph: Any = None
    ) -> None:
        del op_name
        if graph is None:
            seen(tf.compat.as_str(kind), inputs, attributes, outputs)

    op_callbacks.add_op_callback(told)
    try:
        yield
    finally:
        op_callbacks.remove_op_callback(told)


def is_random(kind: str) -> bool:
    """Whether operations of a kind draw numbers, from a stream that two seeds may fix."""
    definition = op_def_registry.get(kind)
    return definition is not None and {"seed", "seed2"} <= {one.name for one in definition.attr}


def has_seed(attributes: Sequence[Any]) -> bool:
    """Whether the attributes of a random operation fix the numbers that it draws."""
    given = dict(zip(attributes[::2], attributes[1::2], strict=True))
    return bool(given["seed"] or given["seed2"])


def run_again(kind: str, inputs: Sequence[Any], attributes: Sequence[Any], count: int) -> list[Any]:
    """Run an operation with `count` outputs eagerly, as it ran before."""
    handle = context.context()._handle
    given = zip(attributes[::2], attributes[1::2], strict=True)
    known = tuple(part for name, value in given if value is not None for part in (name, value))
    return list(pywrap_tfe.TFE_Py_Execute(handle, None, kind, list(inputs), known, count))


def own_kernel(
    kind: str, attributes: Sequence[Any], inputs: Sequence[Any]
) -> Callable[[Sequence[Any]], list[Any]]:
    """A function that runs one operation by a kernel of its own, whose stream of numbers begins with it.

    Eagerly, all operations of one kind and with the same attributes share a kernel.
    """
    operation = getattr(tf.raw_ops, kind)
    given = dict(zip(attributes[::2], attributes[1::2], strict=True))
    arguments = [one.name for one in op_def_registry.get(kind).input_arg]
    settings = {name: given[name] for name in inspect.signature(operation).parameters if name in given}

    def draw(*inputs: Any) -> Any:
        return operation(**dict(zip(arguments, inputs, strict=True)), **settings)

    specs = [tf.TensorSpec.from_tensor(one) for one in inputs]
    function = tf.function(draw, input_signature=specs, autograph=False).get_concrete_function()
    # Not by its own call, which those who watch a program's functions would see.
    return lambda values: tf.nest.flatten(function._call_flat(list(values), []))
