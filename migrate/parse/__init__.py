"""From sources to modules, or to diagnostics."""

from .modules import changed, parse, parse_all

__all__ = ["changed", "parse", "parse_all"]
