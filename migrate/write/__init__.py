"""From outcomes to files: in place, with what undo needs, or elsewhere."""

from .elsewhere import refuse_output, write_to
from .in_place import apply, is_interrupted, originals, recover, runs, undo
from .journal import Run, Unit
from .lock import held
from .replace import remark

__all__ = [
    "Run",
    "Unit",
    "apply",
    "held",
    "is_interrupted",
    "originals",
    "recover",
    "refuse_output",
    "remark",
    "runs",
    "undo",
    "write_to",
]
