"""What a command found and did, as plain values: the one thing that every report is written from.

The JSON report is these values and nothing else, by the names that they have here; `schema/` holds its
schema, and docs/reports.md says what each means. A value that is added raises the second number of `VERSION`,
one that changes or goes raises the first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from migrate.model.kinds import Kind
from migrate.model.tier import ESTIMATOR, Tier, standing

VERSION = "1.2"
UNCHANGED = "unchanged"
STANDINGS = (
    *(standing(tier.value, of) for tier in Tier for of in ("", ESTIMATOR) if not of or tier is Tier.COMPAT),
    UNCHANGED,
)
"""What a program may stand as, the best first."""


@dataclass(frozen=True)
class Place:
    """Where something stands: lines and columns count from 1, columns in bytes of UTF-8; 0 is the whole file.

    In a notebook the line is one of a `cell`, counted from 1. `text` is the line itself, as it stands.
    """

    path: str
    line: int = 0
    column: int = 0
    cell: int = 0
    text: str = ""

    @property
    def character(self) -> int:
        """The column in characters."""
        before = self.text.encode("utf-8", "surrogatepass")[: max(self.column - 1, 0)]
        return len(before.decode("utf-8", "replace")) + 1

    def __str__(self) -> str:
        path = f"{self.path}:cell {self.cell}" if self.cell else self.path
        return f"{path}:{self.line}:{self.column}" if self.line else path


@dataclass(frozen=True)
class Finding:
    """A diagnostic; where it `bars` its `programs` from tiers, it is why they are on none of them."""

    code: str
    severity: str
    place: Place
    found: str
    instead: str
    bars: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """What was found, and the way out, in one line."""
        without = f": {', '.join(f'not {tier}' for tier in self.bars)}" if self.bars else ""
        way_out = f" · instead {self.instead}" if self.instead else ""
        return f"found {self.found}{without}{way_out}"


@dataclass(frozen=True)
class ToDo:
    """What is left to do by hand: the diagnostic, and what it is worth, in words."""

    finding: Finding
    worth: str


@dataclass(frozen=True)
class Value:
    """What a run fetches: the expression, and what that is, in words; both in the names of the block."""

    expression: str
    kind: str

    @property
    def is_special(self) -> bool:
        """Whether it is anything else than a value that the graph computes."""
        return self.kind not in ("", Kind.SYMBOLIC.value)


@dataclass(frozen=True)
class Fed:
    """What a run feeds: for what, and the value."""

    key: str
    value: str


@dataclass(frozen=True)
class Run:
    """A call that runs the graph: what it fetches as it stands in the text, and each value of that.

    `purpose` is `step`, `initialise`, `assign` (it gives a variable a value of Python's) or `python` (nothing
    of the graph is behind it). An `open` one may feed what it names, or elements of that, and need not.
    """

    place: Place
    purpose: str
    expression: str
    fetches: tuple[Value, ...]
    feeds: tuple[Fed, ...]
    open: bool = False


@dataclass(frozen=True)
class Towers:
    """A loop over devices: one tower's device, what the loop goes through, and what averages gradients."""

    place: Place
    device: str
    over: str
    averaged_by: str
    collects: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """A block that opens a session, of a function, a class or the module, and what is not followed in it."""

    name: str
    place: Place
    runs: tuple[Run, ...]
    towers: tuple[Towers, ...]
    obstacle: str = ""


@dataclass(frozen=True)
class Symbol:
    """A use of one of TensorFlow's names, by its name of TensorFlow 1."""

    symbol: str
    place: Place


@dataclass(frozen=True)
class Facts:
    """What the analysis found in one module."""

    path: str
    entry: Place | None
    imports: tuple[str, ...]
    sessions: tuple[Symbol, ...]
    blocks: tuple[Block, ...]
    cluster: tuple[Symbol, ...]


@dataclass(frozen=True)
class Program:
    """A file that runs sessions, what becomes of it, and the number of its unit, which changes as a whole.

    `tier` is `None` where it stays as it is. `steps_of` says whose its steps are, where they are none of its
    own text: an `estimator`'s.
    """

    path: str
    tier: str | None
    strategy: str
    unit: int
    steps_of: str = ""

    @property
    def standing(self) -> str:
        """Its tier in words, as it is told and counted: `compat (estimator)`, or `unchanged`."""
        return standing(self.tier, self.steps_of) or UNCHANGED


@dataclass(frozen=True)
class Change:
    """Lines that stay, the lines removed and added behind them, and the codes of the rules behind that."""

    context: tuple[str, ...]
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hunk:
    """A part of a file that changes: the lines at which it begins, and in a notebook the cell."""

    before: int
    after: int
    changes: tuple[Change, ...]
    cell: int = 0


@dataclass(frozen=True)
class File:
    """A file that changes; its hunks are left out where all together would be too long."""

    path: str
    unit: int
    added: int
    removed: int
    hunks: tuple[Hunk, ...]
    left_out: bool = False


@dataclass(frozen=True)
class Unit:
    """Programs that share files: what is found in them."""

    number: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Difference:
    """A value that differs: at which step, which, how much, and the lines that made the step."""

    step: int
    name: str
    amount: float
    original: str
    rewritten: str


@dataclass(frozen=True)
class Curve:
    """A number that both programs gave, at each of the steps of its verification."""

    name: str
    original: tuple[float, ...]
    rewritten: tuple[float, ...]


@dataclass(frozen=True)
class Series:
    """What was compared step by step; of many steps some, among them those of the largest differences.

    `weights` is the largest difference of any element of a variable behind each step.
    """

    steps: tuple[int, ...] = ()
    curves: tuple[Curve, ...] = ()
    weights: tuple[float, ...] = ()


@dataclass(frozen=True)
class Scope:
    """Kernels that ran under one name, such as `tower_0/conv1`, or an empty one; and how many."""

    name: str
    kernels: int


@dataclass(frozen=True)
class Device:
    """What was on a device: the scopes with the most kernels first, and the variables."""

    name: str
    scopes: tuple[Scope, ...]
    variables: tuple[str, ...]


@dataclass(frozen=True)
class Crossing:
    """How many bytes went from one device to another, in all steps."""

    source: str
    target: str
    bytes: int


@dataclass(frozen=True)
class Placement:
    """What was seen to run where in one of two programs, `original` or `rewritten`, in so many steps."""

    side: str
    steps: int
    devices: tuple[Device, ...]
    crossings: tuple[Crossing, ...]


@dataclass(frozen=True)
class Verification:
    """How a program compared with its original when both were run.

    `status` is `same`, `different` or `not compared`. `first` is the first value that differs at all,
    `beyond` the first that differs by more than the tolerance.
    """

    command: str
    path: str
    tier: str | None
    status: str
    headline: str
    details: tuple[str, ...]
    notes: tuple[str, ...]
    devices: str
    tolerance: float
    steps: int = 0
    largest: float = 0.0
    first: Difference | None = None
    beyond: Difference | None = None
    series: Series = field(default_factory=Series)
    placements: tuple[Placement, ...] = ()


@dataclass(frozen=True)
class Rule:
    """The title and the explanation of a code that is named."""

    code: str
    title: str
    explanation: str


@dataclass(frozen=True)
class Result:
    """All that a command found and did.

    `mode` is what was done to files: `in place`, `preview` (nothing), or `elsewhere`, to `output`. `stray`
    are findings in files of no unit; `to_do` is in order of worth; `kept` is where runs were kept.
    """

    command: str
    version: str
    mode: str = "preview"
    output: str | None = None
    programs: tuple[Program, ...] = ()
    units: tuple[Unit, ...] = ()
    stray: tuple[Finding, ...] = ()
    files: tuple[File, ...] = ()
    facts: tuple[Facts, ...] = ()
    to_do: tuple[ToDo, ...] = ()
    verifications: tuple[Verification, ...] = ()
    rules: tuple[Rule, ...] = ()
    kept: str | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, those of units behind those of stray files."""
        return self.stray + tuple(one for unit in self.units for one in unit.findings)
