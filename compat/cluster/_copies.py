"""Local variables that begin with what the shared ones are when the training begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ._connection import Connection


class Copies:
    """Those of this task, which are filled when the shared variables have values."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._all: list[_Copy] = []
        self._new: list[_Copy] = []  # of these, those that have not been filled

    @property
    def variables(self) -> list[Any]:
        """Those that may not have their values yet."""
        return [copy.variable for copy in self._all]

    def add(self, variable: Any, value: Callable[[], Any]) -> None:
        """Have `variable` begin with what `value` reads of shared ones."""
        self._all.append(_Copy(variable, value))
        self._new.append(self._all[-1])

    def fill(self) -> None:
        """Give all of them their values, which they may have had before."""
        self._fill(self._all)

    def fill_new(self) -> None:
        """Give those that were made since their values."""
        self._fill(self._new)

    def fill_some(self, variables: Sequence[Any]) -> None:
        """Give those that are among some variables their values, which they may have had before."""
        self._fill([copy for copy in self._all if any(copy.variable is one for one in variables)])

    def _fill(self, copies: Sequence[_Copy]) -> None:
        for copy in list(copies):
            copy.variable.assign(self._connection.call(copy.value), read_value=False)
            if copy in self._new:
                self._new.remove(copy)


@dataclass(frozen=True, eq=False)
class _Copy:
    variable: Any
    value: Callable[[], Any]
