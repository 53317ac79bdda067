"""From outcomes to files: in place, with what undo needs, or elsewhere."""

from .elsewhere import refuse_output, write_to
from .in_place import apply, is_interrupted, originals, recover, undo

__all__ = ["apply", "is_interrupted", "originals", "recover", "refuse_output", "undo", "write_to"]
