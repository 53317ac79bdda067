"""Keys of what is fed that are elements of a part of the graph: a step that is fed these knows them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import Keys, RunSite

from ..steps.step import Step


def key_replacements(
    driver: Driver, steps: Sequence[Step], known_as: Callable[[str, Point], str]
) -> Iterator[Replacement]:
    """What stands for such a part of the graph where it gives keys: `train_step.keys('state')`.

    `known_as` gives the name that the code at a point has for a step.

    Raises:
      Refused: keys are asked for before there is a step that knows them.
    """
    done: set[ast.AST] = set()
    for step in steps:
        for site in step.sites:
            for node, name in _keys(site):
                if node in done:
                    continue
                done.add(node)
                if any(node in _nodes(one) and one.index <= step.last.index for one in driver.points):
                    found = f"the keys {ast.unparse(node)}, before all of the graph is built"
                    raise Refused("SES203", driver.path_of(node), node, found, "feed behind it")
                text = repr(name.name.removeprefix("self."))
                call = f"{known_as(step.name, site.point)}.keys({text})"
                yield Replacement(node, Code(call.replace("{", "{{").replace("}", "}}")))


def loops_through_keys(driver: Driver, sites: Sequence[RunSite]) -> frozenset[Point]:
    """The headers of loops that use such parts of the graph alone, and nothing else of it."""
    known = {inner for site in sites for node, _ in _keys(site) for inner in nodes_of(node)}
    return frozenset(
        point
        for point in driver.points
        if point.kind is Kind.HEADER and isinstance(point.node, ast.For) and _uses_only(point, known)
    )


def _uses_only(point: Point, known: Collection[ast.AST]) -> bool:
    """Whether all that a statement uses of the graph stands among some nodes."""
    graph = {name for name, sources in point.uses.items() if any(one.kind in GRAPH_VALUES for one in sources)}
    for name in graph:
        named = [node for node in _nodes(point) if isinstance(node, ast.Name) and node.id == name]
        if not named or any(node not in known for node in named):
            return False
    return bool(graph)


def _keys(site: RunSite) -> Iterator[tuple[ast.expr, Keys]]:
    return ((node, name) for node, name in site.feed_keys if isinstance(name, Keys))


def _nodes(point: Point) -> Iterator[ast.AST]:
    """The nodes of a statement; none of a function, whose own statements have theirs."""
    roots = () if isinstance(point.node, ast.FunctionDef) else point.own_nodes
    return (inner for root in roots for inner in nodes_of(root))
