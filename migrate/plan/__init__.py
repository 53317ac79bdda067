"""From facts to what is to be done with each unit."""

from .processes.processes import files_run, may_import_any, process, processes
from .tiers.graph_tier import as_graphs
from .tiers.parameter_servers import may_be_served
from .tiers.units import plans, reasons, units

__all__ = [
    "as_graphs",
    "files_run",
    "may_be_served",
    "may_import_any",
    "plans",
    "process",
    "processes",
    "reasons",
    "units",
]
