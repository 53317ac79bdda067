"""Functions of a program that make its server: what the one call of such a function gives to names."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of

from .servers import SERVER, made_server

SETTER = "tf.train.replica_device_setter"


class Part(enum.Enum):
    """What a function gives that makes a server."""

    SERVER = "the server"
    TARGET = "its target, or '' where there is no cluster"
    SETTER = "what places variables on tasks that hold them, or None where there is no cluster"
    OTHER = "something else"


@dataclass(frozen=True, eq=False)
class Serving:
    """A function that makes a server, and what the names are that a statement gives to its results."""

    function: ast.FunctionDef
    names: Mapping[str, Part]
    constructions: Sequence[ast.Call]
    joins: Sequence[ast.Expr]


def serving(bindings: Bindings, node: ast.stmt) -> Serving | None:
    """What `device, target = serve()` gives, if a task that only serves never comes to the end of `serve`."""
    call = node.value if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
    if not (isinstance(node, ast.Assign) and isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        return None
    function = bindings.functions.get(call.func.id)
    target = node.targets[0]
    elements = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [one.id for one in elements if isinstance(one, ast.Name)]
    if function is None or len(names) != len(elements) or not _is_called_once(bindings, function):
        return None
    return _Reader(bindings, function).read(names, is_tuple=isinstance(target, ast.Tuple))


def _is_called_once(bindings: Bindings, function: ast.FunctionDef) -> bool:
    nodes = nodes_of(bindings.module.tree)
    return sum(isinstance(one, ast.Name) and one.id == function.name for one in nodes) == 1


class _Reader:
    def __init__(self, bindings: Bindings, function: ast.FunctionDef) -> None:
        self._bindings = bindings
        self._function = function
        self._nodes = list(nodes_of(function))
        self._constructions = [
            (call, one)
            for one in self._nodes
            if isinstance(one, ast.Assign) and (call := made_server(bindings, one)) is not None
        ]
        self._server = ""

    def read(self, names: Sequence[str], *, is_tuple: bool) -> Serving | None:
        if len(self._constructions) != 1 or any(isinstance(one, _STRANGE) for one in self._nodes[1:]):
            return None
        ((call, making),) = self._constructions
        (target,) = making.targets
        assert isinstance(target, ast.Name)
        self._server = target.id
        whole = (one for one in self._nodes if one not in self._bindings.prefixes)
        symbols = (self._bindings.tensorflow(one) for one in whole)
        joins = list(self._joins())
        returned = list(self._returned(len(names), is_tuple=is_tuple))
        plain = all(symbol is None or symbol in _SYMBOLS or symbol.startswith(_PLAIN) for symbol in symbols)
        if not (plain and joins and returned and self._is_used_plainly(returned)):
            return None
        parts = dict(zip(names, map(_part_of, zip(*returned, strict=True)), strict=True))
        serves = any(part in (Part.SERVER, Part.TARGET) for part in parts.values())
        is_whole = all(_is_whole(one) for one in returned)
        return Serving(self._function, parts, (call,), joins) if serves and is_whole else None

    def _joins(self) -> Iterator[ast.Expr]:
        for one in self._nodes:
            called = one.value.func if isinstance(one, ast.Expr) and isinstance(one.value, ast.Call) else None
            is_join = isinstance(called, ast.Attribute) and called.attr == "join"
            if is_join and isinstance(called, ast.Attribute) and self._is_server(called.value):
                assert isinstance(one, ast.Expr)
                yield one

    def _returned(self, count: int, *, is_tuple: bool) -> Iterator[tuple[object, ...]]:
        """What each `return` gives: a part, or `None` and `''` for what there is without a cluster."""
        for one in self._nodes:
            if isinstance(one, ast.Return):
                is_same = isinstance(one.value, ast.Tuple) and len(one.value.elts) == count
                values = one.value.elts if is_tuple and isinstance(one.value, ast.Tuple) else [one.value]
                yield tuple(map(self._kind, values)) if is_same or not is_tuple else (Part.OTHER,) * count

    def _kind(self, node: ast.expr | None) -> object:
        if isinstance(node, ast.Constant) and node.value in (None, ""):
            return node.value
        if isinstance(node, ast.Attribute) and node.attr == "target" and self._is_server(node.value):
            return Part.TARGET
        if isinstance(node, ast.Call) and self._bindings.tensorflow(node.func) == SETTER:
            return Part.SETTER
        if self._is_server(node):
            return Part.SERVER
        given = [
            one
            for one in self._nodes
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and isinstance(node, ast.Name)
            if one.id == node.id
        ]
        made = [one for one in self._nodes if isinstance(one, ast.Assign) and one.targets == given]
        return self._kind(made[0].value) if len(given) == len(made) == 1 else Part.OTHER

    def _is_server(self, node: ast.AST | None) -> bool:
        return isinstance(node, ast.Name) and node.id == self._server

    def _is_used_plainly(self, returned: Sequence[tuple[object, ...]]) -> bool:
        """Whether of the server nothing is used but its description, and that it may be returned."""
        stored = [one for one in self._nodes if self._is_server(one) and _is_stored(one)]
        read = {one.value for one in self._nodes if isinstance(one, ast.Attribute) and one.attr in _READ}
        loaded = [
            one for one in self._nodes if self._is_server(one) and one not in read and one not in stored
        ]
        given = sum(part is Part.SERVER for one in returned for part in one)
        return len(stored) == 1 and len(loaded) == given


_STRANGE = (
    ast.FunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.Global,
    ast.Nonlocal,
    ast.Yield,
    ast.For,
    ast.While,
)
_READ = ("join", "server_def", "target")
_SYMBOLS = frozenset({SERVER, SETTER, "tf.train.ClusterSpec", "tf.ConfigProto", "tf.GPUOptions"})
_PLAIN = ("tf.app", "tf.flags", "tf.logging")


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _part_of(kinds: tuple[object, ...]) -> Part:
    """What a place of all results is."""
    found = set(kinds)
    for part, without in ((Part.SERVER, ()), (Part.TARGET, ("",)), (Part.SETTER, (None,))):
        if part in found and found <= {part, *without}:
            return part
    return Part.OTHER


def _is_whole(returned: tuple[object, ...]) -> bool:
    """Whether in one case there is all of a cluster, or nothing of it."""
    return not (None in returned and {Part.SERVER, Part.TARGET}.intersection(returned))
