"""Normal forms, and whole numbers that are computed: counters, conditions on them, and shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .expressions import Expr, const, expr

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "floordiv": np.floor_divide,
    "mod": np.mod,
    "floormod": np.mod,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "less": np.less,
    "greater": np.greater,
    "less_equal": np.less_equal,
    "greater_equal": np.greater_equal,
    "equal": np.equal,
    "not_equal": np.not_equal,
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
}
_UNARY: dict[str, Callable[[Any], Any]] = {
    "negative": np.negative,
    "logical_not": np.logical_not,
    "abs": np.abs,
    "square": np.square,
}
_REDUCE: dict[str, Callable[..., Any]] = {
    "reduce_sum": np.sum,
    "reduce_prod": np.prod,
    "reduce_max": np.max,
    "reduce_min": np.min,
    "reduce_all": np.all,
    "reduce_any": np.any,
}


def fold(kind: str, args: tuple[Any, ...], dtype: str) -> Expr | None:
    """The simpler form of an operation, or `None`."""
    given = dict(args)
    values = [one for _, one in args]
    if kind in ("identity", "constant") and len(args) == 1:
        return values[0] if isinstance(values[0], Expr) else None
    if kind in ("shape", "size", "rank"):
        shape = getattr(values[0], "shape", None)
        if shape is None or (None in shape and kind != "rank"):
            return None
        known = {"shape": list(shape), "size": int(np.prod(shape or (1,))), "rank": len(shape)}[kind]
        return const(np.asarray(known), dtype)
    if kind in ("reduce_mean", "reduce_sum"):
        towers = _towers(given)
        if towers is not None:
            return tower_mean(towers) if kind == "reduce_mean" else added(towers)
    if kind == "add_n":
        parts = given["inputs"]
        return (
            added(parts) if isinstance(parts, tuple) and all(isinstance(one, Expr) for one in parts) else None
        )
    if kind == "cond":
        return _chosen(given)
    if kind in ("zeros", "ones", "fill") and dtype.startswith(("int", "bool")):
        shape = _whole(given.get("dims", given.get("shape")))
        value = 0 if kind == "zeros" else 1 if kind == "ones" else _whole(given["value"])
        if shape is not None and value is not None and np.prod(shape) < 64:
            return const(np.full(np.atleast_1d(shape).astype(int) if np.size(shape) else (), value), dtype)
        return None
    if kind == "cast":
        whole = _whole(values[0])
        if whole is not None and dtype.startswith(("int", "uint", "bool")):
            return const(np.asarray(whole).astype(dtype), dtype)
        if isinstance(values[0], Expr) and values[0].dtype == dtype:
            return values[0]
        return None
    return _numbers(kind, args, dtype)


def _numbers(kind: str, args: tuple[Any, ...], dtype: str) -> Expr | None:
    wholes = [
        _whole(one) for name, one in args if name not in ("axis", "keepdims", "dtype", "output_type", "T")
    ]
    if not wholes or any(one is None for one in wholes):
        return None
    given = dict(args)
    if kind in _BINARY and len(wholes) == 2 and len(args) == 2:
        return const(np.asarray(_BINARY[kind](*wholes)), dtype)
    if kind in _UNARY and len(args) == 1:
        return const(np.asarray(_UNARY[kind](wholes[0])), dtype)
    if kind in _REDUCE and "keepdims" not in given:
        axis = given.get("axis")
        place = None if axis is None else axis.value if isinstance(axis, Expr) else 0
        return const(
            np.asarray(_REDUCE[kind](wholes[0], axis=None if place is None else tuple(np.atleast_1d(place)))),
            dtype,
        )
    if kind == "item":
        return _item(given, dtype)
    if kind == "stack" and _is_zero(given.get("axis")):
        return const(np.asarray(wholes[0]), dtype)
    if kind == "concat" and isinstance(given["values"], tuple) and isinstance(given.get("axis"), Expr):
        parts = [one.value for one in given["values"]]
        return const(np.concatenate(parts, int(given["axis"].value)), dtype)
    if kind == "range":
        return const(
            np.arange(
                *[one for name in ("start", "limit", "delta") if (one := _whole(given.get(name))) is not None]
            ),
            dtype,
        )
    if kind == "expand_dims":
        return const(np.expand_dims(wholes[0], int(given["axis"].value) if "axis" in given else 0), dtype)
    return None


def _item(given: dict[str, Any], dtype: str) -> Expr | None:
    keys: list[Any] = []
    for key in given["keys"]:
        if isinstance(key, tuple):
            keys.append(slice(*(None if one is None else int(one.value) for one in key[1:])))
        elif isinstance(key, Expr):
            keys.append(int(key.value))
        else:
            return None
    return const(np.asarray(next(iter(given.values())).value[tuple(keys)]), dtype)


def _whole(one: Any) -> Any:
    """A small array of whole numbers or booleans, that is known."""
    if isinstance(one, tuple):
        parts = [_whole(part) for part in one]
        if any(part is None for part in parts):
            return None
        try:
            return np.array(parts)
        except ValueError:
            return None
    if (
        isinstance(one, Expr)
        and one.value is not None
        and one.value.dtype.kind in "iub"
        and one.value.size <= 256
    ):
        return one.value
    if isinstance(one, Expr) and is_count(one):
        return one.value
    return None


def is_count(one: Expr) -> bool:
    """Whether it is a whole number of floating-point type, such as a step that is counted in one."""
    value = one.value
    return (
        value is not None
        and value.shape == ()
        and value.dtype.kind == "f"
        and float(value).is_integer()
        and abs(value) < 2**11
    )


def _chosen(given: dict[str, Any]) -> Expr | None:
    """A branch, where the condition is known."""
    condition = given["pred"]
    if isinstance(condition, Expr) and condition.value is not None:
        return given["true"] if bool(condition.value) else given["false"]
    return None


def _towers(given: dict[str, Any]) -> tuple[Expr, ...] | None:
    """What each tower gives, where the first axis is that of the towers, however a helper stacked them."""
    axis = given.get("axis")
    first = next(iter(given.values()))
    if not (
        isinstance(axis, Expr) and axis.value is not None and axis.value.shape == () and int(axis.value) == 0
    ):
        return None
    if given.get("keepdims") is not None or not isinstance(first, Expr):
        return None
    inner = dict(first.args) if first.op in ("stack", "concat") else {}
    parts = inner.get("values")
    if not isinstance(parts, tuple) or not all(isinstance(one, Expr) for one in parts):
        return None
    if first.op == "stack" and _is_zero(inner.get("axis")):
        return parts
    if first.op == "concat" and _is_zero(inner.get("axis")) and all(_is_expanded(one) for one in parts):
        return tuple(one.args[0][1] for one in parts)
    return None


def _is_expanded(one: Expr) -> bool:
    """Whether a new first axis is all that it adds."""
    if one.op != "expand_dims":
        return False
    return _is_zero(dict(one.args).get("axis"))


def _is_zero(axis: Any) -> bool:
    return axis is None or (
        isinstance(axis, Expr) and axis.value is not None and axis.value.shape == () and int(axis.value) == 0
    )


def added(parts: tuple[Expr, ...]) -> Expr:
    """The sum in order; that of two does not depend on it."""
    ordered = tuple(sorted(parts, key=lambda one: one.digest)) if len(parts) == 2 else parts
    shape = next((one.shape for one in parts if one.shape is not None), None)
    return expr("add_n", ("inputs", ordered), shape=shape, dtype=parts[0].dtype)


def tower_mean(parts: tuple[Expr, ...]) -> Expr:
    """The mean over towers of one value of each."""
    return expr("tower_mean", ("inputs", parts), shape=parts[0].shape, dtype=parts[0].dtype)
