"""`tf.contrib.training`: hyperparameters, loops, and the batches of queues that sort or choose examples."""

from __future__ import annotations

from ..._listing import listed
from .._hparam import HParams as HParams
from .._hparam import parse_values as parse_values
from .._names import lookup
from .._slim import evaluation, training
from . import _bucketing, _choosing, _devices

__dir__ = listed(__name__)

__getattr__ = lookup(
    "training",
    [training, evaluation, _devices, _bucketing, _choosing],
    {
        "FeedingQueueRunner": "tf.data.Dataset.from_generator",
        "NextQueuedSequenceBatch": "tf.data.Dataset.padded_batch, with the states in variables",
        "SequenceQueueingStateSaver": "tf.data.Dataset.padded_batch, with the states in variables",
        "batch_sequences_with_states": "tf.data.Dataset.padded_batch, with the states in variables",
    },
)
