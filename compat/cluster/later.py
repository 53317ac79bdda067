"""What a step will have given, once a worker has done it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


class Later(np.lib.mixins.NDArrayOperatorsMixin):
    """A value that a step gives when a worker has done it: a NumPy value to all that looks at it.

    Only a look waits. So a loop that prints a loss every hundred steps has the workers busy in between.

    Args:
      wait: gives the value.
    """

    def __init__(self, wait: Callable[[], Any]) -> None:
        self._wait = wait

    def numpy(self) -> Later:
        """Itself, which stands for a NumPy value; it does not wait."""
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
