"""Functions chosen among some: by a condition, or from a table of them such as `{'relu': tf.nn.relu}`."""

from __future__ import annotations

import ast

from migrate.model.bindings import symbol
from migrate.model.effects import Effects
from migrate.model.kinds import Role
from migrate.model.objects import Defined, External, Made, Method, Object, Sort

from ..vocabulary import has_updates, role_of


def is_known(effects: Effects, called: ast.expr) -> bool:
    """Whether all that a call may be of is known: the program's own, or pure symbols of TensorFlow.

    Or nothing, where it never runs.
    """
    found = _given(effects, called)
    if not found:
        return effects.known and effects.never_runs(called)
    return all(
        isinstance(one, (Defined, Method))
        or isinstance(one, Made)
        and (one.owner is not None or one.sort is Sort.RECORD)
        or _role(one) in OF_TABLES
        for one in found
    )


def role_of_table(effects: Effects, called: ast.expr) -> Role | None:
    """The role of a call of one of some symbols of TensorFlow, from a table of them, or by a name for them.

    What some do and others do not, the call may do. `None` where they do several things, or there is more to
    them.
    """
    is_chosen = isinstance(called, (ast.Name, ast.Subscript))
    roles = set(map(_role, _given(effects, called) if is_chosen else ()))
    others = roles - {Role.PURE}
    return next(iter(others or roles)) if roles and len(others) <= 1 and roles <= OF_TABLES else None


# What a call of any of the symbols does alike.
OF_TABLES = frozenset(
    {
        *(Role.PURE, Role.OPTIMIZER, Role.SUMMARY, Role.COLLECTS),
        *(Role.READS_COLLECTION, Role.READS_SUMMARIES, Role.READS_VARIABLES),
    }
)


def _given(effects: Effects, called: ast.expr) -> frozenset[Object]:
    return effects.given(called) if effects.known else frozenset()


def _role(one: Object) -> Role | None:
    """The role of a symbol of TensorFlow that makes no updates."""
    name = symbol(one.name) if isinstance(one, External) else None
    return role_of(name) if name is not None and not has_updates(name) else None
