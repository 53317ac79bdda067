"""Emulated devices for TensorFlow on a host that has none: every `/gpu:i` is a device of its own.

    import emulate
    emulate.gpus(4)               # before TensorFlow initialises its devices

or, with no change to the program at all, `tfmigrate emulate --gpus 4 -- python train.py`. Importing this
package does not import TensorFlow; calling `gpus` or entering `placement` does.
"""

from .cluster import Cluster, cluster
from .devices import Emulated, gpus, memory_peak, tpus
from .errors import EmulateError
from .outcome import Outcome
from .placement import Kernel, Placement, Transfer, placement, short_device

__all__ = [
    "Cluster",
    "EmulateError",
    "Emulated",
    "Kernel",
    "Outcome",
    "Placement",
    "Transfer",
    "cluster",
    "gpus",
    "memory_peak",
    "placement",
    "short_device",
    "tpus",
]
