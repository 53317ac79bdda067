"""The versions of TensorFlow whose doors are known, and what is told of another one."""

import warnings

from .._errors import EmulateError

OLDEST = (2, 16)
NEWEST = (2, 21)
TESTED = f"{OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]}"


def check(version: str) -> None:
    """Tell, by a warning, of a newer TensorFlow than `emulate` was tested with; what it lacks is an error.

    Raises:
      EmulateError: an older one.
    """
    major, minor, *_ = map(int, version.split(".")[:2])
    if (major, minor) < OLDEST:
        raise EmulateError(f"emulate needs TensorFlow {TESTED}, and this is {version}")
    if (major, minor) > NEWEST:
        warnings.warn(
            f"emulate was tested with TensorFlow {TESTED}, and this is {version}: what it changes of "
            "TensorFlow's inside may be another",
            stacklevel=2,
        )
