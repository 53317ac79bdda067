"""From facts to what is to be done with each unit."""

from .units import plans, units

__all__ = ["plans", "units"]
