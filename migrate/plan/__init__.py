"""From facts to what is to be done with each unit."""

from .cluster.parameter_servers import may_be_served
from .tiers.graph_tier import as_graphs
from .tiers.processes import processes
from .tiers.units import plans, reasons, units

__all__ = ["as_graphs", "may_be_served", "plans", "processes", "reasons", "units"]
