"""From modules to facts, across files."""

from .modules import analyse

__all__ = ["analyse"]
