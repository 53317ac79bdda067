"""TensorFlow's Supervisor around steps, where it was around a session."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from .._names import op_name
from .._types import Saver, Session
from .._variables import VariableStore
from ._stepping import SUMMARY, Creator, RunningSteps, StoreSaver, name_variables
from ._supervising import Supervisor

_train = tf.compat.v1.train


class SupervisedSteps(Supervisor):
    """`tf.compat.v1.train.Supervisor` for steps in the place of a graph.

        supervisor = SupervisedSteps(variables, is_chief=is_chief, logdir="/shared/model")
        with supervisor.managed_session():
            while not supervisor.should_stop():
                train_step(*next_batch())

    Steps are called by themselves. The variables have values when `prepare_or_wait_for_session` or
    `managed_session` has them: the initial ones, or those of the last checkpoint in `logdir`, which the chief
    reads, while others wait for it. The chief saves them every `save_model_secs`, and writes how many steps
    are done in a second. Summaries are written every `save_summaries_secs`, by what is given to compute them,
    and else by the program, by `summary_computed`. The end of an input ends the `with` block of a
    `managed_session`, without an error.

    Args:
      variables: those of the steps, which are defined before.
      is_chief, logdir, save_summaries_secs, save_model_secs, recovery_wait_secs, stop_grace_secs,
        checkpoint_basename: as TensorFlow's Supervisor has them.
      global_step: the variable that counts the steps; by default the one that the store knows as such.
      summary_op: a step without arguments that gives merged summaries. The chief calls it every
        `save_summaries_secs`, in a thread of its own; an error in it stops the Supervisor, as in TF 1.
      saver: saves and restores, in the place of one for all variables; `None` if nothing does.
      init_fn: called where the chief reads no checkpoint, when variables have their initial values.
    """

    def __init__(
        self,
        variables: VariableStore,
        *,
        is_chief: bool = True,
        logdir: str | None = None,
        global_step: tf.Variable | None = None,
        summary_op: Callable[[], Any] | None = None,
        save_summaries_secs: float = 120,
        save_model_secs: float = 600,
        recovery_wait_secs: float = 30,
        stop_grace_secs: float = 120,
        checkpoint_basename: str = "model.ckpt",
        saver: Saver = _train.Supervisor.USE_DEFAULT,
        init_fn: Callable[[Session], object] | None = None,
    ) -> None:
        self._variables = variables
        name = variables.step_name if global_step is None else op_name(global_step)
        self._names = tf.Graph()
        with self._names.as_default() as names:
            summary = tf.compat.v1.placeholder(tf.string, name=SUMMARY) if summary_op is not None else None
            computed = {SUMMARY: summary_op} if summary_op is not None else {}
            name_variables(variables, computed)
            own = StoreSaver(variables, None if saver is _train.Supervisor.USE_DEFAULT else saver)
            super().__init__(
                graph=names,
                ready_op=None,
                ready_for_local_init_op=None,
                is_chief=is_chief,
                init_op=None,
                local_init_op=None,
                logdir=logdir,
                summary_op=summary,
                saver=own if saver is not None else None,
                global_step=names.get_tensor_by_name(f"{name}:0") if name in variables.variables else None,
                save_summaries_secs=save_summaries_secs,
                save_model_secs=save_model_secs,
                recovery_wait_secs=recovery_wait_secs,
                stop_grace_secs=stop_grace_secs,
                checkpoint_basename=checkpoint_basename,
                session_manager=_Manager(
                    RunningSteps(names, variables, False, computed),
                    own,
                    logdir if saver is not None else None,
                    init_fn,
                ),
            )

    def start_standard_services(self, sess: Session) -> list[threading.Thread] | None:
        """Start the threads that count steps and save the model, and return them.

        Raises:
          RuntimeError: the Supervisor is not the chief.
        """
        with self._names.as_default():  # by which the step is asked for
            return super().start_standard_services(sess)

    def start_queue_runners(
        self, sess: Session, queue_runners: Sequence[tf.compat.v1.train.QueueRunner] | None = None
    ) -> list[threading.Thread]:
        """Start the threads of the runners given, and return them; inputs of steps have none."""
        started = (one.create_threads(sess, coord=self.coord, start=True) for one in queue_runners or ())
        return [thread for threads in started for thread in threads]

    def summary_computed(self, sess: Session, summary: Any, global_step: Any = None) -> None:
        """Write a summary, of the step of now unless another one is given.

        Raises:
          RuntimeError: there is no `logdir`, or this is not the chief.
        """
        with self._names.as_default():
            super().summary_computed(sess, summary, global_step)

    def stop(
        self,
        threads: Sequence[threading.Thread] | None = None,
        close_summary_writer: bool = True,
        ignore_live_threads: bool = False,
    ) -> None:
        """Stop the services, and tell other tasks of a cluster that this one has come to the end."""
        super().stop(threads, close_summary_writer, ignore_live_threads)
        self._variables.finish(is_chief=self.is_chief)

    # Their names before TensorFlow 1.0.
    StartStandardServices = start_standard_services
    StartQueueRunners = start_queue_runners
    SummaryComputed = summary_computed
    Stop = stop


class _Manager:
    """Gives the variables their values, where TensorFlow's manager opened a session."""

    def __init__(
        self,
        steps: RunningSteps,
        saver: StoreSaver,
        folder: str | None,
        init_fn: Callable[[Any], Any] | None,
    ) -> None:
        self._steps = steps
        self._saver = saver
        self._folder = folder
        self._init_fn = init_fn

    def prepare_session(self, master: str, *, max_wait_secs: float, **_: Any) -> RunningSteps:
        """On the chief: restore the variables, or initialise them."""
        del master
        return self._ready(True, max_wait_secs)

    def wait_for_session(self, master: str, *, max_wait_secs: float, **_: Any) -> RunningSteps:
        """Wait until the chief has done so."""
        del master
        return self._ready(False, max_wait_secs)

    def _ready(self, is_chief: bool, max_wait_secs: float) -> RunningSteps:
        init_fn = self._init_fn if is_chief else None
        creator = Creator(self._steps, self._saver, self._folder, is_chief, max_wait_secs, init_fn)
        return creator.create_session()
