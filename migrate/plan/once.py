"""Whether a block runs once in a process, so that its graph has no other before it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.model.facts import Driver, ModuleFacts, Role

_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def starts_anew(driver: Driver, modules: Sequence[ModuleFacts]) -> bool:
    """Whether a block starts with a graph that nothing has been built in, whenever it runs."""
    makes_graph = any(Role.GRAPH in point.roles and point.is_straight for point in driver.points)
    trees = [module.bindings.module.tree for module in modules]
    return (
        makes_graph or not isinstance(driver.owner, ast.FunctionDef) or _runs_once(driver.owner.name, trees)
    )


def _runs_once(name: str, trees: Sequence[ast.Module], seen: frozenset[str] = frozenset()) -> bool:
    """Whether a function is named in one place at most, outside of loops, which runs once itself."""
    places = [place for tree in trees for place in _places(name, tree, ())]
    if len(places) > 1 or name in seen:
        return False
    for around in places:
        if any(isinstance(node, (*_LOOPS, ast.Lambda)) for node in around):
            return False
        functions = [node.name for node in around if isinstance(node, ast.FunctionDef)]
        return all(_runs_once(function, trees, seen | {name}) for function in functions)
    return True


def _places(name: str, node: ast.AST, around: tuple[ast.AST, ...]) -> list[tuple[ast.AST, ...]]:
    """What is around each place where a function is named, the outermost first."""
    named = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None
    found = [around] if named == name else []
    for child in ast.iter_child_nodes(node):
        found.extend(_places(name, child, (*around, node)))
    return found
