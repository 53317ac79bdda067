"""The values with which trainable variables start wherever golden losses are made or checked.

They follow from a variable's name and shape alone, on any Python and NumPy. The interpreter of
TensorFlow 1.15 reads this file too: nothing here is newer than Python 3.7.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

STDDEV = 0.05


def drawn(name: str, shape: Sequence[int]) -> np.ndarray:
    """The float32 values of the variable `name`: normal, of standard deviation 0.05."""
    random = np.random.RandomState(zlib.crc32(name.encode()))
    return (STDDEV * random.standard_normal(size=shape)).astype(np.float32)


def digest(values: Mapping[str, np.ndarray]) -> str:
    """What tells whether two dictionaries of values by name are the same."""
    found = hashlib.sha256()
    for name in sorted(values):
        found.update(name.encode() + b"\0" + np.ascontiguousarray(values[name]).tobytes())
    return found.hexdigest()


def told(value: Any) -> list[float]:
    """What is kept of a fetched value: the number itself, of an array its mean and its norm."""
    array = np.asarray(value, np.float64)
    return [float(array)] if array.ndim == 0 else [float(array.mean()), float(np.sqrt((array**2).sum()))]
