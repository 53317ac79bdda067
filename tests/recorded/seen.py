"""What a recorder keeps: edges, runs of functions, and objects that are followed."""

from __future__ import annotations

from typing import Any, NamedTuple


class Edge(NamedTuple):
    """A statement reads what another one wrote, or calls a function.

    Attributes:
      what: "name", "field" or "call".
      place: the scope that a variable belongs to, or that is called; of a field the statement that made the
        object, if one did, or -1.
      name: of the variable or attribute, or a key of a container, in brackets.
    """

    what: str
    writer: int
    reader: int
    place: int
    name: str


class Stop(BaseException):
    """Raised in a program that has run for long enough."""


class Activation:
    """One run of a function, and the statement that it is at."""

    __slots__ = ("scope", "site")

    def __init__(self, scope: int) -> None:
        self.scope = scope
        self.site = -1


class Known:
    """An object whose locations are followed; `maker` is the statement that made it, or -1."""

    __slots__ = ("held", "maker", "written")

    def __init__(self, held: Any, maker: int) -> None:
        self.held = held
        self.maker = maker
        self.written: dict[Any, int] = {}
