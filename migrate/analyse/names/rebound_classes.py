"""Names of classes that an object of theirs takes over, as in `Model = Model(session)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.nodes import declared_names, nodes_of
from migrate.syntax.guards import is_main_guard


def named_as_their_class(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Such names of a module, each with the node that makes the object: no other means the class.

    What runs once and in the order of its text makes it, and no function has the name: one could be called
    before. Nothing reads it before, and no other statement gives it a value.
    """
    nodes = list(nodes_of(tree))
    named = [node for node in nodes if isinstance(node, ast.Name)]
    inside = {inner for node in nodes if isinstance(node, _LATER) for inner in nodes_of(node)}
    declared = declared_names(nodes) | {node.arg for node in nodes if isinstance(node, ast.arg)}
    for statement in _straight(tree.body):
        made = _made(statement)
        if made is None or made.id in declared:
            continue
        own = [node for node in named if node.id == made.id]
        stored = [node for node in own if not isinstance(node.ctx, ast.Load)]
        first = min(own, key=lambda node: (node.lineno, node.col_offset))
        if len(stored) == 1 and first is stored[0] and not inside.intersection(own):
            loads = [node for node in own if node not in (made, stored[0])]
            if all((node.lineno, 0) > (statement.end_lineno or 0, 0) for node in loads):
                yield made.id, made


_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def _made(statement: ast.stmt) -> ast.Name | None:
    """The class that `Model = Model(…)` makes an object of."""
    if not (isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call)):
        return None
    (target, *others), made = statement.targets, statement.value.func
    same = isinstance(target, ast.Name) and isinstance(made, ast.Name) and target.id == made.id
    return made if same and not others and isinstance(made, ast.Name) else None


def _straight(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module that run once, in the order of the text, those of the program too."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.With) or statement is body[-1] and is_main_guard(statement):
            yield from _straight(statement.body)
