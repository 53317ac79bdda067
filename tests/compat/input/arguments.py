"""What functions take, to be compared with TensorFlow 1's."""

import inspect
from collections.abc import Callable
from typing import Any


def arguments(function: Callable[..., Any]) -> list[tuple[str, Any]]:
    """The names of the arguments, with their defaults."""
    return [(one.name, one.default) for one in inspect.signature(function).parameters.values()]
