"""Starting emulation in this process."""

import os

from .errors import EmulateError

_MASK_VARIABLE = "CUDA_VISIBLE_DEVICES"


def gpus(n: int) -> None:
    """Makes `/gpu:0` … `/gpu:n-1` devices of their own in this process, on a host that has no GPU.

    Each is a logical CPU device of its own, wherever TensorFlow names or lists a device: `tf.device`,
    `tf.config`, `tf.distribute`, Sessions, `tensor.device`, `op.device`. Ops that nobody placed run on
    `/gpu:0`, those without a GPU kernel and those under `/cpu:0` on the host CPU, as on a machine with GPUs.
    A real GPU of the host is not used. `CUDA_VISIBLE_DEVICES`, if the program sets it afterwards, hides
    emulated GPUs as CUDA would hide real ones; what it was before describes the host and is ignored.

    What differs from real GPUs: memory is the host's, without limit, and `get_memory_info` gives zeros; a
    ConfigProto that shows a Session only some of the GPUs is refused with an `EmulateError`; an op without a
    GPU kernel that is placed on a GPU by name runs there; and Grappler's arithmetic optimisation is off, for
    on CPUs it merges ops across devices.

    Call it before TensorFlow initialises its devices, that is before the first op, Session or list of logical
    devices. Calling it again with the same `n` does nothing.

    Args:
        n: how many GPUs, at least 1.

    Raises:
        EmulateError: `n` is not a positive integer, TensorFlow has already initialised its devices or built
            graph ops, this process already emulates another number, or this TensorFlow is not one that
            `emulate` knows.
    """
    start(n, host_mask=os.environ.get(_MASK_VARIABLE))


def start(n: int, *, host_mask: str | None, translate_logs: bool = False) -> None:
    """Does what `gpus` does, for a launcher that knows what the host's own GPU mask was.

    `translate_logs` puts GPU names into the placement lines that C++ writes to the process's output.
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise EmulateError(f"{n!r} emulated GPUs: the number must be an integer of 1 or more")
    from . import _tf

    def visible() -> int:
        mask = os.environ.get(_MASK_VARIABLE)
        return n if mask is None or mask == host_mask else count_visible(mask, n)

    _tf.start(n, visible, translate_logs=translate_logs)


def count_visible(mask: str, n: int) -> int:
    """Returns how many of `n` GPUs a `CUDA_VISIBLE_DEVICES` of `mask` leaves.

    As CUDA does it: those listed, up to the first entry that is not the index of a GPU or comes twice.
    """
    kept: set[int] = set()
    for entry in mask.split(","):
        text = entry.strip()
        if not text.isdecimal() or int(text) >= n or int(text) in kept:
            break
        kept.add(int(text))
    return len(kept)
