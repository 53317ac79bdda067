"""`tf.train.MonitoredTrainingSession` with its hooks, and `compat.train.MonitoredSteps`."""

from __future__ import annotations

import os
from typing import Any

from .expressions import show
from .graphs import here
from .namespaces import TABLES
from .nodes import Tensor, leaves, mapped
from .running import Run
from .savers import Saver, latest_checkpoint
from .sessions import Session
from .unsure import Modelled, meant, op_error, unsure
from .variables import GLOBAL, LOCAL, Variable, global_step, initializing
from .world import now

DEFAULT = object()


class SessionRunHook:
    """`tf.train.SessionRunHook`."""

    def begin(self) -> None:
        """Before the session is made."""

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Once it is."""

    def before_run(self, run_context: Any) -> Any:
        """May ask for more values."""
        return None

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Has their values."""

    def end(self, session: Any) -> None:
        """At the end, if there was no error."""


class SessionRunArgs:
    """`tf.train.SessionRunArgs`."""

    def __init__(self, fetches: Any, feed_dict: Any = None, options: Any = None) -> None:
        self.fetches, self.feed_dict, self.options = fetches, feed_dict, options


class RunValues:
    """`tf.train.SessionRunValues`."""

    def __init__(self, results: Any) -> None:
        self.results, self.options, self.run_metadata = results, None, None


class RunContext(Modelled):
    """`tf.train.SessionRunContext`."""

    def __init__(self, session: Any, original_args: Any) -> None:
        self.session, self.original_args, self.stop_requested = session, original_args, False

    def request_stop(self) -> None:
        self.stop_requested = True


class StopAtStepHook(SessionRunHook):
    """`tf.train.StopAtStepHook`."""

    def __init__(self, num_steps: Any = None, last_step: Any = None) -> None:
        if (num_steps is None) == (last_step is None):
            raise meant(ValueError("Exactly one of num_steps or last_step must be specified."))
        self._num, self._last_step = num_steps, last_step
        self._last = last_step

    def after_create_session(self, session: Any, coord: Any) -> None:
        if self._last is None:
            self._last = session.step_now() + self._num

    def after_run(self, run_context: Any, run_values: Any) -> None:
        if run_context.session.step_now() >= self._last:
            run_context.request_stop()


class _Quiet(SessionRunHook):
    """A hook that only tells, to a log or a folder, what is not compared."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.given = args, kwargs


class CheckpointSaverHook(SessionRunHook):
    """`tf.train.CheckpointSaverHook`, by steps."""

    def __init__(
        self,
        checkpoint_dir: Any,
        save_secs: Any = None,
        save_steps: Any = None,
        saver: Any = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Any = None,
        listeners: Any = None,
    ) -> None:
        if listeners:
            unsure("listeners of a saving hook")
        self._dir, self._steps, self._saver, self._base = (
            checkpoint_dir,
            save_steps,
            saver,
            checkpoint_basename,
        )
        self._last: int | None = None

    def after_create_session(self, session: Any, coord: Any) -> None:
        self._save(session)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        step = run_context.session.step_now()
        if self._steps is not None and (self._last is None or step >= self._last + self._steps):
            self._save(run_context.session)

    def end(self, session: Any) -> None:
        if session.step_now() != self._last:
            self._save(session)

    def _save(self, session: Any) -> None:
        os.makedirs(self._dir, exist_ok=True)
        self._last = session.step_now()
        session.saver(self._saver).save(session.target(), os.path.join(self._dir, self._base), self._last)


class _Monitored(Modelled):
    """What both have: hooks around each run, and the way it begins and ends."""

    def __init__(self, hooks: Any, checkpoint_dir: Any, save_steps: Any, save_secs: Any) -> None:
        self._hooks = list(hooks)
        if checkpoint_dir and (save_secs is DEFAULT or save_secs or save_steps not in (DEFAULT, None)):
            self._hooks.append(
                CheckpointSaverHook(checkpoint_dir, save_steps=None if save_steps is DEFAULT else save_steps)
            )
        self._stop = False
        self._closed = False
        for hook in self._hooks:
            hook.begin()

    def _created(self) -> None:
        for hook in self._hooks:
            hook.after_create_session(self, None)

    def should_stop(self) -> bool:
        return self._stop or self._closed

    def run(self, *args: Any, **kwargs: Any) -> Any:
        if self._stop or self._closed:
            raise meant(RuntimeError("Run called even after should_stop requested."))
        context = RunContext(self, None)
        asked = {}
        for hook in self._hooks:
            wanted = hook.before_run(context)
            if wanted is not None:
                if wanted.feed_dict:
                    unsure("a hook that feeds")
                asked[hook] = wanted.fetches
        result, values = self._run(asked, args, kwargs)
        for hook in self._hooks:
            hook.after_run(context, RunValues(values.get(hook)))
        self._stop = self._stop or context.stop_requested
        return result

    def _run(self, asked: dict[Any, Any], args: Any, kwargs: Any) -> Any:
        raise NotImplementedError

    def step_now(self) -> int:
        """The global step, as it is."""
        raise NotImplementedError

    def run_step_fn(self, step_fn: Any) -> Any:
        unsure("run_step_fn")

    def close(self) -> None:
        if not self._closed:
            for hook in self._hooks:
                hook.end(self)
        self._closed = True

    def __enter__(self) -> _Monitored:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        ends = kind is not None and issubclass(kind, (op_error("OutOfRangeError"), StopIteration))
        if (kind is None or ends) and not self._closed:
            for hook in self._hooks:
                hook.end(self)
        self._closed = True
        self._left()
        return ends

    def _left(self) -> None:
        """Whatever else it opened is closed."""


class MonitoredTrainingSession(_Monitored):
    """`tf.train.MonitoredTrainingSession`, in one process."""

    wrapped = True

    def __init__(
        self,
        master: str = "",
        is_chief: bool = True,
        checkpoint_dir: Any = None,
        scaffold: Any = None,
        hooks: Any = None,
        chief_only_hooks: Any = None,
        save_checkpoint_secs: Any = DEFAULT,
        save_summaries_steps: Any = DEFAULT,
        save_summaries_secs: Any = DEFAULT,
        config: Any = None,
        stop_grace_period_secs: Any = 120,
        log_step_count_steps: Any = 100,
        max_wait_secs: Any = 7200,
        save_checkpoint_steps: Any = DEFAULT,
        summary_dir: Any = None,
    ) -> None:
        if scaffold is not None:
            unsure("a Scaffold")
        self.graph = here()
        every = [*(hooks or ()), *(chief_only_hooks or () if is_chief else ())]
        super().__init__(every, checkpoint_dir, save_checkpoint_steps, save_checkpoint_secs)
        if checkpoint_dir:
            self._step = global_step(False)
        variables = self.graph.get_collection(GLOBAL)
        found = self.graph.get_collection("savers")
        self._saver = found[0] if found else Saver() if variables else None
        init = [initializing(variables), initializing(self.graph.get_collection(LOCAL))]
        self.graph.finalize()
        self._session = Session(master, self.graph, config)
        latest = latest_checkpoint(checkpoint_dir) if checkpoint_dir else None
        self._enter = self._session.as_default()
        self._enter.__enter__()
        for one in init:
            self._session.run(one)
        if latest:
            self._saver.restore(self._session, latest)
        self._created()

    @property
    def state(self) -> Any:
        return self._session.state

    def target(self) -> Any:
        return self._session

    def saver(self, given: Any) -> Any:
        return given or self._saver

    def step_now(self) -> int:
        step = _step_variable(
            self.graph.get_collection("global_step")
            + [one for one in self.graph.get_collection(GLOBAL) if one.full == "global_step"]
        )
        return int(show(Run(None, self._session.state).read(step, late=True), now().salt))

    def _run(self, asked: dict[Any, Any], args: Any, kwargs: Any) -> Any:
        fetches = args[0] if args else kwargs.pop("fetches")
        noted = len(now().fetched)
        result, *rest = self._session.run([fetches, *asked.values()], *args[1:], **kwargs)
        if asked and len(now().fetched) > noted:
            count = sum(1 for leaf in leaves(result) if leaf is not None)
            now().fetched[-1] = now().fetched[-1][:count]
        return result, dict(zip(asked, rest, strict=False))

    def _left(self) -> None:
        self._enter.__exit__(None, None, None)
        self._session.close()


def _step_variable(found: list[Any]) -> Variable:
    if not found:
        raise meant(RuntimeError("Global step should be created"))
    return found[0]


class MonitoredSteps(_Monitored):
    """`compat.train.MonitoredSteps`."""

    def __init__(
        self,
        variables: Any,
        *,
        values: Any = (),
        hooks: Any = None,
        is_chief: bool = True,
        chief_only_hooks: Any = None,
        checkpoint_dir: Any = None,
        summary_dir: Any = None,
        save_checkpoint_secs: Any = DEFAULT,
        save_checkpoint_steps: Any = DEFAULT,
        save_summaries_secs: Any = DEFAULT,
        save_summaries_steps: Any = DEFAULT,
        log_step_count_steps: Any = 100,
        stop_grace_period_secs: Any = 120,
        max_wait_secs: Any = 7200,
    ) -> None:
        self._variables, self._values = variables, tuple(values)
        every = [*(hooks or ()), *(chief_only_hooks or () if is_chief else ())]
        super().__init__(every, checkpoint_dir, save_checkpoint_steps, save_checkpoint_secs)
        self._saver: Any = None
        latest = latest_checkpoint(checkpoint_dir) if checkpoint_dir else None
        if latest:
            self.saver(None).restore(None, latest)
        self._created()

    def saver(self, given: Any) -> Any:
        self._saver = given or self._saver or Saver(self._variables.global_variables)
        return self._saver

    def target(self) -> Any:
        return None

    def step_now(self) -> int:
        found = self._variables.variables.get("global_step")
        return int(_step_variable([found] if found is not None else []).numpy())

    def _run(self, asked: dict[Any, Any], args: Any, kwargs: Any) -> Any:
        step, *given = args
        names = {_name(leaf) for wanted in asked.values() for leaf in leaves(wanted)}
        beside = getattr(type(step), "beside", None)
        noted = len(now().fetched)
        before = {
            name: self._variables.variables[name].numpy()
            for name in names
            if name in self._variables.variables
        }
        if beside is not None:
            result, told = step.beside(names)(*given, **kwargs)
        else:
            result = step(*given, **kwargs)
            told = {}
            if self._values:
                result, told = result
                told = {name: one.numpy() for name, one in told.items()}
        if len(now().fetched) > noted and (self._values or beside is not None):
            count = sum(1 for leaf in leaves(result) if leaf is not None)
            now().fetched[-1] = now().fetched[-1][:count]
        known = {**before, **told}

        def value(leaf: Any) -> Any:
            name = _name(leaf)
            return known[name] if name in known else unsure("what a hook asks for")

        return result, {hook: mapped(wanted, value) for hook, wanted in asked.items()}


def _name(leaf: Any) -> str:
    if isinstance(leaf, Variable):
        return leaf.full
    return leaf.partition(":")[0] if isinstance(leaf, str) else leaf.op.name


class LoggingTensorHook(_Quiet):
    """`tf.train.LoggingTensorHook`."""


for _table in ("tf1", "tf2"):
    TABLES[_table].update(
        {
            "train.SessionRunHook": SessionRunHook,
            "train.SessionRunArgs": SessionRunArgs,
            "train.StopAtStepHook": StopAtStepHook,
            "train.CheckpointSaverHook": CheckpointSaverHook,
            **{
                f"train.{word}": _Quiet
                for word in (
                    "NanTensorHook",
                    "StepCounterHook",
                    "SummarySaverHook",
                    "ProfilerHook",
                    "LoggingTensorHook",
                )
            },
        }
    )
TABLES["tf1"]["train.MonitoredTrainingSession"] = MonitoredTrainingSession
TABLES["compat"].update(
    {
        "train.MonitoredSteps": MonitoredSteps,
        "train.get_or_create_global_step": lambda graph=None: global_step(True),
        "train.get_global_step": lambda graph=None: global_step(False),
        "train.MonitoredTrainingSession": MonitoredTrainingSession,
    }
)
del Tensor
