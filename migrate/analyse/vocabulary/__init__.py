"""What names of TF 1 do when a graph is built and run, as far as a slice of a program must know."""

from migrate.syntax.graph_methods import (
    ACTING_METHODS,
    APPLYING_METHODS,
    EFFECTFUL_METHODS,
    INPUT_METHODS,
    UPDATING_METHODS,
)

from .lookup import gives_several_values, has_updates, role_of, role_of_called
from .methods import (
    ALL_VARIABLES,
    DRAWING_METHODS,
    DRAWING_MODULES,
    MADE_ATTRIBUTES,
    MUTATING_METHODS,
)

__all__ = [
    "ACTING_METHODS",
    "ALL_VARIABLES",
    "APPLYING_METHODS",
    "DRAWING_METHODS",
    "DRAWING_MODULES",
    "EFFECTFUL_METHODS",
    "INPUT_METHODS",
    "MADE_ATTRIBUTES",
    "MUTATING_METHODS",
    "UPDATING_METHODS",
    "gives_several_values",
    "has_updates",
    "role_of",
    "role_of_called",
]
