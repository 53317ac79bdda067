"""Plans the lowering of one driver: from a graph and a session to step functions and calls of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from migrate.model.choices import Strategy
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.edit import Arguments, Code, Kept, Layout, Piece, Replacement, Signature
from migrate.model.facts import DriverFacts, ModuleFacts
from migrate.model.kinds import GRAPH_VALUES, STAYING, Context, Kind
from migrate.model.outcome import Tier
from migrate.model.refusal import Refused
from migrate.model.runs import RunSite
from migrate.model.towers import TowerLoop
from migrate.syntax.placeholders import has_bools, takes_floats
from migrate.syntax.seeds import gives_seeds

from ..cluster.collective import REPLICAS, before_input, check_collective
from ..cluster.collective import told as told_of_replicas
from ..cluster.coordinator import STRATEGY as COORDINATED
from ..cluster.coordinator import check_coordinated, offered
from ..cluster.coordinator import told as told_of_coordinator
from ..cluster.done_queues import joined, of_queues, told_of_queues
from ..cluster.remote_targets import IN_GRAPH, server_of_client, told_of_client, told_of_flags
from ..cluster.shared_variables import (
    WORKERS,
    Served,
    check_cluster,
    cluster_of,
    joins,
    served,
    server_edits,
    told,
    told_beside,
)
from ..cluster.sync_replicas import check_synchronisers, moved_hooks, synchroniser_edits
from ..configuration.session_configuration import configuration
from ..datasets.fed_datasets import FedInputs
from ..hazards.updates import hazards
from ..hazards.variable_reads import reads_behind_updates
from ..layout.block_layout import DriverLayout
from ..layout.conditional_steps import where_bound
from ..layout.drawn_once import make_before
from ..layout.host_statements import HostEdits
from ..layout.initialising_runs import Initialisers
from ..layout.print_order import check_order_said, taken_along
from ..layout.prints_and_asserts import with_prints
from ..layout.run_calls import call_replacements, replacements_without_step, string_keys
from ..layout.step_functions import StepWriter, strategy_class
from ..legality import (
    check_beside,
    check_conservation,
    check_fetches,
    check_names_shown,
    check_order_of_variables,
    check_replay,
    check_slots,
    check_unknown_code,
    fates_of,
)
from ..legality.blocks import (
    check_builders,
    check_closures,
    check_dictionaries,
    check_driver,
    check_filled,
    check_left_out,
    check_statements,
)
from ..legality.closed_sessions import check_closed
from ..legality.saver_marks import can_be_told, places
from ..legality.session_uses import unused_session
from ..legality.soundness import names_to_freeze
from ..objects.continued_blocks import (
    check_continued,
    check_settings,
    continued_arguments,
    continued_signatures,
    put,
)
from ..objects.local_functions import with_local_functions
from ..objects.own_method_calls import check_own_calls
from ..objects.session_functions import Handovers
from ..objects.session_receiver import calls_without_session, check_taken, keep_store, signatures
from ..python_values.frozen_names import frozen_names
from ..python_values.moved_values import check_scopes
from ..sessions.looping_calls import check_looped, evaluating, looping
from ..sessions.monitored_session import monitored_of, monitoring
from ..sessions.supervisor import check_supervised, supervising
from ..state.created_once import has_state
from ..state.global_step import counting
from ..state.saved_lists import listings, store_before
from ..state.savers import moved_savers, moved_writers
from ..state.unused_variables import assignments, check_assignments, kept_variables
from ..state.variable_loops import listing_loops
from ..state.variable_reports import inventory, reports
from ..state.variable_summaries import first_step_run, variable_summaries
from ..state.variables_beside import lists_beside
from ..state.variables_only_step import building_site
from ..statements.new_names import Names
from ..statements.objections import first_line
from ..statements.reading_only import is_printing_loop
from ..steps.fed_elements import key_replacements, loops_through_keys
from ..steps.several_sessions import check_sessions, restarted_input
from ..steps.step import Step
from .steps import check_steps, steps_in_order, steps_of


@dataclass(frozen=True)
class Lowering:
    """What is to be done with one driver, and how the result is distributed.

    `left_out` are the parts of the graph that no step needs, `kept` the names of what is made before the
    steps, `store` is how the variables' store is called; `outside` are the runs of an object's graph outside
    of its class, with the steps that they call.
    """

    layouts: tuple[Layout, ...]
    replacements: tuple[Replacement, ...]
    imports: tuple[str, ...]
    tier: Tier
    strategy: str
    diagnostics: tuple[Diagnostic, ...]
    left_out: tuple[Point, ...] = ()
    kept: frozenset[str] = frozenset()
    store: str = ""
    signatures: tuple[Signature, ...] = ()
    arguments: tuple[Arguments, ...] = ()
    outside: tuple[tuple[RunSite, Step], ...] = ()


def lower(
    facts: DriverFacts,
    modules: Sequence[ModuleFacts],
    *,
    replicas: bool = True,
    strategy: Strategy = Strategy.MIRRORED,
    workers: Strategy | None = None,
    unmirrored: Callable[[], Refused | None] = lambda: None,
) -> Lowering:
    """Plan the lowering of one driver.

    Args:
      facts: what is known of it.
      modules: those of its unit.
      replicas: its towers become replicas of a strategy; else they stay what they are, on their devices.
      strategy: which one it is.
      workers: what the workers of its cluster become, if not what they are.
      unmirrored: tells why its variables can have no replicas, if so.

    Raises:
      Refused: something in it is not understood; nothing may be changed then.
    """
    if facts.refusal is not None:
        raise facts.refusal
    driver = facts.driver
    check_driver(driver)
    check_sessions(driver, facts.effects)
    check_closed(driver, facts.effects, modules)
    check_taken(facts)
    keys = frozenset(key for site in facts.sites for key, _ in site.feed_keys)
    monitored = monitored_of(facts.sites)
    check_statements(driver, facts.sites, monitored.asked if monitored is not None else (), keys)
    check_dictionaries(driver, keys)
    tower = _only_tower(facts) if replicas else None
    if tower is not None:
        _raise(unmirrored())
    names = Names(driver.bindings.module.tree, *(one.bindings.module.tree for one in driver.visitors))
    running = [site for site in facts.sites if site.is_step] or building_site(driver, facts.sites)
    if not running and not any(site.at_once for site in facts.sites):
        raise Refused("SES202", driver.path, *unused_session(driver))
    steps = steps_of(driver, running, kept_variables(driver, facts.sites), tower, names)
    steps = with_prints(driver, facts.effects, steps, tower, lambda steps: check_steps(driver, steps, tower))
    built = frozenset[Point]().union(*(step.selected for step in steps))
    steps = with_local_functions(driver, steps, lambda steps: check_steps(driver, steps, tower))
    steps = steps_in_order(steps)  # which what they have taken up may have changed
    moved = frozenset[Point]().union(*(step.selected for step in steps))
    check_left_out(driver, moved)
    supervised = facts.supervised
    session = served(monitored, supervised, facts.on_server)
    restarted = restarted_input(driver, moved, facts.sites, is_alone=session is None and tower is None)
    check_cluster(driver, steps, session)
    if supervised is not None:
        check_supervised(driver, steps, supervised)
    check_looped(driver, steps)
    is_alone = session is not None and session.alone
    client = server_of_client(driver, steps) if not is_alone else None
    if client is not None and tower is not None:
        found = "towers on the servers of a cluster"
        raise Refused("CLU204", driver.path, tower.loop, found, "its devices, as they are")
    check_synchronisers(driver, steps, in_cluster=session is not None and not is_alone)
    collective = session is not None and workers is Strategy.MULTI_WORKER_MIRRORED
    coordinated = session is not None and workers is Strategy.PARAMETER_SERVER
    if session is not None and coordinated:
        check_coordinated(driver, session, facts.sites, steps, modules)
    if session is not None and collective:
        _raise(unmirrored())
        check_collective(driver, session, facts.sites, steps)
    hooks_behind = moved_hooks(driver, steps)
    if session is not None and facts.has_towers:
        found = "towers of a worker"
        raise Refused("CLU201", driver.path, facts.driver.owner, found, "one device for each worker")
    check_filled(driver, moved, {*keys, *(monitored.asked if monitored is not None else ())})
    check_builders(driver, moved)
    check_closures(driver, moved, monitored.closures if monitored is not None else None)
    check_scopes(driver, moved)
    by_strategy = collective or coordinated
    shares_variables = session is not None and not by_strategy or client is not None
    on_compat = facts.has_towers and not replicas or shares_variables
    on_compat |= any(step.pruned for step in steps)
    stateful = any(has_state(point) for point in moved) or any(step.pruned for step in steps)
    stateful |= (
        driver.takes is not None
        or client is not None
        or supervised is not None
        or bool(restarted)
        or any(site.looped is not None for site in facts.sites)
        or not all(takes_floats(driver, one) for step in steps for one in step.parameters)
        or any(has_bools(driver, one) for step in steps for one in step.parameters)
    )  # whose steps take what was fed as sessions did: 1 for a bool, 2.0 for an integer; and bools for sizes
    is_traced = any(site.traced is not None for site in facts.sites)
    compares = any(point.comparisons for point in moved)
    cluster = cluster_of(driver, session, steps[0].last) if session is not None else None
    writer = StepWriter(
        driver,
        tower,
        names,
        strategy,
        has_state=stateful,
        compares=compares,
        cluster=cluster,
        client=client,
        workers=workers if by_strategy else None,
    )
    early = before_input(driver, steps) if collective else None
    built_at = steps[0].last.index if steps else None
    settings = configuration(
        driver,
        names,
        place=early.index - 1 if early is not None else built_at,
        explicit_devices=tower is None and not by_strategy,
        has_replicas=tower is not None,
        collective=collective,
    )
    every = [one.bindings for one in modules]
    fed = FedInputs(driver, facts.sites, names)
    initialisers = Initialisers(
        driver,
        facts.sites,
        writer.variables if stateful else "",
        fed,
        begun=supervised is not None,
        shared=is_alone,
        seeded=any(map(gives_seeds, every)),
    )
    state = frozenset[Point]().union(*(step.state for step in steps))
    check_assignments(driver, facts.sites, steps, follows_attributes=tower is None)
    listed = listings(driver, facts.sites, state, names)
    constructions = supervised.constructions if supervised is not None else ()
    replaced_savers = {one.saver for one in constructions if one.saver is not None}
    unneeded = [one for one in driver.points if one not in moved and one.kind not in STAYING | {Kind.HEADER}]
    told_at: dict[Point, Point] = {}
    if steps and stateful and tower is None:
        end = max((step.last for step in steps), key=lambda one: one.index)
        reported = reports(driver, facts.effects, moved, unneeded, end)
        told_at = {at: place for at, place in reported.items() if can_be_told(driver, steps, moved, at)}
    marked = places(driver, steps, moved, listed, replaced_savers, told_at)
    constructing = frozenset(one.point for one in constructions)
    # TensorFlow's own saver knows neither copies nor servers, nor the graph in which hooks are called.
    by_compat = tower is not None or session is not None or monitored is not None
    hosts = HostEdits(
        driver, writer.variables, state, listed, marked, constructing, saves_by_compat=by_compat
    )
    savers = moved_savers(driver, steps, listed)
    writers = moved_writers(driver, steps) if shares_variables else {}
    moving = (savers, hooks_behind, writers)
    behind = {
        last: [point for points in moving for point in points.get(last, ())]
        for last in {**savers, **hooks_behind, **writers}
    }
    elsewhere = frozenset(point for points in behind.values() for point in points)
    chosen = frozenset(point for listing in listed.values() for point in listing.points)
    staying = frozenset(point for listing in listed.values() for point in listing.points - listing.moved)
    beside = tuple(one for listing in listed.values() for one in listing.beside(writer.variables, marked))
    check_own_calls(driver, steps, facts.sites)
    check_settings(driver, steps, settings.pieces)
    check_continued(driver, steps, elsewhere | chosen | fed.moved, savers)
    lists = lists_beside(driver, facts.sites, unneeded, writer.variables if stateful else "", every)
    loops = listing_loops(driver, facts.sites, steps, names)
    summarised = variable_summaries(driver, steps, writer.variables if stateful else "")
    done_otherwise = initialisers.gone | hosts.gone | replaced_savers
    elsewhere |= moved - built
    layout = DriverLayout(
        driver,
        moved,
        done_otherwise | summarised.gone | taken_along(driver, moved),
        elsewhere | fed.moved | chosen - staying | summarised.kept | told_at.keys() | settings.elsewhere,
        loops_through_keys(driver, facts.sites) | {loop.header for loop in loops} | staying,
        configures=bool(settings.pieces),
        kept=settings.kept,
    )
    counted = tuple(counting(driver, steps, supervised, writer.variables))
    frozen = frozen_names(
        driver,
        [one for step in steps for site in step.sites for one in names_to_freeze(driver, site, step.selected)]
        if tower is None
        else (),
        names,
    )
    for code in frozen.first:
        layout.put_before(_first(driver), [code])
    for last, code in frozen.given:
        layout.put_after(last, [code])
    for point in summarised.kept:
        layout.put_before(point, [inventory(point, writer.variables)])
    for loop in loops:
        layout.put_before(loop.outermost, [loop.listed(writer.variables)])
    for last, pieces in fed.pieces():
        layout.put_after(last, pieces)
    drawn = tuple(make_before(driver, layout, moved, names))
    for point, piece in joined(driver):
        layout.put_before(point, [piece])
    if driver.takes_store:
        keep_store(driver, layout, writer.variables, before=steps[0].last)
    for point in restarted:
        layout.put_before(point, [Code(f"{writer.variables}.restart_input()")])
    if settings.before is not None:
        layout.put_before(settings.before, settings.pieces)
    if early is not None:
        layout.put_before(early, list(writer.strategy()))
    created: frozenset[Point] = frozenset()
    for step in steps:
        before: list[Piece] = []
        if step is steps[0]:
            before += settings.pieces if settings.before is None else ()
            before += [*(() if early else writer.strategy()), *writer.store()]
        if step.state - created:
            before.append(writer.state(step.state - created))
            created |= step.state
        shared = [Code(f"{driver.shared(step.name)} = {step.name}")] if driver.has_methods else []
        defined = where_bound(driver, step, [writer.function(step, marked), *shared])
        put(driver, layout, steps, step, [*before, *defined])
    standing = [listing for saver, listing in listed.items() if saver not in elsewhere]
    made = frozenset[Point]()
    for listing in sorted(standing, key=lambda one: one.before.index):
        layout.put_before(listing.before, listing.pieces(driver, writer.variables, marked, made))
        made |= listing.moved  # which savers behind it share
    for last, points in behind.items():
        for point in points:
            before_saver = listed[point].pieces(driver, writer.variables, marked) if point in listed else ()
            layout.put_after(last, [*before_saver, Kept(point.node)])
    for point, place in told_at.items():
        put_report = layout.put_before if place is point else layout.put_after
        put_report(place, [inventory(point, store_before(writer.variables, marked.get(point)))])
    layouts = tuple(layout.layouts())
    watched = (
        *(monitoring(monitored, steps, writer.variables) if monitored is not None else ()),
        *(supervising(supervised, steps, writer.variables) if supervised is not None else ()),
    )
    replaced = (*layout.replacements, *hosts.replacements, *initialisers.replacements, *watched, *beside)
    of_queue = of_queues(driver)
    waiting = {point for point in driver.points if point.node in of_queue}
    inside = {inner for one in {*summarised.kept, *told_at, *waiting} for inner in driver.under(one.node)}
    vanishing = done_otherwise | fed.moved | elsewhere | chosen | inside
    fates = fates_of(driver, steps, layouts, replaced, vanishing)
    check_conservation(fates, facts.effects)
    check_order_said(driver, steps, fates.staying, told_at, first_step_run(driver))
    check_slots(driver, steps)
    check_order_of_variables(fates, facts.effects, {loop.header for loop in loops})
    if facts.effects is not None:
        check_names_shown(fates, facts.effects)
        check_unknown_code(fates, facts.effects)
        check_replay(fates, facts.effects, facts.sites, modules)
        check_fetches(fates, facts.effects, facts.sites, modules)
        check_beside(fates, facts.effects, modules)
    uses_store = initialisers.uses_store | hosts.uses_store | restarted | frozenset(lists)
    handovers = Handovers(driver, steps, writer.variables, uses_store)
    accounted = moved | chosen | summarised.kept | told_at.keys()
    left_out = tuple(_left_out(driver, accounted, summarised.left_out))
    return Lowering(
        layouts,
        (
            *layout.replacements,
            *drawn,
            *_calls(driver, handovers),
            *watched,
            *looping(steps, writer.variables),
            *evaluating(steps, writer.variables, listed),
            *(joins(driver) if session is not None else ()),
            *replacements_without_step(facts.sites),
            *assignments(facts.sites),
            *(loop.replacement for loop in loops),
            *(edit for edits in lists.values() for edit in edits),
            *counted,
            *writer.replacements,
            *frozen.replacements,
            *hosts.replacements,
            *initialisers.replacements,
            *beside,
        ),
        ("import compat",) if stateful or tower is not None or fed.moved or is_traced else (),
        Tier.COMPAT if on_compat else Tier.NATIVE,
        _strategy(moved, session, client, workers) if tower is None else strategy_class(strategy),
        (
            *settings.diagnostics,
            *_told_of_cluster(facts, session, steps, workers, modules),
            *told_of_queues(driver),
            *_told_of_machines(driver, client, _masters(facts), is_alone=is_alone),
            *writer.diagnostics,
            *_pruned(steps),
            *hazards(facts, steps),
            *hosts.diagnostics,
            *_told(driver, left_out),
        ),
        left_out,
        frozenset(name for step in steps for point in step.state for name in point.defines),
        writer.variables,
        (*handovers.signatures(), *signatures(driver, writer.variables), *continued_signatures(driver)),
        (
            *handovers.arguments(),
            *calls_without_session(driver),
            *continued_arguments(driver),
            *_server_edits(driver, session, workers),
            *synchroniser_edits(driver),
        ),
        tuple((site, step) for step in steps for site in step.sites if site.outside is not None),
    )


def _first(driver: Driver) -> Point:
    """The first statement of a block, behind what documents it."""
    texts = (ast.Constant, ast.JoinedStr)
    return next(
        one
        for one in driver.points
        if not (isinstance(one.node, ast.Expr) and isinstance(one.node.value, texts))
    )


_SERVERS = {
    None: "compat.Server",
    Strategy.MULTI_WORKER_MIRRORED: "compat.CollectiveServer",
    Strategy.PARAMETER_SERVER: "compat.CoordinatedServer",
}


def _server_edits(driver: Driver, session: Served | None, workers: Strategy | None) -> Iterator[Arguments]:
    if session is None:
        return server_edits(driver, "tf.distribute.Server", serves=False)
    return server_edits(driver, _SERVERS[workers], serves=workers is not Strategy.MULTI_WORKER_MIRRORED)


def _told_of_cluster(
    facts: DriverFacts,
    session: Served | None,
    steps: Sequence[Step],
    workers: Strategy | None,
    modules: Sequence[ModuleFacts],
) -> Iterator[Diagnostic]:
    driver = facts.driver
    if session is None:
        yield from told_beside(driver)
    elif workers is Strategy.MULTI_WORKER_MIRRORED:
        yield from told_of_replicas(driver, session.opening)
    elif workers is Strategy.PARAMETER_SERVER:
        yield from told_of_coordinator(driver, session.opening, steps)
    else:
        yield from told(driver, session.opening)
        yield from reads_behind_updates(driver, [step.selected for step in steps])
        yield from offered(driver, session, facts.sites, steps, modules)


def _masters(facts: DriverFacts) -> Iterator[ast.expr | None]:
    """The machines that sessions are told of which are of no server of the block, where others open them."""
    monitored, supervised = monitored_of(facts.sites), facts.supervised
    if monitored is not None and monitored.server is None:
        yield monitored.master
    if supervised is not None and supervised.server is None:
        yield from (one.master for one in supervised.openings)
    yield from (site.looped.master for site in facts.sites if site.looped is not None)


def _told_of_machines(
    driver: Driver, client: ast.expr | None, masters: Iterator[ast.expr | None], *, is_alone: bool
) -> Iterator[Diagnostic]:
    if client is not None:
        yield told_of_client(driver, client)
    elif not is_alone:
        yield from told_of_flags(driver, tuple(masters))


def _only_tower(facts: DriverFacts) -> TowerLoop | None:
    if facts.unclear is not None:
        raise facts.unclear
    if len(facts.towers) > 1:
        path, loop = facts.driver.path, facts.towers[1].loop
        raise Refused("TWR201", path, loop, "a second tower loop", "build all towers in one loop")
    return facts.towers[0] if facts.towers else None


def _calls(driver: Driver, handovers: Handovers) -> Iterator[Replacement]:
    for step in handovers.steps:
        for site in step.sites:
            if site.outside is not None and site.outside.giving:
                yield from string_keys(site)  # of a method of the class
            elif site.outside is None and site.looped is None and not site.summarises:
                yield from call_replacements(driver, site, step, handovers.known_as(step.name, site.point))
    yield from key_replacements(driver, handovers.steps, handovers.known_as)


def _pruned(steps: Sequence[Step]) -> Iterator[Diagnostic]:
    for step in steps:
        if step.pruned is not None:
            why = step.pruned
            span = Span.of(why.path, why.node)
            found = f"{why.found}: {step.name} runs what it returns alone"
            yield Diagnostic("SES104", Severity.INFO, span, found, why.instead)


def _strategy(
    moved: frozenset[Point], session: Served | None, client: ast.expr | None, workers: Strategy | None
) -> str:
    if session is not None and workers is not None:
        return REPLICAS if workers is Strategy.MULTI_WORKER_MIRRORED else COORDINATED
    if session is not None or client is not None:
        return WORKERS if session is not None else IN_GRAPH
    return "explicit devices" if any(Context.DEVICE in point.contexts for point in moved) else "one device"


def _left_out(driver: Driver, moved: frozenset[Point], summarised: frozenset[Point]) -> Iterator[Point]:
    for point in driver.points:
        is_value = point.kind in GRAPH_VALUES - {Kind.PLACEHOLDER, Kind.OPERATION}
        if point not in moved and (is_value or point in summarised or is_printing_loop(driver, point)):
            yield point


def _told(driver: Driver, left_out: Sequence[Point]) -> Iterator[Diagnostic]:
    for point in left_out:
        span = Span.of(driver.path, point.node)
        found = f"`{first_line(point.node)}`, which no run needs: left out"
        yield Diagnostic("SES301", Severity.WARNING, span, found, "fetch it, if it matters")


def _raise(reason: Refused | None) -> None:
    if reason is not None:
        raise reason
