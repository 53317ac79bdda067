"""From facts to what is to be done with each unit."""

from .processes import processes, together
from .units import plans, units, with_steps

__all__ = ["plans", "processes", "together", "units", "with_steps"]
