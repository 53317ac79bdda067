"""Programs of clusters that are wrapped: each session on a server's target is a Program on its cluster."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from migrate.model.bindings import Bindings
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import calls_in, last_name, nodes_of
from migrate.syntax.arguments import argument_of
from migrate.syntax.servers import SERVER
from migrate.syntax.texts import Pieces, is_text, pieces_of

_SERVERS = (SERVER, "tf.distribute.Server")
# A device of a cluster in a text, in which `<job>` and `<index>` stand for what a server is given.
_DEVICE = re.compile(r"/job:([^/]*)(?:/replica:[^/]*)?(?:/task:([^/]*))?")
_JOB_OF_VARIABLES = "ps"


def make_servers(modules: Sequence[ModuleFacts]) -> bool:
    """Whether one of the modules makes a server of a task."""
    return any(True for module in modules for _ in _constructions(module.bindings))


def server_names(modules: Sequence[ModuleFacts], sessions: Collection[str]) -> Mapping[str, str]:
    """What to write for the servers of the modules: some graphs have parts on other tasks that train.

    Servers alone stay TensorFlow's own, which sessions and Programs can speak to. `sessions` are the names of
    what opens such.
    """
    if not any(
        module.bindings.tensorflow(node) in sessions for module in modules for node in module.bindings.dotted
    ):
        return {}
    made = [(module.bindings, call) for module in modules for call in _constructions(module.bindings)]
    calls = [call for _, call in made]
    is_plain = any(_names_variables(bindings) for bindings, _ in made) and all(
        _is_own(module.bindings, device, calls) for module in modules for device in _devices(module.bindings)
    )
    chosen = "compat.train.Server" if is_plain or not made else "compat.train.SharedServer"
    return dict.fromkeys(_SERVERS, chosen)


def _constructions(bindings: Bindings) -> Iterator[ast.Call]:
    """The calls that make servers of tasks, and not of this process alone."""
    for node in calls_in(bindings.module.tree):
        if bindings.tensorflow(node.func) in _SERVERS:
            yield node


def _names_variables(bindings: Bindings) -> bool:
    """Whether a module names the job that holds variables; in a cluster without, any task may hold some."""
    nodes = nodes_of(bindings.module.tree)
    return any(isinstance(node, ast.Constant) and node.value == _JOB_OF_VARIABLES for node in nodes)


def _devices(bindings: Bindings) -> Iterator[ast.expr]:
    """The texts of a module, each as a whole, that name devices of a cluster."""
    pending: list[ast.AST] = [bindings.module.tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a text for readers
        if isinstance(node, ast.expr) and is_text(node):
            written = (str(one.value) for one in nodes_of(node) if isinstance(one, ast.Constant))
            if any("/job:" in one for one in written):
                yield node
                continue
        pending.extend(ast.iter_child_nodes(node))


def _is_own(bindings: Bindings, device: ast.expr, made: Sequence[ast.Call]) -> bool:
    """Whether a device surely is of the job `ps`, or of the task that each of these calls makes serve."""
    pieces = pieces_of(device)
    changing = _changing(bindings, device, made)
    return pieces is not None and all(_is_of(pieces, call, changing) for call in made)


def _changing(bindings: Bindings, device: ast.expr, made: Sequence[ast.Call]) -> frozenset[str]:
    """The names of a module that stand for one thing after the other, by loops, or in calls around a device.

    A function that makes the server, too, is given its task.
    """
    found: set[str] = set()
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, (ast.For, ast.comprehension)):
            found |= {one.id for one in nodes_of(node.target) if isinstance(one, ast.Name)}
        elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
            inside = set(nodes_of(node))
            if device in inside and inside.isdisjoint(made):
                found |= {one.arg for one in nodes_of(node.args) if isinstance(one, ast.arg)}
    return frozenset(found)


def _is_of(pieces: Pieces, call: ast.Call, changing: Collection[str]) -> bool:
    job, index = argument_of(call, 1, "job_name"), argument_of(call, 2, "task_index")
    known = {"<job>": job, "<index>": index}
    told = [one if isinstance(one, str) else _place_of(one, known, changing) for one in pieces]
    own = str(index.value) if isinstance(index, ast.Constant) else "<index>"
    return all(
        named == _JOB_OF_VARIABLES or (named == "<job>" or "<" not in named) and at in ("<index>", own)
        for named, at in _DEVICE.findall("".join(told))
    )


def _place_of(piece: ast.expr, known: Mapping[str, ast.expr | None], changing: Collection[str]) -> str:
    """Which part of the task's name an expression is, by what it is called."""
    name = last_name(piece)
    if not name or name in changing:
        return "<>"
    return next(
        (place for place, node in known.items() if node is not None and last_name(node) == name), "<>"
    )
