"""The feature columns of `tf.contrib.layers`, as those of `tf.feature_column`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf

_V1 = tf.compat.v1
_columns = tf.compat.v1.feature_column


def real_valued_column(
    column_name: str,
    dimension: int = 1,
    default_value: Any = None,
    dtype: Any = tf.float32,
    normalizer: Callable[[Any], Any] | None = None,
) -> Any:
    """Numbers, `dimension` for each example."""
    return _columns.numeric_column(column_name, [dimension], default_value, dtype, normalizer)


def sparse_column_with_keys(
    column_name: str,
    keys: Sequence[Any],
    default_value: int = -1,
    combiner: str = "sum",
    dtype: Any = tf.string,
) -> Any:
    """One of `keys`."""
    del combiner
    return _columns.categorical_column_with_vocabulary_list(column_name, keys, dtype, default_value)


def sparse_column_with_hash_bucket(
    column_name: str,
    hash_bucket_size: int,
    combiner: str = "sum",
    dtype: Any = tf.string,
    hash_keys: Any = None,
) -> Any:
    """Texts or integers, by their hashes."""
    del combiner, hash_keys
    return _columns.categorical_column_with_hash_bucket(column_name, hash_bucket_size, dtype)


def sparse_column_with_integerized_feature(
    column_name: str, bucket_size: int, combiner: str = "sum", dtype: Any = tf.int64
) -> Any:
    """Integers from 0 to below `bucket_size`."""
    del combiner, dtype
    return _columns.categorical_column_with_identity(column_name, bucket_size)


def sparse_column_with_vocabulary_file(
    column_name: str,
    vocabulary_file: str,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    combiner: str = "sum",
    dtype: Any = tf.string,
) -> Any:
    """One of the lines of a file."""
    del combiner
    default = None if num_oov_buckets else default_value
    return _columns.categorical_column_with_vocabulary_file(
        column_name, vocabulary_file, vocab_size, num_oov_buckets, default, dtype
    )


def weighted_sparse_column(sparse_id_column: Any, weight_column_name: str, dtype: Any = tf.float32) -> Any:
    """A sparse column of which each value has a weight."""
    return _columns.weighted_categorical_column(sparse_id_column, weight_column_name, dtype)


def bucketized_column(source_column: Any, boundaries: Sequence[float]) -> Any:
    """Which of the intervals between `boundaries` a number is in."""
    return _columns.bucketized_column(source_column, list(boundaries))


def crossed_column(
    columns: Sequence[Any],
    hash_bucket_size: int,
    combiner: str = "sum",
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    hash_key: Any = None,
) -> Any:
    """The combinations of values of several columns, by their hashes."""
    del combiner, ckpt_to_load_from, tensor_name_in_ckpt
    keys = [column.key if hasattr(column, "vocabulary_list") else column for column in columns]
    return _columns.crossed_column([_crossable(key) for key in keys], hash_bucket_size, hash_key)


def _crossable(column: Any) -> Any:
    """Columns by hash are crossed by what they hash."""
    return column.key if hasattr(column, "hash_bucket_size") and hasattr(column, "key") else column


def embedding_column(
    sparse_id_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> Any:
    """A vector of `dimension` numbers for each value of a sparse column."""
    return _columns.embedding_column(
        sparse_id_column,
        dimension,
        combiner,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        max_norm,
        trainable,
    )


def one_hot_column(sparse_id_column: Any) -> Any:
    """A number for each value that a sparse column can have."""
    return _columns.indicator_column(sparse_id_column)


def create_feature_spec_for_parsing(feature_columns: Sequence[Any]) -> dict[str, Any]:
    """What `tf.parse_example` is to read for the columns."""
    spec: dict[str, Any] = _columns.make_parse_example_spec(feature_columns)
    return spec


def input_from_feature_columns(
    columns_to_tensors: Mapping[str, Any],
    feature_columns: Sequence[Any],
    weight_collections: Sequence[str] | None = None,
    trainable: bool = True,
    scope: Any = None,
    cols_to_outs: dict[Any, Any] | None = None,
) -> Any:
    """The columns' numbers side by side, [batch, numbers]; `cols_to_outs` gets those of each column."""
    with _V1.variable_scope(scope, "input_from_feature_columns"):
        return _columns.input_layer(
            dict(columns_to_tensors),
            feature_columns,
            weight_collections,
            trainable,
            cols_to_output_tensors=cols_to_outs,
        )


def weighted_sum_from_feature_columns(
    columns_to_tensors: Mapping[str, Any],
    feature_columns: Sequence[Any],
    num_outputs: int,
    weight_collections: Sequence[str] | None = None,
    trainable: bool = True,
    scope: Any = None,
) -> tuple[Any, dict[Any, Any], Any]:
    """A linear model [batch, num_outputs] of the columns, the variables of each, and the bias."""
    made: dict[Any, Any] = {}
    with _V1.variable_scope(scope, "weighted_sum_from_feature_columns"):
        logits = _columns.linear_model(
            dict(columns_to_tensors),
            feature_columns,
            num_outputs,
            weight_collections=weight_collections,
            trainable=trainable,
            cols_to_vars=made,
        )
    bias = made.pop("bias")
    return logits, made, bias[0] if isinstance(bias, list) else bias
