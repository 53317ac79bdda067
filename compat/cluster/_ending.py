"""The end of a task's process, whoever started it."""

from __future__ import annotations

import atexit
import multiprocessing
import multiprocessing.util
import sys
from collections.abc import Callable
from typing import Any


def at_end(function: Callable[..., Any], *args: Any) -> None:
    """Call a function when this process ends by itself, before those that were registered earlier.

    Processes that `multiprocessing` starts end without what `atexit` has.
    """
    if multiprocessing.parent_process() is None:
        atexit.register(function, *args)
    else:
        multiprocessing.util.Finalize(None, function, args, exitpriority=0)


def has_failed() -> bool:
    """Whether it is an error that ends this process."""
    error = getattr(sys, "last_value", None) or sys.exc_info()[1]
    return error is not None and not isinstance(error, SystemExit)
