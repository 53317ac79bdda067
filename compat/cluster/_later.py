"""What a step will have given, once a worker has done it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import tensorflow as tf


class Later(np.lib.mixins.NDArrayOperatorsMixin):
    """A value that a step gives when a worker has done it: a NumPy value to all that looks at it.

    Only a look waits. So a loop that prints a loss every hundred steps has the workers busy in between.

    Args:
      wait: gives the value.
    """

    def __init__(self, wait: Callable[[], Any]) -> None:
        self._wait = wait

    def numpy(self) -> Any:
        """Itself, which stands for a NumPy value, without waiting."""
        return self

    def fetch(self) -> Any:
        """The NumPy value, when it is there.

        Raises:
          ClusterError: a parameter server was lost.
          tf.errors.OpError: as the step did.
        """
        return self._wait()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        value = np.asarray(self.fetch(), dtype)
        return value.copy() if copy else value

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if any(isinstance(one, Later) for one in options.get("out", ())):
            del options["out"]  # of `total += loss`, which gives the name another value
        return getattr(ufunc, method)(*(_now(one) for one in inputs), **options)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        del types

        def now(value: Any) -> Any:
            if isinstance(value, (list, tuple)):
                return type(value)(map(now, value))
            return _now(value)

        return function(*map(now, args), **{key: now(value) for key, value in kwargs.items()})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # protocols that ask what this is, and not what it stands for
            raise AttributeError(name)
        return getattr(self.fetch(), name)

    def __getitem__(self, key: Any) -> Any:
        return self.fetch()[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.fetch()[key] = _now(value)

    def __iter__(self) -> Any:
        return iter(self.fetch())

    def __len__(self) -> int:
        return len(self.fetch())

    def __contains__(self, value: Any) -> bool:
        return value in self.fetch()

    def __bool__(self) -> bool:
        return bool(self.fetch())

    def __int__(self) -> int:
        return int(self.fetch())

    def __float__(self) -> float:
        return float(self.fetch())

    def __index__(self) -> int:
        return int(self.fetch().__index__())

    def __round__(self, digits: int | None = None) -> Any:
        return round(self.fetch(), digits)

    def __hash__(self) -> int:
        return hash(self.fetch())

    def __format__(self, spec: str) -> str:
        return format(self.fetch(), spec)

    def __str__(self) -> str:
        return str(self.fetch())

    def __repr__(self) -> str:
        return repr(self.fetch())


def _now(value: Any) -> Any:
    return value.fetch() if isinstance(value, Later) else value


@dataclass(frozen=True)
class Fetched:
    """The value of a tensor that a step gives, which the program asks for its `numpy()`."""

    value: Any

    def numpy(self) -> Any:
        """The value."""
        return self.value


class Handed(Protocol):
    """A step that was handed out."""

    def wait(self) -> Any:
        """What it gives, once that is there: NumPy values, `Fetched` ones and None, in a structure."""


@dataclass(frozen=True)
class Results:
    """How the results of a step come: as the `first` of them did."""

    first: Any

    def of(self, handed: Handed, known: Mapping[int, int] | None = None) -> Any:
        """Those of a call: what is `known`, by its place, and the rest later."""
        leaves = [
            _given(handed, place, first, (known or {}).get(place))
            for place, first in enumerate(tf.nest.flatten(self.first))
        ]
        return tf.nest.pack_sequence_as(self.first, leaves)


def _given(handed: Handed, place: int, first: Any, known: int | None) -> Any:
    """One value of a call, by what it was in the first call."""

    def wait() -> Any:
        leaf = tf.nest.flatten(handed.wait())[place]
        return leaf.value if isinstance(leaf, Fetched) else leaf

    value = first.value if isinstance(first, Fetched) else first
    if value is None:
        return None
    if np.asarray(value).dtype.kind in "OSU":
        return Fetched(wait()) if isinstance(first, Fetched) else wait()  # a writer looks at its type
    if known is not None:
        told = np.asarray(known, np.asarray(value).dtype)[()]
        return Fetched(told) if isinstance(first, Fetched) else told
    return Later(wait)
