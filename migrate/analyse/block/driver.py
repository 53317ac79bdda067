"""The block of code that builds a graph and runs it: its statements, what each is, and what reaches it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence, Set

from migrate.model.bindings import Bindings
from migrate.model.driver import Continued, Driver, Handover, Point
from migrate.model.kinds import Kind, Role
from migrate.model.nodes import nodes_of, walk_scope
from migrate.syntax.arguments import passed_values
from migrate.syntax.guards import main_guards
from migrate.syntax.properties import properties_of

from ..feed_dict.key_names import name_keys
from ..functions.building_methods import building_methods
from ..functions.module_graphs import is_run_by_functions, opens_session
from ..functions.session_functions import is_of_object
from ..names.definitions import Function
from ..names.uses import Environment, names_of
from ..program.object_attributes import methods_of
from ..program.tree import NOT_BUILDING, Tree
from .rest_of_block import holding_rest
from .walker import Walker, called_by, seen_by_methods


def drivers(tree: Tree, bindings: Bindings) -> Iterator[Driver]:
    """The drivers of a module: every block that opens a session."""
    module = bindings.module.tree
    inside: set[ast.AST] = set()
    for owner in bindings.classes.values():
        if owner in tree.object_drivers:
            inside.update(methods_of(owner))
            yield from _object_drivers(tree, bindings, owner)
    covered: set[ast.AST] = set()
    (_, beside), *_ = _blocks(module, is_one=False)
    is_one = is_run_by_functions(tree, bindings, beside, module.body)
    blocks = list(_blocks(module, is_one=is_one))
    opening = [(opens_session(tree, bindings, body), block, body) for block, body in blocks]
    for opens, block, body in sorted(opening, key=lambda one: one[0]):
        is_run = isinstance(block, ast.If) and is_run_by_functions(tree, bindings, body, body)
        hands = is_run or is_one and block is module or _hands_graph(tree, bindings, body)
        if block not in inside | covered and (opens or hands):
            walker = _walked(tree, bindings, block, body, covered)
            is_driver = opens or _hands_on(walker)
            if is_driver and not opens:  # what it hands on may be what others have run
                is_driver = _hands_on(_walked(tree, bindings, block, body, covered, takes_values=True))
            if is_driver:
                following = {node: one.method for node, one in walker.going_on.items()}
                covered.update((block, *walker.callees.found, *following.values()))
                body = list(_as_it_runs(body, following))
                yield _driver(walker, bindings, block, body, None, tuple(walker.going_on.values()))


def _walked(
    tree: Tree,
    bindings: Bindings,
    block: ast.AST,
    body: Sequence[ast.stmt],
    covered: Set[ast.AST],
    *,
    takes_values: bool = False,
) -> Walker:
    is_outer = not isinstance(block, ast.FunctionDef) or block in bindings.module.tree.body
    held: Mapping[ast.stmt, Sequence[ast.stmt]] = {}
    while True:
        walker = Walker(tree, bindings, is_global=not isinstance(block, ast.FunctionDef))
        walker.owner = block if is_outer else None
        walker.elsewhere = frozenset(covered)
        walker.takes_values = takes_values
        walker.held = held
        walker.block(body, {}, ())
        found = {**held, **holding_rest(body, walker)}
        if found == held:
            return walker
        held = found


def _hands_on(walker: Walker) -> bool:
    """Whether a block hands a graph, or its session, to functions."""
    return bool(walker.callees.found or walker.going_on)


def _driver(
    walker: Walker,
    bindings: Bindings,
    owner: ast.AST,
    body: Sequence[ast.stmt],
    takes: Handover | None = None,
    continued: tuple[Continued, ...] = (),
) -> Driver:
    owners = (owner, *(one.method for one in continued))
    closures = {
        function: names
        for one in owners
        for function, names in _closures(bindings.module.tree, one, walker.own_names(one))
        if walker.points.get(function) not in walker.entered
    }
    points = tuple(walker.points.values())
    name_keys(points)
    callees = walker.callees.finished()
    return Driver(
        bindings,
        owner,
        body,
        points,
        dict(walker.points),
        closures,
        tuple(walker.methods),
        callees,
        takes,
        continued,
    )


def _object_drivers(tree: Tree, bindings: Bindings, owner: ast.ClassDef) -> Iterator[Driver]:
    """Those of a class: methods alone, or `__init__`, what goes on where that ends, and the others."""
    alone = building_methods(tree, bindings, owner) if owner not in tree.receivers else ()
    for method in alone or [one for one in methods_of(owner) if one.name == "__init__"]:
        yield _object_driver(tree, bindings, owner, method, is_alone=bool(alone))


def _object_driver(
    tree: Tree, bindings: Bindings, owner: ast.ClassDef, initial: ast.FunctionDef, *, is_alone: bool
) -> Driver:
    """The driver that a method of a class is, mostly `__init__`, with what goes on where that ends.

    And the methods that run what it builds: all others, or those alone that it calls itself.
    """
    takes = tree.receivers.get(owner)
    properties = properties_of(owner)  # which stand for attributes wherever they are read
    methods = {method.name: method for method in methods_of(owner) if method.name not in properties}
    del methods[initial.name]
    continued = () if is_alone else tree.continued(Function(bindings, owner))
    parts = [initial, *(one.method for one in continued)]
    inside = {} if is_alone else tree.continued_inside(Function(bindings, owner), parts)
    reached = {
        method.node: method
        for part in parts
        for method in tree.reached(Function(bindings, part, Function(bindings, owner)))
    }
    handed: set[ast.FunctionDef] = set()
    running: set[ast.AST] = set()
    held: Mapping[ast.stmt, Sequence[ast.stmt]] = {}
    while True:
        apart = {*methods.values()} if is_alone else reached.keys()
        runners = [method for method in methods.values() if method not in apart - running]
        # A class that opens the session itself may hand it to its methods: they run where they are called.
        walker = Walker(tree, bindings, owner, runners, is_global=False, hands_methods=takes is None)
        walker.inside, walker.held = inside, held
        env: Environment = {}
        for part in parts:
            env = walker.block(part.body, {**seen_by_methods(env), **_given(part, takes)}, ())
        for _ in range(2):  # what one method sets, another one may read
            for method in (one for one in runners if one not in handed):
                env = walker.method(method, env, _given(method, takes))
            if takes is not None and takes.outside:
                walker.outside(takes, env)
        kept = handed.union(walker.callees.found) & set(runners)
        others = [reached[one] for one in reached if one not in {*parts, *inside.values()}]
        called = _running(tree, others, parts, env)
        found = {**held, **(holding_rest(initial.body, walker) if is_alone else {})}
        if handed == kept and called <= running and found == held:
            body = [one for part in parts for one in _as_it_runs(part.body, inside)]
            continued += tuple(Continued(method, (called_by(one),)) for one, method in inside.items())
            return _driver(walker, bindings, initial, body, takes, continued)
        handed, running, held = kept, running | called, found


def _running(
    tree: Tree, methods: Sequence[Function], parts: Sequence[ast.FunctionDef], env: Environment
) -> set[ast.AST]:
    """The methods that `parts` of a block call to use its session, or hand it to, and that build nothing."""
    sessions = {name for name, sources in env.items() if any(one.kind is Kind.SESSION for one in sources)}
    harmless = NOT_BUILDING | {Role.ACTS}  # which is seen when their statements are walked

    def uses_session(method: Function) -> bool:
        every = (name.id for one in tree.reached(method) for name in names_of(one.node))
        return any(name in sessions for name in every) or any(map(is_handed, tree.reached(method)))

    def is_handed(method: Function) -> bool:
        calls = [node for part in parts for node in nodes_of(part) if isinstance(node, ast.Call)]
        values = (
            value
            for call in calls
            if is_of_object(call.func)
            and getattr(call.func, "attr", "") == getattr(method.node, "name", None)
            for value in passed_values(call)
        )
        return any(isinstance(value, ast.Name) and value.id in sessions for value in values)

    return {one.node for one in methods if tree.summary(one).roles <= harmless and uses_session(one)}


def _as_it_runs(body: Sequence[ast.stmt], inside: Mapping[ast.stmt, ast.FunctionDef]) -> Iterator[ast.stmt]:
    """The statements of a block; behind a call of what it goes on in those of that.

    They stand behind a `with` around the call.
    """
    for statement in body:
        yield statement
        for one in nodes_of(statement) if isinstance(statement, ast.With) else [statement]:
            if isinstance(one, ast.stmt) and one in inside:
                yield from _as_it_runs(inside[one].body, inside)


def _given(method: ast.FunctionDef, takes: Handover | None) -> Environment:
    """The session that a method is called with: it comes from no statement of the class."""
    parameter = takes.parameters.get(method) if takes is not None else None
    return {parameter: frozenset({Point(-1, method, (), Kind.SESSION)})} if parameter is not None else {}


def _blocks(module: ast.Module, *, is_one: bool) -> Iterator[tuple[ast.AST, Sequence[ast.stmt]]]:
    """The blocks of a module; `is_one`: whether what runs it as the program belongs to its first block."""
    body = module.body
    main = None if is_one else next(iter(main_guards(module)), None)
    yield module, [statement for statement in body if statement is not main]
    if main is not None:
        yield main, main.body
    for node in nodes_of(module):
        if isinstance(node, ast.FunctionDef):
            yield node, node.body


def _closures(
    module: ast.Module, owner: ast.AST, elsewhere: Set[str]
) -> Iterator[tuple[ast.FunctionDef, frozenset[str]]]:
    """The functions inside a part of a block, with their names but what other parts have `elsewhere`."""
    root = owner if isinstance(owner, ast.FunctionDef) else module
    for node in nodes_of(root):
        if isinstance(node, ast.FunctionDef) and node is not owner:
            yield node, frozenset(name.id for name in names_of(node)) - elsewhere


def _hands_graph(tree: Tree, bindings: Bindings, body: Sequence[ast.stmt]) -> bool:
    """Whether a block passes something to a function that opens a session."""
    functions = (
        tree.function(bindings, node.func)
        for statement in body
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        for node in walk_scope(statement)
        if isinstance(node, ast.Call) and (node.args or node.keywords)
    )
    return any(
        function is not None
        and isinstance(function.node, ast.FunctionDef)
        and opens_session(tree, function.bindings, function.node.body)
        for function in functions
    )
