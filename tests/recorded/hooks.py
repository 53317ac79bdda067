"""Parts of syntax trees that an instrumented program is made of, and what is asked of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterable


def hook(name: str, *arguments: ast.expr | str | int) -> ast.Call:
    given = [one if isinstance(one, ast.expr) else ast.Constant(one) for one in arguments]
    return ast.Call(ast.Attribute(ast.Name("_tfm_", ast.Load()), name, ast.Load()), given, [])


def does(name: str, *arguments: ast.expr | str | int) -> ast.stmt:
    return ast.Expr(hook(name, *arguments))


def bound(target: ast.expr) -> Iterable[ast.Name]:
    """The names that a target binds: not those of `name[0]` and `name.part`."""
    if isinstance(target, ast.Name):
        yield target
    elif isinstance(target, (ast.Tuple, ast.List)):
        for one in target.elts:
            yield from bound(one)
    elif isinstance(target, ast.Starred):
        yield from bound(target.value)


def unpacks(target: ast.expr) -> bool:
    return isinstance(target, (ast.Tuple, ast.List))


def root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def mangled(name: str, owner: str) -> str:
    """The name of an attribute as Python has it in a class."""
    return (
        f"_{owner.lstrip('_')}{name}" if owner and name.startswith("__") and not name.endswith("__") else name
    )


def is_first(node: ast.stmt) -> bool:
    """What must stand first in a module: what it says of itself, and what it wants of the future."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_declaration(node: ast.stmt) -> bool:
    return isinstance(node, (ast.Global, ast.Nonlocal)) or is_first(node)
