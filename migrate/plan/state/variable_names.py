"""Whether variables keep the names that they had in the graph, where everything asked for some.

A variable has its name by all that was built before it (`analyse/graph_names.py`). It keeps that where all
its rivals are built before it as well: those of a variable of a step in the step, which counts names as a
graph does; those of one that is made in front of the steps there, where only variables are counted.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.graph_names import Taken, Takes
from migrate.model.kinds import Kind, Role
from migrate.syntax.placeholders import is_sparse

from ..statements.objections import first_line, in_order, refuse


def keeps_name(driver: Driver, point: Point, before: Collection[Point]) -> bool:
    """Whether what a statement makes in front of the steps has its name there, by variables made `before`."""
    return all(one.own and one.point in before for one in driver.names.rivals(point) if one.made is None)


def missing_rivals(driver: Driver, selected: frozenset[Point], state: frozenset[Point]) -> Iterator[Point]:
    """What a step leaves out, and could have as well, that may have given a variable of its own a number."""
    for point in selected:
        for rival in driver.names.rivals(point):
            other = rival.point
            is_there = other in selected or rival.own and other in state
            if not is_there and rival.made is None and (other.kind is Kind.STATE or _only_computes(other)):
                yield other


def _only_computes(point: Point) -> bool:
    return point.kind is Kind.SYMBOLIC and point.roles <= {Role.PURE} and not point.obstacles


def argument_names(driver: Driver, traced: Collection[Point]) -> Mapping[Point, str]:
    """The names that arguments of a step need to be told: what its variables and tags depend on, or it reads.

    An argument that is told none is called as a placeholder without a name was, but for the parts of a sparse
    one: they are called as the parameter.
    """
    wanted = [one for point in traced for one in driver.names.wanted(point)]
    found: dict[Point, str] = {}
    for point in (one for one in traced if one.kind is Kind.PLACEHOLDER):
        name = driver.names.given(point)
        own = {name} if name is not None else set()
        if is_sparse(driver, point):
            own |= {argument.removeprefix("self.") for argument in point.defines}
        asked = [Taken(Takes.OPERATION, tuple(one.split("/")), is_rooted=True) for one in own]
        is_read = name is not None and _reads_name(traced, point)
        if is_read or any(one.may_be(other) for one in wanted for other in asked):
            found[point] = name or "Placeholder"
    return found


def _reads_name(statements: Iterable[Point], placeholder: Point) -> bool:
    """Whether some statement asks a placeholder for its name, or for its operation."""
    nodes = (node for point in statements for node in point.nodes)
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in ("name", "op")
        and ast.unparse(node.value) in placeholder.defines
        for node in nodes
    )


def check_names(driver: Driver, steps: Sequence[tuple[frozenset[Point], frozenset[Point]]]) -> None:
    """Every variable has the name that it had; `steps` are their statements, and those made before them.

    Raises:
      Refused: something may have given one a number that is not built before it now.
    """
    every = frozenset[Point]().union(*(state for _, state in steps))
    for selected, state in steps:
        traced = _traced(driver, selected, state)
        for point in argument_names(driver, selected - state):
            if is_sparse(driver, point):
                found = "a sparse placeholder called as a variable is named"
                refuse(driver, "SES209", point.node, found, "another name for one of them")
        for point in in_order(selected):
            for rival in driver.names.rivals(point):
                other = rival.point
                if rival.made is not None:
                    keeps = other not in traced or rival.made in traced | every
                else:
                    keeps = rival.own and other in every or point not in state and other in traced
                if not keeps:
                    found = f"`{first_line(other.node)}`, which may take the name of a variable behind it"
                    refuse(driver, "SES209", other.node, found, "another name, or tf.get_variable")


def _traced(driver: Driver, selected: frozenset[Point], state: frozenset[Point]) -> frozenset[Point]:
    """What takes its names in a step: placeholders only where they are told theirs."""
    opened = {parent for point in selected - state for parent in point.parents}
    lost = {one for one in selected if one.kind is Kind.PLACEHOLDER and not driver.names.given(one)}
    return (selected - state | opened) - lost


def renumbered_tags(
    driver: Driver, selected: frozenset[Point], state: frozenset[Point]
) -> Iterator[tuple[Point, Point]]:
    """The summaries of a step, each with the first that gave its tag a number and is not in the step."""
    traced = _traced(driver, selected, state)
    for point in in_order(selected - state):
        rivals = driver.names.rivals_of_tags(point)
        lost = {one.point for one in rivals if not (one.own and one.point in state)} - traced
        if lost:
            yield point, in_order(lost)[0]
