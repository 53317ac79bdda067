"""The tiers of rewritten programs."""

from __future__ import annotations

import enum


class Tier(enum.Enum):
    """What a rewritten program is, from the best down; see the tiers in the documentation."""

    NATIVE = "native"
    COMPAT = "compat"
    WRAPPED = "wrapped"
    GRAPH = "graph"


STEPS = frozenset({Tier.NATIVE, Tier.COMPAT})
"""The tiers on which no session is left."""

ESTIMATOR = "estimator"
"""Whose steps are those of a program on tier `compat` that an Estimator trains."""


def standing(tier: str | None, of: str) -> str:
    """A tier in words, and whose the steps are; nothing where there is none."""
    return f"{tier} ({of})" if tier and of else tier or ""
