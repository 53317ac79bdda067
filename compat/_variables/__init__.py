"""TF 1 variables in TF 2 functions: created once, found again by name in every trace.

`store` is what programs see. Behind it: `names` says what a variable is called, `kept` has the variables and
their collections, `creation` makes them, and `step_functions` traces the steps that use them.
"""

from __future__ import annotations

from .store import VariableStore

__all__ = ["VariableStore"]
