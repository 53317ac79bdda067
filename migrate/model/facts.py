"""What the analysis finds: names, statements and what they are for, run sites and towers."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from .refusal import Refused
from .source import Module


class Role(enum.Enum):
    """What calling a symbol means to the program around it."""

    PURE = "computes a value, and nothing else"
    HOST = "runs at once, outside of any graph"
    PLACEHOLDER = "is fed"
    SHARED_VARIABLE = "creates or finds a variable by name"
    OWN_VARIABLE = "creates a variable that no other call finds"
    OPTIMIZER = "holds the state of an optimizer"
    TENSOR_OPTIMIZER = "holds the state of an optimizer whose rate cannot be a function"
    SCHEDULE = "computes a learning rate from the step"
    INITIALIZER = "initialises variables when run"
    SESSION = "opens a session"
    GRAPH = "makes or resets a graph"
    CONFIG = "configures a session"
    OPERATION = "groups operations"
    COLLECTS = "adds to a collection"
    READS_COLLECTION = "reads a collection"
    DRAW = "draws random numbers"
    READS_VARIABLES = "lists the variables that there are"
    GRADIENT = "computes gradients"
    LAYER = "creates variables that are named by their order in the graph"
    METRIC = "creates local variables, and names them as operations"
    TENSOR_AVERAGE = "keeps moving averages, named as the operations that they follow"
    EFFECT = "has an effect that a session leaves out unless it is fetched"
    ACTS = "has an effect if the object whose method it is belongs to the graph"
    SUMMARY = "adds a summary to those of the graph"
    READS_SUMMARIES = "merges the summaries of the graph"
    DATA = "describes a data set"
    INPUT = "takes the next element of an input"
    OBJECT = "is an object of the program's own that builds a part of the graph"
    SAVER = "saves and restores variables"
    WRITER = "writes event files"
    MODE = "switches TensorFlow to its first version's behaviour"
    UNSUPPORTED = "has effects or state that this lowering does not follow"


# What makes variables, or has some of its own.
MAKING_VARIABLES = frozenset(
    {
        Role.SHARED_VARIABLE,
        Role.OWN_VARIABLE,
        Role.LAYER,
        Role.METRIC,
        Role.OPTIMIZER,
        Role.TENSOR_AVERAGE,
        Role.TENSOR_OPTIMIZER,
    }
)


# Where TensorFlow 2 keeps TensorFlow 1's names; half-migrated programs call it `tf`.
TF1_IN_TF2 = "tensorflow.compat.v1"


@dataclass(frozen=True)
class Bindings:
    """What the expressions of one module refer to.

    `dotted` holds, for every `Name` and `Attribute` node that leads to an import, its full dotted name
    (`tf.train.Saver` is `tensorflow.train.Saver`); relative imports keep their leading dots.
    `functions` and `classes` are the module's own by name; `bound` all names of the module's scope;
    `shadowed` the names that a function binds itself; `prefixes` the nodes that only lead to an attribute,
    such as the `tf.train` of `tf.train.Saver`; `lambdas` names that stand for one lambda alone.
    """

    module: Module
    dotted: Mapping[ast.AST, str]
    functions: Mapping[str, ast.FunctionDef]
    classes: Mapping[str, ast.ClassDef]
    imports: tuple[str, ...]
    bound: frozenset[str]
    shadowed: frozenset[ast.AST]
    prefixes: frozenset[ast.AST]
    aliases: Mapping[str, str]
    lambdas: frozenset[str]

    def tensorflow(self, node: ast.AST) -> str | None:
        """The TF 1 name of what `node` refers to, such as `tf.train.Saver`, if it is TensorFlow's."""
        name = self.dotted.get(node)
        if name is None or not (name == "tensorflow" or name.startswith("tensorflow.")):
            return None
        name = name.replace(TF1_IN_TF2, "tensorflow", 1)
        return "tf" + name.removeprefix("tensorflow")

    @property
    def tensorflow_by_its_first_version(self) -> frozenset[str]:
        """The names under which the module has `tensorflow.compat.v1`, and TensorFlow under none other."""
        if "tensorflow" in self.aliases.values():
            return frozenset()
        return frozenset(name for name, target in self.aliases.items() if target == TF1_IN_TF2)


@dataclass(frozen=True)
class Obstacle:
    """A call inside a function that a step may not contain, with the words for it.

    Where it is an `effect` alone, a step that runs only what it returns may.
    """

    path: Path
    node: ast.AST
    what: str
    effect: bool = False


class Context(enum.Enum):
    """What a `with` item is for."""

    LIFECYCLE = "a graph or a session: a step needs none"
    DEVICE = "places what is inside: it goes into the step with it"
    SAME_SCOPE = "enters the variable scope that it is in: it ends what reuse_variables() began inside"
    BUILDING = "says how to build what is inside: it goes into the step with it"
    HOST = "means nothing to a graph"


# Names for state of the graph itself, which flows between statements as a variable does.
COLLECTIONS = "<collections>"
VARIABLE_SCOPE = "<variable scope>"
VARIABLES = "<variables>"
SUMMARIES = "<summaries>"
SLOTS = "<slots>"
GRAPH_STATE = frozenset({COLLECTIONS, VARIABLE_SCOPE, VARIABLES, SUMMARIES, SLOTS})


class Kind(enum.Enum):
    """What a statement of a driver is for."""

    HOST = "Python that runs outside of the graph"
    SYMBOLIC = "builds part of the graph"
    PLACEHOLDER = "a placeholder"
    STATE = "a variable"
    OPTIMIZER = "an optimizer"
    SCHEDULE = "a learning-rate schedule"
    OPERATION = "groups operations"
    APPLY = "applies gradients"
    AVERAGE = "updates moving averages"
    INITIALIZER = "an initialiser"
    SESSION = "a session"
    GRAPH = "a graph or a mode of TensorFlow"
    ALIAS = "another name for what a function is handed"
    CONFIG = "a session's configuration"
    FEED = "a feed_dict"
    DATA = "a data set or its iterator"
    SAVER = "a saver"
    WRITER = "a writer of event files"
    RUN = "runs the graph"
    HEADER = "the header of a compound statement"


# Statements that stay where they are; all others move into steps or go.
STAYING = frozenset({Kind.HOST, Kind.RUN, Kind.FEED, Kind.DATA, Kind.SAVER, Kind.WRITER})
# Values that live in the graph, or that steps create.
GRAPH_VALUES = frozenset(
    {
        Kind.SYMBOLIC,
        Kind.PLACEHOLDER,
        Kind.STATE,
        Kind.OPTIMIZER,
        Kind.SCHEDULE,
        Kind.OPERATION,
        Kind.APPLY,
        Kind.AVERAGE,
    }
)


@dataclass(frozen=True, eq=False)
class Outside:
    """A run of an object's graph outside of its class, where the object is `name`.

    `call` stands in `statement`, and feeds one of the dictionaries `fed`. It is `within` in the `body` that a
    method of the class would have for it, which fetches `fetched`, and feeds nothing for anything.
    """

    name: str
    statement: ast.stmt
    call: ast.Call
    fetched: ast.expr
    fed: tuple[ast.Dict, ...] = ()
    within: ast.Call | None = None
    body: tuple[ast.stmt, ...] = ()


@dataclass(frozen=True, eq=False)
class Handover:
    """A session that a block opens and gives to an object, which runs it in its methods.

    `makings` are the calls that make an object of the class `owner`, each with the name that alone stands for
    that object, if one does. `parameters` tells which parameter of a method is the session in every call,
    `arguments` what those calls pass for it; `names` are the names of the session in these. `outside` are the
    runs of what the objects have built by the blocks that made them.
    """

    owner: ast.ClassDef
    makings: Mapping[ast.Call, str | None]
    parameters: Mapping[ast.FunctionDef, str]
    arguments: Mapping[ast.Call, ast.expr | ast.keyword]
    names: frozenset[ast.AST]
    outside: tuple[Outside, ...] = ()


@dataclass(eq=False)
class Point:
    """A simple statement of the driver, or the header of a compound one.

    `uses` tells for each name the points whose definition may reach it; a name without points comes from
    outside the driver; `reaching` tells the same for every name, `outside` are the names that nothing before
    it in the driver has defined or changed. `parents` are the headers around it, outermost first. `called` is
    the role of what the statement calls itself; `contexts` tell what the items of a `with` are for.
    `holds_variable` tells that what it defines may be or contain a variable, `gives_variables` that it is
    variables and nothing else, `holds_several` that it may be a list or a dictionary. `made` are the classes
    of the objects it makes, `initialises` the names that it gives to initialisers. `gives` are the calls that
    make objects with a session, `handed` the names of sessions that it passes to such objects.
    """

    index: int
    node: ast.stmt
    parents: tuple[Point, ...]
    kind: Kind = Kind.HOST
    uses: dict[str, frozenset[Point]] = field(default_factory=dict)
    defines: frozenset[str] = frozenset()
    mutates: frozenset[str] = frozenset()
    roles: frozenset[Role] = frozenset()
    obstacles: tuple[Obstacle, ...] = ()
    reaching: dict[str, frozenset[Point]] = field(default_factory=dict)
    outside: frozenset[str] = frozenset()
    called: Role | None = None
    holds_variable: bool = False
    gives_variables: bool = False
    holds_several: bool = False
    made: frozenset[ast.ClassDef] = frozenset()
    initialises: frozenset[str] = frozenset()
    contexts: tuple[Context, ...] = ()
    gives: tuple[tuple[ast.Call, Handover], ...] = ()
    handed: frozenset[ast.AST] = frozenset()

    @property
    def is_straight(self) -> bool:
        """Whether it runs exactly once: nothing but `with` around it."""
        return all(isinstance(parent.node, ast.With) for parent in self.parents)

    def is_straight_within(self, header: Point) -> bool:
        """Whether it runs once in each turn of a loop: nothing but `with` between the two."""
        inner = self.parents[self.parents.index(header) + 1 :]
        return all(isinstance(parent.node, ast.With) for parent in inner)

    @property
    def is_graph(self) -> bool:
        """Whether it makes a graph, or gives the one that it enters a name."""
        enters = self.kind is Kind.HEADER and Context.LIFECYCLE in self.contexts
        return enters or self.kind is Kind.GRAPH

    @property
    def sources(self) -> frozenset[Point]:
        """Every point whose definition may reach the statement."""
        return frozenset(point for points in self.uses.values() for point in points)

    @property
    def own_nodes(self) -> Sequence[ast.AST]:
        """The statement itself; of a compound one only its header, without the block."""
        node = self.node
        if isinstance(node, ast.With):
            return node.items
        if isinstance(node, ast.For):
            return [node.target, node.iter]
        if isinstance(node, (ast.While, ast.If)):
            return [node.test]
        return [] if isinstance(node, ast.Try) else [node]

    def items(self, context: Context) -> Iterator[ast.withitem]:
        """The items of a `with` statement that are for `context`."""
        for found, item in zip(self.contexts, getattr(self.node, "items", ()), strict=True):
            if found is context:
                yield item

    def uses_kind(self, kind: Kind) -> bool:
        """Whether a value of this kind may reach the statement."""
        return any(point.kind is kind for point in self.sources)


@dataclass(frozen=True, eq=False)
class Handed:
    """A part of the graph, or the session, that a function is handed: what every call of it passes.

    `node` is that in the names of the driver, `sources` the points that these names come from.
    """

    node: ast.expr
    sources: dict[str, frozenset[Point]]

    @property
    def reached_by(self) -> frozenset[Point]:
        """The points that any of its names comes from."""
        return frozenset[Point]().union(*self.sources.values())


@dataclass(eq=False)
class Callee:
    """A function that runs the graph of a driver, as if its body stood where it is called.

    `bindings` are those of its module, which may be another than the driver's. `point` is its definition,
    which is among the parents of all points of its body; `handed` what its parameters stand for, where that
    is no Python value; `sees_driver` whether it knows the driver's names, `gives_feed` whether it returns
    what is to be fed; `calls` where the driver calls it, and `arguments` which ones of each call stand for
    what is handed; `named` are all places of the tree that name it; `aliases` what names of its own stand
    for, of what it is handed; `stray` tells why it cannot be read so.
    """

    bindings: Bindings
    node: ast.FunctionDef
    point: Point
    handed: Mapping[str, Handed]
    sees_driver: bool
    gives_feed: bool
    stray: Obstacle | None = None
    named: tuple[tuple[Path, ast.AST], ...] = ()
    aliases: dict[str, Handed] = field(default_factory=dict)
    calls: dict[ast.Call, Point] = field(default_factory=dict)
    arguments: dict[ast.Call, frozenset[ast.expr | ast.keyword]] = field(default_factory=dict)

    @property
    def known(self) -> Mapping[str, Handed]:
        """What all names of the function stand for that are no Python values."""
        return {**self.handed, **self.aliases}


@dataclass(frozen=True, eq=False)
class Continued:
    """A method that goes on where `__init__` ends, or the one before it, and the calls that make it do so."""

    method: ast.FunctionDef
    calls: tuple[ast.Call, ...]


@dataclass(frozen=True)
class Driver:
    """A block with run sites: of a function, of the module, or of its `if __name__ == '__main__'`.

    `closures` are the functions that see the block's names, with the names that they use. Where the block is
    the `__init__` of a class, its names include the object's attributes, and `methods` run what it builds;
    `takes` tells how the object gets its session, where it does not open it; `continued` are the methods that
    its block goes on in. `callees` are functions that it hands its session to, or the graph.
    """

    bindings: Bindings
    owner: ast.AST
    body: Sequence[ast.stmt]
    points: tuple[Point, ...]
    at: Mapping[ast.stmt, Point]
    closures: Mapping[ast.FunctionDef, frozenset[str]]
    methods: tuple[ast.FunctionDef, ...] = ()
    callees: tuple[Callee, ...] = ()
    takes: Handover | None = None
    continued: tuple[Continued, ...] = ()

    @property
    def owners(self) -> tuple[ast.AST, ...]:
        """What the block stands in: mostly one function or module, and the methods in which it goes on."""
        return (self.owner, *(one.method for one in self.continued))

    @property
    def takes_store(self) -> bool:
        """Whether the object is given its session, and so the store of its variables, when it is made."""
        return self.takes is not None and self.owner in self.takes.parameters

    @property
    def gives(self) -> tuple[tuple[ast.Call, Handover], ...]:
        """The calls that make objects with a session, and how these get it."""
        return tuple(given for point in self.points for given in point.gives)

    @property
    def path(self) -> Path:
        """The path of its file."""
        return self.bindings.module.path

    @property
    def is_global(self) -> bool:
        """Whether all functions of the module see its names."""
        return isinstance(self.owner, (ast.Module, ast.If))

    def callee(self, point: Point) -> Callee | None:
        """The function whose body a point stands in, if that is one that the driver hands its session to."""
        found = (one for one in self.callees if one.point in point.parents)
        return next(found, None)

    @property
    def visitors(self) -> Iterator[Callee]:
        """The functions of other modules among those that it hands its session to."""
        return (one for one in self.callees if one.bindings is not self.bindings)

    def bindings_at(self, point: Point) -> Bindings:
        """What the expressions of a point refer to: it may stand in a function of another module."""
        own = (one.bindings for one in self.visitors if one.point is point or one.point in point.parents)
        return next(own, self.bindings)

    def tensorflow(self, node: ast.AST) -> str | None:
        """The TF 1 name of what `node` refers to, in whichever module it stands."""
        found = (one.bindings.tensorflow(node) for one in self.visitors)
        return self.bindings.tensorflow(node) or next((name for name in found if name is not None), None)

    def path_of(self, node: ast.AST) -> Path:
        """The file that a node stands in: the driver's own, or that of a function of another module."""
        homes = (one.bindings.module.path for one in self.visitors if node in set(ast.walk(one.node)))
        return next(homes, self.path)

    def around(self, point: Point) -> frozenset[Point]:
        """The headers around a point, and around every call of the function that it stands in."""
        callee = self.callee(point)
        calls = callee.calls.values() if callee is not None else ()
        return frozenset(point.parents).union(*(self.around(call) for call in calls))

    def runs_once(self, point: Point) -> bool:
        """Whether a point runs exactly once: nothing but `with` around it, in a function called once too."""
        callee = self.callee(point)
        if callee is None or len(callee.calls) != 1:
            return point.is_straight
        return point.is_straight_within(callee.point) and all(
            self.runs_once(call) for call in callee.calls.values()
        )

    def shared(self, name: str) -> str:
        """How the block and all that runs what it builds call a new name: an attribute, in a class."""
        return f"self.{name}" if self.methods else name

    def under(self, node: ast.stmt) -> Iterator[Point]:
        """The point of a statement, and those of all statements inside it."""
        point = self.at[node]
        return (other for other in self.points if other is point or point in other.parents)


# What gives no value when it is fetched.
WITHOUT_VALUE = frozenset({Kind.APPLY, Kind.AVERAGE, Kind.OPERATION, Kind.INITIALIZER})


@dataclass(frozen=True, eq=False)
class Fetch:
    """One value that is fetched: an expression, the points that its names come from, and their kinds."""

    node: ast.expr
    sources: dict[str, frozenset[Point]]
    kinds: frozenset[Kind]

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


# What stands for a key of what is fed, or for a list of keys, and what the driver calls it.
FeedKey: TypeAlias = "tuple[ast.expr, str | tuple[str, ...]]"


@dataclass(frozen=True, eq=False)
class RunSite:
    """A call that runs the graph: of `Session.run`, or of a tensor's `eval` or an operation's `run`.

    `fetched` is the whole expression that is fetched, in the names of the driver, and `written` the same as
    it stands in the text; `fetches` are the values in it; `several` tells a list from a single one. With
    `feed_name` the values fed come from a dictionary of that name, or from a call, and `feed_keys` are the
    keys of every dictionary that this may be, each with its name in the driver, or with those of the whole
    list that it stands for; a site that `gives_int` made
    a Python int of its value.
    `obstacle` tells why only a step that runs nothing but what it returns can stand for the call. A site that
    `assigns` gives a variable a Python value, and does nothing else. `outside` tells where it stands if that
    is not in the class whose graph it runs. A site `raises` an AttributeError, and runs nothing, where it
    fetches an attribute that nothing sets.
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

    @property
    def fed(self) -> frozenset[Point]:
        """The placeholders that it feeds."""
        return frozenset(feed.placeholder for feed in self.feeds if feed.placeholder is not None)

    @property
    def sources(self) -> frozenset[Point]:
        """The points whose definitions reach what it fetches."""
        return frozenset(
            point for fetch in self.fetches for points in fetch.sources.values() for point in points
        )

    @property
    def is_step(self) -> bool:
        """Whether it computes something, and neither initialises nor gives a value alone."""
        return self.assigns is None and not self.initialises and not self.raises

    @property
    def initialises(self) -> bool:
        """Whether it only runs initialisers."""
        return self.assigns is None and all(fetch.kinds == {Kind.INITIALIZER} for fetch in self.fetches)


@dataclass(frozen=True, eq=False)
class Averaging:
    """Where the towers' gradients are averaged.

    `call` is the call of the function that does it; where a loop does it, `point` is the loop and `target`
    the name that holds the result. `divides` tells a sum that is divided by the
    number of towers from a mean: the last digit may differ.
    """

    point: Point
    gradients: str
    target: str | None
    call: ast.Call | None
    divides: bool


@dataclass(frozen=True, eq=False)
class Flag:
    """A name that is one constant for the first tower and another for all others."""

    name: str
    first: Point
    later: Point


@dataclass(frozen=True)
class Turns:
    """What a loop's variables are in each turn, as far as that is Python: `target` goes through `values`.

    Where it `counts`, `values` is the number of towers, and `target` their index.
    """

    target: ast.expr
    values: ast.expr
    counts: bool = False


@dataclass(frozen=True, eq=False)
class TowerLoop:
    """A loop over devices.

    `device` is the expression of one tower's device, whose names `turns` tell; `appended` tells for each list
    that the loop fills the statement and the value that every tower appends, `started` where these lists
    begin; `items` are the `with` items that place a tower.
    """

    loop: ast.For
    point: Point
    device: ast.expr
    turns: Turns
    items: frozenset[ast.withitem]
    appended: dict[str, tuple[Point, ast.expr]]
    started: tuple[Point, ...]
    averagings: tuple[Averaging, ...]
    flags: tuple[Flag, ...]


@dataclass(frozen=True)
class DriverFacts:
    """All that is known of one driver.

    `refusal` tells why its form is not followed, `unclear` why that of its towers is not.
    """

    driver: Driver
    sites: tuple[RunSite, ...] = ()
    towers: tuple[TowerLoop, ...] = ()
    refusal: Refused | None = None
    unclear: Refused | None = None

    @property
    def has_towers(self) -> bool:
        """Whether a loop of it builds towers, be it of a form that is followed or not."""
        return bool(self.towers) or self.unclear is not None


@dataclass(frozen=True)
class ModuleFacts:
    """All that is known of one module.

    `imports` are the modules of the run that it imports, `missing` the names that it imports from files that
    are there but were not given, or could not be parsed; `sessions` the places where it opens a session;
    `outside` what makes placeholders or state outside of any driver, in words; `unclear` the names that it
    imports from one of several files; `computes_at_once` says whether importing it makes tensors; `failure`
    what went wrong in the analysis itself.
    """

    bindings: Bindings
    imports: tuple[Path, ...]
    missing: tuple[tuple[str, Path], ...]
    sessions: tuple[ast.AST, ...]
    outside: tuple[tuple[ast.AST, str], ...]
    drivers: tuple[DriverFacts, ...]
    unclear: tuple[tuple[str, tuple[Path, ...]], ...] = ()
    computes_at_once: bool = False
    failure: str = ""
