"""What becomes of a session's `ConfigProto`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Piece
from migrate.model.kinds import Context, Kind, Role
from migrate.model.refusal import Refused


@dataclass(frozen=True)
class Configuration:
    """Statements that configure TensorFlow 2 as the session was, and what has no counterpart."""

    pieces: tuple[Piece, ...]
    diagnostics: tuple[Diagnostic, ...]


def configuration(driver: Driver, *, explicit_devices: bool, takers: Sequence[Driver] = ()) -> Configuration:
    """Translate the configuration of the driver's sessions.

    One of them may go to objects, the `takers`; where the driver is that, there is nothing to translate.

    Raises:
      Refused: an option that changes which devices there are.
    """
    if driver.takes is not None:
        return Configuration((), ())
    options = dict(_options(driver))
    pieces: list[Piece] = []
    diagnostics: list[Diagnostic] = []
    placement = options.pop("log_device_placement", None)
    if placement is not None and not _is(placement, False):
        pieces.append(Code("tf.debugging.set_log_device_placement({log})", {"log": placement}, apart=True))
    soft = options.pop("allow_soft_placement", None)
    places = any(_places(one) for one in takers or [driver])
    if explicit_devices and places and (soft is None or _is(soft, False)):
        pieces.append(Code("tf.config.set_soft_device_placement(False)", apart=not pieces))
    elif explicit_devices and soft is not None and not isinstance(soft, ast.Constant):
        pieces.append(Code("tf.config.set_soft_device_placement({soft})", {"soft": soft}, apart=not pieces))
    path = driver.bindings.module.path
    for name, value in options.items():
        if name == "device_count":
            raise Refused(
                "CFG201", path, value, "ConfigProto(device_count=…)", "tf.config.set_visible_devices"
            )
        span = Span.of(path, value)
        diagnostics.append(
            Diagnostic("CFG102", Severity.INFO, span, f"the session option {name}: left out", "tf.config")
        )
    return Configuration(tuple(pieces), tuple(diagnostics))


def _options(driver: Driver) -> Iterator[tuple[str, ast.expr]]:
    for point in driver.points:
        if point.kind in (Kind.SESSION, Kind.CONFIG) or Role.LOOP in point.roles:
            yield from _literal(driver, point)
            node = point.node
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
                yield ".".join(_attributes(node.targets[0])), node.value


def _literal(driver: Driver, point: Point) -> Iterator[tuple[str, ast.expr]]:
    roots = (
        [item.context_expr for item in point.node.items] if isinstance(point.node, ast.With) else [point.node]
    )
    for root in roots:
        for node in ast.walk(root):
            if isinstance(node, ast.Call) and driver.bindings.tensorflow(node.func) == "tf.ConfigProto":
                for keyword in node.keywords:
                    if keyword.arg is not None:
                        yield keyword.arg, keyword.value


def _attributes(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Attribute):
        inner = _attributes(node.value)
        return [*inner, node.attr]
    return []


def _is(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _places(driver: Driver) -> bool:
    return any(Context.DEVICE in point.contexts for point in driver.points)
