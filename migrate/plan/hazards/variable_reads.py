"""Variables that a run reads beside their updates, in an order that nothing fixes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import GRAPH_STATE, MAKING_VARIABLES, Kind, Role
from migrate.model.nodes import calls_in, nodes_of
from migrate.model.objects import Made, Sort
from migrate.model.runs import Fetch, RunSite
from migrate.syntax.closure import closure

from ..steps.derived_parts import Derived, Parts, is_update

Part = tuple[str, str]
_Beside: TypeAlias = Callable[[Parts, Parts], Sequence[Diagnostic]]
_FINDING = frozenset({Role.SHARED_VARIABLE, Role.LAYER})
_READING = frozenset({Kind.SYMBOLIC, Kind.OPERATION})


def reads_beside_updates(modules: Sequence[ModuleFacts]) -> Iterator[Diagnostic]:
    """Where a run reads a variable beside an update of it, as far as the text tells: on every tier.

    What the update itself depends on is read before it. Of other expressions of the variable nothing tells.
    The runs of a block that is followed know which statement gave a name; of others it is any that may.
    """
    told: dict[tuple[Path, int], Diagnostic] = {}
    derived = Derived({one.bindings: one.effects for one in modules if one.effects is not None})

    @cache  # the runs of a program mostly fetch what depends on the same parts
    def beside(read: Parts, fetched: Parts) -> Sequence[Diagnostic]:
        return tuple(_beside(derived, read, fetched))

    for module in modules:
        for facts in module.drivers:
            for site in (one for one in facts.sites if one.is_step):
                _tell(told, _of_metrics(facts.driver, site))
                needed = _needed(site)
                updates = _updates(facts.driver, needed)
                if updates:
                    _tell(told, _of_run(facts.driver, site, needed, updates, derived, beside))
        _tell(told, _of_branches(module.bindings))
    followed = {site.call for module in modules for facts in module.drivers for site in facts.sites}
    for node in (node for module in modules for node in calls_in(module.bindings.module.tree)):
        if node not in followed and getattr(node.func, "attr", "") == "run":
            _tell(told, _of_call(derived, beside, node))
    yield from told.values()


def reads_behind_updates(driver: Driver, selections: Iterable[frozenset[Point]]) -> Iterator[Diagnostic]:
    """Where the steps of a worker, each with what it has `selected`, read a variable behind an update.

    A server of TensorFlow 1 sent a variable that is named, and not read by `read_value()`, as a run began.
    """
    told: dict[Diagnostic, None] = {}
    for selected in selections:
        updates = {point for point in selected if point.kind is Kind.APPLY}
        behind = _behind(updates, selected)
        for point in sorted(selected - updates, key=lambda point: point.index):
            named = [one for name, given in point.uses.items() if name not in GRAPH_STATE for one in given]
            reads = any(one.kind is Kind.STATE or one.holds_variable for one in named)
            waits = any(parent in behind for parent in point.parents)  # on a control dependency
            if reads and waits and point.kind in _READING:
                told |= dict.fromkeys([_found_behind(driver.path_of(point.node), point.node)])
    yield from told


def _tell(told: dict[tuple[Path, int], Diagnostic], found: Iterable[Diagnostic]) -> None:
    for one in found:
        told.setdefault((one.span.path, one.span.line), one)


def _of_run(
    driver: Driver,
    site: RunSite,
    needed: frozenset[Point],
    updates: set[Point],
    derived: Derived,
    beside: _Beside,
) -> Iterator[Diagnostic]:
    first = _before(source for update in updates for source in update.sources)
    behind = _behind(updates, needed)
    known = first | updates

    def reads(roots: Iterable[ast.AST], uses: Mapping[str, frozenset[Point]]) -> bool:
        """Whether expressions name a variable that the update changes."""
        nodes = [node for root in roots for node in nodes_of(root)]
        held = {node.id for node in nodes if isinstance(node, ast.Name) and derived.is_of_variables(node)}
        return any(
            one in known and (one.kind is Kind.STATE or name in held) or Role.READS_VARIABLES in one.roles
            for name, sources in uses.items()
            if name not in GRAPH_STATE
            for one in sources
        )

    shared = _shares(driver.bindings) and any(one.roles & _FINDING for one in first)
    for point in sorted(needed - first - behind, key=lambda point: point.index):
        waits = any(parent in behind for parent in point.parents)  # on a control dependency
        finds = shared and bool(point.roles & _FINDING)  # what the update may change, by its name
        if point.kind in _READING and not waits and (finds or reads(point.own_nodes, point.uses)):
            yield _found(driver.path_of(point.node), point.node)
    for fetch in site.fetches:
        is_name = isinstance(fetch.node, (ast.Name, ast.Attribute))
        if not is_name and reads([fetch.node], fetch.sources) or _takes_others(fetch, updates, first):
            yield _found(driver.path_of(site.point.node), fetch.node)
    fetched = derived.before(_in_fetches(site, derived))
    yield from beside(frozenset(_of_functions(driver, derived.summaries & fetched)), fetched)


def _of_metrics(driver: Driver, site: RunSite) -> Iterator[Diagnostic]:
    """Where a run fetches a metric's value and its update, which changes the sums that the value is of."""
    named: dict[Point, set[str]] = {}
    for fetch in site.fetches:
        for name, sources in fetch.sources.items() if isinstance(fetch.node, ast.Name) else ():
            for one in sources:
                if Role.METRIC in one.roles:
                    named.setdefault(one, set()).add(name)
                    is_pair = isinstance(getattr(one.node, "targets", [None])[0], ast.Name)
                    if is_pair or len(named[one]) > 1:
                        yield _found(driver.path_of(fetch.node), fetch.node)


def _shares(bindings: Bindings) -> bool:
    """Whether parts of the graph may find the variables of others by their names."""
    return any(
        isinstance(node, ast.keyword)
        and node.arg == "reuse"
        or isinstance(node, ast.Attribute)
        and node.attr in ("reuse_variables", "AUTO_REUSE")
        for node in nodes_of(bindings.module.tree)
    )


def _of_functions(driver: Driver, parts: Iterable[Made]) -> Iterator[Made]:
    """The parts that functions make which a block calls, and not its own statements."""
    points = (one for one in driver.points if not isinstance(one.node, (ast.FunctionDef, ast.ClassDef)))
    own = {node for point in points for node in point.nodes}
    return (one for one in parts if one.node not in own)


def _in_fetches(site: RunSite, derived: Derived) -> Iterator[Made]:
    return (part for fetch in site.fetches for part in derived.of(fetch.node))


def _of_call(derived: Derived, beside: _Beside, call: ast.Call) -> Sequence[Diagnostic]:
    """What a call of some `run` reads beside an update, if what it is given has one."""
    named = (one.value for one in call.keywords if one.arg == "fetches")
    fetched = derived.before(part for operand in (*call.args[:1], *named) for part in derived.of(operand))
    return beside(fetched, fetched)


def _beside(derived: Derived, read: Parts, fetched: Parts) -> Iterator[Diagnostic]:
    """The parts among those that are `read`, and what they are computed of, that stand beside an update.

    They are computed of a variable that an update in the same run changes, and neither needs the other.
    """
    updates = {one for one in fetched if derived.is_update(one)}
    first = derived.computed_of(updates)
    changed = {one for one in first if derived.is_variable(one)}
    candidates = derived.before(read) if updates else frozenset()
    beside = candidates - first - derived.needing(updates, candidates)
    reading = [one for one in beside if one.sort is Sort.VALUE and derived.is_computed_of(one, changed)]
    waits = {
        one: {part for named in derived.ordered_behind(one) for part in derived.of(named)} for one in reading
    }
    late = derived.needing(updates, {part for parts in waits.values() for part in parts})
    for one in sorted(
        reading, key=lambda one: (getattr(one.node, "lineno", 0), getattr(one.node, "col_offset", 0))
    ):
        if late.isdisjoint(waits[one]):
            yield _found(derived.home(one).module.path, one.node)


def _takes_others(fetch: Fetch, updates: Collection[Point], first: frozenset[Point]) -> bool:
    """Whether it takes what one iteration of a loop left, and an update depends on that of others alone."""
    fetched = dict(_parts([fetch.node], fetch.sources))
    for loop in {parent for name in fetched for parent in _loops(fetch.sources[name])}:
        taken: set[Part] = set()
        for point in {*updates, *first}:
            if loop not in point.parents and point is not loop:
                taken |= {
                    part
                    for part in _parts(point.own_nodes, point.uses)
                    if loop in _loops(point.uses[part[0]])
                }
        reads = any(loop in one.parents and one.roles & (_FINDING | MAKING_VARIABLES) for one in first)
        own = {part for part in fetched.items() if loop in _loops(fetch.sources[part[0]])}
        if reads and taken and all(index for _, index in taken) and not own <= taken:
            return True
    return False


def _loops(points: Iterable[Point]) -> frozenset[Point]:
    return frozenset(
        parent for one in points for parent in one.parents if isinstance(parent.node, (ast.For, ast.While))
    )


def _parts(roots: Iterable[ast.AST], uses: Mapping[str, frozenset[Point]]) -> Iterator[Part]:
    """The names in expressions, each with the element that is taken: none for the whole of a list."""
    nodes = [node for root in roots for node in nodes_of(root)]
    elements = {
        id(node.value): ast.unparse(node.slice)
        for node in nodes
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
    }
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in uses:
            several = any(node.id in one.mutates or one.holds_several for one in uses[node.id])
            yield node.id, elements.get(id(node), "" if several else "the last")


def _needed(site: RunSite) -> frozenset[Point]:
    return _before(point for one in site.fetches for sources in one.sources.values() for point in sources)


def _updates(driver: Driver, needed: frozenset[Point]) -> set[Point]:
    return {point for point in needed if point.kind is Kind.APPLY or _assigns(driver.bindings, point)}


def _before(points: Iterable[Point]) -> frozenset[Point]:
    return frozenset(closure(points, lambda point: point.sources))


def _behind(updates: Iterable[Point], points: Collection[Point]) -> frozenset[Point]:
    """What an update is before, of some points, of what is around them, and of all that these need."""
    around = (parent for point in points for parent in point.parents)
    following: dict[Point, list[Point]] = {}
    for point in _before([*points, *around]):
        for source in point.sources:
            following.setdefault(source, []).append(point)
    return frozenset(closure(updates, lambda point: following.get(point, ())))


def _assigns(bindings: Bindings, point: Point) -> bool:
    return any(is_update(bindings, node) for node in point.nodes)


def _of_branches(bindings: Bindings) -> Iterator[Diagnostic]:
    """Conditions in the graph that move averages in one branch, and read them in the other."""
    for call in calls_in(bindings.module.tree):
        if bindings.tensorflow(call.func) not in ("tf.cond", "tf.contrib.framework.smart_cond"):
            continue
        branches = [*call.args[1:], *(one.value for one in call.keywords)]
        if any(is_update(bindings, node) for one in branches for node in _called(bindings, one)):
            yield _found(bindings.module.path, call)


def _called(bindings: Bindings, branch: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a branch, and of the functions of the module that it names."""
    functions = {one.name: one for one in nodes_of(bindings.module.tree) if isinstance(one, ast.FunctionDef)}

    def following(root: ast.AST) -> Iterator[ast.AST]:
        names = (node.id for node in nodes_of(root) if isinstance(node, ast.Name))
        return (functions[name] for name in names if name in functions)

    return (node for root in closure([branch], following) for node in nodes_of(root))


def _found(path: Path, node: ast.AST) -> Diagnostic:
    found = "a variable that a run may read beside its update, in no order: here before it, where it can be"
    instead = "tf.control_dependencies, on what is to come first"
    return Diagnostic("HAZ111", Severity.INFO, Span.of(path, node), found, instead)


def _found_behind(path: Path, node: ast.AST) -> Diagnostic:
    found = "a variable of the cluster that is read behind an update: its value after it, where a server "
    found += "mostly gave the one before"
    return Diagnostic("HAZ112", Severity.WARNING, Span.of(path, node), found, "read it in a run of its own")
