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
