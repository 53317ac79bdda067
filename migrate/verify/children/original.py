"""Runs a TensorFlow 1 program, as it is, on TensorFlow 2, and watches its sessions."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import wraps
from typing import Any

import tensorflow as tf

from .gpus import emulate_gpus
from .planting import Planting
from .recorder import Recorder
from .sessions import watch_sessions


def prepare(
    recorder: Recorder, gpus: int, initial: Planting, *, references: bool = False, task: str | None = None
) -> None:
    """Make this process one in which a TensorFlow 1 script runs, on `gpus` emulated GPUs, and is recorded.

    Args:
      recorder: what keeps what it does.
      gpus: how many emulated GPUs it sees; 0 for the devices that there are.
      initial: values that variables start with; the others have what their own initialisers give.
      references: variables are TF 1's own, and not resource variables, whose reads and updates have an order.
      task: this process in a cluster, such as `worker-0`.
    """
    emulate_gpus(gpus)
    # Not as `compat`: a program may have a module of that name, which it is to find.
    importlib.import_module("tfmigrate_compat.tf1").activate()
    if references:
        tf.compat.v1.disable_resource_variables()
    else:
        tf.compat.v1.enable_resource_variables()
        _compute_anew()
        _find_global_steps()
    watch_sessions(recorder, initial, reads_last=True, task=task)


def _compute_anew() -> None:
    """Let `variable += value` give a new tensor, as TF 1's own variables did; others refuse it."""
    with tf.Graph().as_default():
        lineage = type(tf.compat.v1.Variable(0.0)).__mro__
    for name in ("add", "sub", "mul", "truediv", "pow"):
        owner = next(one for one in lineage if f"__i{name}__" in vars(one))
        delattr(owner, f"__i{name}__")  # Python adds then, as it does for tensors


def _find_global_steps() -> None:
    """Let TensorFlow find a step that is only called so, as it did before variables were resources."""
    collect = importlib.import_module("tfmigrate_compat.train._steps").collect_global_step
    train = tf.compat.v1.train
    for name in ("get_global_step", "get_or_create_global_step"):
        setattr(train, name, _finding(getattr(train, name), collect))
    sessions = next(one for one in train.MonitoredSession.__mro__ if one.__base__ is object)
    opened = sessions.__init__

    @wraps(opened)
    def open_session(session: Any, *args: Any, **kwargs: Any) -> None:
        collect(tf.compat.v1.get_default_graph())
        opened(session, *args, **kwargs)

    sessions.__init__ = open_session


def _finding(real: Callable[..., Any], collect: Callable[[tf.Graph], None]) -> Callable[..., Any]:
    @wraps(real)
    def find(graph: tf.Graph | None = None) -> Any:
        collect(graph or tf.compat.v1.get_default_graph())
        return real(graph)

    return find
