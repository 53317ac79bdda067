"""`tf.contrib.layers`: tf_slim's layers, initialisers, regularisers, `optimize_loss`; and embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from .._listing import listed
from . import _feature_columns, _slim
from ._names import lookup

__dir__ = listed(__name__)

_V1 = tf.compat.v1
_COLUMN = "tf.feature_column"
_INSTEAD = {
    "shared_embedding_columns": f"{_COLUMN}.shared_embedding_columns",
    "SPARSE_FEATURE_CROSS_DEFAULT_HASH_KEY": f"the hash_key of {_COLUMN}.crossed_column",
    "check_feature_columns": "nothing: tf.feature_column checks",
    "infer_real_valued_columns": f"{_COLUMN}.numeric_column",
    "joint_weighted_sum_from_feature_columns": "tf.compat.v1.feature_column.linear_model",
    "make_place_holder_tensors_for_base_features": "tf.io.parse_example of a placeholder",
    "multi_class_target": "a loss in the model function",
    "parse_feature_columns_from_examples": f"tf.io.parse_example with {_COLUMN}.make_parse_example_spec",
    "parse_feature_columns_from_sequence_examples": "tf.io.parse_sequence_example",
    "regression_target": "a loss in the model function",
    "scattered_embedding_column": f"{_COLUMN}.embedding_column",
    "sequence_input_from_feature_columns": "tf.contrib.feature_column.sequence_input_layer",
    "transform_features": "tf.compat.v1.feature_column.input_layer",
}

__getattr__ = lookup(
    "layers",
    [
        _slim.layers,
        _slim.layer_functions,
        _slim.initializers,
        _slim.regularizers,
        _slim.optimizers,
        _slim.normalization,
        _slim.summaries,
        _slim.utils,
        _slim.rev_block_lib,
        _feature_columns,
    ],
    _INSTEAD,
)
summaries = _slim.summaries
safe_embedding_lookup_sparse = _V1.nn.safe_embedding_lookup_sparse


def embed_sequence(
    ids: Any,
    vocab_size: int | None = None,
    embed_dim: int | None = None,
    unique: bool = False,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    scope: Any = None,
    reuse: Any = None,
) -> Any:
    """Symbol ids [batch, length] as vectors [batch, length, embed_dim], from a variable `embeddings`.

    Raises:
      ValueError: a size is missing and the variable is not reused.
    """
    if not (reuse or (vocab_size and embed_dim)):
        raise ValueError(
            f"Must specify vocab size and embedding dimension when not reusing: {vocab_size=} {embed_dim=}"
        )
    with _V1.variable_scope(scope, "EmbedSequence", [ids], reuse=reuse):
        embeddings = _embeddings([vocab_size, embed_dim], initializer, regularizer, trainable)
        if unique:
            return embedding_lookup_unique(embeddings, ids)
        return tf.nn.embedding_lookup(embeddings, ids)


def bow_encoder(
    ids: Any,
    vocab_size: int,
    embed_dim: int,
    sparse_lookup: bool = True,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    scope: Any = None,
    reuse: Any = None,
) -> Any:
    """The mean of the vectors of a document's words, [batch, embed_dim]."""
    if not vocab_size or not embed_dim:
        raise ValueError("Must specify vocab size and embedding dimension")
    with _V1.variable_scope(scope, "bow_encoder", [ids], reuse=reuse):
        embeddings = _embeddings([vocab_size, embed_dim], initializer, regularizer, trainable)
        if sparse_lookup:
            if not isinstance(ids, tf.SparseTensor):
                ids = _slim.layer_functions.dense_to_sparse(ids)
            return _V1.nn.safe_embedding_lookup_sparse([embeddings], ids, combiner="mean", default_id=0)
        if isinstance(ids, tf.SparseTensor):
            raise TypeError("ids are expected to be dense Tensor, got: %s", ids)
        return tf.reduce_mean(tf.nn.embedding_lookup(embeddings, ids), axis=1)


def embedding_lookup_unique(params: Any, ids: Any, partition_strategy: str = "mod", name: Any = None) -> Any:
    """`embedding_lookup` that looks each id up once."""
    with _V1.name_scope(name, "EmbeddingLookupUnique", [params, ids]):
        ids = tf.convert_to_tensor(ids)
        unique, index = tf.unique(tf.reshape(ids, [-1]))
        found = _V1.nn.embedding_lookup(params, unique, partition_strategy)
        flat = tf.gather(found, index)
        shaped = tf.reshape(flat, tf.concat([tf.shape(ids), tf.shape(flat)[1:]], 0))
        shaped.set_shape(ids.shape.concatenate(found.shape[1:]))
        return shaped


def _embeddings(shape: Sequence[int | None], initializer: Any, regularizer: Any, trainable: bool) -> Any:
    return _slim.variables.model_variable(
        "embeddings", shape=shape, initializer=initializer, regularizer=regularizer, trainable=trainable
    )
