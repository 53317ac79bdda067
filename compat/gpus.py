"""The devices that programs of TF 1 asked strategies for by a number of GPUs."""

from __future__ import annotations

from collections.abc import Iterable

import tensorflow as tf

from .errors import CompatError


def gpu_names(gpus: int | Iterable[int]) -> list[str]:
    """The names of the first `gpus` GPUs, or of those whose numbers are listed; of none, the CPU's.

    As `num_gpus` of `tf.contrib.distribute.MirroredStrategy` and `gpus` of `multi_gpu_model` meant them.

    Raises:
      CompatError: the machine has no such GPU. It is a ValueError, as of `multi_gpu_model`.
    """
    numbers = list(range(gpus) if isinstance(gpus, int) else gpus)
    there = len(tf.config.list_logical_devices("GPU"))
    missing = [number for number in numbers if number >= there]
    if missing:
        raise _NoSuchGpu(
            f"a strategy on the GPUs {numbers}, of a machine that has {there}: ask for no more than there "
            f"are, or emulate them: tfmigrate emulate --gpus {max(missing) + 1} -- python …"
        )
    return [f"/gpu:{number}" for number in numbers] or ["/cpu:0"]


class _NoSuchGpu(CompatError, ValueError):
    """More GPUs are asked for than there are."""
