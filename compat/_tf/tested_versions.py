"""The versions of TensorFlow whose inside is known; importing this tells of another one."""

from __future__ import annotations

import warnings

import tensorflow as tf

from .._errors import CompatError

OLDEST = (2, 16)
NEWEST = (2, 21)


def check(version: str) -> None:
    """Tell of a version of TensorFlow that `compat` was not tested with: a newer one may do, by a warning.

    Raises:
      CompatError: an older one, in which much of what `compat` needs is elsewhere.
    """
    major, minor, *_ = map(int, version.split(".")[:2])
    tested = f"{OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]}"
    if (major, minor) < OLDEST:
        raise CompatError(f"compat needs TensorFlow {tested}, and this is {version}")
    if (major, minor) > NEWEST:
        warnings.warn(
            f"compat was tested with TensorFlow {tested}, and this is {version}: what it uses of "
            "TensorFlow's inside may have changed",
            stacklevel=2,
        )


check(tf.__version__)
