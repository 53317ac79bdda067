"""TensorFlow's Supervisor over Programs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf

from .. import _tf
from .._types import Operation, Saver, Session
from ._managing import SessionManager
from ._services import Checkpoints, LooperThread, Steps, Summaries
from ._steps import collect_global_step

_train = tf.compat.v1.train


class Supervisor(tf.compat.v1.train.Supervisor):
    """`tf.compat.v1.train.Supervisor`, whose sessions are Programs.

    Its services, and what `loop` calls, run in threads of their own that build graphs as TensorFlow 1 did.
    """

    def __init__(
        self,
        graph: tf.Graph | None = None,
        ready_op: Operation = _train.Supervisor.USE_DEFAULT,
        ready_for_local_init_op: Operation = _train.Supervisor.USE_DEFAULT,
        is_chief: bool = True,
        init_op: Operation = _train.Supervisor.USE_DEFAULT,
        init_feed_dict: Mapping[Any, Any] | None = None,
        local_init_op: Operation = _train.Supervisor.USE_DEFAULT,
        logdir: str | None = None,
        summary_op: Operation = _train.Supervisor.USE_DEFAULT,
        saver: Saver = _train.Supervisor.USE_DEFAULT,
        global_step: tf.Variable | None = _train.Supervisor.USE_DEFAULT,
        save_summaries_secs: float = 120,
        save_model_secs: float = 600,
        recovery_wait_secs: float = 30,
        stop_grace_secs: float = 120,
        checkpoint_basename: str = "model.ckpt",
        session_manager: tf.compat.v1.train.SessionManager | None = None,
        summary_writer: tf.compat.v1.summary.FileWriter | None = _train.Supervisor.USE_DEFAULT,
        init_fn: Callable[[Session], object] | None = None,
        local_init_run_options: tf.compat.v1.RunOptions | None = None,
    ) -> None:
        """Take what TensorFlow's own takes; `USE_DEFAULT` is what the graph's collections hold, or is made.

        Args:
          graph: by default the default graph.
          ready_op, ready_for_local_init_op: give the names of what is not initialised, vectors of strings.
          is_chief: whether this task initialises, restores and saves.
          init_op, local_init_op: what initialises variables, and local ones.
          init_feed_dict: what the run of `init_op` is fed.
          logdir: where checkpoints and summaries go; `None`: nowhere.
          summary_op: gives what the service of summaries writes; `None`: there is none.
          saver: saves and restores; `None`: nothing does.
          global_step: the variable that counts steps.
          save_summaries_secs, save_model_secs: after how many seconds each is written; 0: never.
          recovery_wait_secs: after how many seconds a worker looks again for the chief.
          stop_grace_secs: how many seconds threads have to end in.
          checkpoint_basename: how the files of checkpoints begin.
          session_manager: makes the sessions; by default a `SessionManager`.
          summary_writer: writes summaries; `None`: nothing does.
          init_fn: called with the session behind `init_op`.
          local_init_run_options: of the run of `local_init_op`.

        Raises:
          RuntimeError: this thread builds no graph (`compat.build_graph`).
          ValueError: `ready_for_local_init_op` is given without `local_init_op`.
        """

        graph = graph if graph is not None else tf.compat.v1.get_default_graph()
        collect_global_step(graph)
        manager = session_manager or _LateManager()
        super().__init__(
            graph,
            ready_op,
            ready_for_local_init_op,
            is_chief,
            init_op,
            init_feed_dict,
            local_init_op,
            logdir,
            summary_op,
            saver,
            global_step,
            save_summaries_secs,
            save_model_secs,
            recovery_wait_secs,
            stop_grace_secs,
            checkpoint_basename,
            manager,
            summary_writer,
            init_fn,
            local_init_run_options,
        )
        if session_manager is None:
            if local_init_op is self.USE_DEFAULT:
                found = graph.get_collection(tf.compat.v1.GraphKeys.LOCAL_INIT_OP)
                local_init_op = found[0] if found else None
            manager.manager = SessionManager(
                local_init_op=local_init_op,
                ready_op=self.ready_op,
                ready_for_local_init_op=self.ready_for_local_init_op,
                graph=graph,
                recovery_wait_secs=recovery_wait_secs,
                local_init_run_options=local_init_run_options,
            )

    def start_standard_services(self, sess: Session) -> list[threading.Thread] | None:
        """Start the threads that save summaries, count steps and save the model, and return them.

        Raises:
          RuntimeError: the Supervisor is not the chief.
        """
        if not (self.is_chief and self.save_path):
            return super().start_standard_services(sess)  # type: ignore[no-any-return]  # which says why not
        started: list[Any] = []
        if self.summary_writer and self.global_step is not None:
            begun = tf.compat.v1.SessionLog(status=tf.compat.v1.SessionLog.START)
            self.summary_writer.add_session_log(begun, _train.global_step(sess, self.global_step))
        if self.save_summaries_secs and self.summary_writer:
            if self.summary_op is not None:
                started.append(Summaries(self, sess, self.save_summaries_secs))
            if self.global_step is not None:
                started.append(Steps(self, sess, self.save_summaries_secs))
        if self.saver and self.save_model_secs:
            started.append(Checkpoints(self, sess, self.save_model_secs))
        for thread in started:
            thread.start()
        return started

    def loop(
        self,
        timer_interval_secs: float | None,
        target: Callable[..., object],
        args: Sequence[object] | None = None,
        kwargs: Mapping[str, object] | None = None,
    ) -> threading.Thread:
        """Call `target(*args, **kwargs)` every so many seconds (None: at once again) until a stop.

        Returns the thread.
        """
        return LooperThread.loop(self.coord, timer_interval_secs, target, args, kwargs)

    def stop(
        self,
        threads: Sequence[threading.Thread] | None = None,
        close_summary_writer: bool = True,
        ignore_live_threads: bool = False,
    ) -> None:
        """Stop the services and wait for their threads, and for `threads`; nothing more is written then."""
        # It is open the first time, and not when a session ends behind that.
        is_open = not _tf.is_closed(self.summary_writer)
        super().stop(threads, close_summary_writer and is_open, ignore_live_threads)

    # The names that they had before TensorFlow 1.0.
    StartStandardServices = start_standard_services
    Loop = loop
    Stop = stop


class _LateManager:
    """The manager that a Supervisor is given before the operations that it needs are known."""

    manager: SessionManager

    def __getattr__(self, name: str) -> Any:
        return getattr(self.manager, name)
