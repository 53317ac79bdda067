"""What the names of a function stand for that a driver hands its session to, or parts of the graph."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from migrate.model.driver import Driver, Handed, Point
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.syntax.rebuilding import rebuilt

from ..names.uses import Environment, names_of


def handed_at(driver: Driver, point: Point) -> Mapping[str, Handed]:
    """What the names of the code at a point stand for, where a function is handed them."""
    own = next((one for one in driver.callees if one.point is point), None)
    callee = own or driver.callee(point)
    return callee.known if callee is not None else {}


def check_handed(driver: Driver, at: Point, node: ast.expr) -> None:
    """What a function of another module fetches or feeds is all handed to it: a step has no other names.

    Raises:
      Refused: it is not.
    """
    is_own = driver.bindings_at(at) is driver.bindings
    if not is_own and not is_all_handed(node, handed_at(driver, at)):
        found = "more than a function of another module is handed"
        raise Refused("SES203", driver.path_of(node), node, found, "hand it over")


def translated(node: ast.expr, handed: Mapping[str, Handed]) -> ast.expr:
    """An expression of a function in the names of the driver; the same node if they are its own."""

    def change(inner: ast.AST) -> ast.AST | None:
        if isinstance(inner, ast.Name):
            found = handed.get(inner.id)
            return found.node if found is not None and not _is_name(found.node, inner) else None
        if (
            isinstance(inner, ast.Subscript)
            and isinstance(inner.value, ast.Name)
            and inner.value.id in handed
        ):
            return _element(handed[inner.value.id].node, inner.slice)
        return None

    return rebuilt(node, change)


def _element(node: ast.expr, index: ast.expr) -> ast.expr | None:
    """`b` of `[a, b][1]` and of `{'a': a, 'b': b}['b']`."""
    if not isinstance(index, ast.Constant):
        return None
    if isinstance(node, (ast.List, ast.Tuple)) and isinstance(index.value, int):
        plain = not any(isinstance(one, ast.Starred) for one in node.elts)
        return node.elts[index.value] if plain and -len(node.elts) <= index.value < len(node.elts) else None
    if isinstance(node, ast.Dict) and all(isinstance(key, ast.Constant) for key in node.keys):
        entries = zip(node.keys, node.values, strict=True)
        found = [
            value for key, value in entries if isinstance(key, ast.Constant) and key.value == index.value
        ]
        return found[-1] if found else None
    return None


def sources_in(
    node: ast.expr, handed: Mapping[str, Handed], env: Environment
) -> dict[str, frozenset[Point]] | None:
    """The points that the names of a translated expression come from.

    `None` where a function has a name of its own for something else than the driver has it for.
    """
    passed = {name: one for one in handed.values() for name in names_of(one.node)}
    found: dict[str, frozenset[Point]] = {}
    own: set[str] = set()
    for name in names_of(node):
        if name in passed:
            found[name.id] = passed[name].sources.get(name.id, frozenset())
        elif name.id in handed:  # under the name that the driver has for it
            found[name.id] = handed[name.id].sources.get(name.id, frozenset())
        else:
            own.add(name.id)
    if own & found.keys():
        return None
    return found | {name: env.get(name, frozenset()) for name in own}


def sources_at(driver: Driver, node: ast.expr, at: Point) -> dict[str, frozenset[Point]]:
    """The points that the names of a translated expression come from.

    Raises:
      Refused: a function has a name of its own for something else than the driver has it for.
    """
    sources = sources_in(node, handed_at(driver, at), at.uses)
    if sources is None:
        found = "a name that a function has for something else"
        raise Refused("SES203", driver.path_of(node), node, found, "use another name there")
    return sources


def is_all_handed(node: ast.expr, handed: Mapping[str, Handed]) -> bool:
    """Whether an expression of a function is made of what that is handed alone, by no call."""
    inner = list(nodes_of(node))
    return all(isinstance(one, _MADE_OF) for one in inner) and all(
        one.id in handed for one in inner if isinstance(one, ast.Name)
    )


_MADE_OF = (
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Constant,
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.UnaryOp,
    ast.unaryop,
    ast.expr_context,
)


def _is_name(node: ast.expr, name: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(name, ast.Name) and node.id == name.id
