"""Which parts of the graph may be variables where they are fed: no step is fed these."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from migrate.model.driver import Driver, Point
from migrate.model.nodes import nodes_of

from .aliases import listed
from .tree import Tree
from .variable_attributes import VariableAttributes


class FedVariables:
    """Answers for the keys of what one driver feeds."""

    def __init__(self, tree: Tree, driver: Driver) -> None:
        self._driver = driver
        self._attributes = VariableAttributes(tree)

    def may_be_fed(self, sources: Mapping[str, frozenset[Point]], attributes: Collection[str] = ()) -> bool:
        """Whether elements of a part of the graph may be variables, by the points that its names come from.

        `attributes` are those by which the elements are found, where they are parts of objects.
        """
        unclear = {(name, one) for name, points in sources.items() for one in points if one.holds_variable}
        known = (self._is_known(name, one, is_of_object=bool(attributes)) for name, one in unclear)
        return any(map(self._attributes.may_be, attributes)) or not all(known)

    def _is_known(self, name: str, point: Point, *, is_of_object: bool) -> bool:
        """Whether what a statement gives a name, or adds to it, has no variables among what is fed of it."""
        if name not in point.mutates and self._is_of_placeholders(name):
            return True
        is_object = is_of_object and (bool(point.made) or _lists_objects(point))
        return is_object or self._attributes.lists_others(name, point)

    def _is_of_placeholders(self, name: str) -> bool:
        """Whether all that the module gives a name are lists of placeholders that it makes there."""
        tree = self._driver.bindings.module.tree
        targets = {one.value: one.targets for one in nodes_of(tree) if isinstance(one, ast.Assign)}
        given = [value for value, names in targets.items() if name in map(ast.unparse, names)]
        return bool(given) and all(map(self._are_placeholders, given))

    def _are_placeholders(self, value: ast.expr) -> bool:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and len(value.args) == 1:
            return value.func.id in ("list", "tuple") and self._are_placeholders(value.args[0])
        made: list[ast.expr] = []
        if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
            made = [value.elt]
        elif isinstance(value, (ast.List, ast.Tuple)):
            made = value.elts
        symbols = {self._driver.tensorflow(one.func) if isinstance(one, ast.Call) else None for one in made}
        return bool(symbols) and symbols <= {"tf.placeholder", "tf.placeholder_with_default"}


def _lists_objects(point: Point) -> bool:
    """Whether a statement makes a list of objects of the program's own, or adds one to it."""
    elements = list(listed(point.node))
    sources = [point.uses.get(one.id, ()) if isinstance(one, ast.Name) else () for one in elements]
    return bool(elements) and all(every and all(one.made for one in every) for every in sources)
