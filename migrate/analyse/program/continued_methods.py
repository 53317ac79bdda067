"""Methods that go on where `__init__` ends: who makes an object calls them next, and nothing else does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.driver import Continued
from migrate.model.nodes import nodes_of, walk_scope
from migrate.syntax.arguments import passed_values

from .object_attributes import methods_of

MayBe: TypeAlias = Callable[[ast.expr], bool]


def continuing(
    modules: Sequence[Bindings],
    owner: ast.ClassDef,
    constructions: Collection[ast.Call],
    may_be: MayBe,
) -> Iterator[Continued]:
    """The methods that are called directly behind every call that makes an object of a class, in this order.

    Each simply runs from its first statement to its last one, once for each object. Nothing else in the
    `modules` names it, of what `may_be` such an object.
    """
    methods = {method.name: method for method in methods_of(owner)}
    if not _runs_to_its_end(methods["__init__"]):
        return
    following = [list(_calls_behind(modules, making)) for making in constructions]
    for calls in zip(*following, strict=False):
        names = {function.attr for call in calls for function in _attribute(call)}
        method = methods.get(min(names)) if len(names) == 1 else None
        if method is None or not _simply_runs(method):
            return
        if not _is_named_there_alone(modules, method, calls, may_be):
            return
        yield Continued(method, calls)


def continuing_inside(
    modules: Sequence[Bindings],
    owner: ast.ClassDef,
    parts: Sequence[ast.FunctionDef],
    may_be: MayBe,
) -> Iterator[tuple[ast.stmt, ast.FunctionDef]]:
    """The statements of the methods `parts` that call others, and these: each is called nowhere else.

    Both simply run from their first statement to their last one. `may_be` tells what may be such an object.
    """
    methods = {method.name: method for method in methods_of(owner)}
    pending = list(parts)
    while pending:
        part = pending.pop(0)
        for statement in part.body if _runs_to_its_end(part) else ():
            call = _call_of(statement, "self")
            names = {function.attr for function in _attribute(call)} if call is not None else set()
            method = next((methods[name] for name in names if name in methods), None)
            if (
                call is None
                or method is None
                or not _simply_runs(method)
                or _passes_graph(modules, owner, call)
            ):
                continue
            if _is_named_there_alone(modules, method, [call], may_be):
                pending.append(method)
                yield statement, method


def _passes_graph(modules: Sequence[Bindings], owner: ast.ClassDef, call: ast.Call) -> bool:
    """Whether a call passes attributes that are given parts of the graph, which would move behind it."""
    given = passed_values(call)
    passed = {name for one in given for name in _own_names(one)}
    values = (
        node.value
        for node in nodes_of(owner)
        if isinstance(node, ast.Assign) and any(passed & _own_names(target) for target in node.targets)
    )
    called = [node.func for value in values for node in nodes_of(value) if isinstance(node, ast.Call)]
    return any(bindings.tensorflow(function) is not None for bindings in modules for function in called)


def _own_names(node: ast.AST) -> set[str]:
    """The attributes of the object in some code, which are read as names."""
    names = (one.id for one in nodes_of(node) if isinstance(one, ast.Name))
    return {name for name in names if name.startswith("self.")}


def _calls_behind(modules: Sequence[Bindings], making: ast.Call) -> Iterator[ast.Call]:
    """The calls of methods of an object that directly follow the statement which gives it its only name.

    Behind the last statement in a branch of a condition, what follows the condition does.
    """
    for body in (body for one in modules for body in _bodies(one.module.tree)):
        for index, statement in enumerate(body):
            target = statement.targets[0] if isinstance(statement, ast.Assign) else None
            if not (isinstance(statement, ast.Assign) and statement.value is making):
                continue
            if isinstance(target, ast.Name) and len(statement.targets) == 1:
                behind = [*body[index + 1 :], *_behind(modules, statement)]
                calls = (_call_of(one, target.id) for one in behind)
                yield from (call for call in takewhile(lambda call: call is not None, calls) if call)


def _behind(modules: Sequence[Bindings], node: ast.stmt) -> Iterator[ast.stmt]:
    """The statements that follow the conditions around a statement, the innermost first."""
    for body in (body for one in modules for body in _bodies(one.module.tree)):
        for index, statement in enumerate(body):
            if isinstance(statement, ast.If) and any(node in branch for branch in _branches(statement)):
                yield from body[index + 1 :]
                yield from _behind(modules, statement)


def _branches(condition: ast.If) -> tuple[Sequence[ast.stmt], Sequence[ast.stmt]]:
    return condition.body, condition.orelse


def _bodies(tree: ast.Module) -> Iterator[Sequence[ast.stmt]]:
    for node in nodes_of(tree):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(node, field, None)
            if isinstance(body, list):
                yield body


def _call_of(statement: ast.stmt, name: str) -> ast.Call | None:
    """The call that a statement consists of, if it is one of a method of the object `name`."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return None
    of_object = (
        isinstance(function.value, ast.Name) and function.value.id == name for function in _attribute(call)
    )
    return call if any(of_object) else None


def _attribute(call: ast.Call) -> Iterator[ast.Attribute]:
    if isinstance(call.func, ast.Attribute):
        yield call.func


def _simply_runs(method: ast.FunctionDef) -> bool:
    is_plain = not (method.decorator_list or method.args.vararg or method.args.kwarg)
    return is_plain and _runs_to_its_end(method)


def _runs_to_its_end(method: ast.FunctionDef) -> bool:
    statements = (one for one in method.body if not isinstance(one, (ast.FunctionDef, ast.ClassDef)))
    return not any(isinstance(node, _LEAVING) for one in statements for node in walk_scope(one))


# What ends a method early, or makes it more than a part of the code that calls it.
_LEAVING = (ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)


def _is_named_there_alone(
    modules: Sequence[Bindings],
    method: ast.FunctionDef,
    calls: Collection[ast.Call],
    may_be: MayBe,
) -> bool:
    functions = [call.func for call in calls]
    for bindings, node in ((one, node) for one in modules for node in nodes_of(one.module.tree)):
        if (
            isinstance(node, ast.Attribute)
            and node.attr == method.name
            and node not in functions
            and bindings.tensorflow(node) is None
            and may_be(node.value)
        ):
            return False
        if isinstance(node, ast.Constant) and node.value == method.name:
            return False  # getattr() may find it
    return True
