"""What an argument is that is not given: as in TensorFlow's own queues, readers and batches."""

import inspect

import pytest
import tensorflow as tf

from compat import input as ours

v1 = tf.compat.v1
THEIRS = {
    name: getattr(v1.train, name, getattr(v1, name, None))
    for name in (
        "FIFOQueue", "PaddingFIFOQueue", "RandomShuffleQueue", "QueueRunner",
        "FixedLengthRecordReader", "IdentityReader", "TFRecordReader", "TextLineReader", "WholeFileReader",
        "add_queue_runner", "batch", "batch_join", "input_producer", "limit_epochs", "maybe_batch",
        "maybe_batch_join", "maybe_shuffle_batch", "maybe_shuffle_batch_join", "range_input_producer",
        "shuffle_batch", "shuffle_batch_join", "slice_input_producer", "start_queue_runners",
        "string_input_producer",
    )
}  # fmt: skip


@pytest.mark.parametrize("name", THEIRS)
def test_defaults_are_those_of_tensorflow(name):
    told, known = (inspect.signature(one).parameters for one in (getattr(ours, name), THEIRS[name]))
    shared = [one for one in told if one in known and one not in ()]
    assert len(shared) > 0
    assert {one: told[one].default for one in shared} == {one: known[one].default for one in shared}
