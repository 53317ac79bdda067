"""A block that opens a session: its statements, what reaches them, and whom it hands the session to."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from .bindings import Bindings
from .graph_names import NamesInGraph, NoNames
from .kinds import Context, Kind, Role
from .nodes import calls_in, nodes_of


@dataclass(frozen=True)
class Obstacle:
    """A call inside a function that a step may not contain, with the words for it.

    Where it is an `effect` alone, a step that runs only what it returns may. Where it `compares` tensors, as
    TF 1 did by identity, any step may that turns TensorFlow 2's comparison by value off. Where it is `drawn`,
    a Python value that is another one at each call, it may be made once, where it stood.
    """

    path: Path
    node: ast.AST
    what: str
    effect: bool = False
    compares: bool = False
    drawn: bool = False


@dataclass(frozen=True, eq=False)
class Outside:
    """A run of an object's graph outside of its class, where the object is `name`, which some calls `made`.

    `call` stands in `statement`, runs in `session`, and feeds `feed`: one of the dictionaries `fed`, or what
    one of the calls `giving` does, which are of a method of the object, perhaps with values for the keys
    `added`. It is `within` in the `body` that a method of the class would have for it, which fetches
    `fetched`, and feeds nothing for anything. `properties` are those that stand for attributes of the object.
    """

    name: str
    statement: ast.stmt
    call: ast.Call
    session: ast.expr
    fetched: ast.expr
    feed: ast.expr
    fed: tuple[ast.Dict, ...] = ()
    within: ast.Call | None = None
    body: tuple[ast.stmt, ...] = ()
    made: frozenset[ast.Call] = frozenset()
    giving: tuple[ast.Call, ...] = ()
    added: tuple[ast.Attribute, ...] = ()
    properties: Mapping[str, ast.Attribute] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Handover:
    """A session that a block opens and gives to an object, which runs it in its methods.

    `constructions` are the calls that make an object of the class `owner`, each with the name that alone
    stands for that object, if one does. `parameters` tells which parameter of a method is the session in
    every call, `arguments` what those calls pass for it; `names` are the names of the session in these.
    `outside` are the runs of what the objects have built by the blocks that made them, `saved` the sessions
    that these give to the objects' savers, and `counts` what tells these the step. Where one of the objects
    `shares` its graph with others that are given the session, all of them get the store of the variables when
    they are made, whenever they get the session. Objects that build nothing, and that run what others have
    built or hand the session on, `only_holds` tells of.
    """

    owner: ast.ClassDef
    constructions: Mapping[ast.Call, str | None]
    parameters: Mapping[ast.FunctionDef, str]
    arguments: Mapping[ast.Call, ast.expr | ast.keyword]
    names: frozenset[ast.AST]
    outside: tuple[Outside, ...] = ()
    saved: frozenset[ast.Name] = frozenset()
    counts: frozenset[ast.Attribute] = frozenset()
    shares: bool = False
    only_holds: bool = False

    def in_tree(self, written: Mapping[ast.expr, ast.expr]) -> Handover:
        """The same in a tree in which some expressions were put in the place of others."""
        arguments = {
            call: written.get(one, one) if isinstance(one, ast.expr) else one
            for call, one in self.arguments.items()
        }
        names = frozenset(written.get(one, one) if isinstance(one, ast.expr) else one for one in self.names)
        return replace(self, arguments=arguments, names=names)


@dataclass(eq=False)
class Point:
    """A simple statement of the driver, or the header of a compound one.

    `uses` tells for each name the points whose definition may reach it; a name without points comes from
    outside the driver; `reaching` tells the same for every name, `outside` are the names that nothing before
    it in the driver has defined or changed. `parents` are the headers around it, outermost first. `called` is
    the role of what the statement calls itself; `contexts` tell what the items of a `with` are for.
    `holds_variable` tells that what it defines may be or contain a variable, `gives_variables` that it is
    variables and nothing else, `holds_several` that it may be a list or a dictionary. `made` are the classes
    of the objects it makes, `builds_with` the names of such objects whose methods it calls to build,
    `initialises` the names that it gives to initialisers. `gives` are the calls that make objects with a
    session, `handed` the names of sessions that it passes to such objects. A run `feeds` that makes a
    dictionary that is fed, of what it computes, or adds to one. A condition in whose other branch only a task
    of a cluster is that serves is none to the block: it `goes_on` in these statements, which have what is
    around the condition for `parents`. So it does in a branch of a condition, or in a `try`, that
    `holds_rest` of the graph and of its session. It `monitors` where it opens a session with hooks. Data sets
    that it makes are `described_in` functions of the program's own, all that it calls. `own_calls` are its
    calls of methods of the program's own classes, whatever TensorFlow's are called. Of a statement that runs
    something, `graph_calls` are those that ask for what is in a graph, or add to it, be it by functions that
    they call, with what they do, and `outside_runs` those that run what objects have built, outside of their
    classes.
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
    builds_with: frozenset[str] = frozenset()
    initialises: frozenset[str] = frozenset()
    contexts: tuple[Context, ...] = ()
    gives: tuple[tuple[ast.Call, Handover], ...] = ()
    handed: frozenset[ast.AST] = frozenset()
    feeds: bool = False
    goes_on: Sequence[ast.stmt] | None = None
    holds_rest: bool = False
    monitors: bool = False
    described_in: tuple[ast.AST, ...] = ()
    own_calls: frozenset[ast.AST] = frozenset()
    graph_calls: tuple[tuple[ast.Call, Role], ...] = ()
    outside_runs: frozenset[ast.Call] = frozenset()

    @property
    def is_feed(self) -> bool:
        """Whether it makes a dictionary that is fed, or adds to one."""
        return self.kind is Kind.FEED or self.feeds

    @property
    def opens_session(self) -> bool:
        """Whether it opens a session, and does not give one that is open another name."""
        return self.kind is Kind.SESSION and Role.SESSION in self.roles

    @property
    def hindrances(self) -> Sequence[Obstacle]:
        """The obstacles that nothing around a step takes away."""
        return [one for one in self.obstacles if not one.compares and not (one.drawn and self.is_straight)]

    @property
    def comparisons(self) -> Sequence[Obstacle]:
        """The comparisons of tensors."""
        return [obstacle for obstacle in self.obstacles if obstacle.compares]

    @property
    def is_of_tasks(self) -> bool:
        """Whether it is a condition in whose other branch only a task of a cluster is that serves."""
        return self.goes_on is not None and not self.holds_rest

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
    def saves(self) -> bool:
        """Whether it makes what saves the variables: a saver, or a session with hooks."""
        return self.kind is Kind.SAVER or self.monitors

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

    @property
    def nodes(self) -> Sequence[ast.AST]:
        """All nodes of the statement itself, or of its header."""
        return [node for root in self.own_nodes for node in nodes_of(root)]

    @property
    def calls(self) -> Sequence[ast.Call]:
        """All calls in the statement itself, or in its header."""
        return [call for root in self.own_nodes for call in calls_in(root)]

    def items(self, context: Context) -> Iterator[ast.withitem]:
        """The items of a `with` statement that are for `context`."""
        for found, item in zip(self.contexts, getattr(self.node, "items", ()), strict=True):
            if found is context:
                yield item

    def uses_kind(self, kind: Kind) -> bool:
        """Whether a value of this kind may reach the statement."""
        return any(point.kind is kind or kind is Kind.FEED and point.feeds for point in self.sources)


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
    what is to be fed, `is_method` whether it is one of the driver's object; `calls` where the driver calls
    it, and `arguments` which ones of each call stand for what is handed; `fed` what each call gives, and
    where, to the parameters that are fed; `sessions` where those were opened that each call passes; `named`
    are all places of the tree that name it; `aliases` what names of its own stand for, of what it is handed;
    `stray` tells why it cannot be read so.
    """

    bindings: Bindings
    node: ast.FunctionDef
    point: Point
    handed: dict[str, Handed]
    sees_driver: bool
    gives_feed: bool
    is_method: bool
    stray: Obstacle | None = None
    named: tuple[tuple[Path, ast.AST], ...] = ()
    aliases: dict[str, Handed] = field(default_factory=dict)
    calls: dict[ast.Call, Point] = field(default_factory=dict)
    arguments: dict[ast.Call, frozenset[ast.expr | ast.keyword]] = field(default_factory=dict)
    fed: dict[str, dict[ast.Call, tuple[Point, ast.expr]]] = field(default_factory=dict)
    sessions: dict[ast.Call, frozenset[Point]] = field(default_factory=dict)

    @property
    def known(self) -> Mapping[str, Handed]:
        """What all names of the function stand for that are no Python values."""
        return {**self.handed, **self.aliases}


@dataclass(frozen=True, eq=False)
class Continued:
    """A method that goes on where `__init__` ends, or the one before it, and the calls that make it do so.

    Or a function in which a block goes on that calls it; `handed` are the arguments of that call, by
    parameter, which stand for parts of the graph or its session, `shared` what names mean the same in both.
    """

    method: ast.FunctionDef
    calls: tuple[ast.Call, ...]
    handed: Mapping[str, ast.expr | ast.keyword] | None = None
    shared: frozenset[str] = frozenset()

    @property
    def is_function(self) -> bool:
        """Whether it is no method of an object."""
        return self.handed is not None


@dataclass(frozen=True)
class Driver:
    """A block with run sites: of a function, of the module, or of its `if __name__ == '__main__'`.

    `closures` are the functions that see the block's names, with the names that they use. Where the block is
    the `__init__` of a class, its names include the object's attributes, and `methods` run what it builds;
    `takes` tells how the object gets its session, where it does not open it; `continued` are the methods that
    its block goes on in. `callees` are functions that it hands its session to, or the graph; `names` those
    that its statements take in the graph.
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
    names: NamesInGraph = field(default_factory=NoNames)

    @property
    def owners(self) -> tuple[ast.AST, ...]:
        """What the block stands in: mostly one function or module, and the methods in which it goes on."""
        return (self.owner, *(one.method for one in self.continued))

    @property
    def takes_store(self) -> bool:
        """Whether the object is given the store of its variables when it is made.

        So is one that gets its session then, or that shares its graph with others, if it builds one.
        """
        takes = self.takes
        return takes is not None and not takes.only_holds and (takes.shares or self.owner in takes.parameters)

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

    def method_of(self, point: Point) -> ast.FunctionDef | None:
        """The method of the block that a statement stands in; none if that is no part of the block."""
        outermost = point.parents[0].node if point.parents else point.node
        methods = (one for one in self.owners if isinstance(one, ast.FunctionDef))
        return next((one for one in methods if outermost in one.body), None)

    @property
    def visitors(self) -> Iterator[Callee]:
        """The functions of other modules among those that it hands its session to."""
        return (one for one in self.callees if one.bindings is not self.bindings)

    def passed_feeds(self, point: Point, name: str) -> Sequence[tuple[Point, ast.expr]]:
        """What a name stands for at a point, where that is dictionaries to be fed that calls pass."""
        callee = self.callee(point)
        is_parameter = callee is not None and point.uses.get(name, frozenset()) == {callee.point}
        return [*callee.fed.get(name, {}).values()] if callee is not None and is_parameter else []

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
        homes = (one.bindings.module.path for one in self.visitors if node in set(nodes_of(one.node)))
        return next(homes, self.path)

    def read_beside(self, made: Collection[Point], attributes: Collection[str]) -> Iterator[ast.Name]:
        """The names for what some points make where they are read for more than these attributes."""
        for point in self.points:
            nodes = point.nodes
            followed = {
                one.value for one in nodes if isinstance(one, ast.Attribute) and one.attr in attributes
            }
            for node in nodes:
                if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load) or node in followed:
                    continue
                if not point.uses.get(node.id, frozenset()).isdisjoint(made):
                    yield node

    def around(self, point: Point) -> frozenset[Point]:
        """The headers around a point, and around every call of the function that it stands in."""
        found, pending, seen = set[Point](), [point], {point}
        while pending:  # each call once: functions may call each other twice, and so on
            one = pending.pop()
            found.update(one.parents)
            callee = self.callee(one)
            calls = set(callee.calls.values()) - seen if callee is not None else set[Point]()
            seen |= calls
            pending.extend(calls)
        return frozenset(found)

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
        return f"self.{name}" if self.has_methods else name

    @property
    def has_methods(self) -> bool:
        """Whether methods or other blocks run what it builds, and have that as attributes of its object."""
        is_run_outside = self.takes is not None and bool(self.takes.outside or self.takes.saved)
        hands = any(one.is_method and not one.gives_feed for one in self.callees)
        return bool(self.methods) or is_run_outside or hands

    def under(self, node: ast.stmt) -> Iterator[Point]:
        """The point of a statement, and those of all statements inside it."""
        point = self.at[node]
        return (other for other in self.points if other is point or point in other.parents)
