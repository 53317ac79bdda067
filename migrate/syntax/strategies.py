"""Which strategies a module speaks of."""

from __future__ import annotations

from migrate.model.bindings import Bindings

# Those that have other names today.
_TODAY = {
    "CollectiveAllReduceStrategy": "MultiWorkerMirroredStrategy",
    "TPUDistributionStrategy": "TPUStrategy",
}


def strategy_names(bindings: Bindings) -> frozenset[str]:
    """The names that TensorFlow has today for the classes of strategies that a module uses."""
    named = {
        dotted.rpartition(".")[2]
        for node, dotted in bindings.dotted.items()
        if dotted.startswith("tensorflow.") and dotted.endswith("Strategy") and node not in bindings.prefixes
    }
    return frozenset(_TODAY.get(name, name) for name in named - {"DistributionStrategy", "Strategy"})
