"""What programs say of a cluster: which one, and where in it variables are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import tensorflow as tf

if TYPE_CHECKING:
    from ._in_graph import InGraphCluster
    from .cluster import Server

# The addresses of each job's tasks, `"host:port"`, in their order or by their indices.
Addresses: TypeAlias = "Mapping[str, Sequence[str] | Mapping[int, str]]"
# A cluster by its tasks.
Described: TypeAlias = "tf.train.ClusterSpec | tf.train.ClusterDef | Addresses"
# A cluster that variables are shared in; a string is the `target` of a server.
Shared: TypeAlias = "Server | Described | str"
# What a store takes; an empty string is the `target` where there is no cluster.
Cluster: TypeAlias = "Shared | InGraphCluster | tf.distribute.coordinator.ClusterCoordinator | None"
# Where in a cluster variables are: a name, or a function of operations.
Device: TypeAlias = "Callable[[tf.Operation], str | None] | str | None"
