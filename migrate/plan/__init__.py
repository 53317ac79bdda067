"""From facts to what is to be done with each unit."""

from .units import plan

__all__ = ["plan"]
