"""Workers that train in step, as the replicas of a strategy: each with a copy of the variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Piece
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Context, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import RunSite
from migrate.syntax.arguments import argument_of
from migrate.syntax.own_devices import own_devices
from migrate.syntax.savers import restores
from migrate.syntax.servers import made_synchroniser

from ..statements.initialising import initialises
from ..statements.objections import in_order, refuse
from ..steps.step import Step
from .shared_variables import Served, servers, serving_functions
from .sync_replicas import synchronisers

REPLICAS = "MultiWorkerMirroredStrategy"
_OPTIONS = "tf.distribute.experimental"
_CHANGING = frozenset({Role.EFFECT, Role.METRIC, Role.TENSOR_AVERAGE})
_ALONE = "a variable that a worker changes by itself"
_INSTEAD = "leave --strategy out: workers share their variables then"


def check_collective(
    driver: Driver, session: Served, sites: Sequence[RunSite], steps: Sequence[Step]
) -> None:
    """The copies of the variables stay equal: all workers change them by one step, and by means alone.

    Raises:
      Refused: a worker might change something by itself, or not all of them do the same steps.
    """
    if session.alone:
        refuse(driver, "CLU205", session.opening, "a session that nothing looks after", _INSTEAD)
    made = synchronisers(driver)
    training = [step for step in steps if step.updates]
    if not made or not training:
        found, instead = "workers that do not train in step", "tf.train.SyncReplicasOptimizer"
        refuse(driver, "CLU205", session.opening, found, instead)
    if session.elsewhere is not None or any(serving_functions(driver)):
        refuse(driver, "CLU205", session.opening, "a server that is chosen, or made in a function", _INSTEAD)
    for point in made:
        if not point.is_straight:
            found = "workers of which it is decided at run time whether they train in step"
            refuse(driver, "CLU205", point.node, found, _INSTEAD)
        _check_all_aggregated(driver, point)
    own = own_devices(driver)
    for step in steps:
        for point in in_order(step.selected):
            _check_point(driver, point, made)
            is_own = any(item in own for one in point.parents for item in getattr(one.node, "items", ()))
            if is_own and point.roles & {Role.OWN_VARIABLE, Role.SHARED_VARIABLE}:
                refuse(driver, "CLU205", point.node, "a variable of a worker's own", _INSTEAD)
    for step in training[1:]:
        found = "a second step that updates, of which workers might do one each"
        refuse(driver, "CLU205", step.sites[0].call, found, "run one")
    for site in sites:
        if site.initialises or site.assigns is not None or site.given is not None:
            refuse(driver, "CLU205", site.call, _ALONE, _INSTEAD)
        if site.summarises:
            found = "summaries that a Supervisor computes at times of its own, beside steps of all workers"
            refuse(driver, "CLU205", site.call, found, "summary_op=None")
        for fetch in site.fetches:
            if any(isinstance(node, ast.Call) for node in nodes_of(fetch.node)):
                found = "what is made where it is fetched, and may change a variable"
                refuse(driver, "CLU205", fetch.node, found, "make it with the graph")
    for point in driver.points:
        if initialises(point) or restores(point):
            refuse(driver, "CLU205", point.node, _ALONE, _INSTEAD)


def _check_all_aggregated(driver: Driver, point: Point) -> None:
    """A strategy averages the gradients of all workers: the text does not ask for fewer."""
    call = made_synchroniser(driver.bindings, point.node)
    assert call is not None
    counts = (argument_of(call, 1, "replicas_to_aggregate"), argument_of(call, 2, "total_num_replicas"))
    known = [one.value for one in counts if isinstance(one, ast.Constant) and one.value is not None]
    if len(set(known)) > 1:
        found = f"{known[0]!r} gradients of {known[1]!r} workers, where a strategy averages those of all"
        refuse(driver, "CLU205", call, found, "aggregate as many as there are workers")


def _check_point(driver: Driver, point: Point, made: Sequence[Point]) -> None:
    if point.kind is Kind.APPLY and not any(one in made for one in point.sources):
        refuse(driver, "CLU205", point.node, "an update by this worker's own gradients", _INSTEAD)
    changes = _CHANGING if point.kind is Kind.APPLY else _CHANGING | {Role.ACTS}
    if point.kind is Kind.AVERAGE or point.roles & changes:
        refuse(driver, "CLU205", point.node, _ALONE, _INSTEAD)


def batch_averages(modules: Sequence[ModuleFacts]) -> Refused | None:
    """Why the workers may not be replicas: each moves averages of batch normalisation by its own batch."""
    for module in modules:
        for node in nodes_of(module.bindings.module.tree):
            if isinstance(node, ast.Attribute) and node.attr == "UPDATE_OPS":
                found = "averages of batch normalisation, which each worker moves by its own batch"
                return Refused("CLU205", module.bindings.module.path, node, found, _INSTEAD)
    return None


def before_input(driver: Driver, steps: Sequence[Step]) -> Point | None:
    """The first statement that computes by TensorFlow before the steps, if one does: workers must meet first.

    Raises:
      Refused: it comes before the server, or not in every case.
    """
    early = (point for point in in_order(driver.points) if point.kind in (Kind.DATA, Kind.WRITER))
    first = next(early, None)
    if first is None or first.index > min(step.last.index for step in steps):
        return None
    serving = [one for one in driver.points if one.is_of_tasks]
    if not first.is_straight or any(one.index > first.index for one in (*servers(driver), *serving)):
        found = "input that is made before it is known which task this is"
        refuse(driver, "CLU205", first.node, found, "make it behind the server")
    return first


def devices(driver: Driver) -> Iterator[ast.withitem]:
    """The `with` items that place something: a worker's copies and steps are where its strategy has them."""
    for point in driver.points:
        yield from point.items(Context.DEVICE)


def strategy(name: str, server: Code) -> Piece:
    """The statement that makes the strategy, of the workers that a server knows."""
    code = (
        f"{name} = tf.distribute.MultiWorkerMirroredStrategy(\n"
        f"    {server.template}.resolver(),\n"
        "    # How workers exchange gradients: AUTO chooses; NCCL is for GPUs, RING for any device.\n"
        f"    {_OPTIONS}.CommunicationOptions(\n"
        f"        implementation={_OPTIONS}.CommunicationImplementation.AUTO\n"
        "    ),\n"
        ")"
    )
    return Code(code, server.parts, apart=True)


def told(driver: Driver, node: ast.Call) -> Iterator[Diagnostic]:
    """What the report says of it."""
    span = Span.of(driver.path, node)
    found = (
        "a session of one task of a cluster, whose workers train in step: each is a replica of one strategy"
    )
    yield Diagnostic("CLU104", Severity.INFO, span, found, "docs/cluster.md")
    found = "workers that are lost stop the others: start all again, and they go on from the last checkpoint"
    yield Diagnostic(
        "HAZ110", Severity.INFO, span, found, "save more often, or keep the variables on servers"
    )
    for point in synchronisers(driver):
        span = Span.of(driver.path, point.node)
        found = "a gradient of each worker in each update; two may have come from a fast one before"
        yield Diagnostic("HAZ109", Severity.INFO, span, found, "compare the loss of some runs")
