"""From facts to what is to be done with each unit."""

from .graphs import as_graphs
from .processes import processes
from .serving import may_be_served
from .units import plans, reasons, units

__all__ = ["as_graphs", "may_be_served", "plans", "processes", "reasons", "units"]
