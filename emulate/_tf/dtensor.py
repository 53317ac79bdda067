"""DTensor, which is refused: its C++ builds device names by itself, from the kind of a mesh."""

from typing import Any

from tensorflow.dtensor.python import dtensor_device, mesh_util

from .._errors import EmulateError
from . import active
from .patching import replace


def patch() -> None:
    """Has whoever makes a mesh, or first uses one that was made by hand, read why that does not work."""
    for owner, name in ((mesh_util, "_make_device_specs"), (dtensor_device.DTensorDevice, "__init__")):
        replace(owner, name, _refusing)


def _refusing(original: Any) -> Any:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        if active.is_active():
            raise EmulateError(
                "DTensor does not run on emulated devices. It runs on CPUs without emulation: split them by "
                "tf.config.set_logical_device_configuration, and make a mesh of device_type='CPU'"
            )
        return original(*args, **kwargs)

    return refuse
