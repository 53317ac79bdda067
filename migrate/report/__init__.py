"""Outcomes as people and machines read them."""

from .difference import unified_diff
from .pages import RulePage, page, rules_document
from .people import counted

__all__ = ["RulePage", "counted", "page", "rules_document", "unified_diff"]
