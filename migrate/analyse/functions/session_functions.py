"""Functions of the tree that run the graph of a driver, which hands them its session or parts of the graph.

Such a function is read as if its body stood where it is called: its parameters are other names for what it
is handed. That holds where every call hands it the same, and where nothing else is done with the function.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.driver import Callee, Handed, Obstacle, Point
from migrate.model.kinds import GRAPH_STATE, GRAPH_VALUES, Kind, Role
from migrate.model.nodes import nodes_of, walk_scope
from migrate.syntax.arguments import passed_arguments, spread_arguments, value_of
from migrate.syntax.assignments import given_names
from migrate.syntax.feeds import added_to_feed
from migrate.syntax.own_names import own_names
from migrate.syntax.rebuilding import rebuilt

from ..feed_dict.dictionaries import roots_of_keys
from ..feed_dict.parameters import is_passed_feed
from ..names.bindings import imported_names, parameters
from ..names.definitions import Function
from ..names.uses import Environment, bound_around, names_of, root_name
from ..program.tree import Tree
from .module_graphs import opens_and_sees, run_by_app
from .parameters import is_all_handed, sources_in, translated

# What has no value outside of a graph, so that no argument can hold it any more.
_HANDED = GRAPH_VALUES | {Kind.SESSION, Kind.INITIALIZER, Kind.GRAPH, Kind.CONFIG}
_BUILT_ONCE = "which is handed a part of the graph that the call builds, and uses it more than once"
# What has others' methods outside of a graph.
_HELPERS = frozenset({Kind.SAVER, Kind.WRITER})


@dataclass(frozen=True, eq=False)
class Call:
    """A call of such a function, or of one that gives what is fed: what it passes, by parameter.

    `bindings` are those of the module of the function; `spread` are the lists and dictionaries that the call
    passes the elements of, `fed` the parameters that it passes what is fed.
    """

    bindings: Bindings
    function: ast.FunctionDef
    node: ast.Call
    arguments: Mapping[str, ast.expr | ast.keyword]
    spread: Sequence[ast.expr]
    gives_feed: bool
    fed: frozenset[str] = frozenset()

    @property
    def passed(self) -> Mapping[str, ast.expr]:
        """The values passed."""
        return {name: value_of(argument) for name, argument in self.arguments.items()}

    def savers_and_writers(self, parameter: str, env: Environment) -> frozenset[Point]:
        """Where the saver or the writer of event files was made that is passed to a parameter."""
        value = self.passed.get(parameter)
        sources = env.get(value.id, frozenset()) if isinstance(value, ast.Name) else frozenset[Point]()
        return frozenset(source for source in sources if source.kind in _HELPERS)

    def starts_of_input(self, parameter: str, env: Environment) -> frozenset[Point]:
        """Where the iterator was made, or its initialiser, if that is what is passed to a parameter.

        It is a Python value in the rewritten program, too: each call may pass another one.
        """
        value = self.passed.get(parameter)
        is_attribute = isinstance(value, ast.Attribute) and value.attr == "initializer"
        name = value.value if is_attribute and isinstance(value, ast.Attribute) else value
        sources = env.get(name.id, frozenset()) if isinstance(name, ast.Name) else frozenset[Point]()
        starts = all(one.kind is Kind.DATA and (is_attribute or _gives_start(one)) for one in sources)
        return sources if starts else frozenset()


class Callees:
    """Those of one driver; `found` grows as the driver is walked.

    Args:
      tree: all modules.
      bindings: those of the driver's module.
      is_global: whether all functions of the module see the driver's names.
      methods: those of the object whose block the driver is, which may give what is fed.
      hands_methods: whether they may be handed the session, too.
    """

    def __init__(
        self,
        tree: Tree,
        bindings: Bindings,
        *,
        is_global: bool,
        methods: Collection[ast.FunctionDef] = (),
        hands_methods: bool = False,
    ) -> None:
        self._tree = tree
        self._methods = {method.name: method for method in methods}
        self._hands_methods = hands_methods
        self._bindings = bindings
        self._is_global = is_global
        self._imported: dict[Path, frozenset[tuple[str, str]]] = {}
        self._of_others: dict[ast.AST, Function] = {}
        self.found: dict[ast.FunctionDef, Callee] = {}

    def calls(self, nodes: Sequence[ast.AST], env: Environment, bindings: Bindings) -> list[Call]:
        """The calls of such functions in a statement of a module."""
        inside = (node for root in nodes for node in walk_scope(root))
        found = (self._call(node, env, bindings) for node in inside if isinstance(node, ast.Call))
        added = [added_to_feed(root) for root in nodes]
        return [call for call in found if call is not None and not (call.gives_feed and call.node in added)]

    def _call(self, node: ast.Call, env: Environment, bindings: Bindings) -> Call | None:
        by_app = run_by_app(bindings, node)
        home, function = self._function(by_app or node.func, env, bindings)
        if function is None or not _is_plain(function):
            return None
        whole = node if by_app is None else ast.Call(by_app, [ast.Constant(None)], [])
        arguments = passed_arguments(function, self._with_object(whole, function))
        if arguments is None:
            return None
        is_visitor = home is not self._bindings
        passed = {name: value_of(argument) for name, argument in arguments.items()}
        kinds = {name: _kinds(value, env) for name, value in passed.items()}
        defaults = [*function.args.defaults, *(one for one in function.args.kw_defaults if one is not None)]
        spread = spread_arguments(node)
        if any(_kinds(value, env) & (_HANDED | _HELPERS) for value in (*defaults, *spread)):
            return None
        wanted = {Kind.SESSION, Kind.WRITER} if is_visitor else {Kind.SESSION, *_HELPERS}
        takes_session = any(found & wanted for found in kinds.values())
        if is_visitor and not self._opens_plainly(home, function):
            return None
        takes_graph = any(_holds_graph(value, env) for value in passed.values())
        is_method = function in self._methods.values()
        runs = (
            takes_session
            or takes_graph
            and self._opens_session(home, function)
            or not is_visitor
            and (self._sees_session(function, env) or self._sees_graph(function, env))
        )
        if runs and (self._hands_methods or not is_method):
            fed = frozenset(name for name, value in passed.items() if is_passed_feed(value, env))
            return Call(home, function, node, arguments, spread, gives_feed=False, fed=fed)
        graph = {name for name, found in kinds.items() if found & GRAPH_VALUES}
        attributes = (name for name in env if is_method and name.startswith("self."))
        seen = env.keys() - own_names(function) if self._is_global and not is_visitor else frozenset[str]()
        graph |= {name for name in (*attributes, *seen) if {one.kind for one in env[name]} & GRAPH_VALUES}
        gives_feed = self._gives_feed(home, function, graph) and not _declares_outer_names(function)
        return Call(home, function, node, arguments, spread, gives_feed=True) if gives_feed else None

    def _gives_feed(self, home: Bindings, function: ast.FunctionDef, graph: Collection[str]) -> bool:
        """Whether a function returns dictionaries whose keys alone are of what it is handed of the graph."""
        entries = [entry for way in self._tree.given_entries(home, function) or () for entry in way]
        roots = roots_of_keys(entries)
        is_named = any(isinstance(key, ast.Attribute) and key.attr == "name" for key, _ in entries)
        in_values = {name.id for _, value in entries for name in names_of(value)}
        return bool(roots) and not is_named and roots <= set(graph) and not in_values & set(graph)

    def _function(
        self, func: ast.expr, env: Environment, bindings: Bindings
    ) -> tuple[Bindings, ast.FunctionDef | None]:
        """The function of a module, or of the driver itself, that a call in a module names."""
        method = self._method_of_object(func, env, bindings)
        if method is not None and isinstance(method.node, ast.FunctionDef):
            self._of_others[method.node] = method
            return method.bindings, method.node
        if is_of_object(func) and isinstance(func, ast.Attribute) and bindings is self._bindings:
            return bindings, self._methods.get(func.attr)
        found = self._tree.function(bindings, func)
        if found is not None:
            is_own = found.bindings is self._bindings or self._is_imported_once(found, func, bindings)
            node = found.node if isinstance(found.node, ast.FunctionDef) and is_own else None
            return found.bindings, node
        sources = env.get(func.id, frozenset()) if isinstance(func, ast.Name) else frozenset[Point]()
        nodes = [source.node for source in sources]
        is_one = len(nodes) == 1 and bindings is self._bindings
        is_one &= all(isinstance(func, ast.Name) and func.id in source.defines for source in sources)
        return bindings, nodes[0] if is_one and isinstance(nodes[0], ast.FunctionDef) else None

    def _method_of_object(self, func: ast.expr, env: Environment, bindings: Bindings) -> Function | None:
        """The method that `memory.batch` surely is: of an object that builds nothing and has no session.

        A statement of the block gives it the name; or methods of such objects call others on `self`.
        """
        name = func.value.id if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) else ""
        known = self._of_others
        makers = [one for one in env.get(name, ()) if name in one.defines or one.node in known]
        is_made = all(one.node in known or one.made and one.kind is Kind.HOST for one in makers)
        return self._tree.method_meant(bindings, func) if makers and is_made else None

    def _with_object(self, call: ast.Call, function: ast.FunctionDef) -> ast.Call:
        """The call as a function gets it: a method is passed the object before all else."""
        if not self._is_method(function):
            return call
        assert isinstance(call.func, ast.Attribute)
        return ast.Call(call.func, [call.func.value, *call.args], call.keywords)

    def _is_method(self, function: ast.FunctionDef) -> bool:
        """Whether it is one of the driver's object, or of an ordinary one beside it."""
        return function in self._methods.values() or function in self._of_others

    def seen(self, function: ast.FunctionDef, env: Environment) -> Environment:
        """What a function sees of the names where it is called: a method sees the object's attributes."""
        if function in self._methods.values():
            return {name: env[name] for name in env if name.startswith("self.") or name in GRAPH_STATE}
        sees_driver = self.found[function].sees_driver
        return {name: env[name] for name in env if sees_driver or name in GRAPH_STATE}

    def _is_imported_once(self, found: Function, func: ast.expr, bindings: Bindings) -> bool:
        """Whether a function of another module surely is what is called, and no method of a class."""
        name = root_name(func)
        if bindings.module.path not in self._imported:
            self._imported[bindings.module.path] = imported_names(bindings.module.tree)
        imports = {origin for known_as, origin in self._imported[bindings.module.path] if known_as == name}
        return found.owner is None and (found.bindings is bindings or len(imports) <= 1)

    def _opens_session(self, bindings: Bindings, function: ast.FunctionDef) -> bool:
        nodes = nodes_of(function)
        return any(self._tree.call_role(bindings, node)[0] is Role.SESSION for node in nodes)

    def _opens_plainly(self, bindings: Bindings, function: ast.FunctionDef) -> bool:
        """Whether no session that a function opens is told anything, which only its module may know."""
        calls = (node for node in nodes_of(function) if isinstance(node, ast.Call))
        told = (one for one in calls if one.args or one.keywords)
        return not any(self._tree.call_role(bindings, one)[0] is Role.SESSION for one in told)

    def _sees_session(self, function: ast.FunctionDef, env: Environment) -> bool:
        """Whether a function, or one that it calls, uses a session that is a name of the module."""
        sessions = {name for name in env if any(point.kind is Kind.SESSION for point in env[name])}
        return self._is_global and any(
            name.id in sessions
            for reached in self._tree.called(Function(self._bindings, function))
            if reached.bindings is self._bindings
            for name in names_of(reached.node)
        )

    def _sees_graph(self, function: ast.FunctionDef, env: Environment) -> bool:
        """Whether a function runs parts of the graph that are names of the module, in its own session."""
        if not self._is_global:
            return False
        names = frozenset(name for name in env if any(point.kind in GRAPH_VALUES for point in env[name]))
        return opens_and_sees(self._tree, Function(self._bindings, function), names)

    def note(
        self, call: Call, at: Point, definition: Point, around: Mapping[str, Handed], env: Environment
    ) -> Callee:
        """The function that is called at a point; in the code `around` it names may be handed ones too."""
        caller = next((one for one in self.found.values() if one.point in at.parents), None)
        path = (caller.bindings if caller is not None else self._bindings).module.path
        is_visited = caller is not None and caller.bindings is not self._bindings
        handed: dict[str, Handed] = {}
        clash: Obstacle | None = None
        for name, value in call.passed.items():
            if name not in call.fed and _kinds(value, env) & _HANDED:
                node = translated(value, around)
                sources = sources_in(node, around, env)
                handed[name] = Handed(node, sources or {})
                if sources is None:
                    clash = Obstacle(path, value, "a name that a function has for something else")
                elif is_visited and not is_all_handed(value, around):
                    clash = Obstacle(path, value, "a part of the graph, and what another module knows")
                elif self._builds(node) and (_loads(call.function, name) > 1 or self._is_called(call)):
                    clash = Obstacle(path, value, f"{call.function.name}(), {_BUILT_ONCE}")
        callee = self.found.get(call.function)
        if callee is None:
            is_inner = self._bindings.functions.get(call.function.name) is not call.function
            is_inner &= call.function not in self._of_others
            sees_driver = call.bindings is self._bindings and (self._is_global or is_inner)
            is_method = call.function in self._methods.values()
            callee = Callee(
                call.bindings, call.function, definition, handed, sees_driver, call.gives_feed, is_method
            )
            callee.stray = is_rebound(self._tree, call, handed)
            self.found[call.function] = callee
        elif callee.stray is None and not _are_same(callee.handed, _with_session(callee, handed)):
            found = f"{call.function.name}(), which is handed other parts of the graph elsewhere"
            callee.stray = Obstacle(path, call.node, found)
        callee.stray = clash or callee.stray
        bound = bound_around(at.own_nodes, call.node)
        names = {name.id for parameter in handed for name in names_of(call.passed[parameter])}
        if callee.stray is None and bound & names:
            found = f"{call.function.name}(), which is handed another part of the graph each time"
            callee.stray = Obstacle(path, call.node, found)
        for name, value in call.passed.items():
            if name in call.fed or is_passed_feed(value, env, caller):
                callee.fed.setdefault(name, {})[call.node] = (at, value)
        sessions = (one.reached_by for one in handed.values() if _is_session(one))
        callee.sessions[call.node] = frozenset[Point]().union(*sessions)
        callee.calls[call.node] = at
        callee.arguments[call.node] = frozenset(call.arguments[name] for name in handed)
        return callee

    def alias(self, point: Point, function: ast.FunctionDef, bindings: Bindings) -> Mapping[str, Handed]:
        """The names that a function gives at a point to what it is handed, if they stand for that alone."""
        node, callee = point.node, self.found[function]
        found: dict[str, Handed] = {}
        given = given_names(node) or _unpacked(node, callee.known) if isinstance(node, ast.Assign) else []
        for name, value in given:
            whole = isinstance(value, ast.Name) or not point.uses_kind(Kind.SESSION)
            is_part = node in function.body and whole and is_all_handed(value, callee.known)
            part = translated(value, callee.known)
            sources = sources_in(part, callee.known, {})
            if not (is_part and sources) or self._is_changed(bindings, function, name):
                return {}
            if self._builds(part):
                callee.stray = Obstacle(bindings.module.path, node, f"{function.name}(), {_BUILT_ONCE}")
            found[name] = Handed(part, sources)
        callee.aliases.update(found)
        return found

    def _builds(self, node: ast.expr) -> bool:
        """Whether each place where an expression stands would have another part of the graph."""
        for call in (one for one in nodes_of(node) if isinstance(one, ast.Call)):
            function = self._tree.function(self._bindings, call.func)
            role, obstacles = self._tree.call_role(self._bindings, call)
            roles = {role} if function is None else self._tree.summary(function).roles
            if obstacles or not roles <= {None, Role.PURE, Role.HOST}:
                return True
        return False

    def _is_called(self, call: Call) -> bool:
        """Whether another call of a function is known."""
        callee = self.found.get(call.function)
        return callee is not None and bool(callee.calls.keys() - {call.node})

    def _is_changed(self, bindings: Bindings, function: ast.FunctionDef, name: str) -> bool:
        """Whether a name of a function has more than one value, or one that the function changes."""
        given = [one for one in nodes_of(function) if isinstance(one, ast.Name) and one.id == name]
        once = sum(not isinstance(one.ctx, ast.Load) for one in given) == 1 and name not in parameters(
            function
        )
        return not once or name in self._tree.changed_by(Function(bindings, function), [name])

    def changes_its_object(self, call: Call) -> str | None:
        """The name of the ordinary object that a call may change, if it is of a method of such a one."""
        method = self._of_others.get(call.function)
        return root_name(call.node.func) if method is not None and self._tree.changes_object(method) else None

    def recursion(self, call: Call) -> None:
        """Note that a function is called inside itself."""
        callee = self.found[call.function]
        path, found = call.bindings.module.path, f"{call.function.name}(), which calls itself"
        callee.stray = Obstacle(path, call.node, found)

    def too_many(self, call: Call) -> None:
        """Note that there are more calls of functions than are followed."""
        path, found = call.bindings.module.path, f"{call.function.name}(), which is called in very many ways"
        self.found[call.function].stray = Obstacle(path, call.node, found)

    def finished(self) -> tuple[Callee, ...]:
        """The functions, after the whole driver."""
        for callee in self.found.values():
            named = (
                self._tree.attributes_named(callee.node.name)
                if self._is_method(callee.node)
                else self._tree.references(Function(callee.bindings, callee.node))
            )
            known = {run_by_app(self._bindings, call) for call in callee.calls} | self._tree.outside_feeds
            callee.named = tuple(one for one in named if one[1] not in known)
            for name, given in callee.fed.items():
                names = (node for node in nodes_of(callee.node) if isinstance(node, ast.Name))
                changes = any(one.id == name and not isinstance(one.ctx, ast.Load) for one in names)
                if callee.stray is None and (changes or given.keys() != callee.calls.keys()):
                    path, found = callee.bindings.module.path, f"{name}, which is not fed in every call"
                    callee.stray = Obstacle(path, callee.node, found)
        return tuple(self.found.values())


def is_of_object(node: ast.expr) -> bool:
    """Whether it is an attribute of the object, such as one of its methods."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def _gives_start(point: Point) -> bool:
    """Whether a statement gives a name to what starts an iterator."""
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    value = value.func if isinstance(value, ast.Call) else value
    return isinstance(value, ast.Attribute) and value.attr in ("initializer", "make_initializer")


def _unpacked(node: ast.Assign, known: Mapping[str, Handed]) -> list[tuple[str, ast.expr]]:
    """`pair[0]` for `a` and `pair[1]` for `b` of `a, b = pair`, for a list that is written in the call."""
    (target, *others), value = node.targets, node.value
    handed = known.get(value.id) if isinstance(value, ast.Name) else None
    if others or handed is None or not isinstance(target, (ast.List, ast.Tuple)):
        return []
    names = [one.id for one in target.elts if isinstance(one, ast.Name)]
    same = isinstance(handed.node, (ast.List, ast.Tuple)) and len(handed.node.elts) == len(names)
    elements = [
        (name, ast.Subscript(value, ast.Constant(index), ast.Load())) for index, name in enumerate(names)
    ]
    return [*elements] if same and len(names) == len(target.elts) else []


def is_rebound(tree: Tree, call: Call, handed: Collection[str]) -> Obstacle | None:
    """Where a function gives a parameter another value, or changes the one that it has."""
    path = call.bindings.module.path
    for node in nodes_of(call.function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and node.id in handed:
            return Obstacle(path, node, f"{node.id}, handed to a function that gives it another value")
    for name in sorted(tree.changed_by(Function(call.bindings, call.function), handed)):
        return Obstacle(path, call.function, f"{name}, handed to a function that changes it")
    return None


def without_handed(node: ast.AST, calls: Sequence[Call], env: Environment) -> ast.AST:
    """A statement without the names of such functions, and without what it hands to them."""
    by_node = {call.node: call for call in calls}

    def change(inner: ast.AST) -> ast.AST | None:
        if not (isinstance(inner, ast.Call) and inner in by_node):
            return None
        call = by_node[inner]
        kept = [
            value
            for name, value in call.passed.items()
            if name in call.fed or not _kinds(value, env) & _HANDED
        ]
        kept += call.spread
        return ast.Call(ast.Name("<called>", ast.Load()), [rebuilt(value, change) for value in kept], [])

    return rebuilt(node, change)


def _with_session(callee: Callee, handed: Mapping[str, Handed]) -> Mapping[str, Handed]:
    """What a call hands to a function that others hand other sessions: for it, these are one.

    Steps have one set of variables, whatever the session; whether one is used beside another is asked where
    the function is called.
    """
    known = {name: one for name, one in callee.handed.items() if _is_session(one)}
    for name in known.keys() & handed.keys():
        if _is_session(handed[name]):
            every = known[name].reached_by | handed[name].reached_by
            callee.handed[name] = Handed(known[name].node, dict.fromkeys(known[name].sources, every))
    return {
        name: callee.handed[name] if name in known and _is_session(one) else one
        for name, one in handed.items()
    }


def _is_session(handed: Handed) -> bool:
    """Whether it is a name of sessions without hooks, and of nothing else."""
    return isinstance(handed.node, ast.Name) and all(
        one.kind is Kind.SESSION and not one.monitors for one in handed.reached_by
    )


def _are_same(one: Mapping[str, Handed], other: Mapping[str, Handed]) -> bool:
    return one.keys() == other.keys() and all(
        ast.dump(one[name].node) == ast.dump(other[name].node) and one[name].sources == other[name].sources
        for name in one
    )


def _loads(function: ast.FunctionDef, name: str) -> int:
    """How often a function reads one of its names."""
    names = (one for one in nodes_of(function) if isinstance(one, ast.Name) and one.id == name)
    return sum(isinstance(one.ctx, ast.Load) for one in names)


def _kinds(value: ast.expr, env: Environment) -> frozenset[Kind]:
    sources = _sources(value, env)
    return frozenset(Kind.GRAPH if source.is_graph else source.kind for source in sources)


def _holds_graph(value: ast.expr, env: Environment) -> bool:
    """Whether a value is surely of the graph, and not only made by code that is not followed."""
    sources = _sources(value, env)
    return any(source.kind in GRAPH_VALUES and source.roles - _UNSURE for source in sources)


def _sources(value: ast.expr, env: Environment) -> Iterator[Point]:
    """Where the names in an argument come from; what a run in it gives is a Python value already."""

    def change(node: ast.AST) -> ast.AST | None:
        if isinstance(node, (ast.Lambda, ast.GeneratorExp)):
            return node  # runs when the function calls it or goes through it
        return ast.Constant(None) if _is_run(node, env) else None

    return (source for name in names_of(rebuilt(value, change)) for source in env.get(name.id, ()))


def _is_run(node: ast.AST, env: Environment) -> bool:
    """Whether it is `session.run(…)`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "run"):
        return False
    session = node.func.value
    sources = env.get(session.id, frozenset()) if isinstance(session, ast.Name) else frozenset[Point]()
    return bool(sources) and all(source.kind is Kind.SESSION for source in sources)


_UNSURE = frozenset({Role.UNSUPPORTED, Role.EFFECT, Role.ACTS, Role.HOST})


def _is_plain(function: ast.FunctionDef) -> bool:
    """Whether its body simply runs when it is called."""
    arguments = function.args
    inner = (node for statement in function.body for node in nodes_of(statement))
    return not (
        function.decorator_list
        or arguments.vararg
        or arguments.kwarg
        or any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in inner)
    )


def _declares_outer_names(function: ast.FunctionDef) -> bool:
    """Whether it may give names of the code around it other values."""
    return any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in nodes_of(function))
