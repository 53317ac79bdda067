"""Names that stand for parts of the graph where these are the keys of what is fed.

Loops and comprehensions give them, `for net in nets`, and statements that only name a part, `net = nets[i]`.
Where such a name is a key and nothing else, the code around it stays: it gets keys in the place of tensors.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from migrate.model.driver import Point
from migrate.model.kinds import GRAPH_VALUES, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.syntax.arguments import passed_values
from migrate.syntax.elements import elements_around, elements_of
from migrate.syntax.feeds import Entries, each_key, fed_entries, handing_call, starting_entries, starts_empty

from ..names.uses import listed, names_of, root_name
from ..program.tree import Tree


@dataclass(frozen=True, eq=False)
class Link:
    """A name that stands for elements or parts of `part`, where the point `at` gives it."""

    at: Point
    name: str
    part: ast.expr


def links(at: Point, node: ast.expr, seen: Collection[Point] = ()) -> list[Link]:
    """From the name that an expression at a point begins with, to a part of the graph itself.

    Nothing where that name is the graph's own, or also stands for something else.
    """
    name = root_name(node)
    (source, *others) = at.uses.get(name or "", frozenset()) or (None,)
    within = {} if name is None else elements_around(at.node, node)
    if len(seen) > _DEEPEST:
        return []
    if name is not None and name in within:
        source, found = at, within[name]
    elif name is None or source is None or others or source in seen:
        return []
    elif name in elements_of(source.node):
        found = elements_of(source.node)[name]
    elif source.kind is Kind.KEYS and isinstance(source.node, ast.Assign):
        found = root_of(source.node.value)
    else:
        return []
    while isinstance(found, ast.Subscript):
        if any(is_of_graph(source, one) for one in names_of(found.slice)):
            return []
        found = found.value
    link = Link(source, name, found)
    further = links(source, found, (*seen, at))
    sources = source.uses.get(root_name(found) or "", frozenset())
    in_graph = any(one.kind in GRAPH_VALUES for one in sources)
    return [link, *further] if further or in_graph else []


def root_of(node: ast.expr) -> ast.expr:
    """`x` of `x.a[0].b`, as a node."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node


def roots_at(point: Point, entries: Entries) -> set[str | None]:
    """The names of the block that keys begin with: `x` of `x.a` and of `*x`, `xs` of `x for x in xs`."""
    found: set[str | None] = set()
    for one in (one for key, _ in entries for one in each_key(key)):
        node = one.value if isinstance(one, ast.Starred) else one
        within = elements_around(point.node, node) if node is not None else {}
        name = root_name(node) if node is not None else None
        found.add(root_name(within[name]) if name in within else name)
    return found


def collects_parts(tree: Tree, point: Point) -> bool:
    """Whether it is `states.extend(net.state)`, in a loop through objects that are parts of the graph."""
    elements = list(listed(point.node)) if isinstance(point.node, ast.Expr) else []
    own = [one for one in elements if isinstance(one, ast.Attribute) and tree.is_of_objects(one.attr)]
    return bool(own) and len(own) == len(elements) and all(links(point, one) for one in own)


def handed_keys(point: Point) -> Sequence[ast.expr]:
    """What a statement that is fed what a function gives, as `feed.update(f(net))`, hands to it to feed."""
    call = handing_call(point.node)
    if call is None:
        return []
    values = passed_values(call)
    return [one for one in values if is_path(one) and is_of_graph(point, one)]


def passed_dictionaries(point: Point) -> Sequence[ast.expr]:
    """The dictionaries that `feed = f(feed, net)` or `feed = f({}, net)` has filled: under no other name."""
    call = handing_call(point.node) if isinstance(point.node, ast.Assign) else None
    values = passed_values(call) if call is not None else []
    return [
        one
        for one in values
        if starting_entries(one) is not None
        or isinstance(one, ast.Name)
        and one.id in point.defines
        and any(source.is_feed or starts_empty(source.node) for source in point.uses.get(one.id, ()))
    ]


def is_of_graph(point: Point, node: ast.expr) -> bool:
    """Whether an expression begins with a part of the graph, or with a name for some."""
    sources = point.uses.get(root_name(node) or "", frozenset())
    return any(one.kind in GRAPH_VALUES | {Kind.KEYS} for one in sources) or bool(links(point, node))


def is_key_alone(point: Point, name: str) -> bool:
    """Whether a statement feeds a name, or names parts of it for that, and does nothing else with it."""
    named = {node for node in point.nodes if isinstance(node, ast.Name) and node.id == name}
    return bool(named) and named <= set(_plain_uses(point))


def _plain_uses(point: Point) -> Iterator[ast.expr]:
    """The first names in the keys of a statement, and in what it hands on or gives other names to."""
    keys = [key for key, _ in fed_entries(point.node) if key is not None] if point.is_feed else []
    keys += [*elements_of(point.node).values(), *(handed_keys(point) if point.is_feed else ())]
    if point.kind is Kind.KEYS and isinstance(point.node, ast.Assign):
        keys.append(point.node.value)
    yield from map(root_of, keys)


def name_keys(points: Sequence[Point]) -> None:
    """Tell which of the statements of a block only name parts of the graph that are fed."""
    candidates = {point for point in points if _names_part(point) and _runs_around(point, points)}
    for point in candidates:
        point.kind = Kind.KEYS
    while True:
        others = {
            point for point in candidates if not all(_are_keys(point, name, points) for name in point.defines)
        }
        if not others:
            return
        for point in others:
            point.kind = Kind.SYMBOLIC
        candidates -= others


def _are_keys(point: Point, name: str, points: Sequence[Point]) -> bool:
    """Whether all that uses a name takes it for a key; what a loop binds to parts of it, too."""
    users = [one for one in points if point in one.uses.get(name, ())]
    bound = ((one, inner) for one in users for inner in elements_of(one.node) if _is_of(one, inner, name))
    return all(is_key_alone(one, name) for one in users) and all(_are_keys(*one, points) for one in bound)


def _is_of(loop: Point, inner: str, name: str) -> bool:
    """Whether a loop binds a name to elements of what another one stands for."""
    return inner != name and root_name(elements_of(loop.node)[inner]) == name


def _names_part(point: Point) -> bool:
    """Whether it is `net = nets[i]`, for a part of the graph at an index of Python."""
    node = point.node
    is_named = isinstance(node, ast.Assign) and [*map(type, node.targets)] == [ast.Name]
    if not (is_named and isinstance(node, ast.Assign) and point.kind is Kind.SYMBOLIC):
        return False
    root = root_name(node.value)
    indices = [one.slice for one in nodes_of(node.value) if isinstance(one, ast.Subscript)]
    in_indices = {name.id for index in indices for name in nodes_of(index) if isinstance(name, ast.Name)}
    graph = {name for name in point.uses if is_of_graph(point, ast.Name(name, ast.Load()))}
    plain = point.roles <= {Role.HOST} and not point.mutates and is_path(node.value)
    return plain and root in graph and root not in point.defines and not in_indices & graph


def is_path(node: ast.expr) -> bool:
    """Whether it is a name, an attribute or an element of such."""
    while isinstance(node, ast.Attribute) or isinstance(node, ast.Subscript) and _is_index(node.slice):
        node = node.value
    return isinstance(node, ast.Name)


def _is_index(node: ast.expr) -> bool:
    return not any(isinstance(one, (ast.Slice, ast.Tuple, ast.Call)) for one in nodes_of(node))


def _runs_around(point: Point, points: Sequence[Point]) -> bool:
    """Whether a loop around a statement runs the graph too, so that no graph is built there."""
    around = [one for one in point.parents if not isinstance(one.node, ast.With)]
    runs = (one for one in points if one.kind is Kind.RUN)
    return any(header in run.parents for run in runs for header in around)


_DEEPEST = 8  # names that are given by each other, such as `x` of `for x in x`, go on without an end
