"""Runs a TensorFlow 1 program, as it is, on TensorFlow 2, and watches its sessions."""

from __future__ import annotations

import importlib

import tensorflow as tf

import emulate

from .planting import Planting
from .recorder import Recorder
from .sessions import watch_sessions


def prepare(recorder: Recorder, gpus: int, initial: Planting, *, references: bool = False) -> None:
    """Make this process one in which a TensorFlow 1 script runs, on `gpus` emulated GPUs, and is recorded.

    Args:
      recorder: what keeps what it does.
      gpus: how many emulated GPUs it sees; 0 for the devices that there are.
      initial: values that variables start with; the others have what their own initialisers give.
      references: variables are TF 1's own, and not resource variables, whose reads and updates have an order.
    """
    if gpus:
        emulate.gpus(gpus)
    # Not as `compat`: a program may have a module of that name, which it is to find.
    importlib.import_module("tfmigrate_compat.tf1").activate()
    if references:
        tf.compat.v1.disable_resource_variables()
    else:
        tf.compat.v1.enable_resource_variables()
        _compute_anew()
    watch_sessions(recorder, initial, reads_last=True)


def _compute_anew() -> None:
    """Let `variable += value` give a new tensor, as TF 1's own variables did; others refuse it."""
    with tf.Graph().as_default():
        lineage = type(tf.compat.v1.Variable(0.0)).__mro__
    for name in ("add", "sub", "mul", "truediv", "pow"):
        owner = next(one for one in lineage if f"__i{name}__" in vars(one))
        delattr(owner, f"__i{name}__")  # Python adds then, as it does for tensors
