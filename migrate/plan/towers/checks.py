"""When replicas compute what the towers of a loop computed, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, SUMMARIES, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to
from migrate.model.towers import TowerLoop
from migrate.syntax.closure import closure

from ..state.created_once import may_be_trained
from ..statements.objections import in_order
from .partition import TowerParts, is_in_first, sorted_uses, tower_values


def check_towers(driver: Driver, towers: TowerLoop, parts: TowerParts) -> None:
    """What happens behind the loop can happen in every replica, or with what the towers return.

    Raises:
      Refused: a tower's value and an average are mixed, or a name would mean something else.
    """
    _Checks(driver, towers, parts).run()


class _Checks:
    def __init__(self, driver: Driver, towers: TowerLoop, parts: TowerParts) -> None:
        self._driver = driver
        self._towers = towers
        self._parts = parts

    def run(self) -> None:
        self._check_behind_average()
        self._check_local_names()
        self._check_gradients()
        self._check_shared_values()
        self._check_late_reads()
        self._check_exports()
        self._check_appended()
        self._check_flags()
        self._check_summaries()

    def _check_behind_average(self) -> None:
        """No update uses a value of one tower: only averaged gradients, and what is alike in all."""
        tainted: set[Point] = set()
        for point in in_order(self._parts.in_replicas):
            is_update = point.kind in (Kind.APPLY, Kind.AVERAGE)
            if is_update and not point.is_straight:
                self._refuse(point.node, "an update in a loop or condition", "update once, in straight code")
            leaked = list(tower_values(self._towers, self._driver, point))
            averages = {averaging.gradients for averaging in self._parts.averagings}
            crossing = [name for name in point.uses if name in self._towers.appended and name not in averages]
            if crossing:
                found = f"{crossing[0]}, which all towers fill, beside averaged gradients"
                self._refuse(point.node, found, "keep them apart")
            for name in leaked:
                self._check_in_every(name, point)
            if leaked or point.sources & tainted:
                tainted.add(point)
                if is_update:
                    found = f"{', '.join(leaked) or 'a value'} of the last tower in an update"
                    self._refuse(point.node, found, "keep it apart from the averaged gradients")

    def _check_in_every(self, name: str, used: Point) -> None:
        """What every replica uses behind the loop, every tower defines."""
        for point in in_order(self._parts.inside):
            if name in point.defines and not point.is_straight_within(self._towers.point):
                found = f"{name}, which only some towers define, used behind them"
                self._refuse(used.node, found, "define it in every tower")

    def _check_local_names(self) -> None:
        """In a function, a name that is assigned anywhere is local everywhere."""
        within = self._parts.body | self._parts.in_replicas
        made = {name for point in within for name in point.defines}
        made -= set(self._towers.appended) | {flag.name for flag in self._towers.flags}
        for point in in_order(within):
            for name, sources in sorted_uses(point):
                outside = sources - within - self._parts.inside - {self._towers.point}
                if name in made and outside:
                    found = f"{name}, made before the towers and again in them"
                    self._refuse(point.node, found, "use two names")

    def _check_gradients(self) -> None:
        """The towers' gradients are averaged, and not used otherwise."""
        gradients = {averaging.gradients for averaging in self._towers.averagings}
        for point in self._behind_loop(self._parts.in_replicas | self._parts.crossing):
            for name, sources in sorted_uses(point):
                if name in gradients and sources & self._parts.inside and not self._parts.averages(point):
                    self._refuse(
                        point.node, f"{name}, used for more than an average", "average it by one call"
                    )

    def _check_shared_values(self) -> None:
        """A tower uses no tensor computed of variables in front of it: its gradients would stop there.

        In a replica they are those of its own copies of the variables, and such a tensor is of others.
        """
        around = self._parts.inside | {self._towers.point}
        for point in (self._towers.point, *in_order(self._parts.body)):
            for name, sources in sorted_uses(point):
                if any(_is_of_variables(source) for source in sources - around):
                    found = f"{name}, computed of variables in front of the towers, in a tower"
                    self._refuse(point.node, found, "compute it in each tower")

    def _check_late_reads(self) -> None:
        """What sees all towers runs after the update, and must not read what it changed."""
        every = self._parts.body | self._parts.in_replicas | self._parts.crossing
        if not any(point.kind in (Kind.APPLY, Kind.AVERAGE) for point in every):
            return
        for point in self._behind_loop(self._parts.crossing):
            holds = any(source.holds_variable for source in point.sources)
            if holds or point.roles & {Role.SHARED_VARIABLE, Role.LAYER}:
                self._refuse(point.node, "variables read after the towers", "read them in the towers")

    def _check_exports(self) -> None:
        """What leaves a tower is made in every one, and its name is not used for an average too."""
        for export in self._parts.exports:
            for point in in_order(self._parts.inside):
                made = not export.is_list and export.name in point.defines
                if made and not (export.is_first or point.is_straight_within(self._towers.point)):
                    found = f"{export.name}, which only some towers define"
                    self._refuse(point.node, found, "define it in every tower")
            late = [point for point in self._parts.in_replicas if export.name in point.defines]
            early = [point for point in self._parts.inside if export.name in point.defines]
            if late and (early or export.is_list):
                found = f"{export.name}, for a tower's value and for an averaged one"
                self._refuse(self._towers.loop, found, "use two names")

    def _check_appended(self) -> None:
        """What a tower appends is moved to its end: its names must mean the same there."""
        wanted = {export.name for export in self._parts.exports}
        wanted |= {averaging.gradients for averaging in self._parts.averagings}
        for name in sorted(wanted & set(self._towers.appended)):
            append, expression = self._towers.appended[name]
            used = {node.id for node in nodes_of(expression) if isinstance(node, ast.Name)}
            later = [point for point in self._parts.body if point.index > append.index]
            changed = used & {made for point in later for made in point.defines}
            if changed:
                found = f"{min(changed)}, which a tower changes after it appended it"
                self._refuse(append.node, found, "append it at the end of the tower")

    def _check_summaries(self) -> None:
        """Only the first replica has summaries: no other tower may have any, nor show its values in them."""
        for point in self._driver.under(self._towers.loop):
            lists = SUMMARIES in point.uses and Role.READS_COLLECTION in point.roles
            makes = Role.SUMMARY in point.roles and point in self._parts.body
            if (lists or makes) and not is_in_first(self._towers, point):
                done = "listed" if lists else "made"
                found = f"summaries of a tower, {done}: replicas behind the first have none"
                self._refuse(point.node, found, "make them behind the towers")
        for point in self._behind_loop(self._parts.in_replicas | self._parts.crossing):
            leaked = [*tower_values(self._towers, self._driver, point)] if Role.SUMMARY in point.roles else []
            if Role.SUMMARY in point.roles and self._may_be_numbered(point):
                found = "a summary by a name that the towers may have taken before, each once more"
                self._refuse(point.node, found, "give it a name of its own")
            if leaked and point in self._parts.in_replicas:
                found = f"a summary of {leaked[0]}, the last tower's: replicas behind the first have none"
                self._refuse(point.node, found, "summarise what does not use averaged gradients apart")
            if leaked and any(_is_name(node) for node in point.nodes):
                found = f"a summary that is called after {leaked[0]}: replicas call it otherwise"
                self._refuse(point.node, found, "give it a name")

    def _may_be_numbered(self, summary: Point) -> bool:
        """Whether a tag is a name of something else, too: TensorFlow numbers it, for each tower."""
        every = nodes_of(self._driver.bindings.module.tree)
        words = [node.value for node in every if isinstance(node, ast.Constant)] + [*_BY_TENSORFLOW]
        own = [node for node in summary.nodes if isinstance(node, ast.Constant)]
        return any(isinstance(node.value, str) and words.count(node.value) > 1 for node in own)

    def _check_flags(self) -> None:
        """Behind the loop a flag has the value that the last tower set, be it the first one too."""
        for flag in self._towers.flags:
            for point in self._behind_loop(self._parts.in_replicas | self._parts.crossing):
                if flag.later in point.uses.get(flag.name, ()):
                    found = f"{flag.name}, which the towers set, used behind them"
                    self._refuse(point.node, found, "use two names")

    def _behind_loop(self, points: Iterable[Point]) -> list[Point]:
        return [point for point in in_order(points) if point.index > self._towers.point.index]

    def _refuse(self, node: ast.AST, found: str, instead: str) -> NoReturn:
        raise Refused("TWR203", self._driver.path, node, found, instead)


def check_gradients(driver: Driver, outside: Iterable[Point]) -> None:
    """Statements `outside` of replicas compute no gradients: variables of a strategy have none there.

    Raises:
      Refused: one of them does.
    """
    for point in in_order(outside):
        definition = isinstance(point.node, (ast.FunctionDef, ast.ClassDef))
        if not definition and (point.kind is Kind.APPLY or Role.GRADIENT in point.roles):
            found, instead = "gradients computed or applied outside of the towers", "compute them in a tower"
            object_to(Refused("TWR203", driver.path, point.node, found, instead))


def _is_of_variables(point: Point) -> bool:
    """Whether a statement gives tensors that are computed of variables which optimizers may update."""
    definition = isinstance(point.node, (ast.FunctionDef, ast.ClassDef))
    if point.kind not in (Kind.SYMBOLIC, Kind.STATE) or point.gives_variables or definition:
        return False
    every = closure([point], lambda one: (given for _, sources in sorted_uses(one) for given in sources))
    made = (one for one in every if one.roles & _TRAINED and one.kind in GRAPH_VALUES)
    return any(map(may_be_trained, made))


_BY_TENSORFLOW = ("gradients",)  # the name scope of what computes them
_TRAINED = frozenset({Role.SHARED_VARIABLE, Role.OWN_VARIABLE, Role.LAYER, Role.READS_VARIABLES})


def _is_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "name"
