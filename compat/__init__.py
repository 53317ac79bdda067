"""What migrated TensorFlow 1 code imports: small helpers that stock TensorFlow 2 lacks, and no Session."""

from .errors import CompatError, TowerError, VariableError
from .towers import OrderedReduction, apply_gradients, average_gradients, replica_index
from .variables import VariableStore

__all__ = [
    "CompatError",
    "OrderedReduction",
    "TowerError",
    "VariableError",
    "VariableStore",
    "apply_gradients",
    "average_gradients",
    "replica_index",
]
