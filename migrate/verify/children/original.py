"""Runs a TensorFlow 1 program, as it is, on TensorFlow 2, and watches its sessions."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Any

import tensorflow as tf

import emulate

from .recorder import Recorder
from .sessions import watch_sessions

_COMPAT = "tfmigrate_compat"


def prepare(recorder: Recorder, gpus: int) -> None:
    """Make this process one in which a TensorFlow 1 script runs, on `gpus` emulated GPUs, and is recorded."""
    emulate.gpus(gpus)
    _tensorflow_1().activate()
    tf.compat.v1.enable_resource_variables()  # whose reads and updates have an order
    watch_sessions(recorder, reads_last=True)


def _tensorflow_1() -> Any:
    """`compat.tf1`, under another name: a program may have a module called `compat`, which it is to find."""
    package = importlib.util.find_spec("compat")
    assert package is not None
    spec = importlib.util.spec_from_file_location(
        _COMPAT, package.origin, submodule_search_locations=package.submodule_search_locations
    )
    assert spec is not None
    assert spec.loader is not None
    sys.modules[_COMPAT] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[_COMPAT])
    return importlib.import_module(f"{_COMPAT}.tf1")
