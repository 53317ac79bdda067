"""Programs that ask a cluster's scheduler which task they are, in an environment like that of its jobs."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from emulate import EmulateError
from emulate._ports import reserved
from migrate.pipeline import migrate

_PROGRAM = Path(__file__).parent / "programs" / "cluster_slurm.py"
_STEP = {"SLURM_STEP_NODELIST": "localhost", "SLURM_STEP_NUM_TASKS": "2", "SLURM_STEP_TASKS_PER_NODE": "2"}


@contextlib.contextmanager
def neighbours() -> Iterator[int]:
    """A free port whose next one is free too."""
    while True:
        with reserved(1) as (before,), contextlib.suppress(EmulateError), reserved(2, before + 1) as ports:
            yield ports[0]
            return


@pytest.mark.nightly
def test_tasks_of_a_slurm_job_train_together(tmp_path):
    path = tmp_path / "train.py"
    path.write_bytes(_PROGRAM.read_bytes())
    (change,) = migrate([path]).changes
    path.write_bytes(change.after)
    with neighbours() as first, contextlib.ExitStack() as running:
        tasks = []
        for number in range(2):
            environment = {**os.environ, **_STEP, "PORT": str(first), "SLURM_PROCID": str(number)}
            task = subprocess.Popen(
                [sys.executable, str(path)],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            running.callback(task.kill)
            tasks.append(task)
        said = [task.communicate(timeout=100) for task in tasks]
    assert [task.returncode for task in tasks] == [0, 0], said
    served, trained = (out.splitlines() for out, _ in said)
    losses = [float(line.removeprefix("loss ")) for line in trained]
    assert served == []
    assert len(losses) == 3
    assert losses[0] == 9.0
    assert losses[2] < losses[1] < losses[0]
