"""The names that code takes in a TF 1 graph: by operations, by scopes, and by variables."""

from __future__ import annotations

import enum
import functools
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from .driver import Point


class Takes(enum.Enum):
    """What a name is taken for."""

    OPERATION = "an operation, such as a placeholder"
    SCOPE = "a name scope"
    TAG = "a summary, whose tag it is"
    VARIABLE = "a variable that is named as an operation is"
    AVERAGED = "an operation whose moving average is kept, and named after it"
    SHARED = "a variable of `tf.get_variable`, named by the variable scopes around it"


@dataclass(frozen=True)
class Taken:
    """A name that is taken in a graph, by some statement each time that it runs.

    Attributes:
      what: what it is taken for.
      path: the names of the scopes around it, outermost first, and the name itself, as far as they are known.
      is_rooted: whether no other scope may be around these.
      is_open: whether the name itself is not in the path, as it is not known.
      by_default: TensorFlow gives the name by itself, for what may also be Python's alone, such as a sum.
      may_be_default: whether TensorFlow has that name itself.
    """

    what: Takes
    path: tuple[str, ...] = ()
    is_rooted: bool = False
    is_open: bool = False
    by_default: bool = False
    may_be_default: bool = True

    @property
    def is_variable(self) -> bool:
        """Whether a variable has the name."""
        return self.what in (Takes.VARIABLE, Takes.SHARED)

    def may_be(self, other: Taken) -> bool:
        """Whether both may ask for one name, by which one of them gets a number."""
        if self.what is other.what is Takes.SHARED and self.path == other.path:
            return (
                False  # one variable, or two in scopes that are not known: the same name is found, or fails
            )
        if self.by_default and not other.may_be_default or other.by_default and not self.may_be_default:
            return False
        if self.is_open or other.is_open:
            return not (self.is_rooted and other.is_rooted) or _agree(self.path, other.path)
        shorter, longer = sorted((self, other), key=lambda one: len(one.path))
        is_near = len(shorter.path) == len(longer.path) or not shorter.is_rooted
        return is_near and _agree(self.path[::-1], other.path[::-1])


NUMBER = "\0"  # stands for any number in a name
_MOST_NAMES = 10_000  # that are remembered: very large programs take fewer


def _agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two paths are alike as far as both go."""
    return all(_is_alike(*pair) for pair in zip(one, other, strict=False))


def _is_alike(one: str, other: str) -> bool:
    if NUMBER in one + other:
        return re.sub(r"[\d\0_]", "", one.lower()) == re.sub(r"[\d\0_]", "", other.lower())
    return family(one) == family(other)


@functools.lru_cache(_MOST_NAMES)
def family(name: str) -> str:
    """A name without capitals, by which TensorFlow tells none apart, and without numbers that it may add."""
    return without_numbers(name.lower())


def without_numbers(name: str) -> str:
    """A name without numbers that TensorFlow may add where it is taken already."""
    return re.sub(r"(_[\d\0]+)+$", "", name)


@dataclass(frozen=True)
class Rival:
    """A statement before another one, which may take a name that a variable or a tag of that one depends on.

    It takes `own` names only as a variable, from a variable or a tag itself: a step counts those of variables
    that are made outside of it, and where variables are made outside they alone are counted.
    Where that variable was `made` before by another statement, the rival came too late for it.
    """

    point: Point
    own: bool
    made: Point | None = None


class NamesInGraph(Protocol):
    """The names that the statements of a block take in its graph, as TF 1 built it."""

    def rivals(self, point: Point) -> Collection[Rival]:
        """The statements that run before one, or are it, and may take a name before a variable of it does."""

    def rivals_of_tags(self, point: Point) -> Collection[Rival]:
        """Those that take a name before a summary of it does, as far as both names are known."""

    def rivals_of_averages(self, point: Point) -> Collection[Point]:
        """Those that may take a name before an operation of it does whose moving average is kept."""

    def given(self, point: Point) -> str | None:
        """The name that TF 1 gave the one thing that a statement names, where that is known."""

    def wanted(self, point: Point) -> frozenset[Taken]:
        """The names among them, and of the scopes around, that those of its variables and tags depend on."""


class NoNames(NamesInGraph):
    """Of a block that is not followed."""

    def rivals(self, point: Point) -> Collection[Rival]:
        """None."""
        return ()

    def rivals_of_tags(self, point: Point) -> Collection[Rival]:
        """None."""
        return ()

    def rivals_of_averages(self, point: Point) -> Collection[Point]:
        """None."""
        return ()

    def given(self, point: Point) -> str | None:
        """It is not known."""
        return None

    def wanted(self, point: Point) -> frozenset[Taken]:
        """None."""
        return frozenset()
