"""Input functions in a graph of TF 1: there they are TensorFlow's own.

So a module that steps and sessions share is written once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from .. import _traces as traces

_P = ParamSpec("_P")
_R = TypeVar("_R")


def in_graphs(original: Callable[..., Any]) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Makes a function call `original` where a graph is built that is no function's."""

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        @functools.wraps(function)
        def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            return (original if traces.builds_plain_graph() else function)(*args, **kwargs)

        return call

    return decorate


class MadeInGraphs:
    """A class that has another one, `in_graphs`, made where a graph is built that is no function's."""

    in_graphs: Callable[..., Any]

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """An object of this class, or of that one; of a program's subclass always one of that."""
        if "in_graphs" in vars(cls) and traces.builds_plain_graph():
            return cls.in_graphs(*args, **kwargs)
        return super().__new__(cls)
