"""TF 1's input functions, for code that runs while a step of a `VariableStore` is traced.

Their queues become `tf.data` pipelines. Each is made once, by the first trace, and found again by every later
one; each call of a step that depends on it pulls one element, as each `Session.run` dequeued one.

docs/examples.md has an example of each public name, and a test runs them.
"""

from ._batching import (
    batch,
    batch_join,
    maybe_batch,
    maybe_batch_join,
    maybe_shuffle_batch,
    maybe_shuffle_batch_join,
    shuffle_batch,
    shuffle_batch_join,
)
from ._fed import FedDataset, fed_dataset
from ._iterators import Initializer, Iterator, initializable_iterator, one_shot_iterator
from ._naming import named
from ._prefetching import StagingArea, prefetch_queue
from ._producers import (
    input_producer,
    limit_epochs,
    match_filenames_once,
    range_input_producer,
    slice_input_producer,
    string_input_producer,
)
from ._queue import InputQueue
from ._queues import FIFOQueue, PaddingFIFOQueue, Queue, RandomShuffleQueue
from ._readers import (
    FixedLengthRecordReader,
    IdentityReader,
    Reader,
    TextLineReader,
    TFRecordReader,
    WholeFileReader,
)
from ._runners import QueueRunner, add_queue_runner, start_queue_runners

__all__ = [
    "FIFOQueue",
    "FedDataset",
    "FixedLengthRecordReader",
    "IdentityReader",
    "Initializer",
    "InputQueue",
    "Iterator",
    "PaddingFIFOQueue",
    "Queue",
    "QueueRunner",
    "RandomShuffleQueue",
    "Reader",
    "StagingArea",
    "TFRecordReader",
    "TextLineReader",
    "WholeFileReader",
    "add_queue_runner",
    "batch",
    "batch_join",
    "fed_dataset",
    "initializable_iterator",
    "input_producer",
    "limit_epochs",
    "match_filenames_once",
    "maybe_batch",
    "maybe_batch_join",
    "maybe_shuffle_batch",
    "maybe_shuffle_batch_join",
    "named",
    "one_shot_iterator",
    "prefetch_queue",
    "range_input_producer",
    "shuffle_batch",
    "shuffle_batch_join",
    "slice_input_producer",
    "start_queue_runners",
    "string_input_producer",
]


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
