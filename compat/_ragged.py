"""Arrays of rows of different lengths, which NumPy has refused to make unasked since 1.24."""

import contextlib
from typing import Any

import numpy as np


def ragged(value: Any) -> np.ndarray[Any, Any]:
    """What NumPy made of `value` in TensorFlow 1's time, which an array given is itself.

    Rows that agree in length make an array of numbers; where they do not, the array is one of objects, as
    deep as the lengths agree: `[[1, 2], [3]]` gives two lists, `list(zip(sentences, labels))` two columns.

    Raises:
      ValueError: arrays agree in their first dimension and not in a later one; NumPy never took these.
    """
    with contextlib.suppress(ValueError):
        return np.asanyarray(value)
    return np.asanyarray(value, dtype=object)
