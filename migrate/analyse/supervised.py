"""Sessions that a Supervisor opens for a block: what it does beside the runs."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.kinds import SUMMARIES, Kind, Role
from migrate.model.runs import Supervised
from migrate.syntax.arguments import as_keywords
from migrate.syntax.servers import made_supervisor

from .asked import refuse
from .contexts import opens_supervised
from .monitored import check_collections
from .names import names_of
from .tasks import session_server
from .tree import Tree

# What else a program may call of a Supervisor.
_METHODS = frozenset({"request_stop", "should_stop", "stop", "summary_computed"})
_METHODS |= {"RequestStop", "ShouldStop", "Stop", "SummaryComputed"}
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
_READ = ("global_step", "saver")
_NOTHING = ("graph", "init_feed_dict", "init_fn", "local_init_run_options", "summary_op")
_KEPT = frozenset({"close_summary_writer", "max_wait_secs", "start_standard_services"})
_INITIALISING = {
    "init_op": ("tf.global_variables_initializer", "tf.initialize_all_variables"),
    "local_init_op": ("tf.local_variables_initializer", "tf.initialize_local_variables"),
}
_BESIDE = "a Supervisor beside another session, or in more than one case"


def supervised_session(tree: Tree, driver: Driver) -> Supervised | None:
    """The session that a Supervisor opens in a block, if one does.

    Raises:
      Refused: it does so in a way that is not followed.
    """
    made = [(one, call) for one in driver.points if (call := made_supervisor(driver.bindings, one.node))]
    if not made:
        return None
    if len(made) > 1:
        refuse(driver, made[1][1], _BESIDE)
    return _Reader(tree, driver, *made[0]).read()


class _Reader:
    def __init__(self, tree: Tree, driver: Driver, point: Point, making: ast.Call) -> None:
        self._tree = tree
        self._driver = driver
        self._point = point
        self._making = making
        self._given = self._keywords(making, _MAKING)

    def read(self) -> Supervised:
        driver, point, making = self._driver, self._point, self._making
        bindings = driver.bindings
        opened = [one for one in driver.points if opens_supervised(bindings, one) is not None]
        sessions = [one for one in driver.points if Role.SESSION in one.roles]
        if len(opened) != 1 or sessions != opened or driver.callee(point) is not None:
            self._refuse(making, _BESIDE)
        if not (point.is_straight and opened[0].is_straight) or driver.callee(opened[0]) is not None:
            self._refuse(making, "a Supervisor under a condition, or in a loop")
        is_object = driver.methods or driver.takes is not None or driver.gives or driver.continued
        if is_object or not (isinstance(driver.owner, ast.Module) or self._is_plain()):
            self._refuse(making, "a Supervisor of an object")
        opening = opens_supervised(bindings, opened[0])
        assert opening is not None
        step, saver = self._step(), self._saver()
        self._check_uses(opening, saver)
        check_collections(self._tree, driver)
        options = tuple(self._options())
        kept, server = self._opening(opened[0], opening)
        return Supervised(point, making, opened[0], opening, options, kept, step, saver, server)

    def _is_plain(self) -> bool:
        owner = self._driver.owner
        return isinstance(owner, ast.If) or owner in self._driver.bindings.functions.values()

    def _check_uses(self, opening: ast.Call, saver: Point | None) -> None:
        """Others use a Supervisor by the methods alone that are followed."""
        for other in self._driver.points:
            saves = other.kind is Kind.SAVER or Role.SAVER in other.roles
            if saves and other is not saver:
                self._refuse(other.node, "a saver, beside a Supervisor's own")
        assert isinstance(opening.func, ast.Attribute)
        for name in self._driver.read_beside([self._point], _METHODS):
            if name is not opening.func.value:
                self._refuse(name, "a Supervisor that is used for more than to open a session and to stop")

    def _options(self) -> list[ast.keyword]:
        kept = []
        names = {one.arg for one in self._given}
        for one in self._given:
            if one.arg in _OPTIONS:
                if any(self._in_graph(name) for name in names_of(one.value)):
                    self._refuse(one.value, f"a Supervisor whose {one.arg} is a part of the graph")
                kept.append(one)
            elif one.arg in _INITIALISING:
                if not self._initialises_all(one):
                    self._refuse(one.value, f"a Supervisor's own {one.arg}")
            elif one.arg not in _READ and not (one.arg in _NOTHING and _is_none(one.value)):
                self._refuse(one.value, f"a Supervisor with {one.arg or 'arguments that are not named'}")
        summaries = self._point.reaching.get(SUMMARIES, frozenset())
        if "logdir" in names and "summary_op" not in names and summaries:
            self._refuse(self._making, "a Supervisor that runs the summaries by itself")
        return kept

    def _initialises_all(self, keyword: ast.keyword) -> bool:
        """Whether what it is given initialises all variables, as it would by itself."""
        value, wanted = keyword.value, _INITIALISING[keyword.arg or ""]
        if _is_none(value) and keyword.arg == "local_init_op":
            return True
        if isinstance(value, ast.Name):
            sources = self._point.uses.get(value.id, frozenset())
            nodes = [one.node for one in sources]
            if len(nodes) != 1 or not isinstance(nodes[0], ast.Assign):
                return False
            value = nodes[0].value
        is_call = isinstance(value, ast.Call) and not (value.args or value.keywords)
        return is_call and isinstance(value, ast.Call) and self._driver.tensorflow(value.func) in wanted

    def _step(self) -> Point | None:
        """The variable that is said to count the steps."""
        value = _value_of(self._given, "global_step")
        if value is None:
            return None
        sources = self._point.uses.get(value.id, frozenset()) if isinstance(value, ast.Name) else frozenset()
        if len(sources) != 1 or not all(one.kind is Kind.STATE for one in sources):
            self._refuse(value, "a Supervisor whose global_step is not one variable of the block")
        return next(iter(sources))

    def _saver(self) -> Point | None:
        """The saver that it is given, which nothing else has, and which is as its own would be."""
        value = _value_of(self._given, "saver")
        if value is None:
            return None
        sources = self._point.uses.get(value.id, frozenset()) if isinstance(value, ast.Name) else frozenset()
        if len(sources) != 1 or not all(map(self._is_plain_saver, sources)):
            self._refuse(value, "a Supervisor with a saver of another kind")
        return next(iter(sources))

    def _is_plain_saver(self, point: Point) -> bool:
        users = {other for other in self._driver.points if point in other.sources}
        call = point.node.value if isinstance(point.node, ast.Assign) else None
        is_plain = isinstance(call, ast.Call) and not (call.args or call.keywords)
        return point.kind is Kind.SAVER and is_plain and users == {self._point} and point.is_straight

    def _opening(self, opened: Point, opening: ast.Call) -> tuple[tuple[ast.keyword, ...], str | None]:
        assert isinstance(opening.func, ast.Attribute)
        parameters = _OPENING.get(opening.func.attr, _OPENING["prepare_or_wait_for_session"])
        given = self._keywords(opening, parameters)
        kept = tuple(one for one in given if one.arg in _KEPT)
        for one in given:
            if one.arg not in _KEPT and one.arg not in ("master", "config"):
                self._refuse(one.value, f"a Supervisor's session with {one.arg}")
        server = session_server(self._tree, self._driver, opened, opening, _value_of(given, "master"))
        is_chief = _value_of(self._given, "is_chief")
        is_sure = is_chief is None or isinstance(is_chief, ast.Constant) and is_chief.value is True
        if server is None and not is_sure:
            self._refuse(opening, "a Supervisor of one machine that may not be the chief")
        return kept, server

    def _keywords(self, call: ast.Call, parameters: Sequence[str]) -> list[ast.keyword]:
        given = as_keywords(call, parameters)
        if given is None:
            self._refuse(call, "a Supervisor with arguments that are not named")
        return given

    def _in_graph(self, name: ast.Name) -> bool:
        return any(one.kind is not Kind.HOST for one in self._point.uses.get(name.id, ()))

    def _refuse(self, node: ast.AST, found: str) -> NoReturn:
        refuse(self._driver, node, found)


def _value_of(given: Sequence[ast.keyword], name: str) -> ast.expr | None:
    return next((one.value for one in given if one.arg == name), None)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
