"""All that one program has while it is played: its graphs, its state, and what can be observed of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .unsure import Ended, unsure

if TYPE_CHECKING:
    from .expressions import Expr
    from .graphs import Graph

FUEL = 3000  # runs that a program may make: fetched numbers are noise, by which some loops never end


class World:
    """What there is for one program.

    Args:
      salt: gives fetched values other numbers, so that a program may branch otherwise.
      steps: how many runs may change variables; with the last of them the program is ended.

    Attributes:
      stack: the default graphs, the innermost last; `None` is eager mode.
      state: the values of the variables that are made eagerly.
      updates: for each run that changed variables, the new values by name.
      fetched: for each run that gave values, these in their order.
      final: the last value of each variable.
    """

    def __init__(self, salt: int, steps: int | None = None) -> None:
        self.salt = salt
        self.steps = steps
        self.is_ended = False  # by its last step
        self.fuel = FUEL
        self.is_tf2 = False  # whether sizes are plain numbers, and so on
        self.compares_by_value = False  # tensors and variables, in steps
        self.stack: list[Graph | None] = [None]
        self.outside: Graph | None = None  # what names and collections are in, in eager mode
        self.state: dict[Any, Expr] = {}
        self.draws: dict[Any, int] = {}
        self.seed: int | None = None
        self.creator: Any = None
        self.naming: tuple[str, int] | None = None  # the variable that begins, and how often before
        self.receivers: dict[
            Expr, tuple[str, int]
        ] = {}  # which variable began first with a draw without a seed
        self.begun_with: dict[Any, Expr] = {}  # what random operations gave variables that a store made
        self.has_streams = False  # whether eager draws have streams of their own, as a store's variables do
        self.sessions: list[Any] = []
        self.flags: dict[str, Any] = {}
        self.files: dict[str, Any] = {}
        self.globals: dict[str, Any] = {}
        self.updates: list[dict[str, Expr]] = []
        self.fetched: list[tuple[Expr, ...]] = []
        self.final: dict[str, Expr] = {}
        self.events: list[tuple[str, int]] = []  # the summaries that are written
        self.kept: list[Any] = []  # alive, since their identities are keys
        self.replica: Any = None
        self.parsed: Any = None

    @property
    def graph(self) -> Graph | None:
        """The default graph, or `None` in eager mode."""
        return self.stack[-1]

    def note(self, updates: dict[str, Expr]) -> None:
        """What a run made of the variables that it changed."""
        self.is_ended = self.is_ended or len(self.updates) == self.steps
        if self.is_ended:
            raise Ended
        self.updates.append(updates)

    def burn(self) -> None:
        """Count a run."""
        self.fuel -= 1
        if self.fuel < 0:
            unsure("too many runs: it may end by a number that is noise here")


_now: list[World] = []


def now() -> World:
    """The world of the program that is played."""
    return _now[-1]


def enter(world: World) -> None:
    """Play in this world from here on."""
    _now[:] = [world]
