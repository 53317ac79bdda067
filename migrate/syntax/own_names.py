"""The names that a method has for itself, where attributes of its object are names too."""

from __future__ import annotations

import ast


def own_parameters(method: ast.FunctionDef) -> frozenset[str]:
    """The parameters of a method, but its object."""
    every = (*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs)
    extra = (one for one in (method.args.vararg, method.args.kwarg) if one is not None)
    return frozenset(argument.arg for argument in (*every, *extra)) - {"self"}


def own_names(method: ast.FunctionDef) -> frozenset[str]:
    """The names that a method binds, but attributes; those of functions inside it are their own."""
    names: set[str] = set(own_parameters(method))
    pending: list[ast.AST] = [*method.body]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name is not None:
            names.add(node.name)
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            pending.extend(ast.iter_child_nodes(node))
    return frozenset(name for name in names if not name.startswith("self."))
