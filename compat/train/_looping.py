"""contrib's loops of training, for steps in the place of a graph: that of slim, and one with hooks."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from .._errors import ProgramError
from .._names import op_name
from .._types import Saver, Session
from .._variables import VariableStore
from ._stepping import SUMMARY, MonitoredSteps, as_value
from ._supervised import SupervisedSteps

_log = logging.getLogger(__name__)


def supervise(
    step: Callable[[], Any],
    variables: VariableStore,
    *,
    logdir: str | None,
    number_of_steps: int | None = None,
    summarises: bool = False,
    log_every_n_steps: int = 1,
    save_summaries_secs: float = 600,
    save_interval_secs: float = 600,
    is_chief: bool = True,
    global_step: tf.Variable | None = None,
    saver: Saver = None,
    init_fn: Callable[[Session], object] | None = None,
    choose_init_fn: Callable[[], Callable[[Session], object] | None] | None = None,
) -> Any:
    """`tf.contrib.slim.learning.train`: call a step until enough are done, or its input ends.

    The variables begin with their initial values, or those of the last checkpoint in `logdir`; they are saved
    there every `save_interval_secs`, and at the end, as TF 1 saved them. Summaries are computed beside a
    step, of its own batch: those in TF 1 were a run for themselves, which took a batch away.

    Args:
      step: one that updates the variables and returns the loss, a scalar; where it `summarises`, one of
        `VariableStore.pruned` with a dictionary behind that, in which `"summary"` is the merged summaries.
      variables: those of the step.
      logdir: where checkpoints and summaries go; `None` for nowhere.
      number_of_steps: how many steps there are to be, those before the last checkpoint too; at least one is
        done. `None` for no end but that of the input.
      log_every_n_steps: how often a line is logged; 0 for never.
      save_summaries_secs, save_interval_secs: how often summaries and checkpoints are written, in seconds.
      is_chief: must be true: there is nobody else.
      global_step: the variable that counts the steps; by default the one of that name.
      saver: saves the variables, in the place of one that saves all.
      init_fn: called once all variables have their initial values, unless a checkpoint was read: what
        `tf.contrib.slim.assign_from_checkpoint_fn` gives. It is called with something in a session's place.
      choose_init_fn: called where TensorFlow's own functions list the variables, and gives an `init_fn`.

    Returns:
      What the last step returned, as NumPy's value; `None` where the input has ended before the first.

    Raises:
      ProgramError: this is not to be the chief, or there is an end and nothing counts the steps.
      ValueError: `number_of_steps` is not positive.
    """
    if number_of_steps is not None and number_of_steps <= 0:
        raise ValueError("`number_of_steps` must be either None or a positive number.")
    if not is_chief:
        raise ProgramError("no chief gives the variables values: train with is_chief=True")
    count = _Count(variables, global_step)
    if number_of_steps is not None and not count.is_known:
        raise ProgramError(f"no variable counts the steps, of which {number_of_steps} are to be done")
    if choose_init_fn is not None:
        with variables.listed():
            init_fn = choose_init_fn()
    supervisor = SupervisedSteps(
        variables,
        logdir=logdir,
        init_fn=init_fn,
        global_step=global_step,
        save_summaries_secs=save_summaries_secs,
        save_model_secs=save_interval_secs,
        saver=SupervisedSteps.USE_DEFAULT if saver is None else saver,
    )
    summaries = _Summaries(supervisor, count, save_summaries_secs if summarises and logdir is not None else 0)
    loss = None
    with supervisor.managed_session(start_standard_services=False) as session:
        services = supervisor.start_standard_services(session) if logdir is not None else None
        try:
            while not supervisor.should_stop():
                begun = time.monotonic()
                loss = summaries.beside(step) if summarises else as_value(step())
                done = count.now()
                if log_every_n_steps > 0 and done % log_every_n_steps == 0:
                    seconds = time.monotonic() - begun
                    _log.info("global step %d: loss = %.4f (%.3f sec/step)", done, loss, seconds)
                if number_of_steps is not None and done >= number_of_steps:
                    _log.info("Stopping Training.")
                    supervisor.request_stop()
        except tf.errors.OutOfRangeError as error:
            _log.info("Caught OutOfRangeError. Stopping Training. %s", error)
        if logdir is not None:
            supervisor.request_stop()
            supervisor.coord.join(services)  # what they save is not the last
            _log.info("Finished training! Saving model to disk.")
            supervisor.saver.save(session, supervisor.save_path, global_step=supervisor.global_step)
            supervisor.stop()
    return loss


def monitor(
    step: Callable[[], Any],
    variables: VariableStore,
    *,
    checkpoint_dir: str | None,
    is_chief: bool = True,
    save_checkpoint_secs: float | None = 600,
    save_summaries_steps: int | None = 100,
    **options: Any,
) -> Any:
    """`tf.contrib.training.train`: call a step until a hook asks to stop, or its input ends.

    Args:
      step: one that updates the variables; what hooks may ask for it returns behind its results, as
        `MonitoredSteps` have it.
      variables: those of the step.
      checkpoint_dir: where checkpoints and summaries go; `None` for nowhere.
      is_chief: whether this process writes checkpoints and summaries.
      save_checkpoint_secs: how often checkpoints are written, in seconds; `None` for never.
      save_summaries_steps: how often summaries are written, in steps; `None` for never.
      options: the others of `MonitoredSteps`.

    Returns:
      What the last step returned, as NumPy's values; `None` where there was none.

    Raises:
      ValueError: something is to be saved, and there is no folder for it.
    """
    if checkpoint_dir is None and is_chief:
        for name, value in (
            ("save_summaries_steps", save_summaries_steps),
            ("save_checkpoint_secs", save_checkpoint_secs),
        ):
            if value:
                raise ValueError(f"logdir cannot be None when {name} is not None")
    result = None
    with MonitoredSteps(
        variables,
        checkpoint_dir=checkpoint_dir,
        is_chief=is_chief,
        save_checkpoint_secs=save_checkpoint_secs,
        save_summaries_steps=save_summaries_steps,
        **options,
    ) as session:
        while not session.should_stop():
            result = session.run(step)
    return tf.nest.map_structure(as_value, result)


class _Count:
    """How many steps are done, as a variable tells."""

    def __init__(self, variables: VariableStore, given: Any) -> None:
        name = variables.step_name if given is None else op_name(given)
        self._variables = variables
        self._variable = variables.variables.get(name)

    @property
    def is_known(self) -> bool:
        return self._variable is not None

    def now(self) -> int:
        if self._variable is None:
            return 0
        return int(self._variables.reading(self._variable.numpy))


class _Summaries:
    """Writes those that are computed beside steps, one every so many seconds."""

    def __init__(self, supervisor: SupervisedSteps, count: _Count, every_secs: float) -> None:
        self._supervisor = supervisor
        self._count = count
        self._every_secs = every_secs
        self._next = time.monotonic()

    def beside(self, step: Any) -> Any:
        """What the step returns, its summaries written if it is time."""
        is_due = bool(self._every_secs) and time.monotonic() >= self._next
        loss, given = step.beside(frozenset({SUMMARY} if is_due else ()))()
        if is_due:
            self._next = time.monotonic() + self._every_secs
            if given[SUMMARY] is not None:
                done = self._count.now() if self._count.is_known else None
                self._supervisor.summary_computed(None, given[SUMMARY], done)
        return loss
