"""Functions that feed parts of what they are handed, and do nothing else with it.

Such a function gives a dictionary. It may be handed keys in the place of tensors, and gives the same then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import GRAPH_VALUES, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.syntax.arguments import passed_arguments, spread_arguments, value_of
from migrate.syntax.elements import elements_of
from migrate.syntax.feeds import added_entries, handing_call

from .feeds import is_dictionary
from .key_names import handed_keys
from .names import names_of, root_name
from .tree import Tree


def passes_keys_on(tree: Tree, bindings: Bindings, point: Point) -> bool:
    """Whether a statement feeds what a function gives, with parts of what that is handed as keys alone."""
    call = handing_call(point.node)
    function = tree.function(bindings, call.func) if call is not None else None
    keys = handed_keys(point)
    if call is None or function is None or not isinstance(function.node, ast.FunctionDef) or not keys:
        return False
    name, _ = added_entries(point.node) or ("", None)
    passed = passed_arguments(function.node, call)
    is_fed = all(is_dictionary(one) for one in point.uses.get(name, ()))
    if not is_fed or passed is None or spread_arguments(call):
        return False
    values = {parameter: value_of(argument) for parameter, argument in passed.items()}
    graph = {one for one, sources in point.reaching.items() if any(map(_is_of_graph, sources))}
    seen = [function.node, *(value for value in values.values() if value not in keys)]
    if any(one.id in graph for root in seen for one in names_of(root)):
        return False
    summary = tree.summary(function)
    handed = frozenset(parameter for parameter, value in values.items() if value in keys)
    builds = summary.roles - {Role.HOST} or summary.obstacles
    return not builds and _Uses(tree, function.node, handed).are_keys


def _is_of_graph(point: Point) -> bool:
    return point.kind in GRAPH_VALUES | {Kind.KEYS, Kind.SESSION} or point.is_feed


class _Uses:
    """What a function does with the parts of a graph that it is handed.

    `are_keys` tells whether it does no more than to name them, to go through them, to put them into lists
    that it goes through, and to take them for the keys of dictionaries.
    """

    def __init__(self, tree: Tree, function: ast.FunctionDef, handed: frozenset[str]) -> None:
        self._tree = tree
        self._nodes = [inner for statement in function.body for inner in nodes_of(statement)]
        self._around = {child: one for one in self._nodes for child in ast.iter_child_nodes(one)}
        self._lists = dict(self._listed())
        self._added = {one for elements in self._lists.values() for one in elements}
        self._parts = set(handed)
        while True:
            given = list(self._given())
            found = self._parts | {name for name, value in given if self._is_part(value)}
            if found == self._parts:
                break
            self._parts = found
        always = all(self._is_part(value) for name, value in given if name in self._parts)
        strange = function.decorator_list or any(isinstance(one, _STRANGE) for one in self._nodes)
        named = (one for one in self._nodes if isinstance(one, ast.Name) and one.id in self._parts)
        self.are_keys = always and not strange and all(map(self._is_plain, named)) and self._only_fills()

    def _is_part(self, value: ast.expr) -> bool:
        """Whether an expression stands for a part, or for one of the tensors and lists that it has."""
        return _is_path(value) and root_name(value) in self._parts

    def _given(self) -> Iterator[tuple[str, ast.expr]]:
        """The names that the function gives values, each with what that is, or what it is an element of."""
        for node in self._nodes:
            if isinstance(node, ast.Assign) and not self._fills(node):
                names = [one for one in node.targets if isinstance(one, ast.Name)]
                yield from ((one.id, node.value) for one in names)
            elif isinstance(node, ast.For):
                elements = self._elements(node.iter)
                yield from elements_of(node).items() if elements is None else _unpacked(node.target, elements)

    def _listed(self) -> Iterator[tuple[str, list[ast.expr]]]:
        """The names that stand for lists which are written out and added to alone, and their elements."""
        for node in self._nodes:
            if isinstance(node, ast.Assign) and [*map(type, node.targets)] == [ast.Name]:
                (target,) = node.targets
                assert isinstance(target, ast.Name)
                named = [one for one in self._nodes if isinstance(one, ast.Name) and one.id == target.id]
                added = [one for one in map(self._appended, named) if one is not None]
                through = [one for one in named if isinstance(self._around.get(one), ast.For)]
                if isinstance(node.value, ast.List) and len(named) == 1 + len(added) + len(through):
                    yield target.id, [*node.value.elts, *added]

    def _appended(self, name: ast.Name) -> ast.expr | None:
        """What `name.append(…)` adds, at that place of the name."""
        method = self._around.get(name)
        is_append = isinstance(method, ast.Attribute) and method.attr == "append"
        call = self._around.get(method) if is_append and method is not None else None
        if not (isinstance(call, ast.Call) and call.func is method and len(call.args) == 1):
            return None
        return call.args[0]

    def _elements(self, values: ast.expr) -> Sequence[ast.expr] | None:
        """The elements of a list that is written out, there or where it gets its name."""
        if isinstance(values, (ast.List, ast.Tuple)):
            return values.elts
        return self._lists.get(values.id) if isinstance(values, ast.Name) else None

    def _fills(self, node: ast.Assign) -> bool:
        """Whether a statement writes out one of the lists."""
        return isinstance(node.targets[0], ast.Name) and node.targets[0].id in self._lists

    def _is_plain(self, name: ast.Name) -> bool:
        """Whether what a name begins is named, gone through, listed, or the key of a dictionary."""
        if not isinstance(name.ctx, ast.Load):
            place = self._around[name]
            place = self._around[place] if isinstance(place, (ast.List, ast.Tuple)) else place
            return isinstance(place, (ast.Assign, ast.For))
        part = self._whole(name)
        if part is None:
            return False
        place = self._around[part]
        while isinstance(place, (ast.List, ast.Tuple)) and self._is_written(place):
            part, place = place, self._around[place]
        if isinstance(place, ast.Call):
            return self._goes_through(place) or part in self._added
        if isinstance(place, ast.Subscript):
            return place.slice is part and isinstance(place.ctx, ast.Store)
        if isinstance(place, ast.Assign):
            return place.value is part and all(isinstance(one, ast.Name) for one in place.targets)
        return isinstance(place, ast.For) or isinstance(place, ast.Dict) and part in place.keys

    def _whole(self, name: ast.Name) -> ast.expr | None:
        """The expression that a name begins, if it finds a part, and no object computes that."""
        node: ast.expr = name
        while True:
            place = self._around[node]
            if not isinstance(place, (ast.Attribute, ast.Subscript)) or place.value is not node:
                return node if _is_path(node) else None
            if isinstance(place, ast.Attribute) and self._tree.is_method(place.attr):
                return None
            node = place

    def _goes_through(self, call: ast.Call) -> bool:
        """Whether it is `zip(…)` or `enumerate(…)` of a loop."""
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        return name in ("enumerate", "zip") and isinstance(self._around[call], ast.For)

    def _only_fills(self) -> bool:
        """Whether nothing looks into the dictionaries that have parts as keys."""
        made = [one for one in self._nodes if isinstance(one, ast.Dict) and any(map(self._is_key, one.keys))]
        filled = [one for one in self._nodes if isinstance(one, ast.Subscript) and self._is_key(one.slice)]
        names = {one.value.id for one in filled if isinstance(one.value, ast.Name)}
        for place in map(self._around.get, made):
            if isinstance(place, ast.Assign):
                names |= {one.id for one in place.targets if isinstance(one, ast.Name)}
            elif not (isinstance(place, ast.Return) or _updates(place)):
                return False
        uses = [one for one in self._nodes if isinstance(one, ast.Name) and one.id in names]
        return all(isinstance(one.value, ast.Name) for one in filled) and all(map(self._only_grows, uses))

    def _is_key(self, node: ast.expr | None) -> bool:
        return node is not None and self._is_part(node)

    def _only_grows(self, name: ast.Name) -> bool:
        """Whether a dictionary is made there, added to, or returned."""
        place = self._around[name]
        if not isinstance(name.ctx, ast.Load):
            return isinstance(place, ast.Assign)
        if isinstance(place, ast.Attribute):
            return _updates(self._around[place])
        is_target = isinstance(place, ast.Subscript) and isinstance(place.ctx, ast.Store)
        return is_target or isinstance(place, ast.Return)

    def _is_written(self, node: ast.expr) -> bool:
        """Whether it is a list that a loop goes through, or a row of one."""
        place = self._around[node]
        if isinstance(place, (ast.List, ast.Tuple)) and self._is_written(place):
            return True
        is_list = isinstance(place, ast.Assign) and self._fills(place)
        return node in self._added or isinstance(place, ast.For) or is_list


def _updates(node: ast.AST | None) -> bool:
    """Whether it is a call of `feed.update(…)`, for what a name stands for."""
    method = node.func if isinstance(node, ast.Call) else None
    is_update = isinstance(method, ast.Attribute) and method.attr == "update"
    return is_update and isinstance(method, ast.Attribute) and isinstance(method.value, ast.Name)


def _unpacked(target: ast.expr, elements: Sequence[ast.expr]) -> Iterator[tuple[str, ast.expr]]:
    """The names that a loop gives the elements, or these taken apart; what is no list stands for itself."""
    targets = target.elts if isinstance(target, (ast.List, ast.Tuple)) else [target]
    for element in elements:
        values = [element] * len(targets)
        if targets != [target] and isinstance(element, (ast.List, ast.Tuple)):
            values = element.elts if len(element.elts) == len(targets) else values
        pairs = zip(targets, values, strict=True)
        yield from ((one.id, value) for one, value in pairs if isinstance(one, ast.Name))


def _is_path(node: ast.expr) -> bool:
    """Whether it is a name, an attribute, or an element at an index."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, (ast.Name, ast.Constant)):
            return False
        node = node.value
    return isinstance(node, ast.Name)


_STRANGE = (
    *(ast.AsyncFunctionDef, ast.Await, ast.ClassDef, ast.Delete, ast.FunctionDef, ast.Global, ast.Lambda),
    *(ast.NamedExpr, ast.Nonlocal, ast.Yield, ast.YieldFrom),
)
