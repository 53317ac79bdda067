"""What a Supervisor does beside the program, each in a thread that builds graphs as TensorFlow 1 did."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf

from .._program.threads import Building

_log = logging.getLogger(__name__)
_v1 = tf.compat.v1


class LooperThread(Building, tf.compat.v1.train.LooperThread):
    """`tf.compat.v1.train.LooperThread`, in which TensorFlow ops are built into a graph.

    Args:
      coord: ends the thread, and hears of its errors.
      timer_interval_secs: how many seconds lie between two calls; `None`: none.
      target: what is called, with `args` and `kwargs`; by default the method `run_loop`.

    Raises:
      ValueError: `coord` is no coordinator.
    """

    @staticmethod
    def loop(
        coord: tf.train.Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., object],
        args: Sequence[object] | None = None,
        kwargs: Mapping[str, object] | None = None,
    ) -> LooperThread:
        """Start a thread that calls `target(*args, **kwargs)` every so many seconds (None: at once again)."""
        looper = LooperThread(coord, timer_interval_secs, target=target, args=args, kwargs=kwargs)
        looper.start()
        return looper


class Service(LooperThread):
    """Calls `run_loop` every so many seconds, until the Supervisor stops."""

    def __init__(self, supervisor: Any, program: Any, every_secs: float) -> None:
        super().__init__(supervisor.coord, every_secs)
        self.supervisor = supervisor
        self.program = program

    def step(self) -> int:
        """The global step of now."""
        return int(_v1.train.global_step(self.program, self.supervisor.global_step))


class Summaries(Service):
    """Writes the summaries; none, where what merges them turned out to be `None`, as a Supervisor did."""

    def run_loop(self) -> None:
        """Write them once, if there are any."""
        supervisor = self.supervisor
        if supervisor.global_step is None:
            text, step = self.program.run(supervisor.summary_op), None
        else:
            text, step = self.program.run([supervisor.summary_op, supervisor.global_step])
        if text is None:
            return
        _log.info("Recording summary at step %s.", step)
        supervisor.summary_writer.add_summary(text, step)


class Steps(Service):
    """Writes how many steps are done in a second."""

    def start_loop(self) -> None:
        """Begin to count."""
        self._when, self._count = time.time(), self.step()

    def run_loop(self) -> None:
        """Write the rate since the last time."""
        when, count = time.time(), self.step()
        seconds, steps = when - self._when, count - self._count
        self._when, self._count = when, count
        rate = steps / seconds if seconds > 0 else float("inf")
        name = f"{self.supervisor.global_step.op.name}/sec"
        value = _v1.Summary.Value(tag=name, simple_value=rate)
        self.supervisor.summary_writer.add_summary(_v1.Summary(value=[value]), count)
        _log.info("%s: %g", name, rate)


class Checkpoints(Service):
    """Saves the model."""

    def run_loop(self) -> None:
        """Save it once."""
        supervisor = self.supervisor
        _log.info("Saving checkpoint to path %s", supervisor.save_path)
        supervisor.saver.save(self.program, supervisor.save_path, global_step=supervisor.global_step)
        if supervisor.summary_writer and supervisor.global_step is not None:
            saved = _v1.SessionLog(status=_v1.SessionLog.CHECKPOINT, checkpoint_path=supervisor.save_path)
            supervisor.summary_writer.add_session_log(saved, self.step())
