"""Workers that do the steps which one of them hands out, on variables of a `ParameterServerStrategy`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Piece
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import MAKING_VARIABLES, Context, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to, trial
from migrate.model.runs import RunSite
from migrate.syntax.own_devices import own_devices
from migrate.syntax.savers import sessions_of_savers

from ..statements.objections import refuse
from ..steps.step import Step
from .shared_variables import Served, serving_functions
from .sync_replicas import synchronisers
from .worker_conditions import asks_for_others, check_own_task, index_of_task, is_of_chief

STRATEGY = "ParameterServerStrategy"
_OF_ONE_PROCESS = frozenset({"py_func", "py_function", "numpy_function", "from_generator"})
_BY_STEP = "while not session.should_stop(), with a StopAtStepHook"


def check_coordinated(
    driver: Driver,
    session: Served,
    sites: Sequence[RunSite],
    steps: Sequence[Step],
    modules: Sequence[ModuleFacts],
) -> None:
    """One loop can do for all: it ends by what is common to the workers, and these do not differ.

    Raises:
      Refused: a worker might do something by itself, or another number of updates.
    """
    if session.alone:
        refuse(
            driver,
            "CLU231",
            session.opening,
            "a session that nothing looks after",
            "MonitoredTrainingSession",
        )
    training = [step for step in steps if step.updates]
    if not training:
        refuse(driver, "CLU231", session.opening, "workers that update nothing", "the shared variables")
    for point in synchronisers(driver):
        found = "workers that train in step"
        instead = "--strategy multi-worker-mirrored" if point.is_straight else "--assume that they do not"
        refuse(driver, "CLU231", point.node, found, instead)
    if session.elsewhere is not None:
        found = "a session that may be of another process's server"
        refuse(driver, "CLU231", session.opening, found, "--assume that it is not")
    for function in serving_functions(driver):
        found = "a server that is made in a function"
        refuse(driver, "CLU231", function, found, "make it in the block that trains")
    index = index_of_task(driver)
    if index is None:
        found = "a server that is not told the index of its task"
        raise Refused("CLU231", driver.path_of(session.opening), session.opening, found, "give it task_index")
    check_own_task(driver, index, modules)
    _check_own_variables(driver)
    for site in sites:
        _check_branches(driver, site, index)
        if site.summarises:
            found = "summaries that a Supervisor computes at times of its own, beside the loop's steps"
            refuse(driver, "CLU231", site.call, found, "summary_op=None")
    for point in driver.points:
        for expression in sessions_of_savers(point):
            found = "a saver of the program's own, which does not wait for the steps that were handed out"
            refuse(driver, "CLU231", expression, found, "leave it to the Supervisor")
    for step in training:
        for site in step.sites:
            _check_loop(driver, site)
        for point in sorted(step.selected, key=lambda point: point.index):
            if Role.METRIC in point.roles:
                found = "what counts by itself in each worker, in a step that updates"
                refuse(driver, "CLU235", point.node, found, "run it in a step of its own")
    if any(_is_in_graph(step) for step in training):
        _check_endless(modules)
    _check_one_process(modules)


def _check_own_variables(driver: Driver) -> None:
    """No worker keeps variables for itself."""
    own = own_devices(driver)
    for point in driver.points:
        makes = any(one.roles & MAKING_VARIABLES for one in driver.under(point.node))
        for item in point.items(Context.DEVICE):
            if item in own and makes:
                refuse(driver, "CLU235", item.context_expr, "variables of a worker's own", "a setter for all")


def _check_branches(driver: Driver, site: RunSite, index: ast.expr) -> None:
    """No run is done by some workers alone of which the coordinator is none."""
    for header in site.point.parents:
        if not isinstance(header.node, ast.If) or header.goes_on is not None:
            continue
        test = header.node.test
        is_else = any(site.point.node is one for node in header.node.orelse for one in nodes_of(node))
        of_others = is_else and is_of_chief(driver.bindings, index, test)
        if of_others or not is_else and asks_for_others(driver.bindings, index, test):
            found = "a run of workers that are not the first, which alone runs the loop"
            refuse(driver, "CLU232", test, found, "let all workers do it")


def _check_loop(driver: Driver, site: RunSite) -> None:
    """The loop around a step that updates ends when all workers together have done enough."""
    loops = [one for one in site.point.parents if isinstance(one.node, (ast.While, ast.For))]
    outer = loops[0] if loops else None
    if outer is None:
        found = "an update outside of every loop, which each worker does"
        refuse(driver, "CLU233", site.call, found, _BY_STEP)
        return
    if isinstance(outer.node, ast.While) and _is_common(driver, outer):
        return
    found = "a loop that counts what each worker does by itself"
    refuse(driver, "CLU233", outer.node, found, _BY_STEP)


def _is_common(driver: Driver, loop: Point) -> bool:
    assert isinstance(loop.node, ast.While)
    if isinstance(loop.node.test, ast.Constant):
        ends = [one for one in driver.points if _breaks(one) and loop in one.parents]
        return all(_asks_in_common(driver, one, loop) for one in ends)
    return _asks_in_common(driver, loop, loop)


def _breaks(point: Point) -> bool:
    """Whether it is a condition that ends a loop."""
    return isinstance(point.node, ast.If) and any(isinstance(one, ast.Break) for one in nodes_of(point.node))


def _asks_in_common(driver: Driver, header: Point, loop: Point) -> bool:
    """Whether a condition asks for what is the same to all workers: the session's end, or what a run gave."""
    assert isinstance(header.node, (ast.While, ast.If))
    asked = {getattr(one.func, "attr", "") for one in nodes_of(header.node.test) if isinstance(one, ast.Call)}
    if "should_stop" in asked:
        return True
    names = {one.id for one in nodes_of(header.node.test) if isinstance(one, ast.Name)}
    changed = [one for one in driver.under(loop.node) if one.defines & names]
    return bool(changed) and all(one.kind is Kind.RUN for one in changed)


def _is_in_graph(step: Step) -> bool:
    """Whether the step takes elements of an input by itself."""
    return any(Role.INPUT in point.roles or point.uses_kind(Kind.DATA) for point in step.selected)


def _read_in_graph(steps: Sequence[Step]) -> bool:
    """Whether all steps that update take their input in the graph, and none of it from Python."""
    training = [step for step in steps if step.updates]
    return all(_is_in_graph(step) and not any(site.feeds for site in step.sites) for step in training)


def _check_endless(modules: Sequence[ModuleFacts]) -> None:
    """Input of the graph does not end: each worker's would, at another time."""
    repeats = False
    for module in modules:
        bindings = module.bindings
        for node in nodes_of(bindings.module.tree):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", "")
            given = [one.value for one in node.keywords if one.arg in ("num_epochs", "count")]
            if name in ("repeat", "shuffle_and_repeat"):
                counts = given or node.args[1 if name == "shuffle_and_repeat" else 0 :][:1]
                repeats = True
            else:
                counts = [one.value for one in node.keywords if one.arg == "num_epochs"]
            for count in counts:
                if ast.unparse(count) not in ("None", "-1"):
                    _refuse_end(module, node)
    for module in modules:
        for node in nodes_of(module.bindings.module.tree):
            name = module.bindings.tensorflow(node) if isinstance(node, ast.Attribute) else None
            if name is not None and name.startswith(("tf.data.", "tf.contrib.data.")) and not repeats:
                _refuse_end(module, node)


def _refuse_end(module: ModuleFacts, node: ast.AST) -> None:
    found = "input that ends, which each worker reads to its end"
    raise Refused("CLU234", module.bindings.module.path, node, found, f"repeat() it, and end by {_BY_STEP}")


def _check_one_process(modules: Sequence[ModuleFacts]) -> None:
    """No Python runs in the steps, or in their input: other workers do not have it."""
    for module in modules:
        for node in nodes_of(module.bindings.module.tree):
            if isinstance(node, ast.Attribute) and node.attr in _OF_ONE_PROCESS:
                found = f"`{node.attr}`, Python that only this process has"
                path, instead = module.bindings.module.path, "operations of TensorFlow"
                object_to(Refused("CLU235", path, node, found, instead))


def strategy(name: str, coordinator: str, server: Code) -> Piece:
    """The statements that make the strategy and what hands out steps; other workers serve instead."""
    code = (
        f"if not {server.template}.is_coordinator:  # it does the steps that it is handed\n"
        f"    {server.template}.join()\n"
        "    raise SystemExit\n"
        f"{name} = tf.distribute.ParameterServerStrategy({server.template}.resolver())\n"
        f"{coordinator} = tf.distribute.coordinator.ClusterCoordinator({name})"
    )
    return Code(code, server.parts, apart=True)


def told(driver: Driver, node: ast.Call, steps: Sequence[Step]) -> Iterator[Diagnostic]:
    """What the report says of it."""
    span = Span.of(driver.path, node)
    found = (
        "a session of one task of a cluster: the first worker hands out the steps, and all workers do them"
    )
    yield Diagnostic("CLU111", Severity.INFO, span, found, "docs/cluster.md")
    found = (
        "all tasks are waited for at the start; a parameter server or a coordinator that is lost ends the "
        "training: start all again, and it goes on from the last checkpoint"
    )
    yield Diagnostic("HAZ132", Severity.INFO, span, found, "save more often")
    for step in steps:
        for site in step.sites if step.updates else ():
            yield from _of_site(driver, site)


def _of_site(driver: Driver, site: RunSite) -> Iterator[Diagnostic]:
    if site.feeds:
        found = "input that Python feeds: the first worker's, alone, which it reads for all of them"
        span = Span.of(driver.path_of(site.call), site.call)
        yield Diagnostic(
            "HAZ131", Severity.INFO, span, found, "tf.data in the graph, which each worker reads"
        )
    looked = next((one for one in driver.points if _looks(one, site)), None)
    if looked is not None and (site.feeds or not _has_last_step(driver)):
        found = (
            "values of each step that the loop looks at: it waits for a worker before it hands out the next"
        )
        span = Span.of(driver.path_of(looked.node), looked.node)
        yield Diagnostic("HAZ133", Severity.INFO, span, found, "look at those of every hundredth step")


def _has_last_step(driver: Driver) -> bool:
    """Whether a hook says how many updates there are, so that steps which need no feed are begun ahead."""
    nodes = nodes_of(driver.bindings.module.tree)
    return any(
        isinstance(one, ast.Call) and driver.tensorflow(one.func) == "tf.train.StopAtStepHook"
        for one in nodes
    )


def _looks(point: Point, site: RunSite) -> bool:
    """Whether a statement takes what a run gave, each time, and not only the global step."""
    is_sometimes = any(isinstance(one.node, ast.If) and one.goes_on is None for one in point.parents)
    if point.kind is not Kind.HOST or point.parents != site.point.parents or is_sometimes:
        return False
    steps = {
        target.id
        for targets, values in _unpacked(site.point.node, site.written)
        for target, value in zip(targets, values, strict=False)
        if isinstance(target, ast.Name) and "step" in ast.unparse(value)
    }
    return any(site.point in sources for name, sources in point.uses.items() if name not in steps)


def _unpacked(node: ast.AST, fetched: ast.expr) -> Iterator[tuple[list[ast.expr], list[ast.expr]]]:
    for target in node.targets if isinstance(node, ast.Assign) else ():
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(fetched, (ast.Tuple, ast.List)):
            yield target.elts, fetched.elts


def offered(
    driver: Driver,
    session: Served,
    sites: Sequence[RunSite],
    steps: Sequence[Step],
    modules: Sequence[ModuleFacts],
) -> Iterator[Diagnostic]:
    """What the report says of a program that could take the strategy, and was not told to."""
    if not _read_in_graph(steps):
        return
    try:
        with trial():
            check_coordinated(driver, session, sites, steps, modules)
    except Refused:
        return
    found = "workers with all input in the graph: one may hand out the steps of all, where that is chosen"
    span = Span.of(driver.path, session.opening)
    yield Diagnostic("CLU112", Severity.INFO, span, found, "--strategy parameter-server")
