"""contrib's evaluation of one checkpoint, or of each that comes, for steps in the place of a graph."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import tensorflow as tf

from .. import _tf
from .._checkpoints import Saver
from .._errors import ProgramError
from .._names import op_name
from .._variables import VariableStore
from ._stepping import as_value

_log = logging.getLogger(__name__)
_FEW = 20  # so many runs are all logged, and of more of them ten


def evaluate(
    variables: VariableStore,
    checkpoint_path: str | None,
    *,
    eval_step: Callable[[], Any] | None = None,
    num_evals: int | None = 1,
    summary_step: Callable[[], Any] | None = None,
    logdir: str | None = None,
    final_step: Callable[[], Any] | None = None,
    variables_to_restore: Mapping[str, tf.Variable] | Iterable[tf.Variable] | None = None,
) -> Any:
    """`evaluate_once` of `tf.contrib.training` and of slim: read a checkpoint, and call steps.

    Args:
      variables: those of the steps.
      checkpoint_path: the checkpoint; `None` or `""` for initial values.
      eval_step: the step that is called `num_evals` times, or until its input ends; local variables, in which
        metrics count, have their initial values before.
      num_evals: how often, at least once; `None` for no end but that of the input.
      summary_step: gives the merged summaries, which are written to `logdir` behind that.
      logdir: where summaries go.
      final_step: called last of all.
      variables_to_restore: what is read, as a `Saver` takes it; by default all variables that are not local.

    Returns:
      What `final_step` returned, as NumPy's values; `None` without one.

    Raises:
      ProgramError: a variable is not read from the checkpoint, though others are.
      ValueError: there are summaries, and no `logdir`.
      tf.errors.NotFoundError: there is no such checkpoint, or it lacks a variable.
    """
    return _evaluated(
        variables,
        checkpoint_path,
        is_first=True,
        eval_step=eval_step,
        num_evals=num_evals,
        summary_step=summary_step,
        logdir=logdir,
        final_step=final_step,
        variables_to_restore=variables_to_restore,
    )


def evaluate_repeatedly(
    variables: VariableStore,
    checkpoint_dir: str,
    *,
    eval_interval_secs: float = 60,
    max_number_of_evaluations: int | None = None,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
    **options: Any,
) -> Any:
    """slim's `evaluation_loop`, contrib.training's `evaluate_repeatedly`: each checkpoint that comes.

    Input begins anew in each evaluation, as it did in each session. Of checkpoints that come while another
    one is evaluated the last is next.

    Args:
      variables: those of the steps.
      checkpoint_dir: where checkpoints are looked for, each second.
      eval_interval_secs: how many seconds lie between the beginnings of two evaluations, at least.
      max_number_of_evaluations: how many there are, at least one; `None` for no end but the `timeout`.
      timeout: how many seconds to wait for a checkpoint; `None` for no end.
      timeout_fn: called when these are over, tells whether no checkpoint comes any more; by default that
        is so.
      options: the others of `evaluate`.

    Returns:
      What `evaluate` returned the last time; `None` if no checkpoint has come.

    Raises:
      ProgramError, ValueError, tf.errors.NotFoundError: as `evaluate` does.
    """
    result = None
    found = tf.train.checkpoints_iterator(checkpoint_dir, eval_interval_secs, timeout, timeout_fn)
    for count, path in enumerate(found, start=1):
        if count > 1:
            variables.restart_input()
        result = _evaluated(variables, path, is_first=count == 1, **options)
        if max_number_of_evaluations is not None and count >= max_number_of_evaluations:
            break
    return result


def _evaluated(
    variables: VariableStore,
    checkpoint_path: str | None,
    *,
    is_first: bool,
    eval_step: Callable[[], Any] | None = None,
    num_evals: int | None = 1,
    summary_step: Callable[[], Any] | None = None,
    logdir: str | None = None,
    final_step: Callable[[], Any] | None = None,
    variables_to_restore: Mapping[str, tf.Variable] | Iterable[tf.Variable] | None = None,
) -> Any:
    """What `evaluate` gives, which the variables have been prepared for if it is not the first time."""
    if summary_step is not None and logdir is None:
        raise ValueError("One of log_dir or summary_writer should be used.")
    if summary_step is not None:  # which are of a step, that the checkpoint tells
        with variables.scope():
            step = tf.compat.v1.train.get_or_create_global_step()
    restore = _restoring(variables, checkpoint_path, variables_to_restore)
    if is_first:
        variables.prepare(restore=restore)
    elif restore is not None:
        restore()
    variables.initialize(tf.compat.v1.GraphKeys.LOCAL_VARIABLES)
    try:
        if eval_step is not None:
            _run(eval_step, num_evals)
    except tf.errors.OutOfRangeError:
        _log.info("the input has ended")
    if summary_step is not None:
        _write(str(logdir), as_value(summary_step()), int(variables.reading(step.numpy)))
    if final_step is None:
        return None
    return tf.nest.map_structure(as_value, final_step())


def _restoring(
    variables: VariableStore,
    path: str | None,
    given: Mapping[str, tf.Variable] | Iterable[tf.Variable] | None,
) -> Callable[[], None] | None:
    """What reads a checkpoint into all variables, if there is one.

    Raises:
      ProgramError: it would leave out some.
    """
    if not path:
        return None
    saved: Mapping[str, Any] = variables.global_variables
    if given is not None:
        is_named = isinstance(given, Mapping)
        named = dict(given if is_named else {op_name(variable): variable for variable in given})
        read = {op_name(one) for one in tf.nest.flatten(list(named.values()))}
        every = {op_name(one) for one in tf.nest.flatten(list(saved.values()))}
        if every - read:
            names = ", ".join(sorted(every - read))
            raise ProgramError(f"variables_to_restore leaves out {names}: they would have no values")
        saved = named

    def restore() -> None:
        with _tf.eagerly():
            Saver(saved).restore(None, path)

    return restore


def _run(step: Callable[[], Any], num_evals: int | None) -> None:
    """Call a step, at least once."""
    every = 1 if num_evals is None or num_evals < _FEW else num_evals // 10
    done = 0
    while num_evals is None or done < max(num_evals, 1):
        step()
        done += 1
        if num_evals is None:
            _log.info("Evaluation [%d]", done)
        elif done % every == 0 or done == num_evals:
            _log.info("Evaluation [%d/%d]", done, num_evals)


def _write(logdir: str, summary: bytes | None, step: int) -> None:
    """Write merged summaries, if there are any."""
    with tf.Graph().as_default():
        writer = tf.compat.v1.summary.FileWriterCache.get(logdir)
    if summary is not None:
        writer.add_summary(summary, step)
    writer.flush()
