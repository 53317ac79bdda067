"""What a tower reads of the graph's collections: replicas see what others have put there, or do not."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused

from ..program.tree import Tree
from ..vocabulary import role_of

_VARIABLE_COLLECTIONS = ("TRAINABLE_VARIABLES", "GLOBAL_VARIABLES", "VARIABLES", "LOCAL_VARIABLES")


def check_collections(tree: Tree, driver: Driver, loop: ast.For, root: ast.stmt, *, is_scoped: bool) -> None:
    """A tower that uses what another one has collected would depend on it; replicas cannot.

    `root` is a statement of the tower that `loop` builds; `is_scoped` tells whether it uses the scope of it.

    Raises:
      Refused: it may use what other towers have collected.
    """
    pending: list[tuple[Bindings, ast.AST, frozenset[int]]] = [(driver.bindings, root, frozenset())]
    seen: set[tuple[ast.AST, frozenset[int]]] = set()
    while pending:
        bindings, block, unused_parts = pending.pop()
        unused = _unused_values(block)
        ignored = {node for node, parts in unused.items() if parts == _EVERY_PART}
        ignored.update(_returned(block, unused_parts))
        for node in nodes_of(block):
            if not isinstance(node, ast.Call):
                continue
            function = tree.function(bindings, node.func)
            parts = _EVERY_PART if node in ignored else unused.get(node, frozenset())
            if function is not None and (function.node, parts) not in seen:
                seen.add((function.node, parts))
                pending.append((function.bindings, function.node, parts))
            symbol = bindings.tensorflow(node.func)
            if symbol is None or role_of(symbol) is not Role.READS_COLLECTION or node in ignored:
                continue
            if not (_lists_variables(symbol, node) or is_scoped and _has_scope(symbol, node)):
                found = (
                    f"{symbol} without the tower's own scope, so that a tower may see another one's losses"
                )
                instead = "pass the scope of the tower's tf.name_scope"
                raise Refused("TWR202", driver.bindings.module.path, loop, found, instead)


def _lists_variables(symbol: str, call: ast.Call) -> bool:
    key = call.args[0] if symbol == "tf.get_collection" and call.args else None
    return isinstance(key, ast.Attribute) and key.attr in _VARIABLE_COLLECTIONS


def _has_scope(symbol: str, call: ast.Call) -> bool:
    index = 1 if symbol == "tf.get_collection" else 0
    scopes = [keyword.value for keyword in call.keywords if keyword.arg == "scope"]
    scopes += call.args[index : index + 1]
    return bool(scopes) and isinstance(scopes[0], ast.Name)


_EVERY_PART = frozenset(range(16))


def _unused_values(root: ast.AST) -> dict[ast.AST, frozenset[int]]:
    """The values that nothing reads: statements of their own, or assigned to a name such as `_`.

    Each with the numbers of its parts that are not read, where it is a tuple.
    """
    read = {
        node.id for node in nodes_of(root) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }

    def is_unused(target: ast.expr) -> bool:
        return isinstance(target, ast.Name) and target.id == "_" and "_" not in read

    found: dict[ast.AST, frozenset[int]] = {}
    for node in nodes_of(root):
        if isinstance(node, ast.Expr) or isinstance(node, ast.Assign) and all(map(is_unused, node.targets)):
            found[node.value] = _EVERY_PART
        elif (
            isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple)
        ):
            parts = (index for index, one in enumerate(node.targets[0].elts) if is_unused(one))
            found[node.value] = frozenset(parts) & _EVERY_PART
    return found


def _returned(root: ast.AST, parts: frozenset[int]) -> Iterator[ast.AST]:
    """What a function computes for these parts alone of what it returns, in the statement that returns it."""
    for node in nodes_of(root):
        value = node.value if isinstance(node, ast.Return) else None
        if value is not None and parts == _EVERY_PART:
            yield from nodes_of(value)
        elif value is not None:
            unused = [one for index, one in enumerate(_elements(value)) if index in parts]
            yield from (inner for one in unused for inner in nodes_of(one))


def _elements(node: ast.expr) -> list[ast.expr]:
    """The parts of a tuple, where each has a place that can be told."""
    elements = node.elts if isinstance(node, ast.Tuple) else []
    return [] if any(isinstance(one, ast.Starred) for one in elements) else elements
