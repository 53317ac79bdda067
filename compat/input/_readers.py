"""TF 1's readers: records of the files that a queue names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from .. import _traces as traces
from . import _elements as elements
from ._graphs import MadeInGraphs
from ._queue import InputQueue
from ._queues import Queue

_Records = Callable[[tf.Tensor], tf.data.Dataset]


class Reader(MadeInGraphs):
    """Reads records of one file after the other; each record has a key, as in TF 1.

    Args:
      kind: TF 1's name for the reader.
      records: the dataset of (key, value) of one file, given its name; keys and values are strings.
      settings: what tells this reader from others of its kind.
    """

    def __init__(self, kind: str, records: _Records, settings: tuple[object, ...], name: str | None) -> None:
        self._kind = name or kind
        self._records = records
        self._settings = settings

    def read(
        self, queue: tf.queue.QueueBase | Queue | InputQueue, name: str | None = None
    ) -> tuple[tf.Tensor, tf.Tensor]:
        """Key and value, scalar strings, of the next record of the files that `queue` names.

        Each call of the step that depends on it reads one. Several calls on one reader take turns.

        Raises:
          tf.errors.OutOfRangeError: from the step, when `queue` has ended and its files are read.
        """
        key, value = self._feed(queue, None).next(name)
        return key, value

    def read_up_to(
        self, queue: tf.queue.QueueBase | Queue | InputQueue, num_records: Any, name: str | None = None
    ) -> tuple[tf.Tensor, tf.Tensor]:
        """Keys and values, `[?]` each, of up to `num_records` records."""
        key, value = self._feed(queue, num_records).next(name)
        return key, value

    def _feed(self, queue: tf.queue.QueueBase | Queue | InputQueue, count: Any) -> Any:
        shared = traces.current(self._kind).known
        if (self, queue, count) in shared:
            return shared[self, queue, count]
        file = queue.dequeue()

        def records(name: tf.Tensor) -> tf.data.Dataset:
            return self._records(name) if count is None else self._records(name).batch(count)

        def make() -> tf.data.Dataset:
            return elements.dataset_of([file]).flat_map(records)

        feed = elements.feed(self._kind, [*self._settings, count], [file], make)
        shared[self, queue, count] = feed
        return feed


class TextLineReader(Reader):
    """`tf.compat.v1.TextLineReader`: lines without their ends; keys `file:line`, where the first line is 1.

    Args:
      skip_header_lines: how many lines at the start of each file are left out.
      name: of the reader.
    """

    in_graphs = tf.compat.v1.TextLineReader

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        skipped = skip_header_lines or 0

        def records(file: tf.Tensor) -> tf.data.Dataset:
            lines = tf.data.TextLineDataset(file).enumerate(1).skip(skipped)
            return lines.map(lambda number, line: (_key(file, number), line))

        super().__init__("TextLineReader", records, (skipped,), name)


class FixedLengthRecordReader(Reader):
    """`tf.compat.v1.FixedLengthRecordReader`; keys are `file:record`, where the first record is 0.

    Args:
      record_bytes: the length of a record, in bytes.
      header_bytes: how many bytes are left out at the start of each file.
      footer_bytes: how many are left out at the end of each file.
      hop_bytes: how many there are from the start of one record to that of the next; 0 means `record_bytes`.
      name: of the reader.
      encoding: of the files: `''`, `'ZLIB'` or `'GZIP'`.
    """

    in_graphs = tf.compat.v1.FixedLengthRecordReader

    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        header, footer, hop = header_bytes or 0, footer_bytes or 0, hop_bytes or record_bytes
        compression = "" if encoding in (None, "NONE") else encoding

        def records(file: tf.Tensor) -> tf.data.Dataset:
            if hop == record_bytes:
                values = tf.data.FixedLengthRecordDataset(
                    file, record_bytes, header, footer, None, compression
                )
            else:
                content = tf.io.read_file(file)
                if compression:
                    content = tf.io.decode_compressed(content, compression)
                starts = tf.range(header, tf.strings.length(content) - footer - record_bytes + 1, hop)
                values = tf.data.Dataset.from_tensor_slices(starts).map(
                    lambda start: tf.strings.substr(content, start, record_bytes)
                )
            return values.enumerate().map(lambda number, value: (_key(file, number), value))

        settings = (record_bytes, header, footer, hop, compression)
        super().__init__("FixedLengthRecordReader", records, settings, name)


class TFRecordReader(Reader):
    """`tf.compat.v1.TFRecordReader`; keys are `file:offset`, the byte at which a record starts.

    Args:
      name: of the reader.
      options: `tf.io.TFRecordOptions`, for its compression.
    """

    in_graphs = tf.compat.v1.TFRecordReader

    def __init__(self, name: str | None = None, options: tf.io.TFRecordOptions | None = None) -> None:
        compression = _compression(options)

        def after(offset: tf.Tensor, value: tf.Tensor) -> tuple[tf.Tensor, tuple[tf.Tensor, tf.Tensor]]:
            framed = tf.strings.length(value) + 16  # a length and two checksums around the data
            return offset + tf.cast(framed, tf.int64), (offset, value)

        def records(file: tf.Tensor) -> tf.data.Dataset:
            offsets = tf.data.TFRecordDataset(file, compression).scan(tf.constant(0, tf.int64), after)
            return offsets.map(lambda offset, value: (_key(file, offset), value))

        super().__init__("TFRecordReader", records, (compression,), name)


class WholeFileReader(Reader):
    """`tf.compat.v1.WholeFileReader`: each file as one record, whose key is the file's name.

    Args:
      name: of the reader.
    """

    in_graphs = tf.compat.v1.WholeFileReader

    def __init__(self, name: str | None = None) -> None:
        super().__init__(
            "WholeFileReader",
            lambda file: tf.data.Dataset.from_tensors(file).map(lambda one: (one, tf.io.read_file(one))),
            (),
            name,
        )


class IdentityReader(Reader):
    """`tf.compat.v1.IdentityReader`: what the queue holds, as key and as value.

    Args:
      name: of the reader.
    """

    in_graphs = tf.compat.v1.IdentityReader

    def __init__(self, name: str | None = None) -> None:
        super().__init__("IdentityReader", lambda work: tf.data.Dataset.from_tensors((work, work)), (), name)


def _key(file: tf.Tensor, number: tf.Tensor) -> tf.Tensor:
    return tf.strings.join([file, tf.strings.as_string(number)], ":")


def _compression(options: Any) -> str:
    kind = getattr(options, "compression_type", options)
    if kind is None or isinstance(kind, str):
        return kind or ""
    return str(tf.compat.v1.io.TFRecordOptions.get_compression_type_string(options))
