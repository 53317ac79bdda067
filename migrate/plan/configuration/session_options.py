"""Reads what a session is configured with: each option by its path, where the program writes them out."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind, Role
from migrate.model.nodes import nodes_of
from migrate.syntax.closure import closure
from migrate.syntax.servers import SESSIONS, made_server

# What names the configuration of a session, and of a loop that opens one for itself.
_KEYWORDS = ("config", "session_config")
_GRAPH_AND_CONFIG = 3  # `tf.Session(target, graph, config)`
# The messages that a ConfigProto is made of.
_PARTS = frozenset(
    {
        "tf.ConfigProto",
        "tf.GPUOptions",
        "tf.GraphOptions",
        "tf.OptimizerOptions",
        "tf.core.protobuf.config_pb2.ConfigProto",
        "tf.core.protobuf.config_pb2.GPUOptions",
        "tf.core.protobuf.config_pb2.GraphOptions",
        "tf.core.protobuf.config_pb2.OptimizerOptions",
    }
)


@dataclass(frozen=True)
class Option:
    """An option, such as `gpu_options.allow_growth` or `device_count.GPU`, and where it gets its value."""

    path: str
    value: ast.expr
    point: Point


@dataclass(frozen=True)
class Configured:
    """What one session, or a server, gets for its configuration, which `statements` before it make.

    `options` is None where they are not all written out, or depend on conditions; `serves` tells that it is
    for a server.
    """

    node: ast.expr
    point: Point
    statements: tuple[Point, ...]
    options: tuple[Option, ...] | None
    serves: bool = False


def configured(driver: Driver) -> Iterator[Configured]:
    """The configurations of the driver's servers and sessions, each once."""
    seen = set()
    for point in driver.points:
        server = made_server(driver.bindings, point.node)
        for call in point.calls if opens(point) or server is not None else ():
            node = _config(driver, call)
            if node is None:
                continue
            statements = _statements(point, node)
            others = _others(driver, point, statements)
            serves = call is server
            if (ast.dump(node), statements, serves) not in seen:
                seen.add((ast.dump(node), statements, serves))
                options = None if others else _options(driver, point, node)
                made = tuple(sorted({*statements, *others}, key=lambda one: one.index))
                yield Configured(node, point, made, options, serves)


def opens(point: Point) -> bool:
    """Whether a statement opens a session, or is a loop that opens one for itself."""
    return point.kind is Kind.SESSION or Role.LOOP in point.roles


def _options(driver: Driver, point: Point, node: ast.expr) -> tuple[Option, ...] | None:
    try:
        return tuple(_Reader(driver, point).read(node, point, ""))
    except _NotWrittenOut:
        return None


def _config(driver: Driver, call: ast.Call) -> ast.expr | None:
    """The argument of a call that opens a session which configures it."""
    named = next((word.value for word in call.keywords if word.arg in _KEYWORDS), None)
    is_session = driver.tensorflow(call.func) in SESSIONS
    if named is None and is_session and len(call.args) >= _GRAPH_AND_CONFIG:
        named = call.args[_GRAPH_AND_CONFIG - 1]
    return None if isinstance(named, ast.Constant) else named


def _statements(point: Point, node: ast.expr) -> tuple[Point, ...]:
    """The statements that make what `node` stands for, in their order."""
    made = closure(_sources(point, node), lambda one: (it for it in one.sources if it.kind is Kind.CONFIG))
    return tuple(sorted(made, key=lambda one: one.index))


def _others(driver: Driver, session: Point, statements: Sequence[Point]) -> list[Point]:
    """What else has hold of a configuration before its session, and may change it."""
    return [
        one
        for one in driver.points[: session.index]
        if one not in statements
        and one.kind in (Kind.CONFIG, Kind.HOST)
        and not one.sources.isdisjoint(statements)
        and made_server(driver.bindings, one.node) is None
    ]


def _sources(point: Point, node: ast.expr) -> list[Point]:
    names = {one.id for one in nodes_of(node) if isinstance(one, ast.Name)}
    found = (source for name in sorted(names) for source in point.uses.get(name, ()))
    return [one for one in found if one.kind is Kind.CONFIG]


class _NotWrittenOut(Exception):
    """An option is not seen in the program's text."""


class _Reader:
    def __init__(self, driver: Driver, session: Point) -> None:
        self._driver = driver
        self._session = session

    def read(self, node: ast.expr, point: Point, path: str) -> Iterator[Option]:
        """The options of a message that `node` stands for, which is at `path` of the whole."""
        if isinstance(node, ast.Call) and self._driver.tensorflow(node.func) in _PARTS:
            if node.args:
                raise _NotWrittenOut
            for word in node.keywords:
                if word.arg is None:
                    raise _NotWrittenOut
                yield from self._set(path + word.arg, word.value, point)
        elif isinstance(node, ast.Name) and point.uses.get(node.id):
            yield from self._of_name(node.id, point.uses[node.id], path)
        else:
            raise _NotWrittenOut

    def _of_name(self, name: str, sources: Sequence[Point] | frozenset[Point], path: str) -> Iterator[Option]:
        first, *others = sorted(sources, key=lambda one: one.index)
        self._check_always(first)
        node = first.node
        if not (isinstance(node, ast.Assign) and _is_name(node.targets, name)):
            raise _NotWrittenOut
        yield from self.read(node.value, first, path)
        for point in others:
            self._check_always(point)
            changed = point.node
            if not isinstance(changed, ast.Assign) or len(changed.targets) != 1:
                raise _NotWrittenOut
            steps = _steps(changed.targets[0])
            if steps is None or steps[0] != name or len(steps) == 1:
                raise _NotWrittenOut
            yield from self._set(path + ".".join(steps[1:]), changed.value, point)

    def _set(self, path: str, value: ast.expr, point: Point) -> Iterator[Option]:
        is_part = isinstance(value, ast.Call) and self._driver.tensorflow(value.func) in _PARTS
        if is_part or isinstance(value, ast.Name) and _sources(point, value):
            yield from self.read(value, point, path + ".")
        elif path == "device_count":
            if not isinstance(value, ast.Dict) or not all(map(_is_text, value.keys)):
                raise _NotWrittenOut
            for key, count in zip(value.keys, value.values, strict=True):
                assert isinstance(key, ast.Constant)
                yield Option(f"{path}.{key.value!s}", count, point)
        else:
            yield Option(path, value, point)

    def _check_always(self, point: Point) -> None:
        around = {one for one in point.parents if not isinstance(one.node, ast.With)}
        if not around <= {*self._session.parents, *self._driver.around(self._session)}:
            raise _NotWrittenOut


def _is_name(targets: Sequence[ast.expr], name: str) -> bool:
    return len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id == name


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _steps(node: ast.expr) -> list[str] | None:
    """The parts of `config.gpu_options.allow_growth` or `config.device_count['GPU']`."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        inner, last = _steps(node.value), node.attr
    elif isinstance(node, ast.Subscript) and _is_text(node.slice):
        assert isinstance(node.slice, ast.Constant)
        inner, last = _steps(node.value), str(node.slice.value)
    else:
        return None
    return [*inner, last] if inner is not None else None
