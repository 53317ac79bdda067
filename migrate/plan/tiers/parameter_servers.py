"""Programs that only serve: their servers are those of the programs that train on them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Arguments, Code, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.outcome import Tier
from migrate.model.refusal import Refused
from migrate.syntax.servers import SERVER
from migrate.syntax.servers_alone import ServerAlone, servers_alone

from ..cluster.collective import REPLICAS
from ..cluster.coordinator import STRATEGY as COORDINATED
from ..lowering.lowering import Lowering

SERVES = "serves"
_SERVERS = {REPLICAS: "compat.CollectiveServer", COORDINATED: "compat.CoordinatedServer"}


def only_serves(module: ModuleFacts) -> bool:
    """Whether a program makes servers and stays for them, and builds and runs no graph."""
    tensorflow = module.bindings.tensorflow
    is_plain = not (module.drivers or module.outside or module.looks)
    are_servers = bool(module.sessions) and all(tensorflow(node) == SERVER for node in module.sessions)
    return is_plain and are_servers and bool(servers_alone(module.bindings))


def in_cluster(module: ModuleFacts) -> bool:
    """Whether a program opens sessions on servers, its own or by their addresses."""
    return bool(module.sessions) and not only_serves(module) and _names_servers(module.bindings)


def _names_servers(bindings: Bindings) -> bool:
    return any(
        bindings.tensorflow(node) == SERVER
        or isinstance(node, ast.Constant)
        and str(node.value).startswith("grpc:")
        for node in nodes_of(bindings.module.tree)
    )


def may_be_served(every: Sequence[Bindings]) -> Iterator[tuple[Path, Path]]:
    """The files of modules that may only serve, each with one beside it that may be of a cluster."""
    of_clusters = [one for one in every if _names_servers(one)]
    for server in filter(servers_alone, of_clusters):
        folder = server.module.path.parent
        yield from (
            (server.module.path, one.module.path) for one in of_clusters if one.module.path.parent == folder
        )


def served_with(modules: Sequence[ModuleFacts]) -> Iterator[tuple[ModuleFacts, ModuleFacts]]:
    """The programs that only serve, each with those beside it that are of a cluster: these speak together."""
    for server in filter(only_serves, modules):
        folder = server.bindings.module.path.parent
        for other in modules:
            if other.bindings.module.path.parent == folder and in_cluster(other):
                yield server, other


def lower_servers(
    program: ModuleFacts, modules: Sequence[ModuleFacts], strategies: Collection[str]
) -> Lowering:
    """The plan for a program that only serves, beside programs that came out with some strategies.

    Raises:
      Refused: the programs that use the server are not there, so that nobody knows what they will speak.
    """
    path, servers = program.bindings.module.path, servers_alone(program.bindings)
    if not any(in_cluster(one) for one in modules):
        found, instead = "a server alone", "give it together with the programs whose sessions are on it"
        raise Refused("CLU240", path, servers[0].making, found, instead)
    chosen = next(iter(strategies)) if len(set(strategies)) == 1 else ""
    arguments = tuple(
        Arguments(
            one.making,
            frozenset(keyword for keyword in one.making.keywords if keyword.arg == "config"),
            function=_SERVERS.get(chosen, "compat.Server"),
        )
        for one in servers
    )
    found = "a server: until all tasks that train have left, by their steps, and no more by sessions"
    told = tuple(
        Diagnostic("CLU120", Severity.INFO, Span.of(path, one.making), found, "docs/cluster.md")
        for one in servers
    )
    last = program.bindings.module.tree.body[-1]
    replacements = tuple(edit for one in servers for edit in _joins(one, last))
    return Lowering((), replacements, ("import compat",), Tier.COMPAT, SERVES, told, arguments=arguments)


def _joins(server: ServerAlone, last: ast.stmt) -> Iterator[Replacement]:
    """The edits by which a program ends behind `join`, which returns now; the `last` statement is an end."""
    for node in server.staying:
        if isinstance(node, ast.Expr) and not _is_sleep(node):
            if node is not last:
                code = Code("{join}\nraise SystemExit", {"join": node.value}, comments_of=node)
                yield Replacement(node, code)
            continue
        inner = node.body[0] if isinstance(node, ast.While) else node
        yield Replacement(inner, Code(f"{server.name}.join()\nraise SystemExit", comments_of=inner))


def _is_sleep(node: ast.Expr) -> bool:
    return isinstance(node.value, ast.Call) and bool(node.value.args)
