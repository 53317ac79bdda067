"""Calls that open a session by themselves, and run in it what they are given until it is done."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import Fetch, Looped, RunSite
from migrate.syntax.arguments import as_keywords, is_none

from ..expressions.value_kinds import ValueKinds
from ..names.uses import names_of
from ..program.tree import Tree
from .hook_requests import given_summaries, step_at
from .init_ops import initialises_all, is_default_local_init
from .opening_calls import Told, check_session_alone

_PARAMETERS = (
    *("train_op", "logdir", "train_step_fn", "train_step_kwargs", "log_every_n_steps", "graph", "master"),
    *("is_chief", "global_step", "number_of_steps", "init_op", "init_feed_dict", "local_init_op", "init_fn"),
    *("ready_op", "summary_op", "save_summaries_secs", "summary_writer", "startup_delay_steps", "saver"),
    *("save_interval_secs", "sync_optimizer", "session_config", "session_wrapper", "trace_every_n_steps"),
    "ignore_live_threads",
)
_OPTIONS = frozenset(
    {
        "is_chief",
        "log_every_n_steps",
        "logdir",
        "number_of_steps",
        "save_interval_secs",
        "save_summaries_secs",
    }
)
# Those of a session, of a graph, or of a task that is not the chief.
_WITHOUT = frozenset({"graph", "ignore_live_threads", "session_config", "startup_delay_steps"})
_NOTHING = frozenset(
    {
        "init_feed_dict",
        "session_wrapper",
        "summary_writer",
        "sync_optimizer",
        "trace_every_n_steps",
    }
)
# Those that are read by themselves.
_READ = frozenset({"global_step", "master", "summary_op", "train_op", "train_step_fn"})
_BEGINNING = {"init_op": initialises_all, "local_init_op": is_default_local_init}
_CHOOSING = frozenset({Role.HOST, Role.READS_VARIABLES, Role.SAVER})
_STEP = "tf.contrib.slim.learning.train_step"
_STEPS = ("create_global_step", "get_global_step", "get_or_create_global_step")
_TOLD = Told(
    again="a loop of steps that may run again, or not at all",
    of_object="a loop of steps of an object",
    beside="a loop that looks after a session, beside another session",
)


def looped_site(tree: Tree, driver: Driver, site: RunSite) -> RunSite:
    """A run by such a call, which fetches the summaries beside what it runs, where it saves these.

    Raises:
      Refused: it does more than steps can, or in a way that is not followed.
    """
    return _Reader(tree, driver, site.point, site.call).read(site)


def looped_fetch(call: ast.Call) -> ast.expr | None:
    """What such a call runs."""
    given = {one.arg: one.value for one in as_keywords(call, _PARAMETERS) or ()}
    return given.get("train_op")


class _Reader:
    def __init__(self, tree: Tree, driver: Driver, point: Point, call: ast.Call) -> None:
        self._tree = tree
        self._driver = driver
        self._point = point
        self._call = call

    def read(self, site: RunSite) -> RunSite:
        check_session_alone(self._tree, self._driver, self._point, self._call, _TOLD, self._refuse)
        keywords = as_keywords(self._call, _PARAMETERS)
        if keywords is None or any(one.arg is None for one in keywords):
            self._refuse(self._call, "a loop of steps with arguments that are not named")
        given = {str(one.arg): one.value for one in keywords}
        options = [one for one in keywords if self._is_option(str(one.arg), one.value)]
        step = self._step(given.get("global_step"))
        summaries = self._summaries(given)
        looped = Looped(tuple(options), summaries is not None, step, given.get("master"))
        if summaries is None:
            return replace(site, looped=looped)
        values = ast.Dict([ast.Constant("summary")], [summaries.node])
        found, instead = "summaries, which are saved beside some of the steps", "summary_op=None"
        aside = Refused("SES230", self._driver.path, self._call, found, instead, effect=True)
        return replace(
            site,
            fetched=ast.Tuple([site.fetched, values], ast.Load()),
            fetches=(*site.fetches, summaries),
            obstacle=site.obstacle or aside,
            looped=looped,
        )

    def _is_option(self, name: str, value: ast.expr) -> bool:
        """Whether a keyword stays.

        Raises:
          Refused: it asks for what steps have not.
        """
        is_nothing = isinstance(value, ast.Constant) and value.value is None
        if name in _OPTIONS:
            if any(self._in_graph(one) for one in names_of(value)):
                self._refuse(value, f"a loop of steps whose {name} is a part of the graph")
            return True
        if name == "init_fn" and not is_nothing:
            return self._begins(value)
        if name == "saver" and not is_nothing:
            return self._is_saver(value)
        if name == "train_step_fn" and self._driver.tensorflow(value) != _STEP:
            self._refuse(value, "a function of the program's own that runs a step in slim's session")
        if name in _BEGINNING and not _BEGINNING[name](self._driver, self._point, value):
            self._refuse(value, f"a loop of steps with its own {name}")
        followed = (
            name in _WITHOUT | _BEGINNING.keys() or name in _NOTHING | {"init_fn", "saver"} and is_nothing
        )
        followed |= name in ("train_op", "train_step_fn", "global_step", "master", "summary_op")
        if not followed:
            self._refuse(value, f"a loop of steps with {name}")
        return False

    def _begins(self, value: ast.expr) -> bool:
        """What restores variables before the first step: by a name, or chosen where the loop is called."""
        if isinstance(value, ast.Name) and value.id in self._point.uses:
            return self._is_saver(value)
        for node in nodes_of(value):
            if isinstance(node, ast.Name) and self._in_graph(node):
                self._refuse(
                    node, f"{node.id}, a part of the graph, where a loop of steps is told how to begin"
                )
            role, obstacles = self._tree.call_role(self._driver.bindings, node)
            function = self._tree.function(self._driver.bindings, node)
            summary = self._tree.summary(function) if function is not None else None
            roles = {role} - {None} if summary is None else summary.roles
            if obstacles or summary is not None and summary.obstacles or not roles <= _CHOOSING:
                self._refuse(
                    node, "what a loop of steps begins with, which does more than to restore variables"
                )
        return True

    def _is_saver(self, value: ast.expr) -> bool:
        sources = self._point.uses.get(value.id, frozenset()) if isinstance(value, ast.Name) else frozenset()
        if len(sources) != 1 or not all(one.kind is Kind.SAVER for one in sources):
            self._refuse(
                value, f"{ast.unparse(value)}, which is not simply made in the block of its loop of steps"
            )
        return True

    def _step(self, value: ast.expr | None) -> Fetch | None:
        """The variable that is said to count the steps, if it is not the one of that name."""
        if value is None or is_none(value) or self._gives_step(value):
            return None
        found = step_at(ValueKinds(self._tree, self._driver.bindings), self._point, value)
        if found is None:
            self._refuse(value, "a loop of steps whose global_step is not one variable of the block")
        is_own = [
            isinstance(one.node, ast.Assign) and self._gives_step(one.node.value) for one in found.makers
        ]
        return None if all(is_own) else found

    def _gives_step(self, value: ast.expr) -> bool:
        symbol = self._driver.tensorflow(value.func) if isinstance(value, ast.Call) else None
        return symbol is not None and symbol.rpartition(".")[2] in _STEPS

    def _summaries(self, given: Mapping[str, ast.expr]) -> Fetch | None:
        """What gives the summaries, if any are saved."""
        if any(is_none(given.get(name)) for name in ("logdir", "summary_op", "summary_writer")):
            return None
        return given_summaries(self._driver, self._point, given.get("summary_op"))

    def _in_graph(self, name: ast.Name) -> bool:
        return any(one.kind is not Kind.HOST for one in self._point.uses.get(name.id, ()))

    def _refuse(self, node: ast.AST, found: str) -> NoReturn:
        path, instead = self._driver.path_of(node), "a MonitoredTrainingSession and a loop of your own"
        raise Refused("SES230", path, node, found, instead)
