"""What of Keras 3 is inside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def mean_squares(optimizer: Any) -> Sequence[Any]:
    """The variables in which an RMSprop, once it is built, has the mean squares of gradients."""
    return optimizer._velocities  # type: ignore[no-any-return]
