"""From modules to facts, across files."""

from .modules import analyse
from .names.bindings import bind
from .names.dynamic_imports import chosen_by_name, with_chosen

__all__ = ["analyse", "bind", "chosen_by_name", "with_chosen"]
