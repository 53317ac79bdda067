"""Runs a TensorFlow 1 program, as it is, on TensorFlow 2, and watches its sessions."""

from __future__ import annotations

import importlib

import tensorflow as tf

import emulate

from .recorder import Recorder
from .sessions import watch_sessions


def prepare(recorder: Recorder, gpus: int) -> None:
    """Make this process one in which a TensorFlow 1 script runs, on `gpus` emulated GPUs, and is recorded."""
    emulate.gpus(gpus)
    # Not as `compat`: a program may have a module of that name, which it is to find.
    importlib.import_module("tfmigrate_compat.tf1").activate()
    tf.compat.v1.enable_resource_variables()  # whose reads and updates have an order
    watch_sessions(recorder, reads_last=True)
