"""Names of methods, of whatever object, by what they do; and modules whose functions draw."""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What layers and cells have once they were called, and what optimizers give once they were applied.
MADE_ATTRIBUTES = _names("""
    bias kernel losses non_trainable_variables non_trainable_weights trainable_variables
    trainable_weights updates variables weights
""")
# By what code names variables of a graph among which are those that optimizers or moving averages made.
ALL_VARIABLES = _names("""
    all_variables global_variables GLOBAL_VARIABLES moving_average_variables MOVING_AVERAGE_VARIABLES
    VARIABLES
""")
# Methods of Python values that change them.
MUTATING_METHODS = _names("""
    add append appendleft apply clear discard extend insert pop popitem popleft remove reverse
    setdefault sort update
""")
# Methods of generators of random numbers and of batches: they give something else at every call.
DRAWING_METHODS = _names("""
    __next__ choice integers next_batch normal permutation rand randint randn random random_integers
    random_sample standard_normal uniform
""")
# Modules whose functions give something else at every call.
DRAWING_MODULES = ("numpy.random", "random", "time", "datetime", "uuid", "secrets")
