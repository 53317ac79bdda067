"""Runs of an object's graph outside of its class: in the block that made the object and opened the session."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from migrate.model.facts import Outside


def outside_runs(home: ast.AST, name: str, sessions: Set[ast.AST], at: ast.AST | None) -> Iterator[Outside]:
    """The calls under `home` by which a session fetches attributes of the object `name`, and feeds such.

    What they stand for in the class gets the place `at`, or that of the call.
    """
    for statement in (node for node in ast.walk(home) if isinstance(node, ast.stmt)):
        for call in _own_calls(statement):
            is_run = isinstance(call.func, ast.Attribute) and call.func.attr == "run"
            if not (is_run and isinstance(call.func, ast.Attribute) and call.func.value in sessions):
                continue
            within = _within_class(call, name)
            if within is not None:
                for node in ast.walk(within):
                    ast.copy_location(node, at if at is not None else call)
                yield Outside(name, statement, call, within)


def _own_calls(statement: ast.stmt) -> Iterator[ast.Call]:
    """The calls in a simple statement, or in the header of a compound one."""
    pending: list[ast.AST] = list(ast.iter_child_nodes(statement))
    while pending:
        node = pending.pop(0)
        if isinstance(node, (ast.stmt, ast.ExceptHandler, ast.Lambda)):
            continue
        if isinstance(node, ast.Call):
            yield node
        pending.extend(ast.iter_child_nodes(node))


def _within_class(call: ast.Call, name: str) -> ast.Call | None:
    """The same run as a method would write it, feeding nothing; `None` if it is not of this object alone."""
    arguments = dict(zip(("fetches", "feed_dict"), call.args, strict=False))
    if len(call.args) > 2 or not {keyword.arg for keyword in call.keywords} <= {"fetches", "feed_dict"}:
        return None
    arguments |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    fetches, feed = arguments.get("fetches"), arguments.get("feed_dict", ast.Dict([], []))
    if fetches is None or not isinstance(feed, ast.Dict):
        return None
    fetched = _of_object(fetches, name)
    keys = [_of_object(key, name) if isinstance(key, ast.Attribute) else None for key in feed.keys]
    if fetched is None or any(key is None for key in keys):
        return None
    fed = ast.Dict(list(keys), [ast.Constant(None) for _ in keys])
    assert isinstance(call.func, ast.Attribute)
    assert isinstance(call.func.value, ast.Name)
    run = ast.Attribute(ast.Name(call.func.value.id, ast.Load()), "run", ast.Load())
    return ast.Call(run, [fetched, fed], [])


def _of_object(node: ast.expr, name: str) -> ast.expr | None:
    """An attribute of the object, or several in lists and tuples, as its class names them."""
    if isinstance(node, (ast.List, ast.Tuple)):
        found = [_of_object(one, name) for one in node.elts]
        kept = [one for one in found if one is not None]
        return type(node)(kept, ast.Load()) if len(kept) == len(node.elts) and kept else None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name:
        return ast.Name(f"self.{node.attr}", ast.Load())
    return None
