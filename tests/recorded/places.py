"""What stands for targets, and for what `with` statements enter, in an instrumented program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import libraries
from .libraries import ALL, SIZE

if TYPE_CHECKING:
    from .recorder import Recorder


class _Place:
    """The target of a statement: what is stored in its `value` is told when it is there."""

    def __init__(self, recorder: Recorder, site: int, one: Any, key: Any) -> None:
        self.recorder = recorder
        self.site = site
        self.one = one
        self.key = key
        self.old: Any = None

    def changed(self, value: Any) -> None:
        if value is self.old and libraries.is_mutable(value):
            self.recorder.write(self.site, value, ALL)


class AttributePlace(_Place):
    @property
    def value(self) -> Any:
        self.old = self.recorder.attribute(self.site, self.one, self.key)
        return self.old

    @value.setter
    def value(self, value: Any) -> None:
        self.recorder.at(self.site)
        setattr(self.one, self.key, value)
        self.recorder.write_attribute(self.site, self.one, self.key)
        self.changed(value)

    @value.deleter
    def value(self) -> None:
        delattr(self.one, self.key)
        self.recorder.write_attribute(self.site, self.one, self.key)


class ItemPlace(_Place):
    @property
    def value(self) -> Any:
        self.old = self.recorder.item(self.site, self.one, self.key)
        return self.old

    @value.setter
    def value(self, value: Any) -> None:
        self.recorder.at(self.site)
        is_new = isinstance(self.one, dict) and self.key not in self.one
        self.one[self.key] = value
        if libraries.is_container(self.one):
            self.recorder.write(self.site, self.one, libraries.item(self.one, self.key))
            if is_new:
                self.recorder.write(self.site, self.one, SIZE)
        self.changed(value)

    @value.deleter
    def value(self) -> None:
        self.recorder.at(self.site)
        del self.one[self.key]
        if libraries.is_container(self.one):
            self.recorder.write(self.site, self.one, SIZE if isinstance(self.one, dict) else ALL)


class Managed:
    """A context that is entered and left by its `with` statement, whatever stood before that."""

    def __init__(self, recorder: Recorder, site: int, one: Any) -> None:
        self._recorder = recorder
        self._site = site
        self._one = one

    def __enter__(self) -> Any:
        self._recorder.at(self._site)
        return type(self._one).__enter__(self._one)

    def __exit__(self, *error: Any) -> Any:
        self._recorder.at(self._site)
        return type(self._one).__exit__(self._one, *error)
