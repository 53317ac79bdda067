"""What a Python started by the launcher does once it has imported TensorFlow."""

import atexit
import os
from pathlib import Path

from . import _devices as devices
from . import _request as request
from ._placement import Placement
from ._steps import STEPS_VARIABLE, StepFile

PLACEMENT_VARIABLE = "TFMIGRATE_EMULATE_PLACEMENT"
STACKS_VARIABLE = "TFMIGRATE_EMULATE_STACKS"


def start() -> None:
    """Emulates what the launcher asked for, and records what it wants to know."""
    wanted = request.from_environment()
    if wanted is not None and (wanted.gpus or wanted.tpus or wanted.jobs):
        devices.start_requested(wanted)
    steps = os.environ.get(STEPS_VARIABLE)
    if steps is not None and os.path.exists(steps):
        from . import _tf

        _tf.count_steps(StepFile(Path(steps)).reach)
    folder = os.environ.get(PLACEMENT_VARIABLE)
    if folder is not None:
        _record_placement(folder)


def _record_placement(folder: str) -> None:
    """Writes a table of where this process's kernels ran, when it ends."""
    from . import _tf

    def begin() -> None:
        ops = Placement()
        stop = _tf.start_recording(ops)

        def end() -> None:
            stop()
            if len(ops) and os.path.isdir(folder):
                with open(os.path.join(folder, str(os.getpid())), "w", encoding="utf-8") as file:
                    file.write(ops.table())

        atexit.register(end)

    _tf.when_initialised(begin)
