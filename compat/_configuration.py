"""What a session's ConfigProto asked for, where there is no session to give it to."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import tensorflow as tf

from . import _tf
from ._errors import CompatError
from ._types import SessionConfig

_log = logging.getLogger(__name__)


def configure(config: SessionConfig) -> None:
    """Set in this process what a session's `config` asked for; `None` asks for nothing.

    So did the first `tf.Session(config=config)` of a process in TensorFlow 1, for all after it. Call it
    before TensorFlow runs anything, with the devices, threads and memory that all of the process is to have.
    Whether operations are placed softly is left as it is, unless `config` allows it.

    Raises:
      TypeError: `config` is no ConfigProto.
      RuntimeError: TensorFlow runs already, and something cannot be changed any more.
      CompatError: the machine has no such GPU.
    """
    for setting in _settings(config):
        setting()


def configure_still(config: Any) -> None:
    """`configure`, where TensorFlow may run already: what cannot be changed any more is logged, and stays.

    Raises:
      TypeError: `config` is no ConfigProto.
      CompatError: the machine has no such GPU.
    """
    for setting in _settings(config):
        try:
            setting()
        except (RuntimeError, ValueError) as error:
            _log.info("an option of a session has no effect any more: %s", error)


def _settings(config: Any) -> Iterator[Callable[[], None]]:
    """The calls that set, in this order, what `config` asks for.

    Raises:
      TypeError: `config` is no ConfigProto.
    """
    if config is None:
        return
    if not isinstance(config, tf.compat.v1.ConfigProto):
        raise TypeError(f'Argument `config` must be a tf.ConfigProto, but got "{type(config).__name__}"')
    if config.allow_soft_placement:
        yield partial(tf.config.set_soft_device_placement, True)
    if config.log_device_placement:
        yield partial(tf.debugging.set_log_device_placement, True)
    if config.intra_op_parallelism_threads:
        yield partial(
            tf.config.threading.set_intra_op_parallelism_threads, config.intra_op_parallelism_threads
        )
    if config.inter_op_parallelism_threads:
        yield partial(
            tf.config.threading.set_inter_op_parallelism_threads, config.inter_op_parallelism_threads
        )
    listed, count = config.gpu_options.visible_device_list, config.device_count.get("GPU")
    if listed or count is not None:
        yield partial(_show_gpus, listed, count)
    if config.device_count.get("CPU", 1) > 1:
        yield partial(_split_cpu, config.device_count["CPU"])
    if config.gpu_options.experimental.virtual_devices:
        yield partial(_split_gpus, config.gpu_options.experimental.virtual_devices)
    elif config.gpu_options.allow_growth:
        yield _let_memory_grow
    rest = _rest(config)
    if rest.ByteSize():
        yield partial(_tf.start_with, rest)


def set_gpu_memory_fraction(fraction: float) -> None:
    """Let TensorFlow have this part of the memory of each GPU, such as 0.4, and take it when it starts.

    As `per_process_gpu_memory_fraction` of TensorFlow 1's `tf.GPUOptions`.

    Args:
      fraction: between 0 and 1; 0 leaves TensorFlow its own choice.

    Raises:
      RuntimeError: TensorFlow runs already.
    """
    options = tf.compat.v1.GPUOptions(per_process_gpu_memory_fraction=fraction)
    _tf.start_with(tf.compat.v1.ConfigProto(gpu_options=options))


def set_visible_gpus(listed: str) -> None:
    """Show TensorFlow those GPUs alone whose numbers are listed, such as "0,2"; all, where none is.

    As `visible_device_list` of `tf.GPUOptions`, but that they keep the machine's order: "2,0" is "0,2". A
    machine without GPUs has none to show.

    Raises:
      RuntimeError: TensorFlow runs already.
      CompatError: the machine has no such GPU.
    """
    _show_gpus(listed, None)


def _show_gpus(listed: str, count: int | None) -> None:
    gpus = tf.config.list_physical_devices("GPU")
    numbers = [int(number) for number in listed.split(",") if number.strip()]
    if not gpus:
        return
    missing = [number for number in numbers if number not in range(len(gpus))]
    if missing:
        raise CompatError(
            f"visible_device_list is {listed!r}, on a machine of {len(gpus)} GPUs: list numbers below "
            f"{len(gpus)}, or emulate more: tfmigrate emulate --gpus {max(missing) + 1} -- python …"
        )
    shown = [gpus[number] for number in numbers or range(len(gpus))][:count]
    tf.config.set_visible_devices([gpu for gpu in gpus if gpu in shown], "GPU")


def _split_cpu(count: int) -> None:
    (cpu, *_) = tf.config.list_physical_devices("CPU")
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * count)


def _split_gpus(virtual: Any) -> None:
    for gpu, parts in zip(tf.config.get_visible_devices("GPU"), virtual, strict=False):
        limits = [tf.config.LogicalDeviceConfiguration(memory_limit=limit) for limit in parts.memory_limit_mb]
        if limits:
            tf.config.set_logical_device_configuration(gpu, limits)


def _let_memory_grow() -> None:
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)


def _rest(config: Any) -> Any:
    """What tf.config has no function for."""
    rest = tf.compat.v1.ConfigProto()
    rest.CopyFrom(config)
    for field in (
        "allow_soft_placement",
        "log_device_placement",
        "intra_op_parallelism_threads",
        "inter_op_parallelism_threads",
        "device_count",
        "device_filters",  # of servers' sessions: steps have no more than their own connections
        "cluster_def",
        "operation_timeout_in_ms",  # of each run of a session
        "isolate_session_state",  # as each process has its own anyway
    ):
        rest.ClearField(field)
    for field in ("allow_growth", "visible_device_list"):
        rest.gpu_options.ClearField(field)
    rest.gpu_options.experimental.ClearField("virtual_devices")
    if not rest.gpu_options.experimental.ByteSize():
        rest.gpu_options.ClearField("experimental")
    if not rest.gpu_options.ByteSize():
        rest.ClearField("gpu_options")
    return rest
