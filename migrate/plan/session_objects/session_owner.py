"""Plans the block that opens a session and gives it to objects: these get the variables' store."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.edit import Arguments, Code, Replacement
from migrate.model.facts import DriverFacts, ModuleFacts
from migrate.model.kinds import Context, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.outcome import Tier
from migrate.model.refusal import Refused, object_to
from migrate.syntax.runners import STARTING_ALL
from migrate.syntax.savers import only_restores, restores
from migrate.syntax.seeds import gives_seeds

from ..configuration.session_configuration import configuration
from ..datasets.renewed_datasets import check_unfed
from ..layout.block_layout import DriverLayout
from ..layout.host_statements import HostEdits
from ..layout.initialising_runs import Initialisers
from ..layout.run_calls import outside_replacements
from ..legality.blocks import check_closures, check_driver, check_statements
from ..legality.run_once import run_apart, starts_anew
from ..lowering.lowering import Lowering
from ..objects.own_method_calls import own_calls
from ..objects.session_functions import Handovers
from ..objects.session_receiver import parameter_for
from ..processes.processes import importing, imports_of, reached
from ..state.variable_reports import inventories, inventory
from ..state.variables_beside import lists_beside
from ..statements.new_names import Names
from .constructions import Given, are_one_of_several, count
from .session_holders import initialising
from .shared_parts import check_parts, check_shared_names


def check_handovers(modules: Sequence[ModuleFacts]) -> None:
    """A program whose objects are given a session has no other session.

    Raises:
      Refused: it has, or the object is made where the session is not followed.
    """
    receivers = {facts.driver.takes for module in modules for facts in module.drivers} - {None}
    elsewhere = {
        making for handover in receivers if handover is not None for making in handover.constructions
    }
    for module in modules:
        drivers = [facts.driver for facts in module.drivers if facts.driver.gives]
        given = [(driver, making) for driver in drivers for making, _ in driver.gives]
        elsewhere -= {making for _, making in given}
        for driver, making in given:
            if any(count(one) > 1 for one in drivers):
                check_shared_names(modules)
            if len(drivers) > 1 and not run_apart(drivers, modules):
                found = "objects that are given a session, in several blocks of one program"
                _refuse(driver, making, found, "make them in one block")
            if not starts_anew(driver, modules):
                found = (
                    "an object that is given a session, in a function that may run again on the same graph"
                )
                _refuse(driver, making, found, "tf.reset_default_graph() at its start")
            several = len(_opened(module)) > sum(_opens_one(one) for one in drivers)
            if several or any(map(_opened, _together(module, modules))):
                found = "an object that is given a session, in a program with several"
                _refuse(driver, making, found, "open one session")
    for module in modules:
        for node in elsewhere.intersection(nodes_of(module.bindings.module.tree)):
            found = "an object that is given a session elsewhere than in the block that opens it"
            path = module.bindings.module.path
            object_to(Refused("SES219", path, node, found, "make the object in that block"))


def _opened(module: ModuleFacts) -> list[ast.AST]:
    """What opens sessions in a module; what starts runners of queues takes one that there is."""
    return [one for one in module.sessions if module.bindings.tensorflow(one) not in STARTING_ALL]


def _opens_one(driver: Driver) -> bool:
    """Whether a block opens one session, and neither it nor a function of it another one."""
    return sum(point.opens_session for point in driver.points) == 1


def _together(program: ModuleFacts, modules: Sequence[ModuleFacts]) -> list[ModuleFacts]:
    """The other modules that run in one process with a program: those that it imports, and that import it."""
    by_path = {module.bindings.module.path: module for module in modules}
    imports = imports_of(modules)
    path = program.bindings.module.path
    return [by_path[other] for other in (reached(path, imports) | importing(path, imports)) - {path}]


def give(facts: DriverFacts, given: Sequence[Given]) -> Lowering:
    """Plan the block that gives its session to objects, in the order in which it makes them.

    Raises:
      Refused: it does more with the graph than the store can.
    """
    if facts.refusal is not None:
        raise facts.refusal
    driver = facts.driver
    holding = [one for one in given if one.handover.only_holds]
    holders = [one.facts.driver for one in holding]
    given = [one for one in given if not one.handover.only_holds]
    if not given:
        making, _ = driver.gives[0]
        _refuse(driver, making, "a session that objects keep, and that runs nothing", "leave it out")
    check_driver(driver)
    outside = [run for one in given for run in one.outside(driver)]
    for run in (run for one in given for run in one.handover.outside if run.statement in driver.at):
        if run not in outside:
            _refuse(driver, run.call, "a run of what an object has built, by another name", "use its own")
    check_statements(driver, facts.sites)
    is_one = len(given) == 1 and given[0].is_one or are_one_of_several(given)
    constructions = frozenset(point for one in given for point in one.points.values())
    known_as = [one.name for one in given]
    for one in given:
        _check_making(driver, one, constructions, alone=is_one, shared=known_as.count(one.name) > 1)
    if not is_one:
        every = [one for one in given for _ in range(1 if one.is_one else 2)]
        check_parts([one.facts.driver for one in every], [one.lowering for one in every])
    first = given[0]
    told = _inventories(facts, given) if is_one else frozenset()
    _check_rest(driver, given, told)
    _check_runs(facts)
    check_unfed(driver, facts.sites)
    check_closures(driver, frozenset())
    for one in given:
        gone = [each for each in one.handover.counts if f"self.{each.attr}" not in one.lowering.kept]
        if gone:
            _refuse(driver, gone[0], "a saver that is told the step by a part of a graph", "a variable")
        savers = (point for point in driver.points if point.kind is Kind.SAVER)
        if one.lowering.left_out and not all(only_restores(point, driver.points) for point in savers):
            node = one.lowering.left_out[0].node
            found = "a part of the graph that may be saved, and that no run needs"
            raise Refused("SES217", one.facts.driver.path, node, found, "fetch it")
    takes_store = first.facts.driver.takes_store
    names = Names(driver.bindings.module.tree)
    name = driver.shared(names.new("variables"))
    variables = name if takes_store else f"{first.name}.{parameter_for(first.lowering.store)}"
    receivers = [one.facts.driver for one in given]
    settings = configuration(
        driver, names, place=first.place.index - 1, explicit_devices=True, receivers=receivers
    )

    starting = {site.point for site in facts.sites if site.initialises}

    def first_use(site: Point) -> int:
        return min(_first_use(driver, one, site, starting) for one in given)

    for one in holding:
        again = any(site.initialises for site in facts.sites) or len(holding) > 1
        late = again or first_use(one.making) < one.making.index or not one.is_straight
        if late and initialising(one.facts):
            found = "an object that initialises the variables again, or not always"
            _refuse(driver, one.making.node, found, "initialise them in this block")
    modules = (driver.bindings, *(one.bindings for one in receivers))
    initialisers = Initialisers(
        driver,
        facts.sites,
        variables,
        until=first_use,
        seeded=any(map(gives_seeds, modules)),
    )
    if initialisers.replacements and any(_averages(receiver) for receiver in receivers):
        found = "moving averages that start anew, from variables that do so too"
        node = first.making.node
        raise Refused("SES215", driver.path, node, found, "initialise once, before the first run")
    hosts = HostEdits(driver, variables, frozenset(), {}, {}, frozenset(), saves_by_compat=False)
    unneeded = [point for one in given for point in one.lowering.left_out]
    lists = lists_beside(driver, facts.sites, unneeded, variables, modules)
    uses_store = initialisers.uses_store | hosts.uses_store | frozenset(lists)
    handing = Handovers(driver, (), variables, uses_store)
    if not takes_store:
        _check_store_here(driver, handing.uses_store)
    layout = DriverLayout(
        driver,
        frozenset(),
        initialisers.gone | hosts.gone,
        told | settings.elsewhere,
        kept=settings.kept,
    )
    if settings.before is not None:
        layout.put_before(settings.before, settings.pieces)
    for point in told:
        layout.put_before(point, [inventory(point, variables)])
    store = [Code(f"{variables} = compat.VariableStore()", apart=True)] if takes_store else []
    layout.put_before(first.place, [*(settings.pieces if settings.before is None else ()), *store])
    return Lowering(
        tuple(layout.layouts()),
        (
            *layout.replacements,
            *hosts.replacements,
            *initialisers.replacements,
            *(edit for edits in lists.values() for edit in edits),
            *(edit for one in (driver, *holders) for edit in _outside_runs(one, given)),
            *(Replacement(session, Code("None")) for session in _saved(driver, given)),
        ),
        ("import compat",) if store else (),
        Tier.NATIVE,
        ", ".join(sorted({one.lowering.strategy for one in given})),
        (*settings.diagnostics, *hosts.diagnostics),
        signatures=tuple(handing.signatures()),
        arguments=(*_arguments(driver, given, holders, variables, is_one=is_one), *handing.arguments()),
    )


def _check_store_here(driver: Driver, uses_store: Collection[Point]) -> None:
    """The store that an object keeps is known by the object's name, which functions may not have."""
    for point in uses_store:
        callee = driver.callee(point)
        if callee is not None and not callee.sees_driver:
            found = "the variables of an object, in a function that is given the session"
            _refuse(driver, point.node, found, "a function of the block")


def _outside_runs(driver: Driver, given: Sequence[Given]) -> Iterator[Replacement]:
    """The runs of what the objects have built, by the block itself."""
    for one in given:
        for site, step in one.lowering.outside:
            if site.outside in one.outside(driver):
                yield from outside_replacements(driver, site, step)


def _saved(driver: Driver, given: Sequence[Given]) -> frozenset[ast.Name]:
    """The sessions that the block gives to the savers of the objects, which need none."""
    handed = frozenset[ast.AST]().union(*(point.handed for point in driver.points))
    return frozenset(session for one in given for session in one.handover.saved if session in handed)


def _arguments(
    driver: Driver, given: Sequence[Given], holders: Sequence[Driver], variables: str, *, is_one: bool
) -> Iterator[Arguments]:
    """The edits of the calls that gave the session: those that make an object give it the store."""
    added: dict[ast.Call, Mapping[str, str]] = {}
    for one in given:
        is_first = one is given[0] and one.is_straight
        store = variables if is_one or is_first else f"{variables}.next_part()"
        for call in one.points if one.facts.driver.takes_store else ():
            added[call] = {parameter_for(one.lowering.store): store}
    done = {edit.call for one in given for edit in one.lowering.arguments}
    roots = (driver.bindings.module.tree, *(visitor.node for visitor in driver.visitors))
    roots += tuple(method for holder in holders for method in (*holder.owners, *holder.methods))
    inside = {node for root in roots for node in nodes_of(root)} - done
    for handover in dict.fromkeys((*(one.handover for one in given), *(one.takes for one in holders))):
        assert handover is not None
        made = {} if handover.only_holds else handover.constructions
        passing = [call for call in handover.arguments if call not in made]
        for call in (*passing, *(call for call in made if call in added)):
            if call not in inside:
                continue
            gone = handover.arguments.get(call)
            taken = frozenset({gone} if gone is not None else ())
            yield Arguments(call, taken, added.get(call, {}), lead=gone is None)


def _check_making(
    driver: Driver, given: Given, constructions: Collection[Point], *, alone: bool, shared: bool
) -> None:
    """Objects are made in the block itself, where nothing but the session and its graph is around.

    One that is `alone` may be made in the branches of a condition, if `constructions` alone give it its
    name. Its name is not `shared` with others, which a call of a method may be of, too.
    """
    for making in given.points.values():
        contexts = {context for parent in making.parents for context in parent.contexts}
        own = all(isinstance(parent.node, _AROUND) for parent in making.parents)
        straight = given.is_straight or given.facts.driver.takes_store
        straight &= alone or given.name is None or not shared
        if not (straight and own and contexts <= {Context.LIFECYCLE}):
            found = "an object that is given a session, and that is not made once, in straight code"
            _refuse(driver, making.node, found, "make it directly in the block, and give it a name")
    for point in driver.points if alone and given.name is not None and not given.is_straight else ():
        if given.name in point.defines and point not in constructions:
            found = f"{given.name}, an object that is given a session, or something else"
            _refuse(driver, point.node, found, "use two names")
    for point in (*given.points.values(), *given.going_on(driver)):
        if point.kind is not Kind.HOST or point.roles - {Role.HOST}:
            found = "an object that is given a session and parts of a graph"
            _refuse(driver, point.node, found, "build these in it")


# What may stand around the making of an object that shares a store with others.
_AROUND = (ast.With, ast.If, ast.For, ast.While)


def _inventories(facts: DriverFacts, given: Sequence[Given]) -> frozenset[Point]:
    """The statements that tell the variables of the one object that there is."""
    building = [point for one in given for point in (*one.points.values(), *one.going_on(facts.driver))]
    last = max(building, key=lambda point: point.index)
    left_out = [point for one in given for point in one.lowering.left_out]
    told = inventories(facts.driver, facts.effects, left_out)
    return frozenset(one for one in told if one.index > last.index)


def _check_rest(driver: Driver, given: Sequence[Given], told: Collection[Point]) -> None:
    """The block builds no graph of its own, and what it asks of the objects' it asks once all are there."""
    saved = _saved(driver, given)
    for point in (one for one in driver.points if one not in told):
        if point.kind not in _ALLOWED or _builds(point, saves=bool(point.handed & saved)):
            found = "a part of the graph, beside an object that is given the session"
            _refuse(driver, point.node, found, "build it in the object's class")
        is_definition = isinstance(point.node, (ast.FunctionDef, ast.ClassDef))
        asks = point.kind is Kind.SAVER or Role.INITIALIZER in point.roles and not is_definition
        is_changed = point.kind is Kind.GRAPH and point.index > given[0].making.index
        if is_changed or asks and not all(one.is_made_before(point) for one in given):
            found = "the graph of an object, used before the object is made or changed after it"
            _refuse(driver, point.node, found, "make the object first")


def _builds(point: Point, *, saves: bool) -> bool:
    """Whether a statement adds to a graph, or reads what is there; the definition of a function does not."""
    node = point.node
    if isinstance(node, ast.FunctionDef) or point.kind is Kind.SAVER:
        return False
    if isinstance(node, ast.ClassDef):
        own = (one for one in node.body if not isinstance(one, ast.FunctionDef))
        return any(isinstance(inner, ast.Call) for one in own for inner in nodes_of(one))
    runs = saves or point.kind is Kind.RUN or point.uses_kind(Kind.SAVER) or point.uses_kind(Kind.WRITER)
    return bool(point.roles - _HARMLESS - ({Role.ACTS} if runs else frozenset()))


# What stays, goes, or becomes something else without a graph.
_ALLOWED = frozenset(
    {
        Kind.HOST,
        Kind.SESSION,
        Kind.GRAPH,
        Kind.CONFIG,
        Kind.INITIALIZER,
        Kind.RUN,
        Kind.HEADER,
        Kind.SAVER,
        Kind.WRITER,
    }
)
_HARMLESS = frozenset(
    {
        Role.HOST,
        Role.SESSION,
        Role.GRAPH,
        Role.MODE,
        Role.CONFIG,
        Role.INITIALIZER,
        Role.OPERATION,
        Role.WRITER,
    }
)


def _check_runs(facts: DriverFacts) -> None:
    for site in facts.sites:
        if not site.initialises:
            found = "a run of a part of an object's graph, outside of its class"
            object_to(Refused("SES210", facts.driver.path, site.call, found, "a method of it"))


def _averages(driver: Driver) -> bool:
    """Whether the module of a class keeps moving averages, in whichever of its methods."""
    return any(name.endswith(".ExponentialMovingAverage") for name in driver.bindings.dotted.values())


def _first_use(driver: Driver, given: Given, site: Point, starting: Collection[Point]) -> int:
    """The first statement that may run what an object has built before a site does, its making included.

    Those that are `starting` run what initialises variables alone, which an object may keep.
    """
    receiver = given.facts
    constructions = [one for one in given.points.values() if not given.is_other_branch(one, site)]
    seen_elsewhere = any(given.known_as & names for names in driver.closures.values())
    runs = [site.point for site in receiver.sites if not site.initialises]
    runs += [point for point in receiver.driver.points if restores(point)]
    runs_at_once = any(not _is_in_function(point) for point in runs) or any(own_calls(receiver.driver))
    if seen_elsewhere or runs_at_once:
        return min((point.index for point in constructions), default=len(driver.points))
    building = set(given.going_on(driver))
    uses = (
        point.index
        for point in driver.points
        if any(point.uses.get(name, frozenset()).intersection(constructions) for name in given.known_as)
        and point not in building
        and point not in starting
        and not given.is_other_branch(point, site)
    )
    return min(uses, default=len(driver.points))


def _is_in_function(point: Point) -> bool:
    return any(isinstance(parent.node, ast.FunctionDef) for parent in point.parents)


def _refuse(driver: Driver, node: ast.AST, found: str, instead: str) -> NoReturn:
    raise Refused("SES219", driver.path, node, found, instead)
