"""Queues by which workers tell the tasks that serve that they are done, as `Server.join()` never returned.

Each task that serves has one, known by its name to all. A worker puts something into each at its end, and the
task takes as many out as there are workers: then it ends. `compat.Server.join()` returns when all have left.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.model.bindings import Bindings
from migrate.model.nodes import calls_in, nodes_of
from migrate.syntax.assignments import appended

_QUEUE = "tf.FIFOQueue"
_SESSION = "tf.Session"


@dataclass(frozen=True, eq=False)
class DoneQueues:
    """The statements of a program that have to do with such queues alone.

    `waits` are those by which a task that serves waits for the workers, each with the name of its server.
    """

    statements: frozenset[ast.stmt]
    waits: Mapping[ast.stmt, str]


def done_queues(bindings: Bindings) -> DoneQueues | None:
    """The queues of a module, if all that it does with queues is this."""
    tree = bindings.module.tree
    constructions = [node for node in calls_in(tree) if _makes(bindings, node)]
    if not constructions or not all(_is_shared(one) for one in constructions):
        return None
    found = _Reader(bindings).read()
    known = {node for one in found.statements for node in nodes_of(one)}
    makers = _makers(bindings)
    in_makers = {node for one in makers.values() for node in nodes_of(one)}
    used = [node for node in nodes_of(tree) if isinstance(node, ast.Name) and node.id in makers]
    is_all = all(node in known | in_makers for node in [*constructions, *used])
    return found if is_all and found.waits else None


def _makes(bindings: Bindings, node: ast.Call) -> bool:
    return bindings.tensorflow(node.func) == _QUEUE


def _is_shared(call: ast.Call) -> bool:
    return any(one.arg == "shared_name" for one in call.keywords)


def _makers(bindings: Bindings) -> dict[str, ast.FunctionDef]:
    """The functions that give such a queue, or a list of one for each task."""
    found: dict[str, ast.FunctionDef] = {}
    for _ in range(2):  # those of one queue, and those of lists of what they give
        for name, function in bindings.functions.items():
            body = [one for one in function.body if not _is_text(one)]
            while len(body) == 1 and isinstance(body[0], ast.With):
                body = body[0].body
            value = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
            if value is not None and _gives_queues(bindings, value, found):
                found[name] = function
    return found


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _gives_queues(bindings: Bindings, node: ast.expr, makers: Collection[str]) -> bool:
    if isinstance(node, ast.ListComp):
        return _gives_queues(bindings, node.elt, makers)
    if not isinstance(node, ast.Call):
        return False
    return _makes(bindings, node) or isinstance(node.func, ast.Name) and node.func.id in makers


class _Reader:
    """Goes through the blocks of a module in their order."""

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        self._makers = _makers(bindings)
        self._found: set[ast.stmt] = set()
        self._waits: dict[ast.stmt, str] = {}
        self._queues: set[str] = set()  # names of queues, or of lists of them
        self._puts: set[str] = set()  # names of what puts something into one, or of lists of such

    def read(self) -> DoneQueues:
        tree = self._bindings.module.tree
        for _ in range(2):  # a list is named where it is started, before it is known what it is for
            functions = [one for one in nodes_of(tree) if isinstance(one, ast.FunctionDef)]
            bodies = [one.body for one in functions if one not in self._makers.values()]
            for body in (tree.body, *bodies):
                self._block(body, is_last=True)
        inside = {inner for one in self._found for inner in nodes_of(one) if isinstance(inner, ast.stmt)}
        return DoneQueues(frozenset(self._found | inside), self._waits)

    def _block(self, body: Sequence[ast.stmt], *, is_last: bool) -> None:
        """Read a block of statements, behind which nothing follows where it `is_last`."""
        for node in body:
            if self._is_wait(node):
                if is_last or _leaves(body[-1]):
                    self._wait(node, body)
            elif self._is_of_queues(node):
                self._found.add(node)
            elif not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                is_end = is_last and node is body[-1] and isinstance(node, (ast.If, ast.With))
                for inner in ("body", "orelse", "finalbody"):
                    self._block(getattr(node, inner, []) or [], is_last=is_end)

    def _is_of_queues(self, node: ast.stmt) -> bool:
        """Whether a statement makes queues, or puts something into them, and does nothing else."""
        if isinstance(node, ast.For):
            if self._is_queue(node.iter) or self._is_put(node.iter):
                names = self._queues if self._is_queue(node.iter) else self._puts
                names.update(_names(node.target))
                return not node.orelse and all(self._is_of_queues(one) for one in node.body)
            return False
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name, value = node.targets[0].id, node.value
            if self._is_queue(value):
                self._queues.add(name)
                return True
            if self._is_put(value):
                self._puts.add(name)
                return True
            return isinstance(value, ast.List) and not value.elts and name in self._puts
        name, added = appended(node) or ("", None)
        if added is not None and self._is_put(added):
            self._puts.add(name)
            return True
        call = node.value if isinstance(node, ast.Expr) else None
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and len(call.args) == 1):
            return False
        return call.func.attr == "run" and self._is_put(call.args[0])

    def _is_queue(self, node: ast.expr) -> bool:
        named = isinstance(node, ast.Name) and node.id in self._queues
        return named or _gives_queues(self._bindings, node, self._makers)

    def _is_put(self, node: ast.expr) -> bool:
        """Whether it is an operation that puts something into a queue, or a list of such."""
        if isinstance(node, ast.Name):
            return node.id in self._puts
        if isinstance(node, ast.ListComp) and len(node.generators) == 1:
            (generator,) = node.generators
            if self._is_queue(generator.iter):
                self._queues.update(_names(generator.target))
                return self._is_put(node.elt)
            return False
        return self._calls(node, "enqueue")

    def _calls(self, node: ast.expr, method: str) -> bool:
        called = node.func if isinstance(node, ast.Call) else None
        return isinstance(called, ast.Attribute) and called.attr == method and self._is_queue(called.value)

    def _is_wait(self, node: ast.stmt) -> bool:
        """Whether a statement takes what the workers put into a queue, once for each, and may tell of it."""
        if not isinstance(node, ast.For) or node.orelse or not node.body:
            return False
        first, *others = node.body
        run = first.value if isinstance(first, ast.Expr) else None
        if not (isinstance(run, ast.Call) and isinstance(run.func, ast.Attribute) and len(run.args) == 1):
            return False
        takes = run.func.attr == "run" and self._calls(run.args[0], "dequeue")
        return takes and all(_prints(one) for one in others)

    def _wait(self, node: ast.stmt, body: Sequence[ast.stmt]) -> None:
        """Note how a task waits, with the session that it opens for that in the same block."""
        for one in body[: body.index(node)]:
            call = one.value if isinstance(one, ast.Assign) else None
            is_session = isinstance(call, ast.Call) and self._bindings.tensorflow(call.func) == _SESSION
            target = call.args[0] if is_session and isinstance(call, ast.Call) and call.args else None
            if (
                isinstance(target, ast.Attribute)
                and target.attr == "target"
                and isinstance(target.value, ast.Name)
            ):
                self._found.update((one, node))
                self._waits[node] = target.value.id


def _leaves(node: ast.stmt) -> bool:
    """Whether a statement leaves the function, or the program."""
    call = node.value if isinstance(node, ast.Expr) else None
    is_exit = isinstance(call, ast.Call) and ast.unparse(call.func) in (
        "exit",
        "quit",
        "sys.exit",
        "os._exit",
    )
    return isinstance(node, (ast.Return, ast.Raise)) or is_exit


def _prints(node: ast.stmt) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"


def _names(target: ast.expr) -> Iterator[str]:
    return (node.id for node in nodes_of(target) if isinstance(node, ast.Name))
