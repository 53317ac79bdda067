"""Loops over the variables that TensorFlow lists, which give each of them a Python value, or read it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.edit import Block, Code, Replacement
from migrate.model.kinds import MAKING_VARIABLES, Context, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.runs import RunSite
from migrate.syntax.listing_loops import LISTS, WHOLE, listed_for

from ..statements.new_names import Names
from ..statements.objections import in_order, refuse
from ..statements.reading_only import looked_at
from ..steps.step import Step
from .created_once import may_make_trained


@dataclass(frozen=True)
class ListingLoop:
    """A loop at `header` over what the call `listing` lists, for which `name` is a new name."""

    header: Point
    listing: ast.Call
    name: str

    @property
    def outermost(self) -> Point:
        """The outermost statement around it that stays; the variables are the same wherever listed."""
        around = (*self.header.parents, self.header)
        return next(one for one in around if not _goes(one))

    def listed(self, variables: str) -> Block:
        """What lists the variables; `variables` is the name of their store."""
        assert isinstance(self.listing.func, ast.Attribute)
        function = f"tf.compat.v1.{LISTS[self.listing.func.attr]}"
        return Block(Code(f"with {variables}.listed():"), (Code(f"{self.name} = {function}()"),))

    @property
    def replacement(self) -> Replacement:
        """What stands for the call."""
        return Replacement(self.listing, Code(self.name))


def listing_loops(
    driver: Driver, sites: Sequence[RunSite], steps: Sequence[Step], names: Names
) -> list[ListingLoop]:
    """The loops in which runs give variables values that no statement names, or read these.

    Raises:
      Refused: what the store lists there might be others, or in another order, or a loop does more.
    """
    found: dict[Point, ListingLoop] = {}
    for site in sites:
        header, variable = given_each(site) or read_each(site), _named(site)
        if header is None or header in found:
            continue
        assert isinstance(header.node, ast.For)
        listing = listed_for(header.node, variable)
        which = WHOLE.get(driver.bindings.tensorflow(listing.func) or "") if listing is not None else None
        is_plain = listing is not None and not (listing.args or listing.keywords)
        if listing is None or which is None or not is_plain or not _stands_in_block(header):
            _refuse(driver, header.node, "in a form that is not followed")
            continue
        found[header] = ListingLoop(header, listing, names.new("listed"))
        only_trained = which == "trainable_variables"
        _check_order(driver, found[header].outermost, steps, only_trained=only_trained)
        _check_body(driver, header, variable, sites)
    return [*found.values()]


def _goes(point: Point) -> bool:
    """Whether it is a `with` that the block loses, or that goes into steps."""
    return isinstance(point.node, ast.With) and Context.HOST not in point.contexts


def _stands_in_block(header: Point) -> bool:
    return not any(isinstance(one.node, ast.FunctionDef) for one in header.parents)


def given_each(site: RunSite) -> Point | None:
    """The loop whose variable a run gives a value."""
    if site.assigns is None:
        return None
    (source,) = site.point.uses[site.assigns[0].id]
    return source if source.kind is Kind.HEADER else None


def read_each(site: RunSite) -> Point | None:
    """The loop whose variable a run reads."""
    names = [one for one in site.at_once if isinstance(one, ast.Name)]
    found = {source for name in names for source in site.point.uses[name.id]}
    return next(iter(found)) if len(found) == 1 and names else None


def _named(site: RunSite) -> str:
    """The name of the variable that a run gives a value, or reads."""
    nodes = [site.assigns[0]] if site.assigns is not None else site.at_once
    return next((one.id for one in nodes if isinstance(one, ast.Name)), "")


def _check_order(driver: Driver, header: Point, steps: Sequence[Step], *, only_trained: bool) -> None:
    """The store has all variables when the loop begins, and in the order in which the graph had them."""
    made: dict[Point, None] = {}
    for step in steps:
        body = in_order(step.selected - step.state)
        updates = [one for one in body if one.kind in _UPDATING]
        rest = [one for one in body if one.kind not in _UPDATING]
        made.update(dict.fromkeys([*in_order(step.state), *rest, *updates]))
    makers = [one for one in driver.points if _may_make(one, only_trained)]
    if driver.gives or driver.takes is not None or not makers:
        _refuse(driver, header.node, "and that an object with a session makes, or nothing")
    if any(step.last.index > header.index for step in steps):
        _refuse(driver, header.node, "before all of the graph is built")
    if makers != [one for one in made if one in makers]:
        _refuse(driver, header.node, "which steps make in another order, or not at all")


_UPDATING = frozenset({Kind.APPLY, Kind.AVERAGE})


def _may_make(point: Point, only_trained: bool) -> bool:
    """Whether a statement may make variables, or such as are trained."""
    if isinstance(point.node, (ast.FunctionDef, ast.ClassDef)):
        return False
    if not only_trained:
        return point.kind in _UPDATING or bool(point.roles & MAKING)
    return bool(point.roles & _MAKING_TRAINED) and may_make_trained(point)


# What makes variables, itself or by an object of the program's own.
MAKING = MAKING_VARIABLES | {Role.OBJECT}
_MAKING_TRAINED = MAKING - {Role.OPTIMIZER, Role.TENSOR_OPTIMIZER}


def _check_body(driver: Driver, header: Point, variable: str, sites: Sequence[RunSite]) -> None:
    """Each variable is given a value or read, or asked for its name and its shape, and that is all."""
    inside = [one for one in driver.under(header.node) if one is not header]
    for point in driver.points:
        if point not in inside and header in point.sources:
            _refuse(driver, point.node, "and that are used behind it")
    for point in inside:
        given = [site for site in sites if site.point is point]
        each = [given_each(one) or read_each(one) for one in given]
        runs_more = point.kind is Kind.RUN and not (each and all(one is header for one in each))
        own = {node for site in given for node in _giving(site)}
        hinders = any(obstacle.node not in own for obstacle in point.obstacles)
        if runs_more or hinders or point.kind not in _WITHIN or isinstance(point.node, _NEVER):
            _refuse(driver, point.node, "beside other statements of a loop")
        allowed: set[ast.AST] = {site.assigns[0] for site in given if site.assigns is not None}
        allowed |= {one for site in given for one in site.at_once}
        allowed |= set(looked_at(point.nodes))
        for node in point.nodes:
            is_it = isinstance(node, ast.Name) and node.id == variable
            if is_it and node not in allowed or isinstance(node, (ast.Lambda, ast.NamedExpr)):
                _refuse(driver, point.node, "and of which more than names and shapes is used")


_WITHIN = frozenset({Kind.HOST, Kind.HEADER, Kind.RUN})
_NEVER = (ast.FunctionDef, ast.ClassDef, ast.Delete, ast.Global, ast.Nonlocal, ast.Return, ast.With)


def _giving(site: RunSite) -> set[ast.AST]:
    """What gives the value, without what computes it, or reads it."""
    computed = {*nodes_of(site.assigns[1])} if site.assigns is not None else set[ast.AST]()
    return {*nodes_of(site.call)} - computed


def _refuse(driver: Driver, node: ast.AST, what: str) -> None:
    found = f"variables that a loop gives values, or reads, {what}"
    refuse(driver, "SES205", node, found, "do so with each by its name in the program")
