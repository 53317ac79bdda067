"""From what is written to what in it does not exist."""

from .holdings import names_gone_from_python
from .missing_names import audit

__all__ = ["audit", "names_gone_from_python"]
