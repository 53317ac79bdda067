"""Emulated devices for TensorFlow on a host that has none: every `/gpu:i` is a device of its own.

    import emulate
    emulate.gpus(4)               # before TensorFlow initialises its devices

or, with no change to the program at all, `tfmigrate emulate --gpus 4 -- python train.py`. Importing this
package does not import TensorFlow; calling `gpus` or entering `placement` does.
"""

from .devices import gpus
from .errors import EmulateError
from .placement import Kernel, Placement, placement

__all__ = ["EmulateError", "Kernel", "Placement", "gpus", "placement"]
