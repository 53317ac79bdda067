"""Graphs that a module builds, and that functions of it run, each in a session that it opens itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.kinds import MAKING_VARIABLES, Role
from migrate.model.nodes import nodes_of, walk_scope
from migrate.syntax.servers import SUPERVISOR

from ..names.definitions import Function
from ..names.uses import names_of
from ..program.tree import Tree

_OPENING = (Role.SESSION, Role.LOOP)
_BUILDING = MAKING_VARIABLES | {Role.PLACEHOLDER, Role.OBJECT}


def opens_session(tree: Tree, bindings: Bindings, body: Sequence[ast.stmt]) -> bool:
    """Whether some code opens a session itself."""
    return any(
        tree.call_role(bindings, node)[0] in _OPENING or _makes_supervisor(bindings, node)
        for statement in body
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        for node in walk_scope(statement)
    )


def _makes_supervisor(bindings: Bindings, node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and bindings.tensorflow(node.func) == SUPERVISOR


def is_run_by_functions(
    tree: Tree, bindings: Bindings, building: Sequence[ast.stmt], calling: Sequence[ast.stmt]
) -> bool:
    """Whether functions that some statements of a module call run what others of it have built."""
    names = frozenset(_of_graph(tree, bindings, building))
    called = (called_at(tree, bindings, node) for node in _at_once(calling))
    return bool(names) and any(
        function is not None and opens_and_sees(tree, function, names) for function in called
    )


def opens_and_sees(tree: Tree, function: Function, names: frozenset[str]) -> bool:
    """Whether a function, by others too, opens a session of its own and sees some names of its module."""
    reached = [one for one in tree.called(function) if one.bindings is function.bindings]
    opens = any(
        isinstance(one.node, ast.FunctionDef) and opens_session(tree, one.bindings, one.node.body)
        for one in reached
    )
    seen = {name.id for one in reached for name in names_of(one.node) if isinstance(name.ctx, ast.Load)}
    own = {name.id for one in reached for name in names_of(one.node) if isinstance(name.ctx, ast.Store)}
    return opens and bool((seen - own) & names)


def called_at(tree: Tree, bindings: Bindings, node: ast.AST) -> Function | None:
    """The function of the module that a node calls, by `tf.app.run` too."""
    if not isinstance(node, ast.Call):
        return None
    function = tree.function(bindings, run_by_app(bindings, node) or node.func)
    is_own = function is not None and function.bindings is bindings
    return function if is_own and function is not None and function.owner is None else None


def run_by_app(bindings: Bindings, call: ast.Call) -> ast.Name | None:
    """The name of the function that `tf.app.run(main)` calls."""
    if bindings.tensorflow(call.func) != "tf.app.run" and bindings.dotted.get(call.func) != "absl.app.run":
        return None
    named = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "main")]
    wanted = named[0] if named else ast.Name("main", ast.Load())
    return wanted if isinstance(wanted, ast.Name) else None


def _of_graph(tree: Tree, bindings: Bindings, body: Sequence[ast.stmt]) -> Iterator[str]:
    """The names that statements give to what building gives, and to what is made of that."""
    known: set[str] = set()
    for node in _at_once(body):
        if isinstance(node, ast.Assign):
            builds = any(_builds(tree, bindings, inner) for inner in nodes_of(node.value))
            if builds or known & {name.id for name in names_of(node.value)}:
                given = {name.id for target in node.targets for name in names_of(target)}
                known |= given
                yield from given


def _builds(tree: Tree, bindings: Bindings, node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    function = tree.function(bindings, node.func)
    if function is not None:
        return bool(tree.summary(function).roles & _BUILDING)
    return tree.call_role(bindings, node)[0] in _BUILDING


def _at_once(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    for statement in body:
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield from walk_scope(statement)
