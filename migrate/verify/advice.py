"""What to try where a program did not get far enough to be compared."""

from __future__ import annotations

import re

from .ending import Ending

_FILE = "it needs a file that is not in its folder: put it there, or give its path by a flag"
_MODULE = "install what it imports, or run verify in the folder that holds it"
_BY_ERROR = {
    "EOFError": "it reads from the keyboard, and stdin is closed: give what it asks for by its flags",
    "ModuleNotFoundError": _MODULE,
    "ImportError": _MODULE,
    "SyntaxError": "see that it is Python 3, or Python 2 that tfmigrate rewrite --diff can read",
    "FileNotFoundError": _FILE,
    "NotFoundError": _FILE,
    "UnrecognizedFlagError": "give its own flags after --, as in: tfmigrate verify train.py -- --num_gpus=2",
    "MemoryError": "give --steps N, or smaller batches by its flags",
}

# How TensorFlow, and the emulation in its place, say that a device is not there.
_NOT_THERE = re.compile(
    r"(?:explicitly assigned to|requested_device_name_='|the program asks for).*?(?=,? but |' |$)", re.M
)
_GPU = re.compile(r"GPU:(\d+)", re.I)

# Where no variable of one program is one of the other.
FOR_OTHER_VARIABLES = (
    "see that both build the same model, by the same flags: variables are paired by their names, or if they "
    "have others by type, shape and order"
)

FOR_TASKS = "let its tasks print less, by their flags, or end them after fewer steps: --steps N"

# Where a program differs from itself.
_RUNS = "--runs 5 compares what the programs come to over five runs of each"
FOR_CHANCE = f"{_RUNS}; or give seeds"
FOR_RACE = f"{_RUNS}; of one task that trains, as with --workers 1, each step is compared"

# Where a program printed more than there is room for.
FOR_OUTPUT = "--no-compare stdout compares all else; or let both print less, by their flags"


def for_failure(ending: Ending, *, as_tensorflow_1: bool = False) -> str:
    """What to try when a program failed; `as_tensorflow_1`: it ran as it is, on this TensorFlow 2."""
    if ending.error in _BY_ERROR:
        return _BY_ERROR[ending.error]
    told = " ".join(_NOT_THERE.findall("\n".join(ending.written_last())))
    if last := max(map(int, _GPU.findall(told)), default=0):  # the first one is always there
        return f"it asks for /gpu:{last}: give --gpus {last + 1}"
    if ending.kind == "killed":
        return "the system may be short of memory: give --steps N, or smaller batches by its flags"
    if as_tensorflow_1:
        return "see that it runs on TensorFlow 1.15: --oracle PYTHON runs it there, in place of compat.tf1"
    return "see that it runs by itself on emulated devices: tfmigrate emulate --gpus N -- python …"


def for_record(ending: Ending) -> str:
    """What to try when what a program did could not be recorded."""
    if "fewer steps" in ending.says:
        return "--steps N ends both after so many"
    return "give both programs the same flags: their variables have to have the same shapes"


def for_no_step(ending: Ending) -> str:
    """What to try when a program made no step."""
    if ending.error:
        return for_failure(ending)
    return "give the flags that make it train behind --, as in: tfmigrate verify train.py -- --train"


def for_size(memory: float) -> str:
    """What to try when a program used more memory than it may."""
    return f"smaller batches, by its flags, or fewer GPUs; --memory allows more than {memory:.3g} GiB"


def for_lateness(steps: int, timeout: float) -> str:
    """What to try when a program was still running when its time was over."""
    if steps:
        half = max(1, steps // 2)
        return f"--steps {half} ends both after so many; --timeout waits for longer than {timeout:g} s"
    return f"what does it wait for? --timeout waits for longer than {timeout:g} s"
