"""What migrated TensorFlow 1 code imports: small helpers that stock TensorFlow 2 lacks, and no Session.

docs/examples.md has an example of each public name, and a test runs them.
"""

import importlib
from typing import TYPE_CHECKING, Any

from ._arguments import named_only
from ._averages import ExponentialMovingAverage
from ._checkpoints import Saver, restorable
from ._configuration import configure, set_gpu_memory_fraction, set_visible_gpus
from ._errors import ClusterError, CompatError, InputError, ProgramError, TowerError, VariableError
from ._names import op_name
from ._placement import device, device_name
from ._program import (
    Pool,
    Process,
    ProcessPoolExecutor,
    Program,
    Thread,
    ThreadPool,
    ThreadPoolExecutor,
    Timer,
    build_graph,
    reset_default_graph,
)
from ._ragged import ragged
from ._reductions import CrossDeviceOps
from ._shapes import take_bools
from ._strategies import gpu_names, local_devices, tpu_strategy
from ._summaries import add_summary, create_file_writer, merge_summaries
from ._towers import OrderedReduction, apply_gradients, average_gradients, replica_index
from ._variables import VariableStore

if TYPE_CHECKING:
    # Said twice: what a type checker is to take for public.
    from . import cluster as cluster
    from . import contrib as contrib
    from . import estimator as estimator
    from . import examples as examples
    from . import input as input
    from . import keras as keras
    from . import layers as layers
    from . import numpy1 as numpy1
    from . import rnn_cell as rnn_cell
    from . import tf1 as tf1
    from . import tf_keras as tf_keras
    from . import train as train
    from ._in_graph import InGraphCluster
    from ._testing import TestCase
    from ._tracing import add_run_metadata, traced
    from .cluster import ClusterSpec, CollectiveServer, CoordinatedServer, Server, SyncReplicasOptimizer

    __version__: str
else:

    def __getattr__(name: str) -> Any:
        if name in _LAZY:
            return importlib.import_module(f".{name}", __name__)
        if name in _ELSEWHERE:
            return getattr(importlib.import_module(_ELSEWHERE[name], __name__), name)
        if name == "__version__":
            return importlib.import_module("importlib.metadata").version("tfmigrate")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "ClusterError",
    "ClusterSpec",
    "CollectiveServer",
    "CompatError",
    "CoordinatedServer",
    "CrossDeviceOps",
    "ExponentialMovingAverage",
    "InGraphCluster",
    "InputError",
    "OrderedReduction",
    "Pool",
    "Process",
    "ProcessPoolExecutor",
    "Program",
    "ProgramError",
    "Saver",
    "Server",
    "SyncReplicasOptimizer",
    "TestCase",
    "Thread",
    "ThreadPool",
    "ThreadPoolExecutor",
    "Timer",
    "TowerError",
    "VariableError",
    "VariableStore",
    "add_run_metadata",
    "add_summary",
    "apply_gradients",
    "average_gradients",
    "build_graph",
    "configure",
    "create_file_writer",
    "device",
    "device_name",
    "gpu_names",
    "local_devices",
    "merge_summaries",
    "named_only",
    "op_name",
    "ragged",
    "replica_index",
    "reset_default_graph",
    "restorable",
    "set_gpu_memory_fraction",
    "set_visible_gpus",
    "tpu_strategy",
    "traced",
]

# Loaded when they are used: they import packages of their own.
_LAZY = (
    "cluster",
    "contrib",
    "estimator",
    "examples",
    "input",
    "keras",
    "layers",
    "numpy1",
    "rnn_cell",
    "tf1",
    "tf_keras",
    "train",
)
_ELSEWHERE = {
    "ClusterSpec": ".cluster",
    "CollectiveServer": ".cluster",
    "CoordinatedServer": ".cluster",
    "InGraphCluster": "._in_graph",
    "Server": ".cluster",
    "TestCase": "._testing",
    "add_run_metadata": "._tracing",
    "traced": "._tracing",
    "SyncReplicasOptimizer": ".cluster",
}


take_bools()


def __dir__() -> list[str]:
    """The public names: those of `__all__`, the modules that are loaded when they are used, the version."""
    return sorted([*__all__, *_LAZY, "__version__"])
