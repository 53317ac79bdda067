"""The functions of `tf.layers`, made of its classes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ._layer import Layer, tensor_of

_HEAD = """Make a `{0}` and call it, as `tf.layers.{1}` of TF 1 did; gives its output: see `{0}`.

Args:
  inputs: a tensor, or what becomes one."""
_OF_CALL = {
    "training": "whether this is training: a bool, or a scalar tensor of that type.",
    "reuse": "whether the variables of a layer of this name are taken, as of `tf.compat.v1.variable_scope`.",
}


def functional(layer: type[Layer], name: str, *, last: Sequence[str] = ("reuse",)) -> Callable[..., Any]:
    """The function of `tf.layers` that makes a `layer` and calls it.

    Its arguments are `inputs`, the layer's and, where `last` names it, that of the call, `training`.

    Args:
      layer: the class.
      name: of the function.
      last: what the arguments end with, where the order is not the layer's. With `reuse`, which is for layers
        with variables, a `name` is the scope as it stands, so that two calls with one name share.
    """
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    of_layer, of_call = (inspect.signature(method).parameters for method in (layer, layer.call))
    known = {**of_call, **of_layer, "reuse": inspect.Parameter("reuse", kind, default=None)}
    first = [one for one in of_layer.values() if one.kind is kind and one.name not in last]
    inputs = inspect.Parameter("inputs", kind)
    signature = inspect.Signature([inputs, *first, *(known[argument] for argument in last)])

    def call(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs).arguments
        inputs = tensor_of(given.pop("inputs"))
        called = {"training": given.pop("training")} if "training" in given else {}
        if "reuse" in last:
            given |= {"_scope": given.get("name"), "_reuse": given.pop("reuse", None), "dtype": inputs.dtype}
        return layer(**given)(inputs, **called)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = "\n".join([_HEAD.format(layer.__name__, name), *_arguments(layer, last)])
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


def _arguments(layer: type[Layer], last: Sequence[str]) -> list[str]:
    """The lines of a function's docstring for the arguments of its layer, and for those of its call."""
    _, _, told = (inspect.getdoc(layer.__init__) or "").partition("Args:\n")
    of_layer, _, raises = told.partition("\nRaises:\n")
    # What a class takes beside is of no function.
    lines = [line for line in of_layer.splitlines() if line.strip() and not line.startswith("  kwargs:")]
    of_call = [f"  {name}: {_OF_CALL[name]}" for name in last if name in _OF_CALL]
    return [*lines, *of_call, *(["", "Raises:", raises.rstrip()] if raises else [])]
