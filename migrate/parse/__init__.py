"""From sources to modules, or to diagnostics."""

from .modules import parse, parse_all

__all__ = ["parse", "parse_all"]
