"""`tf.contrib.feature_column`: columns of sequences, by `tf.feature_column` and `SequenceFeatures`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

__getattr__ = lookup("feature_column", [tf.feature_column])


class _Sequence(NamedTuple):
    sequence_input: Any
    sequence_length: Any


def sequence_input_layer(
    features: Mapping[str, Any], feature_columns: Any, weight_collections: Any = None, trainable: bool = True
) -> Any:
    """Columns of sequences as one tensor [batch, time, size], and the lengths [batch]."""
    import tf_keras

    del weight_collections
    return _Sequence(*tf_keras.experimental.SequenceFeatures(feature_columns, trainable=trainable)(features))
