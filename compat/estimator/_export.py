"""The decorator that gave the symbols of `tensorflow_estimator` their public names; here they keep their own.

The library's would also have each of them warn that Estimators are deprecated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class estimator_export:  # noqa: N801  (the library's name)
    """Takes the public names of a symbol, and gives the symbol back as it is."""

    def __init__(self, *args: str, v1: Sequence[str] | None = None) -> None:
        self._names = (args, v1)

    def __call__(self, symbol: T) -> T:
        return symbol

    def export_constant(self, module_name: str, name: str) -> None:
        """Nothing is to be done for a constant."""
