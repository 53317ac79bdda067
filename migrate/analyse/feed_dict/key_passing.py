"""Functions that feed parts of what they are handed, and do nothing else with it.

Such a function gives a dictionary, be it one that it is handed and fills. It may be handed keys in the place
of tensors, and gives the same then.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import GRAPH_VALUES, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.objects import Made, Object, Sort
from migrate.model.source import Module, Source
from migrate.syntax.arguments import passed_arguments, spread_arguments, value_of
from migrate.syntax.feeds import added_entries, handing_call, starting_entries
from migrate.values import ProgramEffects

from ..names.bindings import bind
from ..names.uses import names_of
from ..program.tree import Tree
from .dictionaries import is_dictionary, roots_of_keys
from .key_names import handed_keys, is_path, passed_dictionaries


def passes_keys_on(tree: Tree, bindings: Bindings, point: Point) -> bool:
    """Whether a statement feeds what a function gives, with parts of what that is handed as keys alone."""
    call = handing_call(point.node)
    function = tree.function(bindings, call.func) if call is not None else None
    keys, filled = handed_keys(point), passed_dictionaries(point)
    if call is None or function is None or not isinstance(function.node, ast.FunctionDef) or not keys:
        return False
    name, _ = added_entries(point.node) or ("", None)
    passed = passed_arguments(function.node, call)
    is_fed = all(is_dictionary(one) for one in point.uses.get(name, ()))
    if passed is None or spread_arguments(call):
        return False
    if not filled and not _are(tree.effects(bindings).given(call), Sort.DICTIONARY):
        return False
    values = {parameter: value_of(argument) for parameter, argument in passed.items()}
    graph = {one for one, sources in point.reaching.items() if any(map(_is_of_graph, sources))}
    seen = [function.node, *(value for value in values.values() if value not in (*keys, *filled))]
    for one in filled:
        if isinstance(one, ast.Name):
            is_fed &= all(is_dictionary(source) for source in point.uses[one.id])
        entries = starting_entries(one) or []
        is_fed &= roots_of_keys(entries) <= graph
        seen += [value for _, value in entries]
    changed = {
        one for one in point.mutates if any(is_dictionary(source) for source in point.uses.get(one, ()))
    }
    is_fed &= changed <= point.defines | {name}
    if not is_fed or any(one.id in graph for root in seen for one in names_of(root)):
        return False
    summary = tree.summary(function)
    handed = frozenset(parameter for parameter, value in values.items() if value in keys)
    builds = summary.roles - {Role.HOST} or summary.obstacles
    dictionaries = frozenset(parameter for parameter, value in values.items() if value in filled)
    return not builds and are_keys_alone(tree, function.node, handed, dictionaries)


def are_keys_alone(
    tree: Tree, function: ast.FunctionDef, handed: Collection[str], filled: Collection[str] = ()
) -> bool:
    """Whether a function feeds parts of what it is handed by some names, and does nothing else with it.

    It may put them into dictionaries that it is handed, by `filled` names.
    """
    return _Uses(tree, function, handed, filled).are_keys()


def _is_of_graph(point: Point) -> bool:
    return point.kind in GRAPH_VALUES | {Kind.KEYS, Kind.SESSION} or point.is_feed


class _Uses:
    """What a function does with the parts of a graph that it is handed: it is analysed alone, given tensors.

    `are_keys` tells whether it does no more than to name them, to go through them, to put them into lists
    that it goes through, and to take them for the keys of dictionaries that it fills and returns.
    """

    def __init__(
        self, tree: Tree, function: ast.FunctionDef, handed: Collection[str], filled: Collection[str]
    ) -> None:
        self._tree = tree
        self._nodes = [inner for statement in function.body for inner in nodes_of(statement)]
        self._strange = bool(function.decorator_list) or any(isinstance(one, _STRANGE) for one in self._nodes)
        defaults = (inner for one in _defaults(function) for inner in nodes_of(one))
        self._strange |= any(isinstance(one, _MAKING) for one in defaults)  # one object for all calls
        self._places = {
            inner: (one, field)
            for one in self._nodes
            for field, value in ast.iter_fields(one)
            for inner in (value if isinstance(value, list) else [value])
        }
        given = ", ".join(
            [*(f"{name}=__part" for name in sorted(handed)), *(f"{name}={{}}" for name in filled)]
        )
        alone = ast.parse(f"import tensorflow as __tf\n__part = __tf.zeros([])\n{function.name}({given})")
        making = alone.body[1]
        alone.body.insert(0, function)
        self._effects = ProgramEffects([bind(Module(Source(Path("alone.py"), Path(), b""), alone))], _nothing)
        assert isinstance(making, ast.Assign)
        self._part = self._effects.given(making.value) if self._effects.known else frozenset[Object]()
        held = (self._effects.held(function, name) for name in handed)
        self._is_run = bool(self._part) and all(map(self._part.issubset, held))

    def are_keys(self) -> bool:
        """Whether each expression that gives a part, or holds one, stands where nothing looks at it."""
        own = (one for one in self._nodes if isinstance(one, ast.expr))
        return self._is_run and not self._strange and all(map(self._is_plain, own))

    def _is_plain(self, node: ast.expr) -> bool:
        if self._part.isdisjoint(self._effects.within(node)):
            return True
        place, field = self._places.get(node, (None, ""))  # none for what is a statement by itself
        if isinstance(place, ast.Call):
            return field == "func" or self._takes(place, node)  # what it is called of is asked by itself
        if isinstance(place, (ast.Attribute, ast.Subscript)) and field == "value":
            return self._is_looked_into(node, place)
        if _are(self._effects.given(node), Sort.DICTIONARY):
            return isinstance(place, ast.Return) or _names(place)
        if self._effects.given(node) == self._part and self._is_key(place, field):
            return True
        return _names(place) or _unpacks(place) or (type(place), field) in _PLAIN

    def _is_key(self, place: ast.AST | None, field: str) -> bool:
        """Whether a place is that of a key in a dictionary of the function's own."""
        if isinstance(place, ast.Subscript):
            is_own = _are(self._effects.given(place.value), Sort.DICTIONARY)
            return is_own and isinstance(place.ctx, ast.Store)
        return isinstance(place, (ast.Dict, ast.DictComp)) and field in ("key", "keys")

    def _is_looked_into(self, node: ast.expr, place: ast.Attribute | ast.Subscript) -> bool:
        """Whether a part of a part is found there, an element of a list, or what fills a container."""
        given = self._effects.given(node)
        if given == self._part:
            is_method = isinstance(place, ast.Attribute) and self._tree.is_method(place.attr)
            is_of_tensor = isinstance(place, ast.Attribute) and place.attr in _OF_TENSORS
            return (
                not (is_method or is_of_tensor)
                and is_path(place)
                and self._effects.given(place) == self._part
            )
        if isinstance(place, ast.Attribute):
            return _are(given, _FILLED.get(place.attr)) and isinstance(self._places[place][0], ast.Call)
        return _are(given, Sort.CONTAINER) or isinstance(place.ctx, ast.Store)

    def _takes(self, call: ast.Call, node: ast.expr) -> bool:
        """Whether a call goes through what it is passed, or puts it into a container."""
        if isinstance(call.func, ast.Name):
            is_dictionary = _are(self._effects.given(node), Sort.DICTIONARY)
            is_counted = call.func.id == "len" and not self._tree.is_method("__len__")
            return (is_counted or call.func.id in ("enumerate", "zip")) and not is_dictionary
        sort = _FILLED.get(call.func.attr) if isinstance(call.func, ast.Attribute) else None
        fills = isinstance(call.func, ast.Attribute) and _are(self._effects.given(call.func.value), sort)
        return fills and _are(self._effects.given(node), Sort.DICTIONARY) is (sort is Sort.DICTIONARY)


def _defaults(function: ast.FunctionDef) -> Iterator[ast.expr]:
    given = function.args
    yield from (one for one in (*given.defaults, *given.kw_defaults) if one is not None)


def _nothing(home: Bindings, name: str) -> None:
    """There is no other module."""


def _are(objects: Collection[Object], sort: Sort | None) -> bool:
    """Whether all of some objects are of a sort."""
    return bool(objects) and all(isinstance(one, Made) and one.sort is sort for one in objects)


def _names(node: ast.AST | None) -> bool:
    """Whether a statement does no more than to give a value names."""
    return isinstance(node, ast.Assign) and all(isinstance(one, ast.Name) for one in node.targets)


def _unpacks(node: ast.AST | None) -> bool:
    """Whether a statement does no more than to give the elements of a value names."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return all(
        isinstance(one, (ast.List, ast.Tuple)) and all(isinstance(inner, ast.Name) for inner in one.elts)
        for one in targets
    ) and bool(targets)


_FILLED = {"append": Sort.CONTAINER, "update": Sort.DICTIONARY}  # by what method
# Where a part may stand, or a list of some: it is gone through, or listed.
_PLAIN = frozenset(
    {
        *((ast.For, "iter"), (ast.comprehension, "iter"), (ast.List, "elts"), (ast.Tuple, "elts")),
        (ast.ListComp, "elt"),
    }
)
_OF_TENSORS = frozenset({"device", "dtype", "graph", "name", "op", "shape"})  # which keys do not have
_MAKING = (ast.Call, ast.Dict, ast.DictComp, ast.List, ast.ListComp, ast.Set, ast.SetComp)
_STRANGE = (
    *(ast.AsyncFunctionDef, ast.Await, ast.ClassDef, ast.Delete, ast.FunctionDef, ast.Global, ast.Lambda),
    *(ast.NamedExpr, ast.Nonlocal, ast.Yield, ast.YieldFrom),
)
