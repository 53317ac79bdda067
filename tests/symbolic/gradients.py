"""Gradients: of what, by what, as one uninterpreted expression."""

from __future__ import annotations

from typing import Any

from .nodes import Node, Tensor, conv
from .unsure import unsure
from .variables import Variable

# Operations through which no gradient goes.
CUT = {
    "stop_gradient",
    "argmax",
    "argmin",
    "equal",
    "not_equal",
    "less",
    "greater",
    "less_equal",
    "greater_equal",
    "shape",
    "size",
    "rank",
    "zeros_like",
    "ones_like",
    "assign",
    "floor",
    "ceil",
    "round",
    "sign",
    "logical_and",
    "logical_or",
    "logical_not",
    "one_hot",
    "in_top_k",
    "range",
    "assign_add",
    "assign_sub",
    "summary",
}


def gradients(ys: Any, xs: Any, grad_ys: Any = None, **options: Any) -> list[Any]:
    """`tf.gradients`: `None` for what no `y` depends on."""
    if options.get("stop_gradients") is not None:
        unsure("tf.gradients with stop_gradients")
    targets = tuple(conv(one) for one in (ys if isinstance(ys, (list, tuple)) else [ys]))
    many = xs if isinstance(xs, (list, tuple)) else [xs]
    if hasattr(many, "__len__") and len(many) == 0:
        return []
    reached = _reached(targets)
    return [_gradient(targets, one, conv(grad_ys), reached) for one in many]


def _reached(targets: tuple[Any, ...]) -> set[Any]:
    """The nodes and variables that the targets depend on, so that a gradient may go there."""
    found: set[Any] = set()
    waiting: list[Any] = list(targets)
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif isinstance(one, Variable):
            found.add(one)
        elif isinstance(one, Node) and one not in found:
            found.add(one)
            if one.kind not in CUT and not (one.kind == "cast" and not one.dtype.is_floating):
                waiting.extend(
                    part for pair in one.args for part in (pair if isinstance(pair, tuple) else (pair,))
                )
                waiting.extend(getattr(one, "depends", ()))
    return found


def _gradient(targets: tuple[Any, ...], by: Any, begun: Any, reached: set[Any]) -> Any:
    source = by if isinstance(by, Variable) else conv(by)
    if source not in reached:
        return None
    word = source.full if isinstance(source, Variable) else source
    made = Tensor(
        "grad",
        (("ys", targets), ("x", word), *((("grad_ys", begun),) if begun is not None else ())),
        source.known_shape,
        source.dtype,
    )
    made.is_gradient_of = source
    made.is_sparse = _looked_up(source, reached)
    return made


def _looked_up(source: Any, reached: set[Any]) -> bool:
    """Whether rows are taken of it, so that its gradient may be `IndexedSlices`."""
    for one in reached:
        if isinstance(one, Tensor) and one.kind in ("gather", "embedding_lookup"):
            params = dict(one.args).get("params")
            parts = params if isinstance(params, tuple) else (params,)
            if any(getattr(part, "kind", None) == "read" and part.args[0][1] is source for part in parts):
                return True
    return False


class _Slices(type):
    def __instancecheck__(cls, one: Any) -> bool:
        if (
            isinstance(one, Tensor)
            and getattr(one, "kind", "") in ("grad", "clipped")
            and one.__dict__.get("is_sparse")
        ):
            unsure("whether a gradient is IndexedSlices")
        return type(one) is cls


class IndexedSlices(metaclass=_Slices):
    """`tf.IndexedSlices`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        unsure("tf.IndexedSlices")
