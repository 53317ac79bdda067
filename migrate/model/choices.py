"""What the user decides where more than one strategy would do."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Strategy(enum.Enum):
    """What towers are to become."""

    MIRRORED = "mirrored"
    """Replicas of `MirroredStrategy` where these compute the same, else what they are."""
    CENTRAL_STORAGE = "central-storage"
    """Replicas of `CentralStorageStrategy`, which keeps the variables on one device."""
    EXPLICIT = "explicit"
    """Towers on their devices, in one function, without a strategy."""


@dataclass(frozen=True)
class Choice:
    """What is chosen for a program, and where it was, in words for the report."""

    strategy: Strategy = Strategy.MIRRORED
    where: str = ""
