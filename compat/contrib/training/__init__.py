"""`tf.contrib.training`: hyperparameters, and tf_slim's training and evaluation loops."""

from __future__ import annotations

from ._hparam import HParams as HParams
from ._hparam import parse_values as parse_values
from ._names import lookup
from ._slim import evaluation, training

__getattr__ = lookup(
    "training",
    [training, evaluation],
    {
        "bucket_by_sequence_length": "tf.data.Dataset.bucket_by_sequence_length",
        "stratified_sample": "tf.data.Dataset.rejection_resample",
        "rejection_sample": "tf.data.Dataset.rejection_resample",
        "GreedyLoadBalancingStrategy": "a strategy of tf.distribute",
    },
)
