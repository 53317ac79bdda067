"""From modules to facts, across files."""

from .bindings import bind
from .chosen_modules import chosen_by_name, with_chosen
from .modules import analyse

__all__ = ["analyse", "bind", "chosen_by_name", "with_chosen"]
