"""Which home the variables of a store have."""

from __future__ import annotations

import tensorflow as tf

from ._cluster_types import Cluster, Device
from ._home import Home, Store


def home_of(store: Store, strategy: tf.distribute.Strategy | None, cluster: Cluster, device: Device) -> Home:
    """Where the variables of `store` are to live, by the arguments that it was given."""
    is_of_workers = isinstance(strategy, tf.distribute.MultiWorkerMirroredStrategy)
    if strategy is not None and is_of_workers and len(strategy.extended.worker_devices) == 1:
        from .cluster._collective import CollectiveHome

        return CollectiveHome(strategy)
    if cluster is None or cluster == "":  # a session's target where there is no cluster
        return Home()
    # Only programs of clusters take the time to import these.
    if isinstance(cluster, tf.distribute.coordinator.ClusterCoordinator):
        from .cluster._coordinated import CoordinatedHome

        return CoordinatedHome(store, cluster)
    from ._in_graph import InGraphCluster
    from .cluster._home import SharedHome

    if isinstance(cluster, InGraphCluster):
        return cluster.home(device)
    return SharedHome(store, cluster, device)
