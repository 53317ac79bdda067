"""What other code sees of an object that builds a graph: its methods, and no part of the graph."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver
from migrate.model.facts import DriverFacts, ModuleFacts
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.model.nodes import nodes_of
from migrate.model.objects import classes_of
from migrate.model.refusal import Refused, object_to
from migrate.syntax.properties import properties_of

from ..legality.fates import is_of_driver

# Attributes of these kinds are no more: steps have their parts of the graph to themselves.
_GOING = GRAPH_VALUES | {Kind.SESSION, Kind.INITIALIZER, Kind.CONFIG, Kind.GRAPH}


def check_objects(modules: Sequence[ModuleFacts]) -> None:
    """No code sees the graph that an object builds from outside of its class, but the block that runs it.

    Raises:
      Refused: some may, by the name of an attribute.
    """
    drivers = [facts.driver for module in modules for facts in module.drivers]
    running = [one for one in drivers if one.gives or one.takes is not None and one.takes.only_holds]
    statements = {statement for driver in running for statement in driver.at}
    every = (site for module in modules for facts in module.drivers for site in facts.sites)
    starting = {node for site in every if site.initialises for node in nodes_of(site.written)}
    for module in modules:
        for facts in module.drivers:
            going = _going(facts.driver)
            runs = {*_run_from_outside(facts.driver, statements), *_properties(facts.driver).values()}
            runs |= starting
            for other in modules if going else ():
                for node in nodes_of(other.bindings.module.tree):
                    if node in runs:
                        continue
                    seen = _seen(facts, other.bindings, node, going)
                    if seen is not None:
                        path, found = other.bindings.module.path, f"{seen}, outside of its class"
                        object_to(Refused("SES210", path, node, found, "a method of it"))


def _run_from_outside(driver: Driver, statements: Collection[ast.stmt]) -> Iterator[ast.AST]:
    """What the blocks that made the objects, and have the `statements`, fetch and feed of them.

    And the variables that these tell the objects' savers as the step.
    """
    outside = driver.takes.outside if driver.takes is not None else ()
    yield from driver.takes.counts if driver.takes is not None else ()
    for run in (one for one in outside if one.statement in statements):
        yield from (key for fed in run.fed for key in fed.keys if key is not None)
        yield from run.added
        for argument in (run.call.func, *run.call.args, *(keyword.value for keyword in run.call.keywords)):
            if argument not in run.fed:
                yield from nodes_of(argument)


def _going(driver: Driver) -> frozenset[str]:
    """The attributes of an object that hold parts of its graph, or what runs it."""
    going = frozenset(
        name.removeprefix("self.")
        for point in driver.points
        if point.kind in _GOING
        for name in point.defines | point.mutates
        if name.startswith("self.")
    )
    return going.union(name for name, given in _properties(driver).items() if given.attr in going)


def _properties(driver: Driver) -> Mapping[str, ast.Attribute]:
    """The properties of the class of a block that stand for attributes."""
    owners = (one for one in driver.bindings.classes.values() if driver.owner in one.body)
    return {name: given for owner in owners for name, given in properties_of(owner).items()}


def _seen(facts: DriverFacts, bindings: Bindings, node: ast.AST, going: frozenset[str]) -> str | None:
    """What an expression may see of the graph of an object that a driver builds, in words."""
    if node in bindings.dotted:
        return None
    if isinstance(node, ast.Attribute) and (node.attr in going or node.attr == "__dict__"):
        return f".{node.attr}, a part of an object's graph" if _may_be(facts, node.value) else None
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
        return None
    if node.func.id not in _BY_NAME or node.args[0] in bindings.dotted or not _may_be(facts, node.args[0]):
        return None
    attribute = node.args[1] if len(node.args) > 1 else None
    if isinstance(attribute, ast.Constant) and attribute.value not in going:
        return None
    return f"{node.func.id}(), which may give a part of an object's graph"


def _may_be(facts: DriverFacts, node: ast.expr) -> bool:
    """Whether an expression may stand for an object whose class has a driver."""
    if facts.effects is None or not facts.effects.known or not facts.effects.evaluates(node):
        return True
    return is_of_driver(facts.driver, classes_of(facts.effects.given(node)))


_BY_NAME = frozenset({"delattr", "getattr", "hasattr", "setattr", "vars"})
