"""From facts to what is to be done with each unit."""

from .units import plan, units

__all__ = ["plan", "units"]
