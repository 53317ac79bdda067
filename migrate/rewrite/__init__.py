"""From plans to new source text."""

from .units import rewrite

__all__ = ["rewrite"]
