"""What a value becomes that is fed, as `Session.run` converted the values of its `feed_dict`."""

from __future__ import annotations

from typing import Any

import numpy as np


def fed_array(value: Any, dtype: Any, name: str | None = None) -> Any:
    """`value` as the array that a session fed to a tensor of the NumPy type `dtype`.

    That is `np.asarray(value, dtype)`, of NumPy 1: a `bool` may be fed 1, an integer 2.0, which is cut off
    behind the point, and an unsigned one a list with -1, which wraps. A Python integer alone must fit.

    Args:
      value: whatever NumPy makes an array of; an eager tensor, too, which stands for what a run gave.
      dtype: such as `np.float32`; `np.object_` for strings.
      name: of what is fed, for messages.

    Raises:
      TypeError: an integer that the type cannot hold.
      ValueError: NumPy makes nothing of this type of it.
    """
    is_number = dtype is not np.object_
    if isinstance(value, int) and is_number and np.array(value).astype(dtype).item() != value:
        of = f" for {name}" if name else ""
        raise TypeError(
            f"Type of feed value {value} with type {type(value)} is not compatible with Tensor type {dtype}"
            f"{of}. Try explicitly setting the type of the feed tensor to a larger type (e.g. int64)."
        )
    try:
        return np.asarray(value, dtype=dtype)
    except OverflowError:  # NumPy 2 refuses integers that NumPy 1 wrapped
        return np.asarray(value).astype(dtype)
