"""TensorFlow's monitored sessions over Programs: hooks, checkpoints and recovery are TensorFlow's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import tensorflow as tf

from .._errors import ProgramError
from .._program import Program
from .._types import Every, Hooks, SessionConfig
from ._managing import SessionManager
from ._steps import collect_global_step

_train = tf.compat.v1.train
DEFAULT = object()  # None turns a service off, so that it cannot stand for "not given"


class ChiefSessionCreator(tf.compat.v1.train.SessionCreator):
    """`tf.compat.v1.train.ChiefSessionCreator`: restores or initialises what it creates, a Program.

    Args:
      scaffold: what initialises and saves; by default what the graph's collections hold.
      master: the target of a server, or `""` for this process alone.
      config: of the session.
      checkpoint_dir: where the last checkpoint is looked for.
      checkpoint_filename_with_path: the checkpoint itself, instead.
    """

    def __init__(
        self,
        scaffold: tf.compat.v1.train.Scaffold | None = None,
        master: str = "",
        config: SessionConfig = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        self._scaffold = scaffold or _train.Scaffold()
        self._master = master
        self._config = config
        self._checkpoint_dir = checkpoint_dir
        self._checkpoint_path = checkpoint_filename_with_path

    def create_session(self) -> Program:
        """A Program of the default graph, which is finalised, ready for use.

        Raises:
          ClusterError: `master` is no server's, or a task that holds variables cannot be reached.
          RuntimeError: the scaffold's initialisers leave variables uninitialised.
          ValueError: both a folder of checkpoints and a checkpoint are given.
        """
        scaffold = self._scaffold.finalize()
        return _manager(scaffold).prepare_session(
            self._master,
            saver=scaffold.saver,
            checkpoint_dir=self._checkpoint_dir,
            checkpoint_filename_with_path=self._checkpoint_path,
            config=self._config,
            init_op=scaffold.init_op,
            init_feed_dict=scaffold.init_feed_dict,
            init_fn=scaffold.init_fn,
        )


class WorkerSessionCreator(tf.compat.v1.train.SessionCreator):
    """`tf.compat.v1.train.WorkerSessionCreator`: waits until the chief has initialised what it creates.

    Args:
      scaffold: what initialises and saves; by default what the graph's collections hold.
      master: the target of a server, or `""` for this process alone.
      config: of the session.
      max_wait_secs: how many seconds it waits.
    """

    def __init__(
        self,
        scaffold: tf.compat.v1.train.Scaffold | None = None,
        master: str = "",
        config: SessionConfig = None,
        max_wait_secs: float = 1800,
    ) -> None:
        self._scaffold = scaffold or _train.Scaffold()
        self._master = master
        self._config = config
        self._max_wait_secs = max_wait_secs

    def create_session(self) -> Program:
        """A Program of the default graph, which is finalised, once it is ready for use.

        Raises:
          ProgramError: `master` names no server, and the model is not ready.
          ClusterError: `master` is no server's, or a task that holds variables cannot be reached.
          tf.errors.DeadlineExceededError: it is not ready after `max_wait_secs`.
        """
        scaffold = self._scaffold.finalize()
        return _manager(scaffold).wait_for_session(self._master, self._config, self._max_wait_secs)


def _manager(scaffold: Any) -> SessionManager:
    return SessionManager(
        local_init_op=scaffold.local_init_op,
        ready_op=scaffold.ready_op,
        ready_for_local_init_op=scaffold.ready_for_local_init_op,
        local_init_feed_dict=scaffold.local_init_feed_dict,
    )


class MonitoredSession(tf.compat.v1.train.MonitoredSession):
    """`tf.compat.v1.train.MonitoredSession` over a Program.

    After `AbortedError` or `UnavailableError` it creates another Program and goes on, as TensorFlow's does.
    """

    def __init__(
        self,
        session_creator: tf.compat.v1.train.SessionCreator | None = None,
        hooks: Hooks = None,
        stop_grace_period_secs: float = 120,
    ) -> None:
        """Create the session.

        Args:
          session_creator: what does that; by default a `ChiefSessionCreator`.
          hooks: called around each run.
          stop_grace_period_secs: how many seconds threads have to end in.

        Raises:
          RuntimeError: the graph's initialisers leave variables uninitialised.
        """
        collect_global_step(tf.compat.v1.get_default_graph())
        super().__init__(session_creator or ChiefSessionCreator(), hooks, stop_grace_period_secs)


class SingularMonitoredSession(tf.compat.v1.train.SingularMonitoredSession):
    """`tf.compat.v1.train.SingularMonitoredSession` over a Program: it does not recover from errors."""

    def __init__(
        self,
        hooks: Hooks = None,
        scaffold: tf.compat.v1.train.Scaffold | None = None,
        master: str = "",
        config: SessionConfig = None,
        checkpoint_dir: str | None = None,
        stop_grace_period_secs: float = 120,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        """Take what TensorFlow's own takes.

        Args:
          hooks: called around each run.
          scaffold: what initialises and saves; by default what the graph's collections hold.
          master: the target of a server, or `""` for this process alone.
          config: of the session.
          checkpoint_dir: where the last checkpoint is looked for.
          checkpoint_filename_with_path: the checkpoint itself, instead.
          stop_grace_period_secs: how many seconds threads have to end in.

        Raises:
          ClusterError: `master` is no server's, or a task that holds variables cannot be reached.
        """
        creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path)
        collect_global_step(tf.compat.v1.get_default_graph())
        # TensorFlow's own __init__ names its creator itself: this is the one behind it.
        super(_train.SingularMonitoredSession, self).__init__(
            creator, hooks, should_recover=False, stop_grace_period_secs=stop_grace_period_secs
        )


def MonitoredTrainingSession(
    master: str = "",
    is_chief: bool = True,
    checkpoint_dir: str | None = None,
    scaffold: tf.compat.v1.train.Scaffold | None = None,
    hooks: Hooks = None,
    chief_only_hooks: Hooks = None,
    save_checkpoint_secs: Every = DEFAULT,
    save_summaries_steps: Every = DEFAULT,
    save_summaries_secs: Every = DEFAULT,
    config: SessionConfig = None,
    stop_grace_period_secs: float = 120,
    log_step_count_steps: int | None = 100,
    max_wait_secs: float = 7200,
    save_checkpoint_steps: Every = DEFAULT,
    summary_dir: str | None = None,
) -> MonitoredSession:
    """`tf.compat.v1.train.MonitoredTrainingSession` over a Program, with the same hooks in the same order.

    Summaries are saved every 100 steps and checkpoints every 600 seconds unless told otherwise, by the chief.
    Other workers wait until it has initialised or restored the variables that all share.

    Args:
      master: the target of a server, or `""` for this process alone.
      is_chief: whether this task initialises, restores and saves.
      checkpoint_dir: where checkpoints are.
      scaffold: what initialises and saves; by default what the graph's collections hold.
      hooks, chief_only_hooks: called around each run; the second by the chief alone.
      save_checkpoint_secs, save_checkpoint_steps: after how many seconds, or steps, a checkpoint is written;
        `None` for both: never.
      save_summaries_secs, save_summaries_steps: the same of summaries.
      config: of the session.
      stop_grace_period_secs: how many seconds threads have to end in.
      log_step_count_steps: after how many steps it is logged how many a second there are.
      max_wait_secs: how many seconds a worker waits for the chief.
      summary_dir: where summaries go; by default to `checkpoint_dir`.

    Raises:
      ProgramError: another process is to be the chief, and `master` names no server that both know.
      ClusterError: `master` is no server's, or a task that holds variables cannot be reached.
    """
    if not is_chief:
        if not master:
            raise ProgramError(
                "no server has this Program's variables for a chief: give master=server.target, or run it "
                "with is_chief=True"
            )
        worker = WorkerSessionCreator(scaffold, master, config, max_wait_secs)
        return MonitoredSession(worker, hooks, stop_grace_period_secs)
    scaffold = scaffold or _train.Scaffold()
    every = [
        *(chief_only_hooks or ()),
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
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir)
    return MonitoredSession(creator, every, stop_grace_period_secs)


def services(
    scaffold: Any,
    checkpoint_dir: str | None,
    summary_dir: str | None,
    *,
    save_checkpoint_secs: Any = DEFAULT,
    save_checkpoint_steps: Any = DEFAULT,
    save_summaries_secs: Any = DEFAULT,
    save_summaries_steps: Any = DEFAULT,
    log_step_count_steps: int | None = 100,
) -> Iterator[Any]:
    """The hooks of every `MonitoredTrainingSession`: they count steps, save summaries and checkpoints."""
    if save_summaries_steps is DEFAULT and save_summaries_secs is DEFAULT:
        save_summaries_steps = 100
    if save_checkpoint_steps is DEFAULT and save_checkpoint_secs is DEFAULT:
        save_checkpoint_secs = 600
    summaries = _when(save_steps=save_summaries_steps, save_secs=save_summaries_secs)
    checkpoints = _when(save_steps=save_checkpoint_steps, save_secs=save_checkpoint_secs)
    if summary_dir and log_step_count_steps and log_step_count_steps > 0:
        yield _train.StepCounterHook(output_dir=summary_dir, every_n_steps=log_step_count_steps)
    if summary_dir and _is_positive(summaries.values()):
        yield _train.SummarySaverHook(scaffold=scaffold, output_dir=summary_dir, **summaries)
    if checkpoint_dir and _is_positive(checkpoints.values()):
        yield _train.CheckpointSaverHook(checkpoint_dir, scaffold=scaffold, **checkpoints)


def _when(**intervals: Any) -> dict[str, Any]:
    return {name: None if value is DEFAULT else value for name, value in intervals.items()}


def _is_positive(intervals: Iterable[float | None]) -> bool:
    return any(interval and interval > 0 for interval in intervals)
