"""From facts to what is to be done with each unit."""

from .graphs import as_graphs
from .processes import processes
from .units import plans, reasons, units

__all__ = ["as_graphs", "plans", "processes", "reasons", "units"]
