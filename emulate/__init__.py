"""Emulated devices for TensorFlow on a host that has none: every `/gpu:i` is a device of its own.

    import emulate
    emulate.gpus(4)               # before TensorFlow initialises its devices

or, with no change to the program at all, `tfmigrate emulate --gpus 4 -- python train.py`. Importing this
package does not import TensorFlow; calling `gpus` or entering `placement` does.

docs/examples.md has an example of each public name, and a test runs them.
"""

import importlib
from typing import TYPE_CHECKING, Any

from ._cluster import Cluster, cluster
from ._devices import Emulated, gpus, memory_peak, tpus
from ._errors import EmulateError
from ._outcome import Outcome
from ._placement import Kernel, Placement, Transfer, placement, short_device

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

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            return importlib.import_module("importlib.metadata").version("tfmigrate")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names: those of `__all__`, and the version."""
    return sorted([*__all__, "__version__"])
