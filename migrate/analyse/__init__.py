"""From modules to facts, across files."""

from .chosen_modules import with_chosen
from .modules import analyse

__all__ = ["analyse", "with_chosen"]
