"""What other code of a program changes between the building of a graph and its runs.

Methods of an object, and functions of a module that builds a graph, are called by other code. A step without
variables is traced when it is first called, and what a run fetches is chosen whenever it runs: whatever other
code does behind the building comes before that. Code that stands before an object is made comes too early.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from migrate.model.driver import Driver
from migrate.model.effects import Effects, Locations, executed
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import children_of, nodes_of
from migrate.model.objects import Made, classes_of
from migrate.model.runs import RunSite

from ..statements.objections import first_line, in_order, refuse
from .fates import Fates, is_of_driver, touched_beside
from .soundness import traced_at


def check_beside(fates: Fates, effects: Effects, modules: Sequence[ModuleFacts]) -> None:
    """No step reads what other code has changed by the time that it is traced.

    Raises:
      Refused: one does.
    """
    driver = fates.driver
    late = [
        selected
        for step, selected in fates.traced.items()
        for site in step.sites
        if traced_at(driver, site, step.selected) is site.point and is_called_beside(driver, site)
    ]
    changed = changed_beside(driver, effects, modules) if late else Locations(())
    for selected in late:
        touched = {point: effects.of(executed(point.node)) for point in in_order(selected)}
        made = frozenset[Made]().union(*(one.makes for one in touched.values()))
        for point, one in touched.items():
            reads = (each for each in one.reads if getattr(each, "object", None) not in made)
            if any(map(changed.may_have, reads)):
                found = f"`{first_line(point.node)}`, which reads what other code changes before a run"
                refuse(driver, "SES252", point.node, found, "another object, or the session on a lower tier")


def is_called_beside(driver: Driver, site: RunSite) -> bool:
    """Whether a run stands in a method or function that code beside the block may call."""
    if site.outside is not None:
        return True
    is_inside = any(isinstance(one.node, ast.FunctionDef) for one in site.point.parents)
    return is_inside and bool(driver.methods or driver.is_global)


def changed_beside(driver: Driver, effects: Effects, modules: Sequence[ModuleFacts]) -> Locations:
    """What code beside a block may write, once the block has begun."""
    earlier = _earlier(driver, effects, modules)
    return Locations(touched_beside(driver, effects, modules, earlier).writes)


def _earlier(driver: Driver, effects: Effects, modules: Sequence[ModuleFacts]) -> Iterator[ast.stmt]:
    """The statements that run before an object is made, which stand before that in the text."""
    trees = [one.bindings.module.tree for one in modules]
    every = [node for tree in trees for node in nodes_of(tree)]
    constructions = {node for node in every if _makes(driver, effects, node)}
    functions = [one for one in every if isinstance(one, ast.FunctionDef)]
    around = {one for one in functions if not constructions.isdisjoint(nodes_of(one))}

    def makes(statement: ast.stmt) -> bool:
        return not constructions.isdisjoint(nodes_of(statement)) or bool(
            effects.reached([*_statements(statement)]) & around
        )

    for body in (one.body for block in (trees, around) for one in block) if constructions else ():
        yield from _before(body, makes)


def _before(body: Sequence[ast.stmt], makes: Callable[[ast.stmt], bool]) -> Iterator[ast.stmt]:
    """The statements of a block that stand before the first one that makes an object, those in others too."""
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            continue  # what it defines may run at any time
        if not makes(statement):
            yield from _statements(statement)
            continue
        for inner in (statement.body, statement.orelse) if isinstance(statement, ast.If) else ():
            yield from _before(inner, makes)
        if isinstance(statement, (ast.With, ast.Try)):
            yield from _before(statement.body, makes)
        return


def _statements(statement: ast.stmt) -> Iterator[ast.stmt]:
    """A statement, and those in it, but those of functions."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.stmt):
            yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            pending.extend(children_of(node))


def _makes(driver: Driver, effects: Effects, node: ast.AST) -> bool:
    """Whether an expression makes an object whose class has the driver."""
    if not isinstance(node, ast.Call) or not effects.evaluates(node):
        return False
    made = (one for one in effects.given(node) if isinstance(one, Made) and one.node is node)
    return is_of_driver(driver, classes_of(made))
