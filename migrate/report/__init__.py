"""Outcomes as people and machines read them."""

from .difference import unified_diff
from .pages import RulePage, page, rules_document
from .people import Wording, counted, report

__all__ = ["RulePage", "Wording", "counted", "page", "report", "rules_document", "unified_diff"]
