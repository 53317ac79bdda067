"""Initialisers of `tf.contrib.framework` that read matrices of a checkpoint, with other vocabularies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from .._tf.contrib import load_and_remap_matrix_initializer as load_and_remap_matrix_initializer
from .._tf.contrib import load_embedding_initializer as load_embedding_initializer

Initializer = Callable[..., Any]


def load_linear_multiclass_bias_initializer(
    ckpt_path: str,
    bias_tensor_name: str,
    new_class_vocab_size: int,
    old_class_vocab_file: str,
    new_class_vocab_file: str,
    num_class_oov_buckets: int = 0,
    initializer: Initializer | None = None,
    max_rows_in_memory: int = -1,
) -> Initializer:
    """Initialises the bias of a linear model from a checkpoint, class by class."""
    read: Initializer = load_and_remap_matrix_initializer(
        ckpt_path=ckpt_path,
        old_tensor_name=bias_tensor_name,
        new_row_vocab_size=new_class_vocab_size,
        new_col_vocab_size=1,
        old_row_vocab_file=old_class_vocab_file,
        new_row_vocab_file=new_class_vocab_file,
        num_row_oov_buckets=num_class_oov_buckets,
        initializer=initializer or tf.compat.v1.zeros_initializer(),
        max_rows_in_memory=max_rows_in_memory,
    )
    return read


def load_variable_slot_initializer(
    ckpt_path: str,
    old_tensor_name: str,
    primary_partition_info: Any,
    new_row_vocab_size: int,
    new_col_vocab_size: int,
    old_row_vocab_file: str | None = None,
    new_row_vocab_file: str | None = None,
    old_col_vocab_file: str | None = None,
    new_col_vocab_file: str | None = None,
    num_row_oov_buckets: int = 0,
    num_col_oov_buckets: int = 0,
    initializer: Initializer | None = None,
    max_rows_in_memory: int = -1,
) -> Initializer:
    """Initialises an optimizer's slot, which is cut into the parts of the variable that it belongs to."""
    read = load_and_remap_matrix_initializer(
        ckpt_path=ckpt_path,
        old_tensor_name=old_tensor_name,
        new_row_vocab_size=new_row_vocab_size,
        new_col_vocab_size=new_col_vocab_size,
        old_row_vocab_file=old_row_vocab_file,
        new_row_vocab_file=new_row_vocab_file,
        old_col_vocab_file=old_col_vocab_file,
        new_col_vocab_file=new_col_vocab_file,
        num_row_oov_buckets=num_row_oov_buckets,
        num_col_oov_buckets=num_col_oov_buckets,
        initializer=initializer or tf.compat.v1.zeros_initializer(),
        max_rows_in_memory=max_rows_in_memory,
    )

    def initialised(shape: Any, dtype: Any = tf.float32, partition_info: Any = None) -> Any:
        del partition_info
        return read(shape, dtype, partition_info=primary_partition_info)

    return initialised
