"""What a program is drawn from: choices that Hypothesis makes and shrinks; and what was drawn so far."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypothesis import strategies as st

Lines = list[str]
Choice = TypeVar("Choice")


@dataclass
class Source:
    """The choices of one program. The first of several options is the one that shrinking prefers."""

    draw: Callable[[st.SearchStrategy[Any]], Any]
    constructs: set[str] = field(default_factory=set)
    helpers: dict[str, str] = field(default_factory=dict)  # what stands above the program, by name
    twists: int = 0  # constructs beyond plain graph building that may still be drawn
    wished: set[str] = field(default_factory=set)  # constructs that the program is to have, and has not yet
    module: bool = False  # whether the graph is built in the module
    ends: bool = False  # whether `return` may stand where it is built: nothing behind needs what it left out
    unseeded: bool = False  # whether initial values are chance, so that none may be printed
    fetched: list[str] = field(default_factory=list)  # tensors beside the loss that sessions may fetch
    effects: list[str] = field(default_factory=list)  # operations beside the training that they run
    optional: dict[str, str] = field(default_factory=dict)  # what is built only where a condition holds
    changes: dict[str, str] = field(default_factory=dict)  # how to write what building read of the host
    fed: dict[str, str] = field(default_factory=dict)  # placeholders beside x and y, and what they are fed
    held: dict[str, str] = field(default_factory=dict)  # what a container holds, by expressions of `ops`
    local: bool = False  # whether there are local variables
    summaries: bool = False
    saves: bool = False
    told: str = ""  # what a saver is told of the variable `kept`, if one is told something
    numbers: dict[str, int] = field(default_factory=dict)

    def chance(self, percent: int) -> bool:
        """True for so many programs of a hundred."""
        return bool(self.draw(st.integers(0, 99)) >= 100 - percent)

    def number(self, low: int, high: int) -> int:
        return int(self.draw(st.integers(low, high)))

    def pick(self, options: Sequence[Choice]) -> Choice:
        return options[self.draw(st.integers(0, len(options) - 1))]

    def fresh(self, stem: str) -> str:
        """A name that nothing else in the program has."""
        self.numbers[stem] = self.numbers.get(stem, 0) + 1
        return f"{stem}_{self.numbers[stem]}"

    def helper(self, name: str, text: str) -> str:
        """Has a definition written above the program; returns its name."""
        self.helpers.setdefault(name, text.strip("\n"))
        return name


@dataclass
class Scope:
    """What can be named at one place of a program.

    `target` is the tensor that statements build on; it may be bound anew here unless `sealed`. `items` is the
    list that they fill; `seconds` are other expressions for this list, `adders` callables that append to it.
    """

    target: str
    items: str
    sealed: bool = False
    seconds: list[str] = field(default_factory=list)
    adders: list[str] = field(default_factory=list)
    counters: tuple[str, ...] = ()  # whole numbers that loops count
    variables: tuple[str, ...] = ()  # names that hold a variable of the graph
    pairs: tuple[str, str] | None = None  # the names of a gradient and its variable
    loop: bool = False  # whether `break` and `continue` may stand here
    function: bool = False  # whether `return target` may stand here
    ends: bool = False  # whether `return` may stand here, and ends building and what it is for
    module: bool = False  # whether the names are the module's, so that functions need `global`
    depth: int = 0

    def inner(self, **changes: Any) -> "Scope":
        """The scope of a block in this one: what it names is gone behind it."""
        values = {**vars(self), "seconds": [*self.seconds], "adders": [*self.adders], "depth": self.depth + 1}
        return Scope(**{**values, **changes})


@dataclass(frozen=True)
class Construct:
    """One thing that programs do: where it may stand, and how it is written."""

    name: str
    write: Callable[[Source, Scope], Lines]
    fits: Callable[[Scope], bool]


class Catalogue(list[Construct]):
    """Constructs of one family, registered by the decorator `add`."""

    def add(
        self, name: str, fits: Callable[[Scope], bool] = lambda scope: True
    ) -> Callable[[Callable[[Source, Scope], Lines]], Callable[[Source, Scope], Lines]]:
        def register(write: Callable[[Source, Scope], Lines]) -> Callable[[Source, Scope], Lines]:
            self.append(Construct(name, write, fits))
            return write

        return register


def indented(lines: Lines) -> Lines:
    return ["    " + line for line in lines]
