"""Blocks that train as one task of a cluster, on variables that all tasks share."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.edit import Arguments, Code, Replacement
from migrate.model.kinds import MAKING_VARIABLES, Context, Kind
from migrate.model.nodes import nodes_of
from migrate.model.runs import Elsewhere, Monitored, OnServer, Opening, Supervised
from migrate.syntax.arguments import as_keywords, first_argument
from migrate.syntax.own_devices import own_devices
from migrate.syntax.served import SETTER, Part, Serving, serving
from migrate.syntax.servers import FOLLOWED, made_server, sleeps_on

from ..statements.objections import refuse
from ..steps.step import Step
from .done_queues import of_queues, waiting
from .remote_targets import opens_elsewhere

_PLACES = ("ps_tasks", "ps_device", "worker_device", "merge_devices", "cluster", "ps_ops", "ps_strategy")
_NAMED = ("server_or_cluster_def", "job_name", "task_index", "protocol", "config", "start")
WORKERS = "shared-variable workers"


@dataclass(frozen=True, eq=False)
class Served:
    """A session of a cluster: the name of the task's server, and where the session is opened on it.

    Or it is on a server `elsewhere`, in one of two branches. Where it is `alone`, neither hooks nor a
    Supervisor look after it.
    """

    server: str
    opened: Point
    opening: ast.Call
    elsewhere: Elsewhere | None = None
    alone: bool = False


def served(
    monitored: Monitored | None, supervised: Supervised | None, on_server: OnServer | None
) -> Served | None:
    """The session of a cluster, if the block opens one."""
    if monitored is not None and monitored.server is not None:
        return Served(monitored.server, monitored.point, monitored.opening)
    if on_server is not None:
        return Served(on_server.server, on_server.point, on_server.opening, alone=True)
    if supervised is None or supervised.server is None:
        return None
    server = supervised.server
    first = next(one for one in supervised.openings if server in one.point.uses or _names(one, server))
    return Served(server, first.point, first.call, supervised.elsewhere)


def _names(opening: Opening, server: str) -> bool:
    """Whether the server's name reaches what opens a session, under another name."""
    return bool(opening.point.reaching.get(server))


def check_cluster(driver: Driver, steps: Collection[Step], session: Served | None) -> None:
    """The block trains as the task that its server is, and no other one does.

    Raises:
      Refused: it does something with a server, or with devices of a cluster, that is not followed.
    """
    if session is None:
        if not is_beside(driver):
            for point in [*servers(driver), *_serving(driver)]:
                refuse(driver, "CLU201", point.node, "a server beside a session of another form", FOLLOWED)
        for root in driver.owners:
            for node in nodes_of(root):
                if not isinstance(node, ast.Call) or driver.tensorflow(node.func) != SETTER:
                    continue
                if not _is_of_this_machine(node):
                    refuse(driver, "CLU202", node, "a cluster's devices, without a server", FOLLOWED)
        return
    _check_servers(driver, list(servers(driver)))
    if not steps:
        refuse(driver, "CLU201", session.opening, "a session of a cluster that runs no step", FOLLOWED)
    first = min(step.last.index for step in steps)
    functions = _serving(driver)
    made = next(iter(session.opened.reaching[session.server]))
    is_chosen = all(isinstance(one.node, (ast.With, ast.If)) for one in made.parents)
    if not (is_chosen and made.index < first):
        refuse(driver, "CLU201", made.node, "a server that is made behind the graph", FOLLOWED)
    serving = [point for point in driver.points if point.is_of_tasks]
    for point in [*serving, *_joining(driver)]:
        if point.index > first:
            refuse(driver, "CLU201", point.node, "a task that serves, behind the graph", FOLLOWED)
    joining = [*_joining(driver), *_sleeping(driver), *waiting(driver)]
    if not joining and made not in functions or functions and [made] != [*functions, *servers(driver)]:
        refuse(driver, "CLU201", made.node, "a cluster of which no task serves by `server.join()`", FOLLOWED)
    going = of_queues(driver)
    for point in serving:
        for other in driver.under(point.node):
            if other.kind not in (Kind.HOST, Kind.HEADER, Kind.CONFIG) and other.node not in going:
                refuse(driver, "CLU201", other.node, "a graph of a task that serves", FOLLOWED)
    _check_devices(driver)


def is_beside(driver: Driver) -> bool:
    """Whether a block makes a server, and opens its session on this machine all the same."""
    made = list(servers(driver))
    names_job = any(
        isinstance(node, ast.Constant) and "/job:" in str(node.value)
        for point in driver.points
        for item in point.items(Context.DEVICE)
        for node in nodes_of(item.context_expr)
    )
    is_used = _serving(driver) or next(driver.read_beside(made, ("join", "server_def")), None) is not None
    return bool(made) and not (names_job or is_used or opens_elsewhere(driver))


def told_beside(driver: Driver) -> Iterator[Diagnostic]:
    """What the report says of such a server."""
    if is_beside(driver):
        for point in servers(driver):
            found = "a server that no session is on: the steps run on this machine, as the session did"
            instead = "give the session the server's target, if all workers are to train one model"
            yield Diagnostic("SES141", Severity.WARNING, Span.of(driver.path, point.node), found, instead)


def cluster_of(driver: Driver, session: Served, at: Point) -> Code:
    """What a store is told of its cluster, where it is made before the statement `at`.

    Raises:
      Refused: there it cannot be known yet on which server the session will be.
    """
    elsewhere = session.elsewhere
    if elsewhere is None:
        return Code(session.server)
    for node, known in ((elsewhere.test, elsewhere.header), (elsewhere.target, elsewhere.at)):
        for name in {one.id for one in nodes_of(node) if isinstance(one, ast.Name)}:
            if at.reaching.get(name) != known.reaching.get(name):
                found = f"{name}, which tells the server of a session, and changes before that"
                refuse(driver, "CLU201", elsewhere.target, found, "make it before the graph")
    branches = (session.server, "{target}") if elsewhere.unless else ("{target}", session.server)
    parts: dict[str, ast.AST] = {"test": elsewhere.test, "target": elsewhere.target}
    return Code(f"{branches[0]} if {{test}} else {branches[1]}", parts)


def _serving(driver: Driver) -> dict[Point, Serving]:
    """The statements that call a function which makes the server, and what that is."""
    found = ((point, serving(driver.bindings, point.node)) for point in driver.points)
    return {point: one for point, one in found if one is not None}


def serving_functions(driver: Driver) -> Iterator[ast.FunctionDef]:
    """The functions that make the server of a block."""
    return (one.function for one in _serving(driver).values())


def servers(driver: Driver) -> Iterator[Point]:
    """The statements that make servers."""
    return (point for point in driver.points if made_server(driver.bindings, point.node) is not None)


def _is_of_this_machine(setter: ast.Call) -> bool:
    """Whether a setter is told both of its devices, and that neither is another task's."""
    given = {keyword.arg: keyword.value for keyword in as_keywords(setter, _PLACES) or ()}
    names = [
        [node.value for node in nodes_of(given[key]) if isinstance(node, ast.Constant)]
        for key in ("ps_device", "worker_device")
        if key in given
    ]
    are_told = len(names) == 2 and all(any(isinstance(one, str) for one in told) for told in names)
    return are_told and not {"cluster", None} & given.keys() and "/job:" not in str(names)


def _check_servers(driver: Driver, servers: Collection[Point]) -> None:
    """Of a server others see its description alone."""
    for point in servers:
        call = made_server(driver.bindings, point.node)
        assert call is not None
        if len(call.args) > 3 or {keyword.arg for keyword in call.keywords} - {*_NAMED}:
            refuse(driver, "CLU201", call, "a server with arguments that are not named", FOLLOWED)
    for name in driver.read_beside(servers, _READ):
        refuse(driver, "CLU201", name, "a server that is given away", FOLLOWED)


_READ = ("join", "server_def", "target")


def _joining(driver: Driver) -> Iterator[Point]:
    """The statements that are `server.join()`."""
    for point in driver.points:
        call = point.node.value if isinstance(point.node, ast.Expr) else None
        is_join = isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "join"
        if is_join and any(made_server(driver.bindings, one.node) is not None for one in point.sources):
            yield point


def _sleeping(driver: Driver) -> dict[Point, str]:
    """The statements by which a task that serves stays, each with the name of the server."""
    found = {}
    for header in (point for point in driver.points if point.is_of_tasks):
        assert isinstance(header.node, ast.If)
        branch = header.node.orelse if header.goes_on is header.node.body else header.node.body
        last = driver.at[branch[-1]] if branch and sleeps_on(branch[-1]) else None
        for name, sources in last.reaching.items() if last is not None else ():
            if last is not None and sources and all(_makes(driver, one) for one in sources):
                found[last] = name
    return found


def _makes(driver: Driver, point: Point) -> bool:
    return made_server(driver.bindings, point.node) is not None


def _check_devices(driver: Driver) -> None:
    """Variables are where a setter, or the name of a task that serves, puts them, or the worker's own.

    What is computed on another worker is computed by a graph, whose client needs no step of that one.
    """
    own = own_devices(driver)
    for point in driver.points:
        for item in point.items(Context.DEVICE):
            makes = any(one.roles & MAKING_VARIABLES for one in driver.under(point.node))
            if makes and item not in own and not _is_shared(driver, point, _device(item.context_expr)):
                found = "variables on a device that may be another worker's"
                refuse(driver, "CLU202", item.context_expr, found, SETTER)
            if item not in own and _names_worker(item.context_expr):
                found = "a device that may be another worker's"
                refuse(driver, "CLU202", item.context_expr, found, "the worker's own, by its index")


def _names_worker(context: ast.expr) -> bool:
    """Whether a device's text has a job, and not that of the tasks that serve."""
    device = _device(context)
    texts = (node.value for node in nodes_of(device) if isinstance(node, ast.Constant)) if device else ()
    return not isinstance(device, ast.Call) and any(
        one.partition("/")[0] != "ps" for text in texts for one in str(text).split("/job:")[1:]
    )


def _device(context: ast.expr) -> ast.expr | None:
    assert isinstance(context, ast.Call)
    return first_argument(context)


def _is_shared(driver: Driver, point: Point, device: ast.expr | None) -> bool:
    """Whether a device surely names no task but those that serve."""
    if isinstance(device, ast.Call):
        return driver.tensorflow(device.func) == SETTER
    if isinstance(device, ast.Constant):
        job = str(device.value or "").partition("/job:")[2].partition("/")[0]
        return job in ("", "ps")
    sources = point.uses.get(device.id, frozenset()) if isinstance(device, ast.Name) else frozenset()
    if isinstance(device, ast.Name) and len(sources) == 1:
        given = serving(driver.bindings, next(iter(sources)).node)
        if given is not None:
            return given.names.get(device.id) is Part.SETTER
    return bool(sources) and all(
        isinstance(one.node, ast.Assign)
        and isinstance(one.node.targets[0], ast.Name)
        and one is not point
        and one.index < point.index
        and _is_shared(driver, one, one.node.value)
        for one in sources
    )


def server_edits(driver: Driver, server: str, *, serves: bool) -> Iterator[Arguments]:
    """The edits of what makes servers: where none serves variables, none needs a configuration.

    Args:
      driver: the block.
      server: the class that they are of now.
      serves: whether any of them serves variables, or does steps.
    """
    made = [made_server(driver.bindings, point.node) for point in driver.points]
    for call in [*made, *(call for one in _serving(driver).values() for call in one.constructions)]:
        if call is not None:
            unused = (keyword for keyword in call.keywords if keyword.arg == "config")
            without = frozenset(() if serves else unused)
            yield Arguments(call, without, function=server)


def joins(driver: Driver) -> Iterator[Replacement]:
    """The edits of `server.join()`, behind which nothing ran: it returns now when all workers have left.

    A task that serves and slept waits for that, too.
    """
    for point, server in _sleeping(driver).items():
        node = point.node.body[0] if isinstance(point.node, ast.While) else point.node
        yield Replacement(node, Code(f"{server}.join()\nraise SystemExit", comments_of=node))
    nodes = [point.node for point in _joining(driver)]
    for node in [*nodes, *(join for one in _serving(driver).values() for join in one.joins)]:
        assert isinstance(node, ast.Expr)
        code = Code("{join}\nraise SystemExit", {"join": node.value}, comments_of=node)
        yield Replacement(node, code)


def told(driver: Driver, node: ast.Call) -> Iterator[Diagnostic]:
    """What the report says of it."""
    span = Span.of(driver.path, node)
    found = (
        "a session of one task of a cluster: each worker runs its steps, by itself, on variables that all "
        "share, as before"
    )
    yield Diagnostic("CLU101", Severity.INFO, span, found, "docs/cluster.md")
