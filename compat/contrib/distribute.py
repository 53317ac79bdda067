"""`tf.contrib.distribute`: the strategies of TensorFlow 2 under their old names."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ._names import lookup

AllReduceCrossDeviceOps = tf.distribute.NcclAllReduce
CrossDeviceOps = tf.distribute.CrossDeviceOps
DistributionStrategy = tf.distribute.Strategy
OneDeviceStrategy = tf.distribute.OneDeviceStrategy
ReplicaContext = tf.distribute.ReplicaContext
get_replica_context = tf.distribute.get_replica_context
get_strategy = tf.distribute.get_strategy
has_strategy = tf.distribute.has_strategy
in_cross_replica_context = tf.distribute.in_cross_replica_context

__getattr__ = lookup(
    "distribute",
    [],
    {
        "CollectiveAllReduceStrategy": "tf.distribute.MultiWorkerMirroredStrategy",
        "ParameterServerStrategy": "tf.distribute.ParameterServerStrategy",
        "TPUStrategy": "tf.distribute.TPUStrategy",
        "DistributeConfig": "TF_CONFIG and a strategy",
    },
)


def MirroredStrategy(  # noqa: N802  (TF 1's name)
    devices: Any = None,
    num_gpus: int | None = None,
    num_gpus_per_worker: int | None = None,
    cross_device_ops: Any = None,
    auto_shard_dataset: bool = False,
    cross_tower_ops: Any = None,
) -> tf.distribute.MirroredStrategy:
    """`tf.distribute.MirroredStrategy` on the devices, or on the first `num_gpus` GPUs."""
    del auto_shard_dataset
    count = num_gpus if num_gpus is not None else num_gpus_per_worker
    if devices is None and count is not None:
        devices = [f"/gpu:{index}" for index in range(count)] or ["/cpu:0"]
    return tf.distribute.MirroredStrategy(devices, cross_device_ops or cross_tower_ops)
