"""Local variables that begin with what the shared ones are when the training begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .connection import Connection


class Copies:
    """Those of this task, which are filled when the shared variables have values."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._all: list[tuple[Any, Callable[[], Any]]] = []
        self._filled = 0

    @property
    def variables(self) -> list[Any]:
        """Those that may not have their values yet."""
        return [variable for variable, _ in self._all]

    def add(self, variable: Any, value: Callable[[], Any]) -> None:
        """Have `variable` begin with what `value` reads of shared ones."""
        self._all.append((variable, value))

    def fill(self) -> None:
        """Give all of them their values, which they may have had before."""
        self._filled = 0
        self.fill_new()

    def fill_new(self) -> None:
        """Give those that were made since their values."""
        while self._filled < len(self._all):
            variable, value = self._all[self._filled]
            variable.assign(self._connection.call(value), read_value=False)
            self._filled += 1
