"""Calls that run a graph: what they fetch, and what they feed."""

from __future__ import annotations

import ast
import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from .driver import Outside, Point
from .kinds import WITHOUT_VALUE, Kind
from .refusal import Refused


@dataclass(frozen=True, eq=False)
class Fetch:
    """One value that is fetched: an expression, the points that its names come from, and their kinds."""

    node: ast.expr
    sources: dict[str, frozenset[Point]]
    kinds: frozenset[Kind]

    @property
    def makers(self) -> frozenset[Point]:
        """The points that its names come from."""
        return frozenset[Point]().union(*self.sources.values())

    @property
    def is_operation(self) -> bool:
        """Whether it gives no value: `Session.run` returns `None` for it."""
        return bool(self.kinds) and self.kinds <= WITHOUT_VALUE

    @property
    def is_variable(self) -> bool:
        """Whether it is a variable itself, whose value depends on when it is read."""
        return isinstance(self.node, ast.Name) and self.kinds == {Kind.STATE}


@dataclass(frozen=True, eq=False)
class Feed:
    """One value that is fed, and for what; `placeholder` where that is simply a placeholder of the driver."""

    key: ast.expr
    value: ast.expr
    sources: dict[str, frozenset[Point]]
    placeholder: Point | None = None


@dataclass(frozen=True, eq=False)
class Element:
    """A key that is an element of what the driver calls `name`, by its indices."""

    name: str
    indices: tuple[ast.expr, ...]


@dataclass(frozen=True, eq=False)
class Keys:
    """All keys that are elements of what the driver calls `name`, or of its elements."""

    name: str


# What stands for a key of what is fed, or for a list of keys, and what the driver calls it.
FeedKey: TypeAlias = "tuple[ast.expr, str | tuple[str, ...] | Element | Keys]"


@dataclass(frozen=True, eq=False)
class Monitored:
    """A session with hooks, which a statement opens at `point` by the call `opening`.

    `values` are what hooks ask for beside a run, by the names under which they will, and as `summary` what
    gives the merged summaries, where these are saved; `asked` is where they do so in the text, with these
    names. `closures` are the functions that see names of the block, with those that they do not ask for.
    `options` are the keywords of the call that mean the same where there are no graph and session. In a
    cluster, `server` is the name of the task's server, which the `master` tells.
    """

    point: Point
    opening: ast.Call
    values: Mapping[str, Fetch]
    asked: Mapping[ast.expr, str]
    options: tuple[ast.keyword, ...]
    closures: Mapping[ast.FunctionDef, frozenset[str]]
    master: ast.expr | None
    server: str | None = None


@dataclass(frozen=True, eq=False)
class Elsewhere:
    """The branch of a condition in which a session is of another process's server, at the address `target`.

    The condition is `header`; it is so where it holds, or `unless` it does. What is in `target` reaches `at`.
    """

    header: Point
    unless: bool
    target: ast.expr
    at: Point

    @property
    def test(self) -> ast.expr:
        """What decides."""
        assert isinstance(self.header.node, ast.If)
        return self.header.node.test


@dataclass(frozen=True, eq=False)
class Making:
    """A statement, at `point`, that makes a Supervisor by a call.

    `options` are the keywords of the call that mean the same where there are no graph and session; `step` is
    what is said to count the steps, a variable, and `saver` one that saves as its own would. `summaries` give
    those that it computes by itself, at times of its own.
    """

    point: Point
    call: ast.Call
    options: tuple[ast.keyword, ...]
    step: Fetch | None = None
    saver: Point | None = None
    summaries: Fetch | None = None


@dataclass(frozen=True, eq=False)
class Opening:
    """A statement, at `point`, that has a Supervisor open its session by a call, on the machine `master`.

    It keeps some keywords.
    """

    point: Point
    call: ast.Call
    kept: tuple[ast.keyword, ...]
    master: ast.expr | None


@dataclass(frozen=True, eq=False)
class Supervised:
    """A session that a Supervisor opens; conditions may choose between several calls that make or open it.

    In a cluster, `server` is the name of the task's server; the session may be of one `elsewhere` instead.
    """

    constructions: tuple[Making, ...]
    openings: tuple[Opening, ...]
    server: str | None = None
    elsewhere: Elsewhere | None = None


@dataclass(frozen=True, eq=False)
class OnServer:
    """A session that a block opens at `point`, by the call `opening`, on the server of its task, so named.

    Nothing looks after it: variables have the values that any task of the cluster gives them.
    """

    point: Point
    opening: ast.Call
    server: str


class EvaluatedPart(enum.Enum):
    """What an evaluation runs, by the names by which `compat.train.evaluate` knows it, in their order."""

    STEP = "eval_step"
    SUMMARY = "summary_step"
    FINAL = "final_step"


@dataclass(frozen=True, eq=False)
class Looped:
    """A call that opens a session, and runs in it what it is given until it is done.

    `options` are the keywords that mean the same where steps run; `step` is the variable that is said to
    count the steps, and `master` what says on which machine. The loop also runs the summaries, from time to
    time, where it `summarises`. Where the session has hooks, the site tells by whom it is monitored. A call
    that evaluates a checkpoint is several sites, each of a `part` of it; with the variables that it is told
    to `restore`, if that is so; one that `repeats` evaluates each checkpoint that comes, in a new session.
    """

    options: tuple[ast.keyword, ...] = ()
    summarises: bool = False
    step: Fetch | None = None
    master: ast.expr | None = None
    part: EvaluatedPart | None = None
    restores: ast.expr | None = None
    repeats: bool = False


@dataclass(frozen=True, eq=False)
class RunSite:
    """A call that runs the graph: of `Session.run`, or of a tensor's `eval` or an operation's `run`.

    `fetched` is the whole expression that is fetched, in the names of the driver, and `written` the same as
    it stands in the text; `fetches` are the values in it; `several` tells a list from a single one. With
    `feed_name` the values fed come from a dictionary of that name, or from a call, and `feed_keys` are the
    keys of every dictionary that this may be, each with its name in the driver, or with those of the whole
    list that it stands for; a site that `gives_int` made a Python int of its value. `obstacle` tells why only
    a step that runs nothing but what it returns can stand for the call. A site that `assigns` gives a
    variable a Python value, and does nothing else. `outside` tells where it stands if that is not in the
    class whose graph it runs. A site `raises` an AttributeError, and runs nothing, where it fetches an
    attribute that nothing sets. The expressions `at_once`, of Python values alone or handles of iterators,
    are all that the site fetches: TensorFlow 2 computes them where they stand. An `open` one may be fed any
    of its feeds, or their elements, in each call. Where the session is `monitored`, what is fetched has what
    its hooks may ask for behind it. `given` is a name for the value that it gives a variable that a step
    makes, and that variable: a placeholder for it is made where it is fetched. What a site `calls` is a
    function of Python's, which it fetches. A call that opens a session by itself is `looped`. One that
    `summarises` makes a Supervisor, which runs by itself what is fetched. One `in_hook` runs the session that
    a method of a hook is handed, and the other hooks have no part in it. `traced` are the options and the
    metadata of a run that tells what ran in it. No variable begins with what is `needless`: placeholders that
    are fed Python values where variables are initialised.
    """

    point: Point
    call: ast.Call
    written: ast.expr
    fetched: ast.expr
    fetches: tuple[Fetch, ...]
    several: bool
    feeds: tuple[Feed, ...]
    feed_name: ast.expr | None = None
    feed_keys: tuple[FeedKey, ...] = ()
    gives_int: bool = False
    obstacle: Refused | None = None
    assigns: tuple[ast.Name, ast.expr] | None = None
    outside: Outside | None = None
    raises: bool = False
    at_once: tuple[ast.expr, ...] = ()
    open: bool = False
    monitored: Monitored | None = None
    given: tuple[str, ast.expr] | None = None
    calls: bool = False
    looped: Looped | None = None
    summarises: bool = False
    in_hook: bool = False
    traced: tuple[ast.expr, ast.expr] | None = None
    needless: frozenset[Point] = frozenset()

    @property
    def fed(self) -> frozenset[Point]:
        """The placeholders that it feeds."""
        return frozenset(feed.placeholder for feed in self.feeds if feed.placeholder is not None)

    @property
    def returns_inputs(self) -> bool:
        """Whether something else than placeholders of the driver is fed, or not the same in each call."""
        return self.open or any(feed.placeholder is None for feed in self.feeds)

    @property
    def sources(self) -> frozenset[Point]:
        """The points whose definitions reach what it fetches."""
        return frozenset(
            point for fetch in self.fetches for points in fetch.sources.values() for point in points
        )

    @property
    def is_step(self) -> bool:
        """Whether it computes something, and neither initialises nor gives a value alone."""
        return self.assigns is None and not (self.initialises or self.raises or self.at_once or self.calls)

    @property
    def initialises(self) -> bool:
        """Whether it only runs initialisers."""
        starts = all(fetch.kinds == {Kind.INITIALIZER} for fetch in self.fetches)
        return self.assigns is None and not (self.at_once or self.calls) and starts
