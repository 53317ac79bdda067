"""Functions that take their arguments as TensorFlow 1.15 did."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def named_only(function: Callable[..., Any]) -> Callable[..., Any]:
    """A cross entropy as 1.15 had it: older code had labels and logits swapped, so they are to be named.

    What stands in the first place is to be `None`; others may follow it without their names. TensorFlow 2
    has no such place.

    Raises:
      ValueError: when it is called with anything else there.
    """

    @functools.wraps(function)
    def checked(_sentinel: Any = None, *others: Any, **named: Any) -> Any:
        if _sentinel is not None:
            raise ValueError(
                f"Only call `{function.__name__}` with named arguments (labels=..., logits=..., ...)"
            )
        return function(*others, **named)

    return checked
