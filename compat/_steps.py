"""Steps that run only what they return, as a Session ran only what was fetched."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NoReturn

import tensorflow as tf

from . import _tf
from ._feed_values import fed_array
from ._keys import fed_tensors, keys_of, leaves_of
from ._packing import packing
from ._program.lifting import READS


def session_step(
    body: Callable[..., Any], input_signature: Sequence[tf.TypeSpec], *, returns_inputs: bool
) -> Callable[..., Any]:
    """Trace `body` once, and return a function that computes what it returned and runs nothing else.

    Where `body` returns results and a dictionary of values beside them, the attribute `beside` of the step
    gives, for the names of some of these, a step that computes no others. Where what may be fed is a
    dictionary, `keys` gives for one of its names the keys of all elements. See `VariableStore.pruned`.
    """
    traced = _tf.trace(body.__name__, body, input_signature)
    inputs, outputs = traced.returned if returns_inputs else (traced.arguments, traced.returned)
    names = None if returns_inputs else list(inspect.signature(body).parameters)

    def giving(wanted: Any) -> Callable[..., Any]:
        leaves = tf.nest.flatten(wanted, expand_composites=True)
        has_value = [not isinstance(leaf, tf.Operation) and leaf is not None for leaf in leaves]
        taking = traced.pruned(leaves, READS)

        pack = packing(wanted)

        def given(computed: Sequence[tf.Tensor]) -> Any:
            results = iter(computed)
            return pack(next(results).numpy() if one else None for one in has_value)

        if isinstance(inputs, dict):
            return _open_step(inputs, taking, given)
        # What is fed may be a structure, such as the state of a cell.
        sources = tf.nest.flatten(inputs, expand_composites=True)
        fed = [_spec(tensor) for tensor in sources]
        try:
            compute = taking(sources)
        except _tf.NotFedError as error:
            compute = _not_fed(error)

        def call(*args: Any, **kwargs: Any) -> Any:
            values = args if names is None or not kwargs else _in_order(names, args, kwargs)
            flat = [leaf for key, value in zip(inputs, values, strict=True) for leaf in leaves_of(key, value)]
            return given(compute(*(converted(value, spec) for value, spec in zip(flat, fed, strict=True))))

        return call

    @functools.cache
    def beside(asked: frozenset[str]) -> Callable[..., Any]:
        results, values = outputs
        return giving((results, {name: values[name] for name in values if name in asked}))

    step = giving(outputs)
    step.beside = beside  # type: ignore[attr-defined]
    if isinstance(inputs, dict):
        step.keys = lambda name: keys_of(inputs[name], (name,))  # type: ignore[attr-defined]
    return step


def _open_step(
    inputs: Mapping[str, Any],
    taking: Callable[[Sequence[tf.Tensor]], Callable[..., Sequence[tf.Tensor]]],
    given: Callable[[Sequence[tf.Tensor]], Any],
) -> Callable[[Mapping[Any, Any]], Any]:
    """A step that is fed any of `inputs`, or of their elements: a function for each set of tensors."""
    functions: dict[tuple[int, ...], Callable[..., Sequence[tf.Tensor]]] = {}

    def call(feed: Mapping[Any, Any]) -> Any:
        fed = {id(tensor): (tensor, value) for tensor, value in fed_tensors(inputs, feed)}
        sources = tuple(sorted(fed))
        if sources not in functions:
            try:
                functions[sources] = taking([fed[one][0] for one in sources])
            except _tf.NotFedError as error:
                functions[sources] = _not_fed(error)
        return given(functions[sources](*(converted(fed[one][1], _spec(fed[one][0])) for one in sources)))

    return call


def _not_fed(error: Exception) -> Callable[..., NoReturn]:
    """What fails when it is called, as a run did that fed no value for a placeholder."""
    found = f"You must feed a value: {error}"

    def call(*_: Any) -> NoReturn:
        raise tf.errors.InvalidArgumentError(None, None, found)

    return call


def _spec(tensor: Any) -> tf.TensorSpec:
    if not tf.is_tensor(tensor):
        raise TypeError(f"Cannot interpret feed_dict key as Tensor: {tensor!r} is none")
    return tf.TensorSpec(tensor.shape, tensor.dtype, tensor.name)


def _in_order(names: Sequence[str], args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
    given = dict(zip(names, args, strict=False)) | kwargs
    if len(args) + len(kwargs) != len(names) or given.keys() != set(names):
        was = f"{len(args)} values and {', '.join(kwargs)}"
        raise TypeError(f"The step takes {', '.join(names)}, but was called with {was}")
    return [given[name] for name in names]


def converted(value: Any, spec: tf.TensorSpec) -> tf.Tensor:
    """A value as `Session.run` took it for a placeholder: of the placeholder's type, and of its shape.

    A tensor of that type is taken as it is, and a variable's value.

    Raises:
      TypeError: an integer that the placeholder's type cannot hold.
      ValueError: it does not fit the placeholder's shape, or NumPy makes nothing of its type of it.
    """
    dtype = spec.dtype
    if not tf.is_tensor(value) or tf.executing_eagerly() and value.dtype != dtype:
        array = fed_array(value, dtype.as_numpy_dtype, spec.name)
        if array.dtype.kind in "biufc":  # a copy: the caller may change its own
            value = _tf.to_eager(array.copy(), dtype.as_datatype_enum)
        else:
            value = tf.convert_to_tensor(array, dtype)
    if not spec.shape.is_compatible_with(value.shape):
        of = f" for {spec.name}" if spec.name else ""
        raise ValueError(f"Cannot feed value of shape {value.shape}{of}, which has shape {spec.shape}")
    return value if isinstance(value, tf.Tensor) else tf.convert_to_tensor(value)


def as_placeholders(signature: Sequence[tf.TypeSpec]) -> list[tf.TypeSpec]:
    """`signature` with arguments in the graph called `Placeholder`, as TF 1's without a name were.

    By the name of the parameter, which TensorFlow takes, what the step calls so would be numbered.
    """
    return [
        tf.TensorSpec(spec.shape, spec.dtype, "Placeholder")
        if isinstance(spec, tf.TensorSpec) and spec.name is None
        else spec
        for spec in signature
    ]


def fixed_step(
    function: Any,
    signature: Sequence[tf.TypeSpec],
    names: Sequence[str],
    scope: Callable[[], AbstractContextManager[None]],
) -> Callable[..., Any]:
    """A `tf.function` that is traced here for `signature`, without the checks that allow for others.

    Its arguments, of these `names`, are what a session was fed, or tensors. Where it is part of another
    function, or functions run eagerly, `function` is called in `scope`.
    """
    fixed = _tf.flat_call(function.get_concrete_function())

    def call(*args: Any, **kwargs: Any) -> Any:
        values = _in_order(names, args, kwargs) if kwargs else args
        if len(values) == len(signature):
            values = [_converted_or_kept(*pair) for pair in zip(values, signature, strict=True)]
            if _runs_functions() and all(isinstance(value, tf.Tensor) for value in values):
                return fixed(values)
        with scope():
            return function(*values)

    return call


def _converted_or_kept(value: Any, spec: tf.TypeSpec) -> Any:
    """A value as it was fed; what no session took, such as one for each replica, as it is."""
    is_fed = isinstance(spec, tf.TensorSpec) and not isinstance(value, tf.distribute.DistributedValues)
    return converted(value, spec) if is_fed else value


def _runs_functions() -> bool:
    return tf.executing_eagerly() and not tf.config.functions_run_eagerly()
