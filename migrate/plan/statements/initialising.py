"""Statements that run initialisers."""

from __future__ import annotations

from migrate.model.driver import Point
from migrate.model.kinds import Kind, Role


def initialises(point: Point) -> bool:
    """Whether a statement runs an initialiser, by a name or not."""
    is_one = Role.INITIALIZER in point.roles or point.uses_kind(Kind.INITIALIZER)
    return point.kind is Kind.RUN and is_one
