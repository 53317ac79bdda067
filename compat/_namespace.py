"""A module of TensorFlow 1.15's names, each found when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from ._errors import SymbolError
from ._refusals import is_refused, message


class Namespace(ModuleType):
    """What `tensorflow.compat.v1` has under some name, with what it lost put back."""

    def __init__(
        self,
        name: str,
        symbol: str,
        source: Any,
        own: Mapping[str, Callable[[], Any]],
        wrapped: Callable[[str, ModuleType], Any],
    ) -> None:
        """Stand for `symbol` (`tf`, `tf.nn`, …), with the names of `own` before those of `source`.

        `wrapped` gives what stands for a module of `source`.
        """
        super().__init__(name, f"TensorFlow 1.15's `{symbol}`.")
        self.__path__: list[str] = []  # a package: what is under it can be imported
        self._symbol = symbol
        self._source = source
        self._own = own
        self._wrapped = wrapped

    def __getattr__(self, name: str) -> Any:
        symbol = f"{self._symbol}.{name}"
        if name in self._own:
            value = self._own[name]()
        elif name.startswith("__") or (hasattr(self._source, name) and not is_refused(symbol)):
            value = getattr(self._source, name)
            if isinstance(value, ModuleType):
                value = self._wrapped(symbol, value)
        else:
            raise SymbolError(message(symbol), name=name, obj=self)
        setattr(self, name, value)
        return value

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """The values by their names: programs look some up here, such as `tf.logging.__dict__["INFO"]`."""
        for name in dir(self._source):
            if not name.startswith("_"):
                getattr(self, name, None)
        return _found(self)

    def __dir__(self) -> list[str]:
        return sorted({*_found(self), *self._own, *dir(self._source)})


def _found(namespace: Namespace) -> dict[str, Any]:
    """What was asked for so far."""
    names: dict[str, Any] = vars(ModuleType)["__dict__"].__get__(namespace)
    return names
