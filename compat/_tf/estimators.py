"""What Estimators want of strategies, of clusters that the distribute coordinator leads, and of TPUs."""

from __future__ import annotations

from tensorflow.python.autograph.core import config as autograph
from tensorflow.python.distribute import (
    distribute_coordinator,
    distribute_coordinator_context,
    distribute_lib,
    multi_worker_util,
)
from tensorflow.python.tpu import device_assignment as tpu_device_assignment
from tensorflow.python.tpu import tpu_feed, training_loop
from tensorflow.python.tpu.ops import tpu_ops

CoordinatorMode = distribute_coordinator.CoordinatorMode
run_coordinator = distribute_coordinator.run_distribute_coordinator
run_server = distribute_coordinator.run_standard_tensorflow_server
worker_context = distribute_coordinator_context.get_current_worker_context
UpdateContext = distribute_lib.UpdateContext
get_cross_replica_context = distribute_lib.get_cross_replica_context
require_replica_context = distribute_lib.require_replica_context
normalize_cluster_spec = multi_worker_util.normalize_cluster_spec

# For TPUs.

InfeedQueue = tpu_feed.InfeedQueue
device_assignment = tpu_device_assignment.device_assignment
feeds_of_tpus = tpu_ops
tpu_repeat = training_loop.repeat
tpu_while_loop = training_loop.while_loop


def leave_as_written(package: str) -> None:
    """Have AutoGraph call a package's functions as they are, as it does TensorFlow's own.

    It converts what is called by a Keras model of a library's, at some seconds for a canned Estimator.
    """
    autograph.CONVERSION_RULES = (autograph.DoNotConvert(package), *autograph.CONVERSION_RULES)
