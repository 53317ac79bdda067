"""The class whose object is given a session: it takes the store of the variables in its place."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.driver import Driver, Point
from migrate.model.edit import Arguments, Code, Signature
from migrate.model.facts import DriverFacts
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to

from ..layout.block_layout import DriverLayout


def check_taken(facts: DriverFacts) -> None:
    """The session that an object is given is the only one that it ever runs.

    Raises:
      Refused: it may have another one, or a form of it that is not followed.
    """
    driver = facts.driver
    if driver.takes is None:
        return
    if facts.towers:
        loop, found = facts.towers[0].loop, "towers in an object that is given its session"
        object_to(Refused("SES219", driver.path, loop, found, "open the session in the class"))
    for point in driver.points:
        for name, sources in sorted(point.uses.items()):
            kinds = {source.kind for source in sources}
            if Kind.SESSION in kinds and len(kinds) > 1:
                found = f"{name}, which is the session that was given, or something else"
                object_to(Refused("SES219", driver.path, point.node, found, "use two names"))


def keep_store(driver: Driver, layout: DriverLayout, variables: str, *, before: Point) -> None:
    """Let `__init__` keep the store that it is given: where it kept the session, or at once."""
    code = Code(f"{variables} = {parameter_for(variables)}")
    kept = (point for point in driver.points if point.kind is Kind.SESSION and not point.parents)
    place = next(kept, None)
    if place is not None and place.index < before.index:
        layout.put_after(place, [code])
    else:
        statements = (point for point in driver.points if not _is_docstring(point))
        layout.put_before(next(statements), [code])


def signatures(driver: Driver, variables: str) -> Iterator[Signature]:
    """The edits of methods that are given the session; `__init__` gets the store, where that is passed."""
    given: dict[ast.FunctionDef, str | None] = {**driver.takes.parameters} if driver.takes is not None else {}
    if driver.takes_store:
        assert isinstance(driver.owner, ast.FunctionDef)
        given.setdefault(driver.owner, None)
    for method, parameter in given.items():
        added = (parameter_for(variables),) if driver.takes_store and method is driver.owner else ()
        yield Signature(method, frozenset({parameter} if parameter is not None else ()), added)


def calls_without_session(driver: Driver) -> Iterator[Arguments]:
    """The edits of calls by which one method gives the session to another."""
    if driver.takes is not None:
        inside = {node for method in (*driver.owners, *driver.methods) for node in nodes_of(method)}
        for call, argument in driver.takes.arguments.items():
            if call in inside:
                yield Arguments(call, frozenset({argument}))


def parameter_for(variables: str) -> str:
    """The name of the parameter for the store that the object calls `variables`."""
    return variables.removeprefix("self.")


def _is_docstring(point: Point) -> bool:
    node = point.node
    return point.index == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
