"""No session is run where it may be closed: TensorFlow 1 raises an error there, and steps none.

What a statement closes or runs it may close or run by the functions of the program that it calls, those of
objects too. So each list of statements that run one after the other is gone through, whichever code it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.effects import Effects, inside
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Kind
from migrate.model.nodes import last_name, nodes_of
from migrate.model.objects import Made

from ..statements.objections import refuse
from ..steps.several_sessions import session_uses
from .fates import scope_of


def check_closed(driver: Driver, effects: Effects | None, modules: Sequence[ModuleFacts]) -> None:
    """No statement runs a session that one before it has closed.

    Raises:
      Refused: one does.
    """
    if effects is None or not effects.known:
        return
    found = {point for point in driver.points if point.kind is Kind.SESSION}
    uses = {point for point, *_ in session_uses(driver)} - found
    uses |= {point for point in driver.points if point.kind is Kind.RUN}
    used = {_home(driver, point): point for point in driver.points if point in uses}
    closed = {_home(driver, point) for point in found if any(_closed(point.node))}
    opening = {_home(driver, point) for point in found} - closed
    sessions = {one for point in uses for one in _sessions(driver, effects, point)}
    opening |= {one.node for one in sessions}
    for body in (body for module in modules for body in _bodies(module.bindings.module.tree)):
        closed_at: ast.stmt | None = None
        for statement, is_end in body:
            may_close = is_end and any(
                not sessions.isdisjoint(effects.given(one)) for one in _closed(statement)
            )
            may_end = may_close or is_end and bool(closed)
            if closed_at is None and not may_end:
                continue  # what it reaches is not asked
            reached = {statement, *(() if isinstance(statement, _AROUND) else inside(statement))}
            reached |= effects.reached(reached)
            if closed_at is not None and any(node in opening for one in reached for node in nodes_of(one)):
                closed_at = None
            run = next((point for home, point in used.items() if home in reached), None)
            if closed_at is not None and run is not None:
                what = f"a run of a session that line {closed_at.lineno} has closed"
                refuse(driver, "SES201", run.node, what, "run it before it is closed")
            if may_close or is_end and not reached.isdisjoint(closed):
                closed_at = statement


def _home(driver: Driver, point: Point) -> ast.AST:
    """The function or method of a block that a statement stands in, or else the statement."""
    inner = (one.node for one in reversed(point.parents) if isinstance(one.node, ast.FunctionDef))
    return next(inner, driver.method_of(point) or point.node)


def _sessions(driver: Driver, effects: Effects, point: Point) -> Iterator[Made]:
    """The sessions that a statement may use, where they are told from other objects."""
    for name, sources in point.uses.items():
        if any(source.kind is Kind.SESSION for source in sources):
            held = effects.held(scope_of(driver, point), name)
            yield from (one for one in held if isinstance(one, Made) and isinstance(one.node, ast.Call))


_AROUND = (ast.With, ast.Try)
_LEAVING = (ast.Break, ast.Return, ast.Raise)


def _bodies(tree: ast.AST) -> Iterator[list[tuple[ast.stmt, bool]]]:
    """The statements of each block, in order, and whether one is a call, or the end of a `with`."""
    for node in nodes_of(tree):
        for name in ("body", "orelse") if not isinstance(node, _AROUND) else ():
            statements = getattr(node, name, None)
            if isinstance(statements, list) and statements:
                comes_round = isinstance(node, (ast.For, ast.While)) and not isinstance(
                    statements[-1], _LEAVING
                )
                yield [*_in_order(statements)] * (2 if comes_round else 1)


def _in_order(statements: Sequence[ast.stmt]) -> Iterator[tuple[ast.stmt, bool]]:
    for one in statements:
        yield one, isinstance(one, ast.Expr)
        if isinstance(one, _AROUND):
            yield from _in_order([*one.body, *getattr(one, "orelse", ()), *getattr(one, "finalbody", ())])
            yield one, isinstance(one, ast.With)
        for branch in (one.orelse, one.body) if isinstance(one, ast.If) else ():
            yield from _in_order(branch if branch and not isinstance(branch[-1], _LEAVING) else ())


def _closed(statement: ast.stmt) -> Iterator[ast.expr]:
    """What a call, or the end of a `with`, closes by itself."""
    given = [item.context_expr for item in statement.items] if isinstance(statement, ast.With) else []
    yield from (
        one for one in given if not (isinstance(one, ast.Call) and last_name(one.func) == "as_default")
    )
    call = statement.value if isinstance(statement, ast.Expr) else None
    method = call.func if isinstance(call, ast.Call) else None
    if isinstance(method, ast.Attribute) and method.attr == "close":
        yield method.value
