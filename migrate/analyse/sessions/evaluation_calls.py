"""Calls that evaluate a checkpoint, or each that comes, in sessions of their own, and give what they find."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind
from migrate.model.refusal import Refused
from migrate.model.runs import EvaluatedPart, Fetch, Looped, RunSite
from migrate.syntax.arguments import as_keywords, is_none

from ..names.uses import names_of
from ..program.tree import Tree
from .hook_requests import given_summaries
from .init_ops import initialises_all
from .opening_calls import Told, check_session_alone

_SLIM = "tf.contrib.slim.evaluation.evaluate_once"
_SLIM_AGAIN = "tf.contrib.slim.evaluation.evaluation_loop"
_TRAINING = "tf.contrib.training.evaluate_once"
_TRAINING_AGAIN = "tf.contrib.training.evaluate_repeatedly"
_ALL = ast.Constant("all")  # of the summaries
_OWN_SESSION = Told(
    again="an evaluation that may run again, or not at all",
    of_object="an evaluation in an object",
    beside="an evaluation, beside another session",
)
_INSTEAD = "a session and a loop of your own"
_PARAMETERS = {
    _SLIM: (
        *("master", "checkpoint_path", "logdir", "num_evals", "initial_op", "initial_op_feed_dict"),
        *("eval_op", "eval_op_feed_dict", "final_op", "final_op_feed_dict", "summary_op"),
        *("summary_op_feed_dict", "variables_to_restore", "session_config", "hooks"),
    ),
    _SLIM_AGAIN: (
        *("master", "checkpoint_dir", "logdir", "num_evals", "initial_op", "initial_op_feed_dict"),
        *("init_fn", "eval_op", "eval_op_feed_dict", "final_op", "final_op_feed_dict", "summary_op"),
        *("summary_op_feed_dict", "variables_to_restore", "eval_interval_secs"),
        *("max_number_of_evaluations", "session_config", "timeout", "timeout_fn", "hooks"),
    ),
    _TRAINING: (
        *("checkpoint_path", "master", "scaffold", "eval_op", "feed_dict", "final_op"),
        *("final_ops_feed_dict", "hooks", "session_config"),
    ),
    _TRAINING_AGAIN: (
        *("checkpoint_dir", "master", "scaffold", "eval_op", "feed_dict", "final_op"),
        *("final_ops_feed_dict", "eval_interval_secs", "hooks", "session_config"),
        *("max_number_of_evaluations", "timeout", "timeout_fn"),
    ),
}
# What contrib.training's call the same otherwise.
_NAMES = {"eval_ops": "eval_op", "final_ops": "final_op", "config": "session_config"}
# Its hooks that are followed, with the arguments that are, by the names of the first one's.
_HOOKS = {
    f"tf.contrib.{home}.{name}": parameters
    for home in ("slim.evaluation", "training")
    for name, parameters in {
        "StopAfterNEvalsHook": {"num_evals": "num_evals"},
        "SummaryAtEndHook": {"log_dir": "logdir", "summary_writer": "", "summary_op": "summary_op"},
    }.items()
}
# Those of a call that evaluates each checkpoint that comes.
_AGAIN = ("eval_interval_secs", "max_number_of_evaluations", "timeout", "timeout_fn")
_OPTIONS = ("checkpoint_path", "checkpoint_dir", "num_evals", "logdir", *_AGAIN)
_TOLD = ("checkpoint_path", "num_evals")  # whose `None` says something
_FETCHED = {"eval_op": EvaluatedPart.STEP, "final_op": EvaluatedPart.FINAL}
# Those that are read by themselves, and those of a session alone.
_READ = frozenset({*_OPTIONS, *_FETCHED, "master", "session_config", "summary_op", "variables_to_restore"})


def evaluates(driver: Driver, point: Point, call: ast.Call) -> bool:
    """Whether a call evaluates a checkpoint in a session of its own, or each that comes."""
    return driver.bindings_at(point).tensorflow(call.func) in _PARAMETERS


def evaluation_sites(
    tree: Tree, driver: Driver, point: Point, call: ast.Call, read: Callable[[ast.expr], RunSite]
) -> Iterator[RunSite]:
    """The runs of such a call: of the evaluation, of the summaries, and of what it gives in the end.

    `read` is told an expression that the session fetches, and tells its site.

    Raises:
      Refused: it does more than steps can, or in a way that is not followed.
    """
    return _Reader(tree, driver, point, call).read(read)


class _Reader:
    def __init__(self, tree: Tree, driver: Driver, point: Point, call: ast.Call) -> None:
        self._tree = tree
        self._driver = driver
        self._bindings = driver.bindings_at(point)
        self._point = point
        self._call = call
        self._symbol = self._bindings.tensorflow(call.func) or ""

    def read(self, read: Callable[[ast.expr], RunSite]) -> Iterator[RunSite]:
        check_session_alone(self._tree, self._driver, self._point, self._call, _OWN_SESSION, self._refuse)
        given = self._given()
        for name, value in given.items():
            self._check(name, value)
        looped = Looped(
            tuple(ast.keyword(name, given[name]) for name in _OPTIONS if name in given),
            master=given.get("master"),
            restores=given.get("variables_to_restore"),
            repeats=self._symbol in (_SLIM_AGAIN, _TRAINING_AGAIN),
        )
        for name, part in _FETCHED.items():
            if name in given:
                yield replace(read(given[name]), looped=replace(looped, part=part))
        summaries = self._summaries(given)
        if summaries is not None:
            yield self._summarising(summaries, replace(looped, part=EvaluatedPart.SUMMARY))

    def _given(self) -> dict[str, ast.expr]:
        """What the call is told, by the names of the first one's arguments, without what is `None`.

        Raises:
          Refused: that is not all named.
        """
        given = self._named(self._call, _PARAMETERS[self._symbol])
        if self._symbol in (_SLIM, _SLIM_AGAIN):
            if "summary_op" not in given:
                given["summary_op"] = _ALL
            return {name: value for name, value in given.items() if name in _TOLD or not is_none(value)}
        hooks = self._written(given.pop("hooks", ast.List([], ast.Load())))
        given["num_evals"] = ast.Constant(None)
        for hook in hooks.elts if isinstance(hooks, ast.List) else [hooks]:
            given |= self._hook(self._written(hook))
        kept = {_NAMES.get(name, name): value for name, value in given.items()}
        return {name: one for name, one in kept.items() if name in _TOLD or not is_none(one)}

    def _written(self, node: ast.expr) -> ast.expr:
        """What an expression is, or what its name was given, if that is the same where it runs."""
        here = self._point.reaching
        sources = here.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset[Point]()
        source = next(iter(sources), None)
        if source is None or len(sources) != 1 or not isinstance(source.node, ast.Assign):
            return node
        value = source.node.value
        is_kept = all(source.uses.get(one.id) == here.get(one.id) for one in names_of(value))
        return value if is_kept and isinstance(source.node.targets[0], ast.Name) else node

    def _hook(self, hook: ast.expr) -> dict[str, ast.expr]:
        """What a hook is made with."""
        parameters = (
            _HOOKS.get(self._bindings.tensorflow(hook.func) or "") if isinstance(hook, ast.Call) else None
        )
        if parameters is None or not isinstance(hook, ast.Call):
            self._refuse(hook, "an evaluation with hooks other than its own, in a list")
        made = self._named(hook, tuple(parameters))
        found = {parameters[name]: value for name, value in made.items() if parameters.get(name)}
        if len(found) < len(made):
            self._refuse(hook, "a hook of an evaluation that is not told a number or a folder alone")
        return found if "num_evals" in parameters else {"summary_op": _ALL, **found}

    def _named(self, call: ast.Call, parameters: Sequence[str]) -> dict[str, ast.expr]:
        keywords = as_keywords(call, parameters)
        if keywords is None or any(one.arg is None for one in keywords):
            self._refuse(call, "an evaluation with arguments that are not named")
        return {str(one.arg): one.value for one in keywords}

    def _check(self, name: str, value: ast.expr) -> None:
        """An argument is followed.

        Raises:
          Refused: it asks for what steps have not.
        """
        in_graph = (
            source.kind is not Kind.HOST
            for one in names_of(value)
            for source in self._point.reaching.get(one.id, ())
        )
        if name in _OPTIONS and any(in_graph):
            self._refuse(value, f"an evaluation whose {name} is a part of the graph")
        is_as_ever = name == "initial_op" and initialises_all(self._driver, self._point, value)
        if name not in _READ and not is_as_ever:
            self._refuse(value, f"an evaluation with {name}")

    def _summaries(self, given: Mapping[str, ast.expr]) -> Fetch | None:
        """What gives the summaries, if any are written."""
        written = given.get("summary_op")
        if written is None:
            return None
        is_all = written is _ALL or isinstance(written, ast.Constant) and written.value == 0
        return given_summaries(self._driver, self._point, None if is_all else written)

    def _summarising(self, summaries: Fetch, looped: Looped) -> RunSite:
        """The run of the summaries, which computes nothing else."""
        found, instead = "summaries, which are written when an evaluation has ended", "summary_op=None"
        aside = Refused("SES230", self._driver.path, self._call, found, instead, effect=True)
        node = summaries.node
        return RunSite(
            self._point, self._call, node, node, (summaries,), False, (), obstacle=aside, looped=looped
        )

    def _refuse(self, node: ast.AST, found: str) -> NoReturn:
        raise Refused("SES230", self._driver.path_of(node), node, found, _INSTEAD)
