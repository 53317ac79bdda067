"""`tf.contrib.lookup`: hash tables, by `tf.compat.v1` and `tf.lookup`."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ._names import lookup

KeyValueTensorInitializer = tf.lookup.KeyValueTensorInitializer
TextFileIndex = tf.lookup.TextFileIndex
TextFileInitializer = tf.lookup.TextFileInitializer

__getattr__ = lookup(
    "lookup",
    [],
    {
        "MutableHashTable": "tf.lookup.experimental.MutableHashTable",
        "MutableDenseHashTable": "tf.lookup.experimental.DenseHashTable",
    },
)


def HashTable(  # noqa: N802  (TF 1's name)
    initializer: Any, default_value: Any, shared_name: Any = None, name: Any = None
) -> Any:
    """A table that its initialiser fills; in a graph by `tf.compat.v1.tables_initializer()`."""
    del shared_name
    return tf.compat.v1.lookup.StaticHashTable(initializer, default_value, name)


def index_table_from_tensor(
    mapping: Any, num_oov_buckets: int = 0, default_value: int = -1, dtype: Any = tf.string, name: Any = None
) -> Any:
    """A table from the strings (or numbers) in `mapping` to their indices."""
    keys = tf.convert_to_tensor(mapping, dtype)
    values = tf.range(tf.size(keys, tf.int64), dtype=tf.int64)
    return _index_table(
        tf.lookup.KeyValueTensorInitializer(keys, values), num_oov_buckets, default_value, dtype, name
    )


def index_table_from_file(
    vocabulary_file: Any,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    key_dtype: Any = tf.string,
    name: Any = None,
) -> Any:
    """A table from the lines of a file to their numbers."""
    initializer = tf.lookup.TextFileInitializer(
        vocabulary_file,
        key_dtype,
        TextFileIndex.WHOLE_LINE,
        tf.int64,
        TextFileIndex.LINE_NUMBER,
        vocab_size,
    )
    return _index_table(initializer, num_oov_buckets, default_value, key_dtype, name)


def _index_table(initializer: Any, num_oov_buckets: int, default_value: int, dtype: Any, name: Any) -> Any:
    if not num_oov_buckets:
        return tf.compat.v1.lookup.StaticHashTable(initializer, default_value, name)
    return tf.compat.v1.lookup.StaticVocabularyTable(
        initializer, num_oov_buckets, name=name, lookup_key_dtype=dtype
    )


def index_to_string_table_from_tensor(mapping: Any, default_value: str = "UNK", name: Any = None) -> Any:
    """A table from indices to the strings in `mapping`."""
    values = tf.convert_to_tensor(mapping, tf.string)
    keys = tf.range(tf.size(values, tf.int64), dtype=tf.int64)
    initializer = tf.lookup.KeyValueTensorInitializer(keys, values)
    return tf.compat.v1.lookup.StaticHashTable(initializer, default_value, name)


def index_to_string_table_from_file(
    vocabulary_file: Any, vocab_size: int | None = None, default_value: str = "UNK", name: Any = None
) -> Any:
    """A table from line numbers to the lines of a file."""
    initializer = tf.lookup.TextFileInitializer(
        vocabulary_file,
        tf.int64,
        TextFileIndex.LINE_NUMBER,
        tf.string,
        TextFileIndex.WHOLE_LINE,
        vocab_size,
    )
    return tf.compat.v1.lookup.StaticHashTable(initializer, default_value, name)
