"""What statements do with a session besides running it, in words."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind, Role

from ..statements.objections import first_line

_CALL_RUN = "call run() here"


def session_use(driver: Driver, point: Point) -> tuple[ast.AST, str, str] | None:
    """Where a statement does something with a session, what that is, and what to do instead.

    None where it has that only of a statement which does so before it.
    """
    openings = {one for one in driver.points if Role.SESSION in one.roles}
    if point in openings:
        return (
            point.node,
            f"`{first_line(point.node)}`, which opens a session",
            "open it in a plain statement",
        )
    sessions = {
        name
        for name, sources in point.uses.items()
        if any(
            (one in openings and not isinstance(one.node, ast.ClassDef)) or _stands_for_session(driver, one)
            for one in sources
        )
    }
    called = {node.func for node in point.calls}
    uses = [use for root in point.own_nodes for use in _uses(root, root, sessions, called)]
    if uses:
        return uses[0]
    seen = {name for name, sources in point.uses.items() if any(one.kind is Kind.SESSION for one in sources)}
    return None if seen else (point.node, "a session used for more than run()", _CALL_RUN)


def unused_session(driver: Driver) -> tuple[ast.AST, str, str]:
    """The session of a block that runs nothing, as far as it is seen there, and what to do."""
    nodes = [node for point in driver.points for node in point.nodes]
    called = {node.func for node in nodes if isinstance(node, ast.Call)}
    for point in driver.points:
        for node in point.nodes:
            is_run = isinstance(node, ast.Attribute) and node.attr == "run" and node not in called
            if is_run and isinstance(node, ast.Attribute) and is_session(point, node.value):
                return node, f"{ast.unparse(node)}, which is kept or passed on instead of called", _CALL_RUN
    opening = next((point.node for point in driver.points if point.kind is Kind.SESSION), driver.owner)
    if driver.has_methods or isinstance(driver.owner, ast.FunctionDef) and driver.owner.name == "__init__":
        return opening, "a session that no method of its class runs, and others may", "run it in its class"
    return opening, "a session that is not run where it is opened", "open it where it is run, or remove it"


def is_session(point: Point, node: ast.expr) -> bool:
    """Whether a name may stand for a session."""
    sources = point.uses.get(node.id, ()) if isinstance(node, ast.Name) else ()
    return any(source.kind is Kind.SESSION for source in sources)


def _stands_for_session(driver: Driver, point: Point) -> bool:
    """Whether a statement gives a session another name, or is a function that is handed one."""
    node = point.node
    is_name = isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)
    is_function = isinstance(node, ast.FunctionDef) or not any(node is one.node for one in driver.points)
    return point.kind is Kind.SESSION and (is_name or is_function)


def _uses(
    node: ast.AST, around: ast.AST, sessions: Collection[str], called: Collection[ast.expr]
) -> Iterator[tuple[ast.AST, str, str]]:
    """The uses of sessions under a node which stands in `around`, but for runs; `called` are all that are."""
    is_session = isinstance(node, ast.Name) and node.id in sessions and isinstance(node.ctx, ast.Load)
    runs = isinstance(around, ast.Attribute) and around.attr in ("run", "close") and around in called
    if is_session and not runs:
        assert isinstance(node, ast.Name)
        yield _use(node, around)
    for child in ast.iter_child_nodes(node):
        inner = around if isinstance(node, (ast.keyword, ast.Starred)) else node
        yield from _uses(child, inner, sessions, called)


def _use(name: ast.Name, around: ast.AST) -> tuple[ast.AST, str, str]:
    if isinstance(around, ast.Call):
        called = ast.unparse(around.func)
        found = f"{name.id}, a session that is handed to {called}()"
        return around, found, "hand it to a function or method of the program that is called by its name"
    if isinstance(around, ast.Attribute):
        return around, f"{name.id}.{around.attr}, used of a session", _CALL_RUN
    if isinstance(around, ast.Return):
        return around, f"{name.id}, a session that is returned", "open it where it is run"
    if isinstance(around, (ast.List, ast.Tuple, ast.Dict, ast.Set)):
        return around, f"{name.id}, a session that is kept in a container", "run it by its name"
    if isinstance(around, (ast.Assign, ast.AnnAssign)):
        targets = around.targets if isinstance(around, ast.Assign) else [around.target]
        return around, f"{name.id}, a session that is kept in {ast.unparse(targets[0])}", "run it by its name"
    return name, f"{name.id}, a session used for more than run()", _CALL_RUN
