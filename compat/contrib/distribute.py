"""`tf.contrib.distribute`: the strategies of `tf.compat.v1.distribute` with contrib's arguments.

In a process of graphs they are TensorFlow 1's; where eager mode is on, as in what has been rewritten, they
are those of TensorFlow 2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import tensorflow as tf

from .. import _tf
from .._listing import listed
from .._reductions import CrossDeviceOps  # noqa: F401  (for what inherits from it)
from ._names import lookup

__dir__ = listed(__name__)

_V1 = tf.compat.v1.distribute

DistributionStrategy = _V1.Strategy
DistributionStrategyExtended = _V1.StrategyExtended
ReductionToOneDeviceCrossDeviceOps = tf.distribute.ReductionToOneDevice
ReplicaContext = tf.distribute.ReplicaContext
UpdateContext = _tf.UpdateContext
get_cross_replica_context = _tf.get_cross_replica_context
get_distribution_strategy = tf.distribute.get_strategy
get_loss_reduction = _V1.get_loss_reduction
get_replica_context = tf.distribute.get_replica_context
get_strategy = tf.distribute.get_strategy
has_distribution_strategy = tf.distribute.has_strategy
has_strategy = tf.distribute.has_strategy
initialize_tpu_system = tf.tpu.experimental.initialize_tpu_system
in_cross_replica_context = tf.distribute.in_cross_replica_context
require_replica_context = _tf.require_replica_context
run_standard_tensorflow_server = _tf.run_server

__getattr__ = lookup(
    "distribute",
    [],
    {
        "Monitor": "a loop of session.run",
        "MultiWorkerAllReduce": "CollectiveAllReduceStrategy",
        "StandardInputStep": "strategy.make_input_fn_iterator",
        "StandardSingleLossStep": "strategy.experimental_run",
        "Step": "strategy.experimental_run",
    },
)


class DistributeConfig(NamedTuple):
    """Strategies, and a cluster to lead, for `RunConfig(experimental_distribute=...)`."""

    train_distribute: Any = None
    eval_distribute: Any = None
    remote_cluster: Any = None


class _OwnBatches:
    """A strategy of which each replica takes batches of its own from a data set, as contrib's did."""

    make_input_fn_iterator: Callable[..., Any]

    def make_dataset_iterator(self, dataset: Any) -> Any:
        """An iterator of which each replica gets the next batch, whole.

        Those of `tf.distribute` split each batch between the replicas.
        """
        return self.make_input_fn_iterator(lambda context: dataset)


class _Mirrored(_OwnBatches, tf.compat.v1.distribute.MirroredStrategy):
    """Contrib's `MirroredStrategy` in a process of graphs."""


class _ParameterServer(_OwnBatches, tf.compat.v1.distribute.experimental.ParameterServerStrategy):
    """Contrib's `ParameterServerStrategy`."""


def MirroredStrategy(  # noqa: N802  (TF 1's name)
    devices: Any = None,
    num_gpus: int | None = None,
    num_gpus_per_worker: int | None = None,
    cross_device_ops: Any = None,
    auto_shard_dataset: bool = False,
    cross_tower_ops: Any = None,
) -> Any:
    """A `MirroredStrategy` on the devices, or on the first `num_gpus` GPUs; on all of them by default.

    Raises:
      ValueError: the devices are given twice.
    """
    del auto_shard_dataset  # of a cluster that one client leads
    if num_gpus is not None and num_gpus_per_worker is not None:
        raise ValueError("You cannot specify both `num_gpus` and `num_gpus_per_worker`.")
    count = num_gpus if num_gpus is not None else num_gpus_per_worker
    if devices is not None and count is not None:
        raise ValueError("Must only specify one of `devices` and `num_gpus_per_worker`.")
    if count is not None:
        devices = [f"/device:GPU:{index}" for index in range(count)] or ["/device:CPU:0"]
    made = tf.distribute.MirroredStrategy if _is_eager() else _Mirrored
    return made(devices, cross_device_ops or cross_tower_ops)


def AllReduceCrossDeviceOps(  # noqa: N802  (TF 1's name)
    all_reduce_alg: str = "nccl",
    num_packs: int = 1,
    agg_small_grads_max_bytes: int = 0,
    agg_small_grads_max_group: int = 10,
) -> Any:
    """Reduces by `"nccl"` or by `"hierarchical_copy"`."""
    del agg_small_grads_max_bytes, agg_small_grads_max_group  # how small gradients were packed together
    hierarchical = all_reduce_alg == "hierarchical_copy"
    made = tf.distribute.HierarchicalCopyAllReduce if hierarchical else tf.distribute.NcclAllReduce
    return made(num_packs)


def OneDeviceStrategy(device: str) -> Any:  # noqa: N802  (TF 1's name)
    """A strategy that puts everything on `device`."""
    return (tf.distribute.OneDeviceStrategy if _is_eager() else _V1.OneDeviceStrategy)(device)


def CollectiveAllReduceStrategy(  # noqa: N802  (TF 1's name)
    num_gpus_per_worker: int = 0, communication: Any = tf.distribute.experimental.CollectiveCommunication.AUTO
) -> Any:
    """Replicas on the first `num_gpus_per_worker` GPUs of each worker of `TF_CONFIG`, kept alike."""
    resolver = _task(num_gpus_per_worker)
    if _is_eager():
        options = tf.distribute.experimental.CommunicationOptions(implementation=communication)
        return tf.distribute.MultiWorkerMirroredStrategy(resolver, options)
    return _V1.experimental.MultiWorkerMirroredStrategy(communication, resolver)


def ParameterServerStrategy(num_gpus_per_worker: int = 0) -> Any:  # noqa: N802  (TF 1's name)
    """Variables on the parameter servers of `TF_CONFIG`, and a replica on each GPU of this worker.

    In eager mode it is for Estimators: that of TensorFlow 2 is for a process that leads the workers.
    """
    return _ParameterServer(_task(num_gpus_per_worker))


def TPUStrategy(  # noqa: N802  (TF 1's name)
    tpu_cluster_resolver: Any = None, steps_per_run: int | None = None, num_cores: int | None = None
) -> Any:
    """Replicas on the cores of a TPU; of `num_cores`, the resolver knows."""
    del num_cores
    if _is_eager():
        return tf.distribute.TPUStrategy(tpu_cluster_resolver)
    return _V1.experimental.TPUStrategy(tpu_cluster_resolver, steps_per_run)


def _task(gpus: int) -> Any:
    """The task that this process is by `TF_CONFIG`, with that many GPUs.

    An evaluator is by itself, whichever cluster trains.
    """
    given = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    alone = given.task_type == "evaluator"
    return tf.distribute.cluster_resolver.SimpleClusterResolver(
        tf.train.ClusterSpec({}) if alone else given.cluster_spec(),
        task_type=given.task_type,
        task_id=given.task_id,
        num_accelerators={"GPU": gpus},
        rpc_layer=given.rpc_layer,
    )


def _is_eager() -> bool:
    return bool(tf.compat.v1.executing_eagerly_outside_functions())
