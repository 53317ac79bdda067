"""Monitored training by steps: TensorFlow's own hooks around functions, where they were around a session."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from .. import _tf
from .._checkpoints import Saver
from .._errors import ProgramError
from .._names import GLOBAL_STEP, op_name
from .._tf import coordination as tf_coordination
from .._tracing import collecting
from .._types import Every, Hooks
from .._variables import VariableStore
from ._monitored import DEFAULT, services

_train = tf.compat.v1.train
_KEYS = tf.compat.v1.GraphKeys
SUMMARY = "summary"


class MonitoredSteps(tf.compat.v1.train.MonitoredSession):
    """`tf.compat.v1.train.MonitoredTrainingSession` for steps in the place of a graph.

        hooks = [tf.compat.v1.train.NanTensorHook("loss")]
        with MonitoredSteps(variables, values=["loss"], hooks=hooks) as session:
            while not session.should_stop():
                session.run(train_step)

    Hooks are called as in TF 1. In the place of a tensor they have the name of a value: each step is one of
    `VariableStore.pruned`, and returns its results, and behind them a dictionary of such values. Of these a
    run computes what hooks ask for, and nothing else. The variables have their initial values, or those of
    the last checkpoint in `checkpoint_dir`; checkpoints are TF 1's, and `graph.pbtxt` beside them holds the
    names alone. The end of an input ends the `with` block, without an error.

    Hooks may also ask for variables by name. A step of `VariableStore.function` computes all that it returns,
    whoever asks; only where `values` are named it returns them behind its results, too.

    In a cluster, whose variables all tasks share, each task has this around its own steps. The chief
    initialises or restores, and is alone to save; the others wait for it. A task that holds variables and
    was lost is waited for, and when it is back the chief restores the last checkpoint and all go on.

    Args:
      variables: those of the steps, which are defined before; one of them is called `global_step`.
      values: the names of what hooks may ask for; `"summary"` is that of the merged summaries, to be saved.
      hooks: TensorFlow's, and the program's own.
      is_chief, chief_only_hooks, stop_grace_period_secs, max_wait_secs: as TensorFlow's session has them.
      checkpoint_dir, summary_dir, save_checkpoint_secs, save_checkpoint_steps, save_summaries_secs,
        save_summaries_steps, log_step_count_steps: as TensorFlow's session has them.
    """

    def __init__(
        self,
        variables: VariableStore,
        *,
        values: Sequence[str] = (),
        hooks: Hooks = None,
        is_chief: bool = True,
        chief_only_hooks: Hooks = None,
        checkpoint_dir: str | None = None,
        summary_dir: str | None = None,
        save_checkpoint_secs: Every = DEFAULT,
        save_checkpoint_steps: Every = DEFAULT,
        save_summaries_secs: Every = DEFAULT,
        save_summaries_steps: Every = DEFAULT,
        log_step_count_steps: int | None = 100,
        stop_grace_period_secs: float = 120,
        max_wait_secs: float = 7200,
    ) -> None:
        with tf.Graph().as_default() as names:
            tokens = {name: tf.compat.v1.placeholder(tf.string, name=name) for name in values}
            name_variables(variables, tokens)
            saver = StoreSaver(variables)
            names.add_to_collection(_KEYS.SAVERS, saver)  # where hooks of the program's own look for one
            scaffold = _train.Scaffold(saver=saver, summary_op=tokens.get(SUMMARY))
            chiefs: Iterable[Any] = ()
            if is_chief:
                chiefs = services(
                    scaffold,
                    checkpoint_dir,
                    summary_dir or checkpoint_dir,
                    save_checkpoint_secs=save_checkpoint_secs,
                    save_checkpoint_steps=save_checkpoint_steps,
                    save_summaries_secs=save_summaries_secs,
                    save_summaries_steps=save_summaries_steps,
                    log_step_count_steps=log_step_count_steps,
                )
                chiefs = (*(chief_only_hooks or ()), *chiefs)
            steps = RunningSteps(names, variables, bool(values))
            creator = Creator(steps, saver, checkpoint_dir, is_chief, max_wait_secs)
            every = [*chiefs, *(hooks or ()), _Finish(variables, is_chief)]
            variables.ends_at(functools.partial(tf_coordination.last_step, every))
            super().__init__(creator, every, stop_grace_period_secs=stop_grace_period_secs)

    def run(self, step: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a step, and the hooks before and after it; returns the step's results.

        Raises:
          RuntimeError: a hook has asked to stop before.
        """
        return super().run(_Call(step, args, kwargs))

    def run_step_fn(self, step_fn: Callable[..., Any]) -> Any:
        """What `step_fn(step_context)` returns, which may run steps.

        `step_context.session.run(step, ...)` runs one without the hooks, and gives what a hook would get by a
        name; `step_context.run_with_hooks(step, ...)` runs one with them; `step_context.request_stop()` ends.

        Raises:
          ValueError: `step_fn` does not take one argument of that name.
        """
        if list(inspect.signature(step_fn).parameters) != ["step_context"]:
            return super().run_step_fn(step_fn)  # which says so
        return super().run_step_fn(lambda step_context: step_fn(_StepContext(step_context)))


class _StepContext(tf.compat.v1.train.MonitoredSession.StepContext):
    """What a step function has for a session and its hooks."""

    def __init__(self, context: Any) -> None:
        def run_with_hooks(step: Any, *args: Any, **kwargs: Any) -> Any:
            return context.run_with_hooks(_Call(step, args, kwargs))

        super().__init__(_WithoutHooks(context.session), run_with_hooks)


class _WithoutHooks:
    def __init__(self, steps: RunningSteps) -> None:
        self._steps = steps
        self.graph = steps.graph

    def run(self, fetches: Any, *args: Any, **kwargs: Any) -> Any:
        if callable(fetches):
            return self._steps.run({"caller": _Call(fetches, args, kwargs)})["caller"]
        return self._steps.run(fetches, *args, **kwargs)


def as_value(result: Any) -> Any:
    """NumPy's value of what a step returned."""
    return result.numpy() if tf.is_tensor(result) else result


def name_variables(variables: VariableStore, taken: Collection[str] = ()) -> None:
    """Have the default graph something of each variable's name, by which it is asked for."""
    for name, variable in variables.variables.items():
        if name not in taken:
            tf.compat.v1.placeholder(variable.dtype, variable.shape, name=name)


@dataclass(frozen=True, eq=False)
class _Call:
    """What stands in the place of the fetches of a run."""

    step: Any
    args: Sequence[Any]
    kwargs: Mapping[str, Any]


class RunningSteps:
    """What hooks have for a session: it runs steps, and gives the values that they ask for by name.

    Those that are `computed` a step without arguments gives, whenever they are asked for.
    """

    def __init__(
        self,
        graph: tf.Graph,
        variables: VariableStore,
        has_values: bool,
        computed: Mapping[str, Callable[[], Any]] | None = None,
    ) -> None:
        self.graph = graph
        self.variables = variables
        self._has_values = has_values
        self._computed = computed or {}

    def run(self, fetches: Any, *args: Any, **kwargs: Any) -> Any:
        """What `fetches` gives, by the arguments of `Session.run`, for TensorFlow and its hooks.

        Or what a step gives for its arguments: a hook of the program's own may run one, by itself, when there
        is a session and at the end.

        Raises:
          ProgramError: a hook feeds something: a step has arguments instead.
        """
        if callable(fetches):
            with _tf.eagerly():
                return fetches(*args, **kwargs)
        return self._run(fetches, *args, **kwargs)

    def _run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """The results of the step under `"caller"`, and what hooks ask for beside it."""
        if feed_dict:
            raise ProgramError("a hook cannot feed a step: hand the value to the step where it is run")
        with _tf.eagerly(), collecting(options, run_metadata):
            call = fetches.get("caller") if isinstance(fetches, dict) else None
            if not isinstance(call, _Call):
                return self._found(fetches, {})
            asked = {hook: wanted for hook, wanted in fetches.items() if hook != "caller"}
            names = {_name(leaf) for wanted in asked.values() for leaf in tf.nest.flatten(wanted)}
            result, given = self._call(call, frozenset(names))
            return {
                "caller": result,
                **{hook: self._found(wanted, given) for hook, wanted in asked.items()},
            }

    def _call(self, call: _Call, names: frozenset[str]) -> tuple[Any, Mapping[str, Any]]:
        """The results of a step, and the values that are told with them."""
        step = call.step
        count: dict[str, Any] = {}
        if getattr(step, "is_counted", False):
            result, told = step.counted(*call.args, **call.kwargs)
            if told is not None and GLOBAL_STEP in names:
                count = {GLOBAL_STEP: told.numpy()}
        else:
            if GLOBAL_STEP in names:  # before the step changes it
                known = self.variables.global_step()
                count = {GLOBAL_STEP: self._read(GLOBAL_STEP) if known is None else known}
            beside = getattr(step, "beside", None)
            if beside is not None:
                result, given = beside(names)(*call.args, **call.kwargs)
                return result, {**count, **given}
            result = step(*call.args, **call.kwargs)
        if not self._has_values:
            return result, count
        result, given = result
        return result, {**count, **{name: one.numpy() for name, one in given.items() if name in names}}

    def _found(self, wanted: Any, values: Mapping[str, Any]) -> Any:
        """The values of what a hook asks for; a step that summarises nothing gives an empty summary."""

        def find(leaf: Any) -> Any:
            name = _name(leaf)
            if name not in values:
                return self._read(name)
            return b"" if name == SUMMARY and values[name] is None else values[name]

        return find(wanted) if not tf.nest.is_nested(wanted) else tf.nest.map_structure(find, wanted)

    def _read(self, name: str) -> Any:
        if name in self._computed:
            value = self._computed[name]()
            return value.numpy() if tf.is_tensor(value) else value
        variable = self.variables.variables.get(name)
        if variable is None:
            raise ProgramError(
                f"a hook asks for {name!r}, which is no variable and no value that this step gives: return "
                "it behind the step's results, in a dictionary, and name it among MonitoredSteps' values"
            )
        return self.variables.reading(_tf.any_copy(variable).numpy)

    def __enter__(self) -> RunningSteps:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing: the variables stay."""


def _name(leaf: Any) -> str:
    """The name of a value, or of a variable, of which hooks may read a copy."""
    if isinstance(leaf, tf.Variable):
        return op_name(leaf)
    name = leaf.partition(":")[0] if isinstance(leaf, str) else str(leaf.op.name)
    return GLOBAL_STEP if name.startswith(f"{GLOBAL_STEP}/") else name


class _Finish(tf.compat.v1.train.SessionRunHook):
    """Tells others, behind all hooks, that this task has come to the end."""

    def __init__(self, variables: VariableStore, is_chief: bool) -> None:
        self._variables = variables
        self._is_chief = is_chief

    def end(self, session: Any) -> None:
        self._variables.finish(is_chief=self._is_chief)


class Creator(tf.compat.v1.train.SessionCreator):
    """Gives the variables their values; where it has to once more, after an error, anew."""

    def __init__(
        self,
        steps: RunningSteps,
        saver: StoreSaver,
        folder: str | None,
        is_chief: bool,
        max_wait_secs: float,
        init_fn: Callable[[Any], Any] | None = None,
    ) -> None:
        self._steps = steps
        self._saver = saver
        self._folder = folder
        self._is_chief = is_chief
        self._max_wait_secs = max_wait_secs
        self._init_fn = init_fn
        self._is_first = True

    def create_session(self) -> RunningSteps:
        """What runs the steps, whose variables have values."""
        state = tf.train.get_checkpoint_state(self._folder) if self._folder and self._is_chief else None
        last = str(state.model_checkpoint_path) if state is not None else ""
        has_checkpoint, restore = bool(last), functools.partial(self._saver.restore, self._steps, last)
        with _tf.eagerly():
            self._steps.variables.prepare(
                is_chief=self._is_chief,
                restore=restore if has_checkpoint else None,
                max_wait_secs=self._max_wait_secs,
                again=not self._is_first,
            )
            if has_checkpoint:
                self._saver.know(state)
            elif self._init_fn is not None:
                self._init_fn(self._steps)
        self._is_first = False
        return self._steps


class StoreSaver:
    """`tf.compat.v1.train.Saver` of the store, or another one, for hooks: it writes no graph."""

    saver_def = _train.SaverDef()

    def __init__(self, variables: VariableStore, saver: Any = None) -> None:
        self._variables = variables
        self._given = saver

    @functools.cached_property
    def _saver(self) -> Any:
        return self._given or Saver(self._variables.global_variables)

    def save(self, session: RunningSteps, path: str, global_step: Any = None, **options: Any) -> str:
        """Write a checkpoint; its path."""
        if tf.is_tensor(global_step):  # which stands for the variable of its name
            global_step = int(session.run(global_step))
        with _tf.eagerly():
            save = functools.partial(self._saver.save, None, path, global_step=global_step)
            return str(self._variables.reading(save))

    def restore(self, session: RunningSteps, save_path: str) -> None:
        """Read a checkpoint."""
        del session
        with _tf.eagerly():
            self._saver.restore(None, save_path)

    def know(self, state: Any) -> None:
        """Know the checkpoints that there are, so that old ones go."""
        self._saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
