"""The nodes of a syntax tree, which many questions go through again and again."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterable, Iterator

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_NODES = "_nodes"  # attributes that `ast` itself does not know
_CHILDREN = "_children"
_CALLS = "_calls"


def nodes_of(root: ast.AST) -> tuple[ast.AST, ...]:
    """What `ast.walk(root)` gives, found once; who changes a tree calls `has_changed`."""
    known: tuple[ast.AST, ...] | None = root.__dict__.get(_NODES)
    if known is None:
        found, pending = list[ast.AST](), deque([root])
        while pending:
            node = pending.popleft()
            found.append(node)
            pending.extend(children_of(node))
        known = tuple(found)
        setattr(root, _NODES, known)
    return known


def calls_in(root: ast.AST) -> tuple[ast.Call, ...]:
    """The calls among `nodes_of(root)`, found once; who changes a tree calls `has_changed`."""
    known: tuple[ast.Call, ...] | None = root.__dict__.get(_CALLS)
    if known is None:
        known = tuple(node for node in nodes_of(root) if isinstance(node, ast.Call))
        setattr(root, _CALLS, known)
    return known


def children_of(node: ast.AST) -> tuple[ast.AST, ...]:
    """What `ast.iter_child_nodes(node)` gives, found once; who changes a tree calls `has_changed`."""
    known: tuple[ast.AST, ...] | None = node.__dict__.get(_CHILDREN)
    if known is None:
        known = tuple(ast.iter_child_nodes(node))
        setattr(node, _CHILDREN, known)
    return known


def has_changed(tree: ast.Module) -> None:
    """Have the nodes of a whole tree, and of its parts, found anew."""
    for node in ast.walk(tree):
        node.__dict__.pop(_NODES, None)
        node.__dict__.pop(_CHILDREN, None)
        node.__dict__.pop(_CALLS, None)


def place_in_text(node: ast.stmt | ast.expr) -> tuple[int, int]:
    """The line and the column where a node begins: several statements may be on one line."""
    return node.lineno, node.col_offset


def last_name(node: ast.AST | None) -> str:
    """The last name of an expression, such as `task_index` of `FLAGS.task_index`; empty for what has none."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def declared_names(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that some code says to be global, or to be those of a function around it."""
    return {name for node in nodes if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names}


def walk_scope(root: ast.AST) -> Iterator[ast.AST]:
    """The nodes under `root` that belong to its own scope: not those inside functions and classes."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, (*DEFINITIONS, ast.Lambda)):
            continue
        pending.extend(reversed(children_of(node)))


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a node itself gives values, or deletes."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, DEFINITIONS):
        yield node.name
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        yield from [node.name] if node.name is not None else []
    elif isinstance(node, ast.MatchMapping):
        yield from [node.rest] if node.rest is not None else []
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
