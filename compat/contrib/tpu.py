"""`tf.contrib.tpu`: estimators that train on CPU and GPUs where they are told to use no TPU.

What compiles for a TPU, or starts one, is TensorFlow's own and raises where there is none.
"""

from __future__ import annotations

import tensorflow as tf

from .. import _tf
from .._listing import listed
from .._tf.estimator_parts import tpu_config, tpu_estimator
from ._names import lookup

__dir__ = listed(__name__)

DeviceAssignment = tf.tpu.experimental.DeviceAssignment
InfeedQueue = _tf.InfeedQueue
InputPipelineConfig = tpu_config.InputPipelineConfig
RunConfig = tpu_config.RunConfig
TPUConfig = tpu_config.TPUConfig
TPUEstimator = tpu_estimator.TPUEstimator
TPUEstimatorSpec = tpu_estimator.TPUEstimatorSpec
Topology = tf.tpu.experimental.Topology
device_assignment = _tf.device_assignment
export_estimator_savedmodel = tpu_estimator.export_estimator_savedmodel
repeat = _tf.tpu_repeat
while_loop = _tf.tpu_while_loop

__getattr__ = lookup(
    "tpu",
    [tf.compat.v1.tpu, _tf.feeds_of_tpus],
    {
        "TPUDistributionStrategy": "tf.distribute.TPUStrategy",
        "keras_to_tpu_model": "tf.distribute.TPUStrategy",
        "profiler": "tf.profiler.experimental",
        "TPUInMemoryEvalHook": "tf.estimator.experimental.InMemoryEvaluatorHook",
    },
)


class AsyncCheckpointSaverHook(tf.compat.v1.train.CheckpointSaverHook):
    """A `CheckpointSaverHook`; it saves between two steps, where contrib's saved beside them."""
