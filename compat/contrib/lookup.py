"""`tf.contrib.lookup`: hash tables, by TensorFlow's own and `tf.lookup`."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._listing import listed
from .._tf.contrib import lookup_ops as _tables
from ._names import lookup

__dir__ = listed(__name__)

_V1 = tf.compat.v1

FastHashSpec = _tables.FastHashSpec
HasherSpec = _tables.HasherSpec
IdTableWithHashBuckets = _tables.IdTableWithHashBuckets
InitializableLookupTableBase = _tables.InitializableLookupTableBase
KeyValueTensorInitializer = tf.lookup.KeyValueTensorInitializer
LookupInterface = _tables.LookupInterface
MutableDenseHashTable = tf.lookup.experimental.DenseHashTable
MutableHashTable = tf.lookup.experimental.MutableHashTable
StrongHashSpec = _tables.StrongHashSpec
TableInitializerBase = _tables.TableInitializerBase
TextFileIdTableInitializer = _tables.TextFileIdTableInitializer
TextFileIndex = tf.lookup.TextFileIndex
TextFileInitializer = tf.lookup.TextFileInitializer
TextFileStringTableInitializer = _tables.TextFileStringTableInitializer
index_table_from_file = _tables.index_table_from_file
index_to_string_table_from_file = _tables.index_to_string_table_from_file

__getattr__ = lookup("lookup", [])


class HashTable(tf.compat.v1.lookup.StaticHashTable):
    """A table that its initialiser fills; in a graph by `tf.compat.v1.tables_initializer()`."""

    def __init__(
        self, initializer: Any, default_value: Any, shared_name: Any = None, name: Any = None
    ) -> None:
        del shared_name  # which TF 1 shared tables by between sessions
        super().__init__(initializer, default_value, name)

    @property
    def init(self) -> Any:
        """Fills the table, in a graph."""
        return self.initializer


def index_table_from_tensor(
    mapping: Any,
    num_oov_buckets: int = 0,
    default_value: int = -1,
    hasher_spec: Any = FastHashSpec,
    dtype: Any = tf.string,
    name: Any = None,
) -> Any:
    """A table from the strings (or numbers) in `mapping` to their indices.

    Raises:
      ValueError: there is no mapping, or a negative number of buckets.
    """
    if mapping is None:
        raise ValueError("mapping must be specified.")
    return _tables.index_table_from_tensor(mapping, num_oov_buckets, default_value, hasher_spec, dtype, name)


def index_to_string_table_from_tensor(mapping: Any, default_value: str = "UNK", name: Any = None) -> Any:
    """A table from indices to the strings in `mapping`.

    Raises:
      ValueError: there is no mapping.
    """
    if mapping is None:
        raise ValueError("mapping must be specified.")
    return _tables.index_to_string_table_from_tensor(mapping, default_value, name)


def string_to_index_table_from_file(
    vocabulary_file: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    hasher_spec: Any = FastHashSpec,
    name: Any = None,
) -> Any:
    """A table from the lines of a file to their numbers."""
    return index_table_from_file(
        vocabulary_file, num_oov_buckets, vocab_size, default_value, hasher_spec, tf.string, name
    )


def string_to_index_table_from_tensor(
    mapping: Any,
    num_oov_buckets: int = 0,
    default_value: int = -1,
    hasher_spec: Any = FastHashSpec,
    name: Any = None,
) -> Any:
    """A table from the strings in `mapping` to their indices.

    Raises:
      ValueError: there are no strings in `mapping`.
    """
    mapping = tf.convert_to_tensor(mapping)
    if mapping.dtype != tf.string:
        raise ValueError("string_to_index_table_from_tensor requires string.")
    return index_table_from_tensor(mapping, num_oov_buckets, default_value, hasher_spec, name=name)


def string_to_index(tensor: Any, mapping: Any, default_value: int = -1, name: Any = None) -> Any:
    """The index of each string in `mapping`."""
    return index_table_from_tensor(mapping, default_value=default_value, name=name).lookup(tensor)


def index_to_string(tensor: Any, mapping: Any, default_value: str = "UNK", name: Any = None) -> Any:
    """The string in `mapping` at each index."""
    return index_to_string_table_from_tensor(mapping, default_value, name).lookup(tensor)
