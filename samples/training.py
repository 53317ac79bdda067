"""Runs the programs of clusters before and after, as real processes of this machine, and compares them.

Which worker's update comes first is chance, before and after: what has to agree is how many updates there
are, and what the loss has come to.
"""

from __future__ import annotations

import re
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

from catalogue import ClusterSample

import emulate
from migrate.errors import MigrateError

_FLAGS = (
    "--job_name={job}",
    "--task_index={index}",
    "--ps_hosts={ps_hosts}",
    "--worker_hosts={worker_hosts}",
)
# A program of TensorFlow 1 as it is, with its sessions.
_AS_IT_IS = """\
import runpy
import sys

from compat.tf1 import activate

activate()
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
_SAID = re.compile(r"^step (\d+): loss (\S+)$", re.MULTILINE)
# A worker of TensorFlow 1 that comes before its chief is ready looks again in 30 seconds; others wait for it.
# And on a busy machine a task takes its time to start.
_HANG_SECONDS = 60.0
_LAST = 10  # of each worker's losses are averaged: one is of one batch


@dataclass(frozen=True)
class Training:
    """What the workers said: the last step, and the losses at the beginning and at the end."""

    steps: int
    first: float
    last: float


def train(
    sample: ClusterSample, script: Path, *, as_it_is: bool, timeout: float, tf1_python: str | None = None
) -> Training:
    """Run a program on every task of the sample's cluster.

    Args:
      sample: whose program it is.
      script: the program, before or after.
      as_it_is: whether it is one of TensorFlow 1.
      timeout: how many seconds it may take.
      tf1_python: an interpreter that has TensorFlow 1, to run such a program; by default this one does.

    Raises:
      MigrateError: a worker failed, or said nothing of its steps.
    """
    is_translated = as_it_is and tf1_python is None
    interpreter = tf1_python if as_it_is and tf1_python is not None else sys.executable
    # Not buffered: a task that hangs has then said what it did.
    program = [interpreter, "-u", *(["-c", _AS_IT_IS] if is_translated else []), str(script)]
    with emulate.cluster(sample.ps, sample.workers, hang_timeout=_HANG_SECONDS, echo=False) as cluster:
        outcome = cluster.run([*program, *_FLAGS, *sample.arguments], timeout=timeout)
    said = [outcome.output(f"worker:{index}") for index in range(sample.workers)]
    # TensorFlow 1's synchronous workers may hang behind their last step: docs/cluster.md.
    if outcome.status != 0 and not (as_it_is and outcome.hung):
        raise MigrateError(f"{script} ended with status {outcome.status}\n{said[0][-2000:]}")
    steps = [[(int(step), float(loss)) for step, loss in _SAID.findall(one)] for one in said]
    trained = [one for one in steps if one]  # another may have made all steps before it came
    if not trained:
        raise MigrateError(f"{script} says nothing of its steps")
    return Training(
        max(step for one in trained for step, _ in one),
        max(loss for one in trained for _, loss in one),
        statistics.mean(loss for one in trained for _, loss in one[-_LAST:]),
    )


def differences(sample: ClusterSample, before: Training, after: Training) -> list[str]:
    """In what the two are not alike, a sentence each."""
    found = []
    for name, one in (("before", before), ("after", after)):
        if abs(one.steps - sample.steps) > sample.workers:
            found.append(f"{name}, the last step was {one.steps} in the place of {sample.steps}")
    if difference(before, after) > sample.within:
        found.append(f"the loss came to {before.last:.4g} before, and to {after.last:.4g} after")
    return found


def difference(before: Training, after: Training) -> float:
    """How far apart the losses are at the end, as a part of how far the training came."""
    return abs(before.last - after.last) / (before.first - before.last)
