"""Sessions that a Supervisor opens for a block: what it does beside the runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind, Role
from migrate.model.runs import Fetch, Making, Opening, RunSite, Supervised
from migrate.syntax.arguments import as_keywords, is_none
from migrate.syntax.savers import of_its_saver
from migrate.syntax.servers import made_supervisor

from ..cluster.tasks import refuse, server_of_sessions
from ..expressions.value_kinds import ValueKinds
from ..names.uses import names_of
from ..program.tree import Tree
from .hook_requests import given_summaries, step_at
from .init_ops import initialises_all, is_default_local_init
from .monitored_session import check_collections
from .session_uses import starts_synchronising
from .with_items import opens_supervised

# What else a program may ask of a Supervisor, since that for steps has it, too: what it calls, values that
# belong to no graph, and what a call of its saver takes.
_ASKED = frozenset({"request_stop", "should_stop", "stop", "summary_computed"})
_ASKED |= {"RequestStop", "ShouldStop", "Stop", "SummaryComputed"}
_ASKED |= {"coord", "is_chief", "save_model_secs", "save_path", "save_summaries_secs", "summary_writer"}
_BY_SAVING = frozenset({"global_step", "saver"})
# The parameters of both, in their order.
_MAKING = (
    *("graph", "ready_op", "ready_for_local_init_op", "is_chief", "init_op", "init_feed_dict"),
    *("local_init_op", "logdir", "summary_op", "saver", "global_step", "save_summaries_secs"),
    *("save_model_secs", "recovery_wait_secs", "stop_grace_secs", "checkpoint_basename"),
)
_OPENING = {
    "managed_session": ("master", "config", "start_standard_services", "close_summary_writer"),
    "prepare_or_wait_for_session": (
        *("master", "config", "wait_for_checkpoint", "max_wait_secs", "start_standard_services"),
    ),
}
_OPTIONS = frozenset(
    {
        "checkpoint_basename",
        "is_chief",
        "logdir",
        "recovery_wait_secs",
        "save_model_secs",
        "save_summaries_secs",
        "stop_grace_secs",
    }
)
_READ = ("global_step", "saver", "summary_op")
_NOTHING = ("graph", "init_feed_dict", "init_fn", "local_init_run_options")
_SAVER = "tf.train.Saver"
_KEPT = frozenset({"close_summary_writer", "max_wait_secs", "start_standard_services"})
# What tells how variables begin, which those of a store have done.
_BEGINNING = {
    "init_op": initialises_all,
    "local_init_op": is_default_local_init,
    "ready_for_local_init_op": is_default_local_init,
}
_BESIDE = "a Supervisor beside another session, or in more than one case"
_UNDER = "a Supervisor in a loop or a function, or one of several that are not in branches of a condition"


def supervised_session(tree: Tree, driver: Driver) -> Supervised | None:
    """The session that a Supervisor opens in a block, if one does.

    Raises:
      Refused: it does so in a way that is not followed.
    """
    calls = ((one, made_supervisor(driver.bindings, one.node)) for one in driver.points)
    made = {point: call for point, call in calls if call is not None}
    return _Reader(tree, driver, made).read() if made else None


def supervised_sites(supervised: Supervised) -> Iterator[RunSite]:
    """What a Supervisor runs by itself, in a thread of its own: the summaries, where it is made."""
    for making in supervised.constructions:
        if making.summaries is not None:
            point, call, fetch = making.point, making.call, making.summaries
            yield RunSite(point, call, call, fetch.node, (fetch,), False, (), summarises=True)


class _Reader:
    def __init__(self, tree: Tree, driver: Driver, made: Mapping[Point, ast.Call]) -> None:
        self._tree = tree
        self._driver = driver
        self._made = made

    def read(self) -> Supervised:
        driver = self._driver
        calls = ((one, opens_supervised(driver.bindings, one)) for one in driver.points)
        opened = {point: call for point, call in calls if call is not None}
        sessions = {one for one in driver.points if Role.SESSION in one.roles}
        making = next(iter(self._made.values()))
        if not opened or sessions != opened.keys():
            self._refuse(making, _BESIDE)
        for points in (self._made, opened):
            self._check_chosen(points)
        if len(opened) > 1 and any(isinstance(one.node, ast.With) for one in opened):
            self._refuse(making, _BESIDE)
        is_object = driver.methods or driver.takes is not None or driver.gives or driver.continued
        if is_object or not (isinstance(driver.owner, ast.Module) or self._is_plain()):
            self._refuse(making, "a Supervisor of an object")
        kinds = ValueKinds(self._tree, driver.bindings)
        made = self._made.items()
        constructions = tuple(_MakingReader(driver, kinds, point, call).read() for point, call in made)
        self._check_uses(opened)
        check_collections(self._tree, driver)
        masters: dict[Point, tuple[ast.Call, ast.expr | None]] = {}
        openings = []
        for point, call in opened.items():
            given = self._opening(call)
            master = _value_of(given, "master")
            masters[point] = call, master
            kept = tuple(one for one in given if one.arg in _KEPT)
            openings.append(Opening(point, call, kept, master))
        server, elsewhere = server_of_sessions(self._tree, driver, masters)
        if server is None and not all(map(_is_chief, constructions)):
            self._refuse(making, _ALONE)
        return Supervised(constructions, tuple(openings), server, elsewhere)

    def _check_chosen(self, points: Mapping[Point, ast.Call]) -> None:
        """Conditions choose one of some statements, which all give the same name, or there is but one."""
        for point, call in points.items():
            around = all(isinstance(one.node, (ast.With, ast.If)) for one in point.parents)
            is_chosen = all(_given_name(one) == _given_name(point) for one in points)
            is_chosen &= not any(one in points for one in point.reaching.get(_given_name(point), ()))
            if not around or len(points) > 1 and not is_chosen or self._driver.callee(point) is not None:
                self._refuse(call, _UNDER)

    def _is_plain(self) -> bool:
        owner = self._driver.owner
        return isinstance(owner, ast.If) or owner in self._driver.bindings.functions.values()

    def _check_uses(self, opened: Mapping[Point, ast.Call]) -> None:
        """Others ask a Supervisor for nothing but what that for steps has, too."""
        for other in self._driver.points:
            if Role.SAVER in other.roles and other.kind is not Kind.SAVER and other not in self._made:
                self._refuse(other.node, "a saver, beside a Supervisor's own, that is not simply made here")
        found = "a Supervisor that is used for more than to open a session and to stop"
        followed = {call.func.value for call in opened.values() if isinstance(call.func, ast.Attribute)}
        for other in self._driver.points:
            calls = other.calls
            for call in calls:
                if isinstance(call.func, ast.Attribute) and self._starts(other, call):
                    followed.add(call.func.value)
                elif of_its_saver(self._driver.bindings, other, call):
                    followed.update(_asked_by_saving(call))
        for name in self._driver.read_beside(self._made, _ASKED):
            if name not in followed:
                self._refuse(name, found)

    def _starts(self, point: Point, call: ast.Call) -> bool:
        return starts_synchronising(self._driver.bindings, point, call)

    def _opening(self, opening: ast.Call) -> list[ast.keyword]:
        assert isinstance(opening.func, ast.Attribute)
        parameters = _OPENING.get(opening.func.attr, _OPENING["prepare_or_wait_for_session"])
        given = as_keywords(opening, parameters)
        if given is None:
            self._refuse(opening, _UNNAMED)
        for one in given:
            if one.arg not in _KEPT and one.arg not in ("master", "config"):
                self._refuse(one.value, f"a Supervisor's session with {one.arg}")
        return given

    def _refuse(self, node: ast.AST, found: str) -> NoReturn:
        refuse(self._driver, node, found)


_UNNAMED = "a Supervisor with arguments that are not named"
_ALONE = "a Supervisor of one machine that may not be the chief"


class _MakingReader:
    """Reads one call that makes a Supervisor."""

    def __init__(self, driver: Driver, kinds: ValueKinds, point: Point, call: ast.Call) -> None:
        self._driver = driver
        self._kinds = kinds
        self._point = point
        self._call = call

    def read(self) -> Making:
        given = as_keywords(self._call, _MAKING)
        if given is None:
            self._refuse(self._call, _UNNAMED)
        step, saver = self._step(_value_of(given, "global_step")), self._saver(_value_of(given, "saver"))
        return Making(
            self._point, self._call, tuple(self._options(given)), step, saver, self._summaries(given)
        )

    def _options(self, given: Sequence[ast.keyword]) -> list[ast.keyword]:
        kept = []
        for one in given:
            if one.arg in _OPTIONS:
                if any(self._in_graph(name) for name in names_of(one.value)):
                    self._refuse(one.value, f"a Supervisor whose {one.arg} is a part of the graph")
                kept.append(one)
            elif one.arg in _BEGINNING:
                if not _BEGINNING[one.arg](self._driver, self._point, one.value):
                    self._refuse(one.value, f"a Supervisor's own {one.arg}")
            elif one.arg == "saver" and self._keeps_saver(one.value):
                kept.append(one)
            elif one.arg not in _READ and not (one.arg in _NOTHING and is_none(one.value)):
                self._refuse(one.value, f"a Supervisor with {one.arg or 'arguments that are not named'}")
        return kept

    def _summaries(self, given: Sequence[ast.keyword]) -> Fetch | None:
        """What gives the summaries that the Supervisor of a folder computes by itself, if it does."""
        folder, written = _value_of(given, "logdir"), _value_of(given, "summary_op")
        if folder is None or is_none(folder) or written is not None and is_none(written):
            return None
        return given_summaries(self._driver, self._point, written)

    def _step(self, value: ast.expr | None) -> Fetch | None:
        """The variable that is said to count the steps."""
        if value is None:
            return None
        found = step_at(self._kinds, self._point, value)
        if found is None:
            self._refuse(value, "a Supervisor whose global_step is not one variable of the block")
        return found

    def _saver(self, value: ast.expr | None) -> Point | None:
        """The saver that it is given and nothing else has, where that is as its own would be."""
        if value is None or not isinstance(value, ast.Name):
            return None
        sources = self._point.uses.get(value.id, frozenset())
        return next(iter(sources)) if len(sources) == 1 and all(map(self._is_own_saver, sources)) else None

    def _keeps_saver(self, value: ast.expr) -> bool:
        """Whether it is given a saver of another kind, or none.

        Raises:
          Refused: it is one that is not simply made before, be it by one of some branches.
        """
        if is_none(value):
            return True
        if self._is_plain_saver_call(value) or self._saver(value) is not None:
            return False
        sources = self._point.uses.get(value.id, frozenset()) if isinstance(value, ast.Name) else frozenset()
        if not sources or not all(map(_makes_saver, sources)):
            self._refuse(value, "a Supervisor with a saver that is not simply made before")
        return True

    def _is_own_saver(self, point: Point) -> bool:
        """Whether a saver saves all as a Supervisor's own would, and only Supervisors have it."""
        users = {other for other in self._driver.points if point in other.sources}
        call = point.node.value if isinstance(point.node, ast.Assign) else None
        is_plain = call is not None and self._is_plain_saver_call(call)
        are_supervisors = all(made_supervisor(self._driver.bindings, one.node) for one in users)
        return point.kind is Kind.SAVER and is_plain and are_supervisors and point.is_straight

    def _is_plain_saver_call(self, node: ast.expr) -> bool:
        is_saver = isinstance(node, ast.Call) and self._driver.bindings.tensorflow(node.func) == _SAVER
        return is_saver and isinstance(node, ast.Call) and not (node.args or node.keywords)

    def _in_graph(self, name: ast.Name) -> bool:
        return any(one.kind is not Kind.HOST for one in self._point.uses.get(name.id, ()))

    def _refuse(self, node: ast.AST, found: str) -> NoReturn:
        refuse(self._driver, node, found)


def _makes_saver(point: Point) -> bool:
    """Whether a statement makes a saver, or tells that there is none, in no loop."""
    around = all(isinstance(one.node, (ast.With, ast.If)) for one in point.parents)
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    return around and (point.kind is Kind.SAVER or value is not None and is_none(value))


def _asked_by_saving(call: ast.Call) -> Iterator[ast.expr]:
    """The names of a Supervisor that are asked for its saver, and for the step that this is given."""
    for node in (getattr(call.func, "value", None), *call.args, *(one.value for one in call.keywords)):
        if isinstance(node, ast.Attribute) and node.attr in _BY_SAVING:
            yield node.value


def _is_chief(making: Making) -> bool:
    """Whether it is surely the chief."""
    value = _value_of(making.options, "is_chief")
    return value is None or isinstance(value, ast.Constant) and value.value is True


def _given_name(point: Point) -> str:
    """The name that a statement gives to the one thing that it makes."""
    return min(point.defines, default="")


def _value_of(given: Sequence[ast.keyword], name: str) -> ast.expr | None:
    return next((one.value for one in given if one.arg == name), None)
