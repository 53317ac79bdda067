"""From what is written to what in it does not exist."""

from .missing_names import audit

__all__ = ["audit"]
