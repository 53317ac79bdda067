"""Dictionaries that are fed, passed to functions that run the graph."""

from __future__ import annotations

import ast

from migrate.model.driver import Callee
from migrate.model.kinds import GRAPH_VALUES
from migrate.syntax.feeds import literal_entries

from ..names.uses import Environment, names_of
from .dictionaries import is_dictionary, roots_of_keys


def is_passed_feed(value: ast.expr, env: Environment, caller: Callee | None = None) -> bool:
    """Whether a call passes a dictionary that is fed: by its name, as it is written, or as it was passed.

    `caller` is the function that the call stands in.
    """
    if isinstance(value, ast.Name):
        sources = env.get(value.id, frozenset())
        if caller is not None and value.id in caller.fed and sources == {caller.point}:
            return True
        return any(one.is_feed for one in sources) and all(map(is_dictionary, sources))
    entries = (literal_entries(value) or []) if isinstance(value, ast.Dict) else []
    graph = {name for name in env if any(one.kind in GRAPH_VALUES for one in env[name])}
    in_values = {name.id for _, one in entries for name in names_of(one)}
    return bool(entries) and roots_of_keys(entries) <= graph and not in_values & graph
