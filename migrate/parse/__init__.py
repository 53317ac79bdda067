"""From sources to modules, or to diagnostics."""

from .modules import parse

__all__ = ["parse"]
