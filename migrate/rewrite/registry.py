"""Finds the rules: every module under `rules` that defines `RULE` or `RULES`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from . import rules
from .rule import Rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, in the order of their codes."""
    found: list[Rule] = []
    for module in pkgutil.walk_packages(rules.__path__, rules.__name__ + "."):
        loaded = importlib.import_module(module.name)
        found.extend([loaded.RULE] if hasattr(loaded, "RULE") else getattr(loaded, "RULES", ()))
    return tuple(sorted(found, key=lambda rule: rule.code))
