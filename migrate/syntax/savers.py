"""What saves and restores variables: savers by their methods, and functions that restore when called."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import Kind

from .servers import made_supervisor


def is_saving(point: Point, call: ast.Call) -> bool:
    """Whether a call in a statement saves or restores by what a name stands for."""
    if call in point.own_calls:
        return False
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in ("save", "restore") and _is_saver(point, call.func.value)
    return _is_saver(point, call.func)


def sessions_of_savers(point: Point) -> Iterator[ast.expr]:
    """The sessions in which a statement saves or restores."""
    for call in point.calls:
        if is_saving(point, call):
            yield from call.args[:1]
            yield from (keyword.value for keyword in call.keywords if keyword.arg == "sess")


def restores(point: Point) -> bool:
    """Whether a statement may restore variables from a checkpoint."""
    if point.uses_kind(Kind.SAVER) and any(
        isinstance(node, ast.Attribute) and node.attr == "restore" for node in point.nodes
    ):
        return True
    return any(_is_saver(point, call.func) for call in point.calls)


def only_restores(saver: Point, points: Iterable[Point]) -> bool:
    """Whether all that is done with a saver is to restore by it: it writes no checkpoint."""
    if saver.kind is not Kind.SAVER:
        return False
    restoring, named = set[ast.AST](), set[ast.AST]()
    for point in (one for one in points if saver in one.sources):
        named.update(one for one in point.nodes if isinstance(one, ast.Name) and one.id in saver.defines)
        methods = (one.func for one in point.calls if isinstance(one.func, ast.Attribute))
        restoring.update(one.value for one in methods if one.attr == "restore")
    return named <= restoring


def of_supervisor(bindings: Bindings, point: Point, called: ast.Attribute) -> bool:
    """Whether what is called is a method of a Supervisor."""
    name = called.value
    sources = point.uses.get(name.id, frozenset()) if isinstance(name, ast.Name) else frozenset()
    return bool(sources) and all(made_supervisor(bindings, source.node) for source in sources)


def of_its_saver(bindings: Bindings, point: Point, call: ast.Call) -> bool:
    """Whether a call has the saver of a Supervisor write or read a checkpoint."""
    called = call.func
    saver = called.value if isinstance(called, ast.Attribute) and called.attr in _OF_SAVER else None
    if not (isinstance(saver, ast.Attribute) and saver.attr == "saver"):
        return False
    return of_supervisor(bindings, point, saver)


_OF_SAVER = ("restore", "save")


def _is_saver(point: Point, node: ast.expr) -> bool:
    sources = point.uses.get(node.id, ()) if isinstance(node, ast.Name) else ()
    return any(source.kind is Kind.SAVER for source in sources)
