"""`tf.TensorShape` and `tf.Dimension`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .unsure import Modelled, meant, unsure
from .world import now


class Dimension(int):
    """A known size of TF 1: a number that has a `value`."""

    @property
    def value(self) -> int:
        return int(self)


class UnknownDimension:
    """A size that is not known."""

    value = None

    def __eq__(self, other: object) -> bool:
        return other is None

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "?"

    def _unknown(self, *_: Any) -> UnknownDimension:
        return self

    __add__ = __radd__ = __mul__ = __rmul__ = __sub__ = __rsub__ = __floordiv__ = _unknown

    def __int__(self) -> int:
        raise meant(TypeError("__int__ returned non-int (type NoneType)"))

    __index__ = __int__


class TensorShape(Modelled):
    """`tf.TensorShape`; its sizes have a `value` as in TF 1 where the program is one of TF 1."""

    def __init__(self, dims: Any) -> None:
        self.known = as_shape(dims)

    def as_list(self) -> list[int | None]:
        if self.known is None:
            raise meant(ValueError("as_list() is not defined on an unknown TensorShape."))
        return list(self.known)

    def __iter__(self) -> Iterator[Any]:
        if self.known is None:
            raise meant(ValueError("Cannot iterate over a shape with unknown rank."))
        return iter([_size(one) for one in self.known])

    def __getitem__(self, key: Any) -> Any:
        if self.known is None:
            return TensorShape(None) if isinstance(key, slice) else _size(None)
        if isinstance(key, slice):
            return TensorShape(self.known[key])
        return _size(self.known[key])

    def __len__(self) -> int:
        if self.known is None:
            raise meant(ValueError("Cannot take the length of shape with unknown rank."))
        return len(self.known)

    def __bool__(self) -> bool:
        return self.known is not None

    def __eq__(self, other: object) -> bool:
        return self.known == as_shape(other)

    __hash__ = object.__hash__

    @property
    def ndims(self) -> int | None:
        return None if self.known is None else len(self.known)

    rank = ndims

    @property
    def dims(self) -> Any:
        return (
            None
            if self.known is None
            else [Dimension(one) if one is not None else UnknownDimension() for one in self.known]
        )

    def num_elements(self) -> int | None:
        if self.known is None or None in self.known:
            return None
        return int(np.prod(self.known or (1,)))

    def is_fully_defined(self) -> bool:
        return self.known is not None and None not in self.known

    def assert_is_fully_defined(self) -> None:
        if not self.is_fully_defined():
            raise meant(ValueError(f"Shape {self} is not fully defined"))

    def with_rank(self, rank: int) -> TensorShape:
        if self.known is None:
            return TensorShape([None] * rank)
        if len(self.known) != rank:
            raise meant(ValueError(f"Shape {self} must have rank {rank}"))
        return self

    def merge_with(self, other: Any) -> TensorShape:
        told = as_shape(other)
        if self.known is None or told is None:
            return TensorShape(told if self.known is None else self.known)
        return TensorShape([a if a is not None else b for a, b in zip(self.known, told, strict=False)])

    def concatenate(self, other: Any) -> TensorShape:
        told = as_shape(other)
        return TensorShape(None if self.known is None or told is None else (*self.known, *told))

    def __add__(self, other: Any) -> TensorShape:
        return self.concatenate(other)

    def __radd__(self, other: Any) -> TensorShape:
        return TensorShape(other).concatenate(self)

    def is_compatible_with(self, other: Any) -> bool:
        told = as_shape(other)
        if self.known is None or told is None:
            return True
        return len(self.known) == len(told) and all(
            a is None or b is None or a == b for a, b in zip(self.known, told, strict=False)
        )

    def __str__(self) -> str:
        if self.known is None:
            return "<unknown>"
        words = ", ".join("?" if one is None else str(one) for one in self.known)
        return f"({words},)" if len(self.known) == 1 else f"({words})"

    def __repr__(self) -> str:
        return f"TensorShape({None if self.known is None else list(self.known)})"


def _size(one: int | None) -> Any:
    if now().is_tf2:
        return one
    return UnknownDimension() if one is None else Dimension(one)


def as_shape(given: Any) -> tuple[int | None, ...] | None:
    """A shape as a tuple with `None` for sizes that are not known; `None` if nothing is."""
    from .nodes import Tensor

    if given is None:
        return None
    if isinstance(given, TensorShape):
        return given.known
    if isinstance(given, Tensor):
        value = static_value(given)
        return None if value is None else tuple(int(one) for one in np.atleast_1d(value))
    if isinstance(given, (int, np.integer)):
        return (int(given),)
    if hasattr(given, "symbolic_value"):
        return None
    if not hasattr(given, "__iter__"):
        unsure(f"a shape of type {type(given).__name__}")
    return tuple(_as_size(one) for one in given)


def _as_size(one: Any) -> int | None:
    from .nodes import Tensor

    if one is None or isinstance(one, UnknownDimension):
        return None
    if isinstance(one, Tensor) or hasattr(one, "symbolic_value"):
        value = static_value(one)
        return None if value is None else int(value)
    if isinstance(one, float) and not one.is_integer():
        raise meant(TypeError(f"Dimension value must be integer, got {one}"))
    return None if int(one) == -1 else int(one)


def static_value(given: Any) -> Any:
    """`tf.get_static_value`: what a tensor is known to be without a run, or `None`."""
    from .nodes import Tensor
    from .operations import folded_now

    return folded_now(given) if isinstance(given, Tensor) else None
