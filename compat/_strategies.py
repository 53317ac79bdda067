"""What strategies of TF 1 did by themselves: find their GPUs by a number, and start a TPU."""

from __future__ import annotations

from collections.abc import Iterable

import tensorflow as tf

from ._errors import CompatError


def gpu_names(gpus: int | Iterable[int]) -> list[str]:
    """The names of the first `gpus` GPUs, or of those whose numbers are listed; of none, the CPU's.

    As `num_gpus` of `tf.contrib.distribute.MirroredStrategy` and `gpus` of `multi_gpu_model` meant them.

    Raises:
      CompatError: the machine has no such GPU. It is a ValueError, as of `multi_gpu_model`.
    """
    numbers = list(gpus if isinstance(gpus, Iterable) else range(gpus))
    there = len(tf.config.list_logical_devices("GPU"))
    missing = [number for number in numbers if number >= there]
    if missing:
        raise _NoSuchGpu(
            f"a strategy on the GPUs {numbers}, of a machine that has {there}: ask for no more than there "
            f"are, or emulate them: tfmigrate emulate --gpus {max(missing) + 1} -- python …"
        )
    return [f"/gpu:{number}" for number in numbers] or ["/cpu:0"]


def local_devices() -> list[tf.config.LogicalDevice]:
    """The devices that this process is to have, each with its `name`, as "/device:GPU:0", and `device_type`.

    As TensorFlow 1's `device_lib.list_local_devices`, but that TensorFlow is not started for it: it can be
    configured after.
    """
    found: dict[str, int] = {}
    for physical in tf.config.get_visible_devices():
        parts = tf.config.get_logical_device_configuration(physical) or [None]
        found[physical.device_type] = found.get(physical.device_type, 0) + len(parts)
    return [
        tf.config.LogicalDevice(name=f"/device:{kind}:{number}", device_type=kind)
        for kind, count in found.items()
        for number in range(count)
    ]


def tpu_strategy(
    tpu_cluster_resolver: tf.distribute.cluster_resolver.TPUClusterResolver | None = None,
) -> tf.distribute.TPUStrategy:
    """A `TPUStrategy` on a TPU that is connected and started.

    So did `tf.contrib.tpu.TPUDistributionStrategy`, and what built models of Keras on it, in TensorFlow 1.

    Args:
      tpu_cluster_resolver: which finds the TPU; by default what the environment says.

    Raises:
      ValueError: the environment names no TPU.
    """
    resolver = tpu_cluster_resolver or tf.distribute.cluster_resolver.TPUClusterResolver()
    tf.config.experimental_connect_to_cluster(resolver)
    tf.tpu.experimental.initialize_tpu_system(resolver)
    return tf.distribute.TPUStrategy(resolver)


class _NoSuchGpu(CompatError, ValueError):
    """More GPUs are asked for than there are."""
