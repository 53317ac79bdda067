"""What an argument is that is not given: as in TensorFlow's own queues, readers and batches."""

import pytest
import tensorflow as tf

from compat import input as ours

from ..defaults import shared_defaults

v1 = tf.compat.v1
THEIRS = {
    name: getattr(v1.train, name, getattr(v1, name, None))
    for name in (
        "FIFOQueue", "PaddingFIFOQueue", "RandomShuffleQueue", "QueueRunner",
        "FixedLengthRecordReader", "IdentityReader", "TFRecordReader", "TextLineReader", "WholeFileReader",
        "add_queue_runner", "batch", "batch_join", "input_producer", "limit_epochs", "match_filenames_once",
        "maybe_batch", "maybe_batch_join", "maybe_shuffle_batch", "maybe_shuffle_batch_join",
        "range_input_producer", "shuffle_batch", "shuffle_batch_join", "slice_input_producer",
        "start_queue_runners", "string_input_producer",
    )
}  # fmt: skip


@pytest.mark.parametrize("name", THEIRS)
def test_defaults_are_those_of_tensorflow(name):
    told, known = shared_defaults(getattr(ours, name), THEIRS[name])
    assert len(told) > 0
    assert told == known
