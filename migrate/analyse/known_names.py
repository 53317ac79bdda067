"""By what names an object is known that the code which makes it hands to functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from migrate.model.bindings import Bindings

from .bindings import star_imports
from .makings import gives_names, is_by_name
from .namespaces import given_parameters

# Gives the function of the modules that a call's `func` refers to, with its bindings.
FunctionOf: TypeAlias = Callable[[Bindings, ast.AST], Any]


def known_names(
    modules: Sequence[Bindings], owner: ast.ClassDef, makings: Sequence[ast.Call], function_of: FunctionOf
) -> frozenset[str] | None:
    """The names that alone stand for objects of a class outside of it; `None` where something else may."""
    nodes = [(one, node) for one in modules for node in ast.walk(one.module.tree)]
    above = {child: node for _, node in nodes for child in ast.iter_child_nodes(node)}
    homes = {node: one for one, node in nodes}
    pending: list[tuple[Bindings, ast.AST, str]] = [(homes[owner], owner, "self")]
    for making in makings:
        target = above[making].targets if isinstance(above[making], ast.Assign) else []  # type: ignore[attr-defined]
        if len(target) != 1 or not isinstance(target[0], ast.Name):
            return None
        pending.append((homes[making], homes[making].module.tree, target[0].id))
    found: set[tuple[ast.AST, str]] = set()
    while pending:
        bindings, root, name = pending.pop()
        if (root, name) in found:
            continue
        found.add((root, name))
        if isinstance(root, ast.Module) and _is_seen_elsewhere(modules, bindings, name):
            return None
        handed = list(_handed(bindings, root, name, above, function_of))
        if None in handed:
            return None
        pending.extend(one for one in handed if one is not None)
    if any(gives_names(node) for _, node in nodes):
        return None
    names = frozenset(name for root, name in found if root is not owner)
    return None if any(is_by_name(node, name) for _, node in nodes for name in names) else names


def _handed(
    bindings: Bindings, root: ast.AST, name: str, above: Mapping[ast.AST, ast.AST], function_of: FunctionOf
) -> Iterator[tuple[Bindings, ast.AST, str] | None]:
    """The parameters that a name is handed to under `root`; `None` for another use than of its attributes."""
    for node in ast.walk(root):
        if not (isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)):
            continue
        around = above[node]
        if isinstance(around, ast.Attribute):
            continue
        call = above[around] if isinstance(around, ast.keyword) else around
        function = function_of(bindings, call.func) if isinstance(call, ast.Call) else None
        if function is None or not isinstance(function.node, ast.FunctionDef):
            yield None
            continue
        assert isinstance(call, ast.Call)
        is_plain = not any(isinstance(one, ast.Starred) for one in call.args)
        given = dict(zip(given_parameters(function.node), call.args, strict=False)) if is_plain else {}
        given |= {one.arg: one.value for one in call.keywords if one.arg is not None}
        parameters = [parameter for parameter, value in given.items() if value is node]
        yield from ((function.bindings, function.node, parameter) for parameter in parameters)
        if not parameters:
            yield None


def _is_seen_elsewhere(modules: Sequence[Bindings], home: Bindings, name: str) -> bool:
    """Whether another module may have a name of one for itself."""
    stem = home.module.path.stem
    return any(
        one is not home
        and (
            any(dotted.endswith(f".{name}") for dotted in (*one.dotted.values(), *one.imports))
            or any(star.rpartition(".")[2] == stem for star in star_imports(one.module.tree))
        )
        for one in modules
    )
