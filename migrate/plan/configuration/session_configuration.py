"""What becomes of the configuration of sessions: calls of `tf.config`, before TensorFlow runs anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Kept, Piece
from migrate.model.kinds import Context, Kind
from migrate.model.refusal import Refused

from ..statements.moving import can_stand, is_plain, outermost
from ..statements.new_names import Names
from .config_forms import FORMS
from .environment import masks
from .session_options import Configured, Option, configured, opens

_COMPAT = ("import compat",)


@dataclass(frozen=True)
class Configuration:
    """Statements that configure TensorFlow 2 as the session was, and what is told of the rest.

    They stand `before` a statement by which TensorFlow would start, where one comes before the steps.
    Statements that make a configuration are `kept` where they are, or go `elsewhere`: among the pieces.
    """

    pieces: tuple[Piece, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    before: Point | None = None
    kept: frozenset[Point] = frozenset()
    elsewhere: frozenset[Point] = frozenset()


def configuration(
    driver: Driver,
    names: Names,
    *,
    place: int | None,
    explicit_devices: bool,
    has_replicas: bool = False,
    collective: bool = False,
    receivers: Sequence[Driver] = (),
) -> Configuration:
    """Translate the configuration of the driver's sessions, for a place behind the statement of an index.

    Without one, the place is in front of the first session. A session may go to objects, the `receivers`;
    where the driver is one, there is nothing to translate. `explicit_devices` tells that the program's own
    devices stay, `has_replicas` that its towers go on those of a strategy, `collective` that no task of its
    cluster serves variables.

    Raises:
      Refused: an option that changes which devices there are, and that cannot be set in time.
    """
    if driver.takes is not None:
        return Configuration()
    writer = _Writer(driver, names, place, receivers or [driver] if explicit_devices else (), has_replicas)
    for one in configured(driver):
        if one.serves and not collective:
            writer.keep_for_server(one)
        if one.options is None:
            writer.keep(one)
        else:
            for option in {option.path: option for option in one.options}.values():
                writer.set(option, one.point)
    return writer.finished()


class _Writer:
    def __init__(
        self, driver: Driver, names: Names, place: int | None, placing: Sequence[Driver], has_replicas: bool
    ) -> None:
        self._driver = driver
        self._names = names
        opened = next(filter(opens, driver.points), driver.points[0])
        index = opened.index - 1 if place is None else place
        self._before = _starting(driver, index) or (outermost(driver, opened) if place is None else None)
        self._place = index if self._before is None else self._before.index - 1
        self._places = any(map(_places, placing))
        self._has_replicas = has_replicas
        self._codes: list[Code] = []
        self._diagnostics: list[Diagnostic] = []
        self._kept: set[Point] = set()
        self._elsewhere: dict[Point, None] = {}
        self._softly: Code | None = Code("tf.config.set_soft_device_placement(False)")

    def set(self, option: Option, session: Point) -> None:
        """Set one option of a session as `tf.config` has it, or say what becomes of it."""
        form = FORMS.get(option.path)
        code = form(self._names, option.value) if form is not None else None
        if option.path == "gpu_options.visible_device_list":
            self._diagnostics += order_told(self._driver.path_of(option.value), option.value)
        if option.path == "device_count.GPU" and self._has_replicas and not _counts_some(option.value):
            found = "device_count, by which there may be no GPUs for the towers"
            path = self._driver.path_of(option.value)
            raise Refused("CFG201", path, option.value, found, "towers on the CPU")
        if option.path == "allow_soft_placement":
            self._softly = code
        elif code is None:
            self._leave_out(option)
        if code is None or not code.template:
            return
        if option.path in _OF_SPEED and self._is_one_of_several(session):
            found = f"the option {option.path} of a session that a condition opens: left out"
            self._tell("CFG121", Severity.WARNING, option, found, "tf.config, where the program begins")
        elif not can_stand(self._driver, [option.value], option.point, self._place):
            self._refuse_devices(option)
            if option.path == "allow_soft_placement":
                self._softly = None
            found = f"the session option {option.path}, known only when TensorFlow runs already: left out"
            self._tell("CFG121", Severity.WARNING, option, found, "set it before the graph")
        elif option.path != "allow_soft_placement" and code not in self._codes:
            self._codes.append(code)

    def _is_one_of_several(self, session: Point) -> bool:
        """Whether a condition opens a session, and not what else is in the program."""
        around = {one for one in session.parents if isinstance(one.node, (ast.If, ast.Try))}
        return not around <= {*self._driver.points[max(self._place, 0)].parents}

    def keep(self, one: Configured) -> None:
        """Keep what makes a configuration that is not all written out, and configure the process by it."""
        wholes = list(dict.fromkeys(outermost(self._driver, point) for point in one.statements))
        late = [whole for whole in wholes if whole.index > self._place]
        inside = [point for whole in wholes for point in self._driver.under(whole.node)]
        moves = all(can_stand(self._driver, [it.node], it, self._place, besides=late) for it in late)
        after = [*late, one.point] if one.point.index > self._place else late
        stands = can_stand(self._driver, [one.node], one.point, self._place, besides=after)
        if not (moves and stands and all(map(is_plain, inside))):
            path, found = self._driver.path_of(one.node), "a configuration that is made too late"
            raise Refused("CFG201", path, one.node, found, "make it before the graph")
        self._elsewhere |= dict.fromkeys(late)
        self._kept |= set(wholes) - set(late)
        self._codes.append(Code("compat.configure({config})", {"config": one.node}, imports=_COMPAT))
        self._softly = Code(
            "tf.config.set_soft_device_placement({config}.allow_soft_placement)", {"config": one.node}
        )

    def keep_for_server(self, one: Configured) -> None:
        """Keep what configures a server where it is: a task that serves variables is configured by it."""
        wholes = {outermost(self._driver, point) for point in one.statements}
        inside = [point for whole in wholes for point in self._driver.under(whole.node)]
        if not all(map(is_plain, inside)):
            path, found = self._driver.path_of(one.node), "a server's configuration, made beside other things"
            raise Refused("CFG201", path, one.node, found, "make it by itself")
        self._kept |= wholes

    def finished(self) -> Configuration:
        codes = list(self._codes)
        if self._places and self._softly is not None and self._softly.template:
            codes.append(self._softly)
        late, stuck = masks(self._driver, self._place)
        for point in stuck:
            span = Span.of(self._driver.path_of(point.node), point.node)
            found = "a variable of the environment, set when TensorFlow runs already: without effect"
            self._diagnostics.append(
                Diagnostic("CFG121", Severity.WARNING, span, found, "set it before the graph")
            )
        pieces: list[Piece] = [Kept(one.node) for one in [*late, *self._elsewhere]]
        pieces += [
            Code(one.template, one.parts, apart=index == 0 and not pieces, imports=one.imports)
            for index, one in enumerate(codes)
        ]
        return Configuration(
            tuple(pieces),
            tuple(self._diagnostics),
            self._before,
            frozenset(self._kept),
            frozenset({*late, *self._elsewhere}),
        )

    def _leave_out(self, option: Option) -> None:
        path = self._driver.path_of(option.value)
        self._diagnostics.append(left_out(path, option.path, option.value))

    def _refuse_devices(self, option: Option) -> None:
        if option.path in ("device_count.CPU", "device_count.GPU", "gpu_options.visible_device_list"):
            path, found = self._driver.path_of(option.value), f"{option.path}, known only behind the graph"
            raise Refused("CFG201", path, option.value, found, "tf.config.set_visible_devices")

    def _tell(self, code: str, severity: Severity, option: Option, found: str, instead: str) -> None:
        span = Span.of(self._driver.path_of(option.value), option.value)
        self._diagnostics.append(Diagnostic(code, severity, span, found, instead))


# What changes how fast something is done, and in how much memory, and nothing else.
_OF_SPEED = frozenset(
    {
        "gpu_options.allow_growth",
        "gpu_options.per_process_gpu_memory_fraction",
        "graph_options.optimizer_options.global_jit_level",
        "inter_op_parallelism_threads",
        "intra_op_parallelism_threads",
    }
)
_INSTEAD = {
    "device_filters": "nothing: tasks that train connect to those that serve, and to no other",
    "isolate_session_state": "nothing: steps have variables of their own",
    "operation_timeout_in_ms": "the timeout of compat.Server, in a cluster",
}


def _starting(driver: Driver, place: int) -> Point | None:
    """The first statement by which TensorFlow starts, where one comes before a place."""
    for point in driver.points[: place + 1]:
        if point.kind in (Kind.DATA, Kind.WRITER) and driver.callee(point) is None and not driver.continued:
            return outermost(driver, point)
    return None


def left_out(path: Path, option: str, value: ast.expr) -> Diagnostic:
    """What is told of an option that has no form."""
    found, instead = f"the session option {option}: left out", _INSTEAD.get(option, "tf.config")
    return Diagnostic("CFG102", Severity.INFO, Span.of(path, value), found, instead)


def order_told(path: Path, value: ast.expr) -> Iterator[Diagnostic]:
    """GPUs keep the machine's order, whatever that of a list of them was."""
    listed = str(value.value).split(",") if isinstance(value, ast.Constant) else []
    if listed != sorted(listed):
        found = "visible_device_list: GPUs are numbered in the machine's order now, not in that of a list"
        instead = "CUDA_VISIBLE_DEVICES, where that matters"
        yield Diagnostic("CFG122", Severity.INFO, Span.of(path, value), found, instead)


def _counts_some(value: ast.expr) -> bool:
    """Whether it is a number of GPUs that is written out, and not none."""
    return isinstance(value, ast.Constant) and value.value != 0


def _places(driver: Driver) -> bool:
    return any(Context.DEVICE in point.contexts for point in driver.points)
