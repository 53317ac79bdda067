"""The machines that sessions run on: this one, or servers of which the program is the client."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to
from migrate.syntax.command_line import flag_defaults, is_here
from migrate.syntax.servers import SESSIONS, is_local_target

from ..statements.objections import refuse
from ..steps.step import Step
from .done_queues import of_queues

IN_GRAPH = "in-graph over a cluster"
_SERVER = "grpc"  # what the addresses of servers begin with
_INSTEAD = "one session, on a target that the text or a flag tells"


def target_of(session: ast.Call) -> ast.expr | None:
    """What a session's class is told of its machine; of `**options`, these, which may hold it."""
    named = [word.value for word in session.keywords if word.arg in ("target", None)]
    return next(iter([*session.args[:1], *named]), None)


def _told_where(bindings: Bindings, nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.Call, ast.expr]]:
    """The calls that open sessions and are told of a machine, and what tells it."""
    for node in nodes:
        if isinstance(node, ast.Call) and bindings.tensorflow(node.func) in SESSIONS:
            machine = target_of(node)
            if machine is not None and not is_local_target(bindings, machine):
                yield node, machine


def _elsewhere(
    bindings: Bindings, nodes: Iterable[ast.AST], defaults: Mapping[str, object]
) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Those that open sessions on other machines."""
    return (one for one in _told_where(bindings, nodes) if not is_here(one[1], defaults))


def opens_elsewhere(driver: Driver) -> bool:
    """Whether a block opens a session on another machine, or on a server of this one."""
    defaults = flag_defaults([driver.bindings.module.tree])
    nodes = ((point, node) for point in driver.points for node in point.nodes)
    return any(any(_elsewhere(driver.bindings_at(point), [node], defaults)) for point, node in nodes)


def check_machines(modules: Sequence[ModuleFacts]) -> None:
    """No session is opened on another machine but by blocks that become steps.

    Raises:
      Refused: one is.
    """
    defaults = flag_defaults(module.bindings.module.tree for module in modules)
    for module in modules:
        known = {node for facts in module.drivers for point in facts.driver.points for node in point.nodes}
        tree = module.bindings.module.tree
        for call, _ in _elsewhere(module.bindings, nodes_of(tree), defaults):
            if call not in known:
                found = "a session on another machine, that is not opened where the graph is built"
                object_to(Refused("CLU204", module.bindings.module.path, call, found, _INSTEAD))


def server_of_client(driver: Driver, steps: Collection[Step]) -> ast.expr | None:
    """What gives the address of the server on which a block opens its session, where that is elsewhere.

    Raises:
      Refused: the block does it in a way that is not followed.
    """
    homes = [driver.bindings, *(one.bindings for one in driver.visitors)]
    defaults = flag_defaults(one.module.tree for one in homes)
    going = of_queues(driver)
    opened = [
        (point, call, machine)
        for point in driver.points
        if point.node not in going
        for call, machine in _elsewhere(driver.bindings_at(point), point.nodes, defaults)
    ]
    if not opened:
        return None
    point, call, machine = opened[0]
    others = [one for one in driver.points if one.kind is Kind.SESSION and call not in nodes_of(one.node)]
    is_object = driver.methods or driver.takes is not None or driver.gives or driver.continued
    if is_object or len(opened) > 1 or driver.callee(point) is not None or not point.is_straight:
        refuse(
            driver, "CLU204", call, "a session on another machine, one of several or of an object", _INSTEAD
        )
    for one in others:
        refuse(driver, "CLU204", one.node, "a session beside one on another machine", _INSTEAD)
    if not _is_address(point, machine, defaults):
        refuse(driver, "CLU204", machine, "a session on a machine that the text does not tell", _INSTEAD)
    first = min((step.last.index for step in steps), default=0)
    for name in (node for node in nodes_of(machine) if isinstance(node, ast.Name)):
        for source in point.uses.get(name.id, ()):
            if not (source.kind is Kind.HOST and source.is_straight and source.index < first):
                found = f"{name.id}, of which a server's address is made behind the graph"
                refuse(driver, "CLU204", source.node, found, "make it before the graph")
    return machine


def _is_address(at: Point, node: ast.expr, defaults: Mapping[str, object]) -> bool:
    """Whether an expression surely gives the address of a server."""
    if isinstance(node, ast.BinOp):
        return _is_address(at, node.left, defaults)
    if isinstance(node, ast.JoinedStr):
        return bool(node.values) and _is_address(at, node.values[0], defaults)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return _is_address(at, node.func.value, defaults)
    if isinstance(node, ast.Attribute):
        return str(defaults.get(node.attr)).startswith(_SERVER)
    if isinstance(node, ast.Name) and len(sources := at.uses.get(node.id, frozenset())) == 1:
        (source,) = sources
        is_before = source.index < at.index
        value = source.node.value if isinstance(source.node, ast.Assign) else None
        return is_before and value is not None and _is_address(source, value, defaults)
    return isinstance(node, ast.Constant) and str(node.value).startswith(_SERVER)


def told_of_client(driver: Driver, server: ast.expr) -> Diagnostic:
    """What the report says of a block that is the client of servers."""
    found = "a session on another machine: each run is one step over the devices of the cluster's servers"
    instead = "servers that are compat.Servers, docs/towers.md"
    return Diagnostic("CLU102", Severity.INFO, Span.of(driver.path, server), found, instead)


def told_of_flags(driver: Driver, masters: Collection[ast.expr | None]) -> Iterator[Diagnostic]:
    """What the report says of sessions that the command line might have on other machines.

    `masters` are the machines that sessions are told of which others look after.
    """
    going = of_queues(driver)
    points = [one for one in driver.points if one.node not in going]
    told = [
        (one, machine) for one in points for _, machine in _told_where(driver.bindings_at(one), one.nodes)
    ]
    told += [
        (one, node) for one in points for node in one.nodes if isinstance(node, ast.expr) and node in masters
    ]
    for point, machine in told:
        bindings = driver.bindings_at(point)
        if not isinstance(machine, ast.Constant) and not is_local_target(bindings, machine):
            where, name = Span.of(bindings.module.path, machine), ast.unparse(machine)
            found = f"a session on the machine that {name} names: the steps run on this one"
            yield Diagnostic("CLU103", Severity.INFO, where, found, "compat.InGraphCluster, for another")
