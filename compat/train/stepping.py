"""Monitored training by steps: TensorFlow's own hooks around functions, where they were around a session."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from .. import _tf
from ..errors import ProgramError
from ..variables import VariableStore
from .monitored import DEFAULT, services

_train = tf.compat.v1.train
_KEYS = tf.compat.v1.GraphKeys
_SUMMARY, _STEP = "summary", "global_step"


class MonitoredSteps(tf.compat.v1.train.MonitoredSession):
    """`tf.compat.v1.train.MonitoredTrainingSession` for steps in the place of a graph.

        hooks = [tf.compat.v1.train.NanTensorHook("loss")]
        with MonitoredSteps(variables, values=["loss"], hooks=hooks) as session:
            while not session.should_stop():
                session.run(train_step)

    Hooks are called as ever. In the place of a tensor they have the name of a value: each step is one of
    `VariableStore.pruned`, and returns its results, and behind them a dictionary of such values. Of these a
    run computes what hooks ask for, and nothing else. The variables have their initial values, or those of
    the last checkpoint in `checkpoint_dir`; checkpoints are TF 1's, and `graph.pbtxt` beside them holds the
    names alone. The end of an input ends the `with` block, without an error.

    Args:
      variables: those of the steps, which are defined before; one of them is called `global_step`.
      values: the names of what hooks may ask for; `"summary"` is that of the merged summaries, to be saved.
      hooks: TensorFlow's, and the program's own.
      checkpoint_dir, summary_dir, save_checkpoint_secs, save_checkpoint_steps, save_summaries_secs,
        save_summaries_steps, log_step_count_steps: as TensorFlow's session has them.
    """

    def __init__(
        self,
        variables: VariableStore,
        *,
        values: Sequence[str] = (),
        hooks: Iterable[Any] | None = None,
        checkpoint_dir: str | None = None,
        summary_dir: str | None = None,
        save_checkpoint_secs: Any = DEFAULT,
        save_checkpoint_steps: Any = DEFAULT,
        save_summaries_secs: Any = DEFAULT,
        save_summaries_steps: Any = DEFAULT,
        log_step_count_steps: int | None = 100,
    ) -> None:
        with tf.Graph().as_default() as names:
            tokens = {name: tf.compat.v1.placeholder(tf.string, name=name) for name in values}
            if _STEP in variables.variables:  # else hooks that count say that they need it
                tf.compat.v1.placeholder(tf.int64, [], name=_STEP)
            saver = _Saver(variables)
            names.add_to_collection(_KEYS.SAVERS, saver)  # where hooks of the program's own look for one
            scaffold = _train.Scaffold(saver=saver, summary_op=tokens.get(_SUMMARY))
            every = [
                *services(
                    scaffold,
                    checkpoint_dir,
                    summary_dir or checkpoint_dir,
                    save_checkpoint_secs=save_checkpoint_secs,
                    save_checkpoint_steps=save_checkpoint_steps,
                    save_summaries_secs=save_summaries_secs,
                    save_summaries_steps=save_summaries_steps,
                    log_step_count_steps=log_step_count_steps,
                ),
                *(hooks or ()),
            ]
            super().__init__(_Creator(_Steps(names, variables), saver, checkpoint_dir), every)

    def run(self, step: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a step, and the hooks before and after it; returns the step's results.

        Raises:
          RuntimeError: a hook has asked to stop before.
        """
        return super().run(_Call(step, args, kwargs))


@dataclass(frozen=True, eq=False)
class _Call:
    """What stands in the place of the fetches of a run."""

    step: Any
    args: Sequence[Any]
    kwargs: Mapping[str, Any]


class _Steps:
    """What hooks have for a session: it runs steps, and gives the values that they ask for by name."""

    def __init__(self, graph: tf.Graph, variables: VariableStore) -> None:
        self.graph = graph
        self.variables = variables

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """The results of the step under `"caller"`, and what hooks ask for beside it.

        Raises:
          ProgramError: a hook feeds something: a step has arguments instead.
        """
        if feed_dict:
            raise ProgramError("a hook cannot feed a step: hand the value to the step where it is run")
        with _tf.eagerly():
            values: dict[str, Any] = {_STEP: self._global_step()}  # before the step changes it
            if not (isinstance(fetches, dict) and isinstance(fetches.get("caller"), _Call)):
                return _found(fetches, values)
            call: _Call = fetches["caller"]
            asked = {hook: wanted for hook, wanted in fetches.items() if hook != "caller"}
            names = frozenset(_name(leaf) for wanted in asked.values() for leaf in tf.nest.flatten(wanted))
            result, given = call.step.beside(names)(*call.args, **call.kwargs)
            values.update(given)
            return {"caller": result, **{hook: _found(wanted, values) for hook, wanted in asked.items()}}

    def _global_step(self) -> Any:
        variable = self.variables.variables.get(_STEP)
        return variable.numpy() if variable is not None else None

    def close(self) -> None:
        """Nothing: the variables stay."""


def _found(wanted: Any, values: Mapping[str, Any]) -> Any:
    """The values of what a hook asks for; a step that summarises nothing gives an empty summary."""
    values = {name: b"" if name == _SUMMARY and one is None else one for name, one in values.items()}
    return tf.nest.map_structure(lambda leaf: values[_name(leaf)], wanted)


def _name(leaf: Any) -> str:
    """The name of a value, or of the global step, of which hooks read a copy."""
    return leaf if isinstance(leaf, str) else str(leaf.op.name).partition("/")[0]


class _Creator(tf.compat.v1.train.SessionCreator):
    """Gives the variables their values; where it has to once more, after an error, anew."""

    def __init__(self, steps: _Steps, saver: _Saver, folder: str | None) -> None:
        self._steps = steps
        self._saver = saver
        self._folder = folder
        self._is_first = True

    def create_session(self) -> _Steps:
        state = tf.train.get_checkpoint_state(self._folder) if self._folder else None
        with _tf.eagerly():
            if not self._is_first:
                self._steps.variables.initialize()
                self._steps.variables.initialize(_KEYS.LOCAL_VARIABLES)
            self._is_first = False
            if state is not None and state.model_checkpoint_path:
                self._saver.restore(state)
        return self._steps


class _Saver:
    """`tf.compat.v1.train.Saver` of the store, for hooks: it writes no graph."""

    saver_def = _train.SaverDef()

    def __init__(self, variables: VariableStore) -> None:
        self._variables = variables

    @functools.cached_property
    def _saver(self) -> Any:
        return _train.Saver(self._variables.global_variables)

    def save(self, session: _Steps, path: str, global_step: Any = None, **options: Any) -> str:
        with _tf.eagerly():
            return str(self._saver.save(None, path, global_step=global_step))

    def restore(self, state: Any) -> None:
        """Read the last checkpoint, and know those before it, so that old ones go."""
        with _tf.eagerly():
            self._saver.restore(None, state.model_checkpoint_path)
            self._saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
