"""`tf.contrib.cluster_resolver`: where the tasks of a cluster are, from what started them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

_resolvers = tf.compat.v1.distribute.cluster_resolver

UnionClusterResolver = _resolvers.UnionResolver


class SlurmClusterResolver(tf.distribute.cluster_resolver.SlurmClusterResolver):
    """The tasks of a SLURM job; by default each has one GPU, where TensorFlow 2 would look for GPUs."""

    def __init__(
        self,
        jobs: Mapping[str, int],
        port_base: int = 8888,
        gpus_per_node: int = 1,
        gpus_per_task: int = 1,
        tasks_per_node: Any = None,
        auto_set_gpu: bool = True,
        rpc_layer: str = "grpc",
    ) -> None:
        super().__init__(
            jobs, port_base, gpus_per_node, gpus_per_task, tasks_per_node, auto_set_gpu, rpc_layer
        )


__getattr__ = lookup("cluster_resolver", [_resolvers])
