"""What of a session's ConfigProto still has a meaning where there is no session."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import tensorflow as tf

_log = logging.getLogger(__name__)


def apply(config: Any | None) -> bytes:
    """Set in this process what `config` asks for, if TensorFlow still lets it; give its graph options back.

    Devices and threads are fixed when TensorFlow first runs something: after that, what cannot be changed any
    more is logged and stays as it is.

    Raises:
      TypeError: `config` is no ConfigProto.
    """
    if config is None:
        return b""
    if not isinstance(config, tf.compat.v1.ConfigProto):
        raise TypeError(f'Argument `config` must be a tf.ConfigProto, but got "{type(config).__name__}"')
    if config.allow_soft_placement:
        tf.config.set_soft_device_placement(True)
    if config.log_device_placement:
        tf.debugging.set_log_device_placement(True)
    if config.intra_op_parallelism_threads:
        attempt(tf.config.threading.set_intra_op_parallelism_threads, config.intra_op_parallelism_threads)
    if config.inter_op_parallelism_threads:
        attempt(tf.config.threading.set_inter_op_parallelism_threads, config.inter_op_parallelism_threads)
    apply_gpu_options(config.gpu_options)
    return bytes(config.graph_options.SerializeToString())


def apply_gpu_options(options: Any) -> None:
    """Show the GPUs that `options` lists, and let their memory grow if it says so."""
    gpus = tf.config.list_physical_devices("GPU")
    if options.visible_device_list and gpus:
        shown = [
            gpus[int(index)] for index in options.visible_device_list.split(",") if int(index) < len(gpus)
        ]
        attempt(tf.config.set_visible_devices, shown, "GPU")
        gpus = shown
    if options.allow_growth:
        for gpu in gpus:
            attempt(tf.config.experimental.set_memory_growth, gpu, True)


def attempt(setter: Callable[..., None], *arguments: Any) -> None:
    """Call `setter`, unless it is too late for it."""
    try:
        setter(*arguments)
    except (RuntimeError, ValueError) as error:
        _log.info("%s%s has no effect any more: %s", setter.__name__, arguments, error)
