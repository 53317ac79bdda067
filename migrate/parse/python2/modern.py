"""Signs that Python 3 ran a file."""

from __future__ import annotations

import ast


def is_modern(tree: ast.Module) -> bool:
    """Whether there are signs that Python 3 ran the file: code that Python 2 would have refused."""
    prints = any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(one.name == "print_function" for one in node.names)
        for node in ast.walk(tree)
    )
    return any(_is_of_python3(node, prints) for node in ast.walk(tree))


def _is_of_python3(node: ast.AST, prints: bool) -> bool:
    if isinstance(node, (ast.AnnAssign, ast.Await, ast.JoinedStr, ast.MatMult, ast.NamedExpr, ast.Nonlocal)):
        return True
    if isinstance(node, (ast.AsyncFunctionDef, ast.YieldFrom)):
        return True
    if isinstance(node, ast.arguments):
        arguments = [*node.posonlyargs, *node.args, *node.kwonlyargs]
        return bool(node.kwonlyargs or node.posonlyargs or any(one.annotation for one in arguments))
    if isinstance(node, ast.Raise):
        return node.cause is not None
    if isinstance(node, ast.Starred):
        return isinstance(node.ctx, ast.Store)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        is_print = node.func.id == "print" and bool(node.keywords) and not prints
        return is_print or node.func.id == "super" and not node.args
    return False
