"""The task of a cluster that a process is: the server that a block makes, and the branches of others."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, Kind, Role
from migrate.model.nodes import calls_in, nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import Elsewhere
from migrate.syntax.arguments import argument_of, first_argument, is_none
from migrate.syntax.closure import closure
from migrate.syntax.command_line import flag_defaults, is_here
from migrate.syntax.done_queues import done_queues
from migrate.syntax.served import SETTER, Part, serving
from migrate.syntax.servers import is_local_target, made_server, made_synchroniser, sleeps_on
from migrate.syntax.texts import pieces_of

from ..names.definitions import Function
from ..names.uses import Environment, names_of
from ..program.tree import Tree
from ..vocabulary import role_of
from .addresses import compared, jobs_left, own_server


def is_server(bindings: Bindings, point: Point) -> bool:
    """Whether a statement makes a server, of Python values alone, and gives it a name."""
    call = made_server(bindings, point.node)
    if call is None or any(source.kind in GRAPH_VALUES for source in point.sources):
        return False
    return _calls_only(bindings, call, frozenset({Role.HOST, Role.CONFIG}))


def is_serving(tree: Tree, bindings: Bindings, point: Point) -> bool:
    """Whether a statement calls a function that makes the server, and others of the program do not."""
    found = serving(bindings, point.node)
    if found is None or any(source.kind in GRAPH_VALUES for source in point.sources):
        return False
    called = [node for _, node in tree.references(Function(bindings, found.function))]
    inside = [node.func for node in nodes_of(found.function) if isinstance(node, ast.Call)]
    own = (function for one in inside if (function := tree.function(bindings, one)) is not None)
    return len(called) == 1 and not any(tree.summary(one).roles - {Role.HOST} for one in own)


def is_synchroniser(bindings: Bindings, point: Point) -> bool:
    """Whether a statement has workers train in step, by an optimizer made of another one."""
    call = made_synchroniser(bindings, point.node)
    return call is not None and _calls_only(bindings, call, _OF_OPTIMIZERS)


_OF_OPTIMIZERS = frozenset({Role.HOST, Role.OPTIMIZER, Role.TENSOR_OPTIMIZER})


def _calls_only(bindings: Bindings, call: ast.Call, roles: Collection[Role]) -> bool:
    """Whether in a call there are no symbols of TensorFlow but its own, and those that have some roles."""
    inside = (node for node in nodes_of(call) if node is not call.func and node not in bindings.prefixes)
    symbols = [bindings.tensorflow(node) for node in inside]
    return all(symbol is None or role_of(symbol) in roles for symbol in symbols)


def target_of(bindings: Bindings, point: Point, node: ast.expr) -> tuple[str, frozenset[Point]] | None:
    """The name of the server in `server.target`, or in a name for that, and the statements that make it."""
    if isinstance(node, ast.Attribute) and node.attr == "target" and isinstance(node.value, ast.Name):
        sources = point.uses.get(node.value.id, frozenset())
        is_made = bool(sources) and all(_makes_server(bindings, one, node.value.id) for one in sources)
        return (node.value.id, sources) if is_made else None
    sources = point.uses.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset()
    if len(sources) != 1 or not isinstance(node, ast.Name):
        return None
    (source,) = sources
    found = serving(bindings, source.node)
    if found is not None and found.names.get(node.id) is Part.TARGET:
        return node.id, sources
    is_name = isinstance(source.node, ast.Assign) and isinstance(source.node.targets[0], ast.Name)
    is_before = source.index < point.index and source.is_straight and len(source.defines) == 1
    if not (is_name and is_before and isinstance(source.node, ast.Assign)):
        return None
    return target_of(bindings, source, source.node.value)


def _makes_server(bindings: Bindings, point: Point, name: str) -> bool:
    """Whether a statement makes a server of this name, itself or by a function."""
    found = serving(bindings, point.node)
    is_given = found is not None and found.names.get(name) is Part.SERVER
    return is_given or made_server(bindings, point.node) is not None


def session_server(
    tree: Tree, driver: Driver, opened: Point, opening: ast.Call, master: ast.expr | None
) -> str | None:
    """The name of the server that a session is opened on; `None` where it is of this machine alone.

    Args:
      tree: the program.
      driver: the block.
      opened: the statement that opens the session.
      opening: the call in it.
      master: the server's address, as the session is given it.

    Raises:
      Refused: it is another server than one that the block makes, or it is not sure that all variables are
        shared.
    """
    bindings = driver.bindings
    is_alone = master is None or is_local_target(bindings, master)
    found = target_of(bindings, opened, master) if master is not None and not is_alone else None
    if master is None or is_alone or found is None and _is_here(tree, bindings, master):
        if any(made_server(bindings, one.node) is not None for one in driver.points):
            refuse(driver, opening, "a session of one machine, beside a server")
        return None
    found = found or own_server(driver, opened, master)
    if found is None:
        is_told = isinstance(master, ast.Constant)
        where = (
            "another machine than a server's of this block" if is_told else "a machine that only a run tells"
        )
        instead = (
            "'' for it, where one machine trains; else the target of a server that is made in this block"
        )
        refuse(driver, master, f"a session on {where}", instead)
    name, sources = found
    if len(sources) != 1 or opened.reaching.get(name) != sources:
        refuse(driver, master, f"{name}, a server that is not simply made here")
    elsewhere = _device_elsewhere(tree, driver)
    if elsewhere is not None:
        what, instead = "a device of a cluster, in another function", SETTER
        raise Refused("CLU202", *elsewhere, what, instead)
    return name


def _is_here(tree: Tree, bindings: Bindings, master: ast.expr) -> bool:
    """Whether a session is of this process, unless a flag says otherwise."""
    return is_here(master, flag_defaults(one.module.tree for one in tree.together(bindings)))


def server_of_sessions(
    tree: Tree, driver: Driver, masters: Mapping[Point, tuple[ast.Call, ast.expr | None]]
) -> tuple[str | None, Elsewhere | None]:
    """The name of the server that a session is opened on, by one of several calls that conditions choose.

    And where one of two branches opens it on the server of another process, by its address, that branch.

    Args:
      tree: the program.
      driver: the block.
      masters: the statements that open the session, with the call in each, and the address that it is given.

    Raises:
      Refused: as `session_server`.
    """
    own = {point: given for point, given in masters.items() if not _is_address(driver, point, given[1])}
    names = {session_server(tree, driver, point, *given) for point, given in (own or masters).items()}
    if len(names) != 1:
        refuse(driver, next(iter(masters.values()))[0], "a session on one of several servers")
    (name,) = names
    others = [point for point in masters if point not in own] if own else []
    if not others:
        return name, None
    (one,) = own
    elsewhere = _other_branch(others[0], one, *_address_at(others[0], masters[others[0]][1]))
    if name is None or elsewhere is None or len(masters) > 2:
        refuse(driver, masters[others[0]][0], "a session on another machine than a server's of this block")
    return name, elsewhere


def _other_branch(other: Point, own: Point, target: ast.expr, at: Point) -> Elsewhere | None:
    """The condition that tells two statements apart, if it alone decides which of them runs."""
    around = [[one for one in point.parents if isinstance(one.node, ast.If)] for point in (other, own)]
    if len(around[0]) != 1 or around[0] != around[1]:
        return None
    (header,) = around[0]
    assert isinstance(header.node, ast.If)
    first = {node for one in header.node.body for node in nodes_of(one)}
    if (other.node in first) == (own.node in first):
        return None
    return Elsewhere(header, other.node not in first, target, at)


def _is_address(driver: Driver, point: Point, master: ast.expr | None) -> bool:
    """Whether a session's master is the address of a server, put together of Python values."""
    if master is None or is_none(master) or isinstance(master, ast.Constant) and not master.value:
        return False
    value, at = _address_at(point, master)
    sources = [one for name in names_of(value) for one in at.uses.get(name.id, ())]
    are_values = all(
        one.kind is Kind.HOST and made_server(driver.bindings, one.node) is None for one in sources
    )
    return are_values and all(isinstance(node, _OF_ADDRESSES) for node in nodes_of(value))


_OF_ADDRESSES = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.BinOp, ast.operator, ast.Tuple),
    *(ast.JoinedStr, ast.FormattedValue, ast.expr_context),
)


def _address_at(point: Point, master: ast.expr | None) -> tuple[ast.expr, Point]:
    """An address as it is put together, and where: mostly under a name, in the line above."""
    assert master is not None
    sources = point.uses.get(master.id, frozenset()) if isinstance(master, ast.Name) else frozenset()
    if len(sources) == 1:
        (source,) = sources
        is_named = isinstance(source.node, ast.Assign) and isinstance(source.node.targets[0], ast.Name)
        if is_named and isinstance(source.node, ast.Assign) and source.parents == point.parents:
            return source.node.value, source
    return master, point


def _device_elsewhere(tree: Tree, driver: Driver) -> tuple[Path, ast.Call] | None:
    """A device in the functions that a block may call, on which a variable might be a worker's own."""
    own = {item.context_expr for point in driver.points for item in getattr(point.node, "items", ())}
    for bindings in closure([driver.bindings], tree.imported, key=lambda one: one.module.path):
        for node in nodes_of(bindings.module.tree):
            is_device = isinstance(node, ast.Call) and bindings.tensorflow(node.func) == "tf.device"
            if is_device and isinstance(node, ast.Call) and node not in own:
                given = first_argument(node)
                if not (_is_of_no_worker(given) or _is_plain_setter(bindings, given)):
                    return bindings.module.path, node
    return None


def _is_of_no_worker(device: ast.expr | None) -> bool:
    """Whether a device is one of a task that serves, or of whatever task the program is."""
    if isinstance(device, ast.Constant):
        return _OF_NO_WORKER.fullmatch(str(device.value)) is not None
    first = next(iter(pieces_of(device) or ()), None) if device is not None else None
    return isinstance(first, str) and first.startswith("/job:ps/")


def _is_plain_setter(bindings: Bindings, device: ast.expr | None) -> bool:
    """Whether a device is what has variables on those tasks that serve."""
    is_setter = isinstance(device, ast.Call) and bindings.tensorflow(device.func) == SETTER
    named = {one.arg for one in device.keywords} if isinstance(device, ast.Call) else set()
    return is_setter and named <= _OF_SETTER and isinstance(device, ast.Call) and len(device.args) < 2


_OF_SETTER = frozenset({"cluster", "merge_devices", "ps_strategy", "ps_tasks", "worker_device"})
_OF_NO_WORKER = re.compile(r"/job:ps(/.*)?|(?!.*/job:).*")


class Tasks:
    """Which branches of a condition only other tasks take than those that train.

    A task that serves never comes to the end of `server.join()`: what follows a condition that leads there
    in one branch goes on in the other one.

    Args:
      bindings: those of the block's module.
    """

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        self._done_queues = done_queues(bindings)

    def goes_on(
        self, node: ast.If, env: Environment, points: Collection[Point], *, is_own: bool
    ) -> Sequence[ast.stmt] | None:
        """The branch in which the block goes on, where the other one is of other tasks.

        Args:
          node: the condition.
          env: what reaches it.
          points: those before it.
          is_own: whether it stands in the block itself, and not in a function that this calls.
        """
        if self._joins(node.body, env):
            return node.orelse
        if self._joins(node.orelse, env):
            return node.body
        trained = any(one.kind is Kind.RUN for one in points)  # so that it decides on what is behind alone
        ends = is_own and not trained and self._ends(node, env)
        if not node.orelse and (self._is_last(node.test, env, points) or ends):
            return node.body
        return None

    def _ends(self, node: ast.If, env: Environment) -> bool:
        """Whether nothing follows a condition in a task that has a server, whichever way it takes."""
        has_server = any(made_server(self._bindings, one.node) for sources in env.values() for one in sources)
        tested = (env.get(name.id, frozenset()) for name in names_of(node.test))
        is_host = all(one.kind is Kind.HOST for sources in tested for one in sources)
        return has_server and is_host and node in self._last

    @functools.cached_property
    def _last(self) -> frozenset[ast.stmt]:
        """The statements behind which nothing follows in a function or the module, but what is printed."""
        tree = self._bindings.module.tree
        blocks = [tree.body, *(one.body for one in nodes_of(tree) if isinstance(one, ast.FunctionDef))]
        pending: list[tuple[Sequence[ast.stmt], frozenset[str]]] = [(one, frozenset()) for one in blocks]
        found: set[ast.stmt] = set()
        while pending:
            block, printed = pending.pop()
            for last in reversed(block):
                inside = [node for node in nodes_of(last) if isinstance(node, ast.Name)]
                if any(node.id in printed and not isinstance(node.ctx, ast.Load) for node in inside):
                    break
                found.add(last)
                if isinstance(last, (ast.If, ast.With)):
                    pending.append((last.body, printed))
                if isinstance(last, ast.If):
                    pending.append((last.orelse, printed))
                if not self._prints(last):
                    break
                printed |= {node.id for node in inside}
        return frozenset(found)

    def _prints(self, node: ast.stmt) -> bool:
        """Whether a statement only prints what names stand for, and the time."""
        call = node.value if isinstance(node, ast.Expr) else None
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"):
            return False
        inner = [one.func for one in calls_in(node) if one is not call]
        return all(self._bindings.dotted.get(one, "").startswith("time.") for one in inner)

    def _joins(self, body: Sequence[ast.stmt], env: Environment) -> bool:
        """Whether some statements lead into `server.join()`."""
        made = {one for node in body for one in self._makes(node)}
        for node in body:
            if isinstance(node, ast.With) and self._joins(node.body, env):
                return True
            if self._done_queues is not None and node in self._done_queues.waits:
                return True
            if node is body[-1] and sleeps_on(node) and len(self._servers(env) | made) == 1:
                return True
            call = node.value if isinstance(node, ast.Expr) else None
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
                continue
            receiver = call.func.value
            if call.func.attr == "join" and isinstance(receiver, ast.Name) and not call.args:
                sources = env.get(receiver.id, frozenset())
                known = bool(sources) and all(made_server(self._bindings, one.node) for one in sources)
                if receiver.id in made or known:
                    return True
        return False

    def _servers(self, env: Environment) -> set[str]:
        """The names of servers that were made before."""
        return {
            name
            for name, sources in env.items()
            if sources and all(made_server(self._bindings, one.node) for one in sources)
        }

    def _makes(self, node: ast.stmt) -> Iterator[str]:
        if made_server(self._bindings, node) is not None and isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))

    def _is_last(self, test: ast.expr, env: Environment, points: Collection[Point]) -> bool:
        """Whether a condition asks for the one job of the cluster that is left: the server has no other."""
        asked = compared(test)
        servers = [one for one in points if made_server(self._bindings, one.node) is not None]
        servers = [one for one in servers if any(one in sources for sources in env.values())]
        if asked is None or len(servers) != 1:
            return False
        (server,) = servers
        call = made_server(self._bindings, server.node)
        name = None if call is None else argument_of(call, 1, "job_name")
        if name is None or ast.dump(name) != ast.dump(asked[0]):
            return False
        if any(env.get(one.id) != server.reaching.get(one.id) for one in names_of(name)):
            return False
        return jobs_left(self._bindings, server, points) == {asked[1]}


def refuse(
    driver: Driver,
    node: ast.AST,
    found: str,
    instead: str = "one session, opened by its name with what it needs",
) -> NoReturn:
    """Refuse a block whose session has hooks, or a master."""
    raise Refused("SES201", driver.path_of(node), node, found, instead)
