"""Makes a Program ready for use: restored or initialised, its local variables and tables too."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import tensorflow as tf

from .._errors import ProgramError
from .._program import Program
from .._program.program import lead
from .._types import Operation, Saver, Session, SessionConfig
from .._waits import Wait

_log = logging.getLogger(__name__)
_LOOK_SECS = 1.0  # how often a worker looks whether the chief is done: no reason to wait longer behind it


class SessionManager:
    """`tf.compat.v1.train.SessionManager`, whose sessions are Programs."""

    def __init__(
        self,
        local_init_op: Operation = None,
        ready_op: Operation = None,
        ready_for_local_init_op: Operation = None,
        graph: tf.Graph | None = None,
        recovery_wait_secs: float = 30,
        local_init_run_options: tf.compat.v1.RunOptions | None = None,
        local_init_feed_dict: Mapping[Any, Any] | None = None,
    ) -> None:
        """Take what TensorFlow's own takes.

        Args:
          local_init_op: what initialises local variables and tables.
          ready_op: gives the names of variables that are not initialised, a vector of strings.
          ready_for_local_init_op: the same of what must be there before `local_init_op`.
          graph: by default the default graph.
          recovery_wait_secs: after how many seconds a worker looks again for the chief.
          local_init_run_options, local_init_feed_dict: of the run of `local_init_op`.

        Raises:
          ValueError: `ready_for_local_init_op` is given without `local_init_op`.
        """
        if ready_for_local_init_op is not None and local_init_op is None:
            raise ValueError(
                "If you pass a ready_for_local_init_op you must also pass a local_init_op, "
                f"ready_for_local_init_op [{ready_for_local_init_op}]"
            )
        self._graph = graph if graph is not None else tf.compat.v1.get_default_graph()
        self._local_init_op = local_init_op
        self._local_init_feed_dict = local_init_feed_dict
        self._local_init_run_options = local_init_run_options
        self._ready_op = ready_op
        self._ready_for_local_init_op = ready_for_local_init_op
        self._recovery_wait_secs = recovery_wait_secs

    def prepare_session(
        self,
        master: str,
        init_op: Operation = None,
        saver: Saver = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: SessionConfig = None,
        init_feed_dict: Mapping[Any, Any] | None = None,
        init_fn: Callable[[Session], object] | None = None,
    ) -> Program:
        """A Program that is ready: restored from a checkpoint where there is one, else initialised.

        Raises:
          ClusterError: `master` is no server's, a task that holds variables cannot be reached, or another
            process gives them their values.
          RuntimeError: nothing initialises the model, or what should has left variables uninitialised.
          ValueError: both a folder of checkpoints and a checkpoint are given.
        """
        program, restored = self._restored(
            master,
            saver,
            checkpoint_dir,
            checkpoint_filename_with_path,
            wait_for_checkpoint,
            max_wait_secs,
            config,
            leads=True,
        )
        if not restored:
            if init_op is None and not init_fn and self._local_init_op is None:
                raise RuntimeError(
                    "Model is not initialized and no init_op or init_fn or local_init_op was given"
                )
            if init_op is not None:
                program.run(init_op, feed_dict=init_feed_dict)
            if init_fn:
                init_fn(program)
        why = self._why_not_ready(program)
        if why is not None:
            wanted, missing = why
            name = getattr(init_op, "name", None)
            raise RuntimeError(
                f"Init operations did not make model {wanted}. Init op: {name}, init fn: {init_fn}, "
                f"error: {missing}"
            )
        return program

    def recover_session(
        self,
        master: str,
        saver: Saver = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: SessionConfig = None,
    ) -> tuple[Program, bool]:
        """A Program, and whether it was restored from a checkpoint and is ready.

        Raises:
          ClusterError: `master` is no server's, or a task that holds variables cannot be reached.
          ValueError: both a folder of checkpoints and a checkpoint are given.
        """
        program, restored = self._restored(
            master,
            saver,
            checkpoint_dir,
            checkpoint_filename_with_path,
            wait_for_checkpoint,
            max_wait_secs,
            config,
        )
        why = self._why_not_ready(program)
        if restored and why is not None:
            _log.info("The restored model is not %s: %s", *why)
        return program, restored and why is None

    def wait_for_session(
        self, master: str, config: SessionConfig = None, max_wait_secs: float | None = float("inf")
    ) -> Program:
        """A Program that is ready once another process has initialised the variables that they share.

        It looks every second, or `recovery_wait_secs`, if that is less.

        Raises:
          ProgramError: the Program is on no server, and not ready: nothing outside reaches its variables.
          tf.errors.DeadlineExceededError: it is not ready after `max_wait_secs`.
          ClusterError: a task that holds variables cannot be reached.
        """
        program = Program(master, graph=self._graph, config=config)
        until = time.monotonic() + (float("inf") if max_wait_secs is None else max_wait_secs)
        wait = Wait()
        while (why := self._why_not_ready(program)) is not None:
            if not master:
                program.close()
                raise ProgramError(
                    f"no chief can make this Program ready: run it with is_chief=True ({why[1]})"
                )
            if time.monotonic() > until:
                program.close()
                raise tf.errors.DeadlineExceededError(
                    None, None, f"Session was not ready after waiting {max_wait_secs} secs: {why[1]}"
                )
            if wait.is_to_be_told():
                _log.warning("Waiting for the chief to make the model %s: %s", *why)
            time.sleep(min(self._recovery_wait_secs, _LOOK_SECS))
        return program

    def _restored(
        self,
        master: str,
        saver: Saver,
        folder: str | None,
        path: str | None,
        wait: bool,
        max_wait_secs: float,
        config: SessionConfig,
        leads: bool = False,
    ) -> tuple[Program, bool]:
        """A Program, and whether a checkpoint was restored into it; one that `leads` is the chief's."""
        if folder and path:
            raise ValueError("Can not provide both checkpoint_dir and checkpoint_filename_with_path.")
        program = Program(master, graph=self._graph, config=config)
        if leads:
            lead(program)
        if not saver or not (folder or path):
            return program, False
        if path:
            saver.restore(program, path)
            return program, True
        state, until = tf.train.get_checkpoint_state(folder), time.monotonic() + max_wait_secs
        while not (state and state.model_checkpoint_path):
            if not wait or time.monotonic() >= until:
                return program, False
            _log.info("Waiting for checkpoint to be available.")
            time.sleep(self._recovery_wait_secs)
            state = tf.train.get_checkpoint_state(folder)
        saver.restore(program, state.model_checkpoint_path)
        saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
        return program, True

    def _why_not_ready(self, program: Program) -> tuple[str, str] | None:
        """Run the local initialiser, unless what it needs is not ready; say for what what is missing then."""
        if self._local_init_op is not None:
            why = _missing(program, self._ready_for_local_init_op)
            if why is not None:
                return "ready for local_init", why
            program.run(self._local_init_op, self._local_init_feed_dict, self._local_init_run_options)
        why = _missing(program, self._ready_op)
        return None if why is None else ("ready", why)


def _missing(program: Program, ready_op: Any) -> str | None:
    """What `ready_op` says is not initialised, or None if all is."""
    if ready_op is None:
        return None
    try:
        names = program.run(ready_op)
    except tf.errors.FailedPreconditionError as error:
        if "uninitialized" not in str(error):
            raise
        return str(error)
    if names is None or names.dtype == "int32" or names.size == 0:
        return None
    return f"Variables not initialized: {', '.join(name.decode() for name in names)}"
