"""Times that a function takes for its reports alone: nothing that it builds depends on them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of

_CLOCKS = frozenset({"time.clock", "time.monotonic", "time.perf_counter", "time.process_time", "time.time"})
_PLAIN = (ast.BinOp, ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Tuple, ast.UnaryOp)
_OF_SYNTAX = (ast.operator, ast.unaryop, ast.expr_context)
_SHOWING = frozenset({"abs", "float", "int", "print", "round", "str"})
_DYNAMIC = frozenset({"eval", "exec", "locals", "vars"})


def clocks_of_reports(bindings: Bindings) -> frozenset[ast.Call]:
    """The calls of clocks in functions that only print what they tell, or do not read it."""
    nodes = nodes_of(bindings.module.tree)
    clocks = {one for one in nodes if isinstance(one, ast.Call) and bindings.dotted.get(one.func) in _CLOCKS}
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)] if clocks else []
    own = _SHOWING & bindings.bound
    return frozenset(clock for one in functions if not own for clock in _reported(one, clocks))


def _reported(function: ast.FunctionDef, clocks: set[ast.Call]) -> Iterator[ast.Call]:
    nodes = nodes_of(function)
    inner = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Global, ast.Nonlocal)
    names_used = {node.id for node in nodes if isinstance(node, ast.Name)}
    is_plain = not any(isinstance(node, inner) for node in nodes if node is not function)
    if clocks.isdisjoint(nodes) or not is_plain or _DYNAMIC & names_used:
        return
    given = {one: one.targets for one in nodes if isinstance(one, ast.Assign)}
    names = {
        statement: targets[0].id
        for statement, targets in given.items()
        if len(targets) == 1 and isinstance(targets[0], ast.Name)
    }
    shown = [one for one in nodes if isinstance(one, ast.Expr) and _is_plain(one.value, clocks)]
    plain = [one for one in names if _is_plain(one.value, clocks)]
    read = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    reported = {names[one] for one in plain}
    while True:  # until all that reads one of the names is for reports, too
        told = {node for one in shown for node in nodes_of(one.value)}
        told |= {node for one in plain if names[one] in reported for node in nodes_of(one.value)}
        kept = {name for name in reported if all(node in told for node in read if node.id == name)}
        if kept == reported:
            yield from (clock for clock in clocks if clock in told)
            return
        reported = kept


def _is_plain(value: ast.expr, clocks: set[ast.Call]) -> bool:
    """Whether an expression only reckons with numbers and texts, or prints what it has reckoned."""
    return all(_reckons(node, clocks) for node in nodes_of(value))


def _reckons(node: ast.AST, clocks: set[ast.Call]) -> bool:
    if isinstance(node, ast.Call):
        is_showing = isinstance(node.func, ast.Name) and node.func.id in _SHOWING
        is_format = isinstance(node.func, ast.Attribute) and node.func.attr == "format"
        is_format &= isinstance(getattr(node.func, "value", None), ast.Constant)
        return node in clocks or is_showing or is_format
    is_name = isinstance(node, (ast.Name, ast.Attribute, ast.keyword))
    return is_name or isinstance(node, (*_PLAIN, *_OF_SYNTAX))
