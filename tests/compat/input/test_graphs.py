"""In a graph that is no step's, input functions build what TensorFlow's own do, operation for operation."""

import types

import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1
inputs = compat.input
OWN = types.SimpleNamespace(
    **{name: getattr(v1.train, name, None) or getattr(v1, name, None) for name in inputs.__all__},
)
OWN.one_shot_iterator = v1.data.make_one_shot_iterator
OWN.initializable_iterator = v1.data.make_initializable_iterator


def read(module, reader, *settings):
    return getattr(module, reader)(*settings).read(module.string_input_producer(["a", "b"], num_epochs=2))


def batched(module, function, *arguments, joined=False, **options):
    element = [tf.constant([1.0, 2.0]), tf.constant(3)]
    return getattr(module, function)([element, element] if joined else element, *arguments, **options)


def by_runner(module, queue, *arguments):
    queue = getattr(module, queue)(*arguments, dtypes=[tf.float32], shapes=[[2]])
    module.add_queue_runner(module.QueueRunner(queue, [queue.enqueue([tf.zeros([2])])]))
    return queue.dequeue_many(3)


BUILDS = {
    "lines": lambda module: read(module, "TextLineReader", 1),
    "records of a length": lambda module: read(module, "FixedLengthRecordReader", 4),
    "records": lambda module: read(module, "TFRecordReader"),
    "files": lambda module: read(module, "WholeFileReader"),
    "identity": lambda module: read(module, "IdentityReader"),
    "limit": lambda module: module.limit_epochs(tf.constant(1), 3),
    "matched": lambda module: module.match_filenames_once("t*.txt"),
    "rows": lambda module: module.input_producer(tf.zeros([4, 2]), shuffle=False).dequeue(),
    "numbers": lambda module: module.range_input_producer(5, seed=3).dequeue(),
    "slices": lambda module: module.slice_input_producer([tf.zeros([4, 2]), tf.ones([4])]),
    "batch": lambda module: batched(module, "batch", 4, dynamic_pad=True),
    "maybe_batch": lambda module: batched(module, "maybe_batch", True, 4),
    "batch_join": lambda module: batched(module, "batch_join", 4, joined=True),
    "maybe_batch_join": lambda module: batched(module, "maybe_batch_join", True, 4, joined=True),
    "shuffle_batch": lambda module: batched(module, "shuffle_batch", 4, 20, 8, num_threads=2, seed=1),
    "maybe_shuffle_batch": lambda module: batched(module, "maybe_shuffle_batch", 4, 20, 8, True),
    "shuffle_batch_join": lambda module: batched(module, "shuffle_batch_join", 4, 20, 8, joined=True),
    "maybe_shuffle_batch_join": lambda module: batched(
        module, "maybe_shuffle_batch_join", 4, 20, 8, True, joined=True
    ),
    "first in, first out": lambda module: by_runner(module, "FIFOQueue", 5),
    "padded": lambda module: by_runner(module, "PaddingFIFOQueue", 5),
    "shuffled": lambda module: by_runner(module, "RandomShuffleQueue", 5, 2),
    "one shot": lambda module: module.one_shot_iterator(tf.data.Dataset.range(3)).get_next(),
    "initialised": lambda module: module.initializable_iterator(tf.data.Dataset.range(3)).initializer,
}


def built(module, build):
    with tf.Graph().as_default() as graph:
        build(module)
        runners = [runner.to_proto() for runner in v1.get_collection(v1.GraphKeys.QUEUE_RUNNERS)]
        return graph.as_graph_def(), runners


@pytest.mark.parametrize("build", BUILDS.values(), ids=BUILDS)
def test_a_graph_is_the_same(build):
    graph, runners = built(inputs, build)
    own, own_runners = built(OWN, build)
    assert graph.node == own.node
    assert runners == own_runners


def test_averages_in_a_graph_are_tensorflows():
    with tf.Graph().as_default():
        averages = compat.ExponentialMovingAverage(0.9, zero_debias=True)
        assert type(averages) is tf.train.ExponentialMovingAverage
    assert isinstance(compat.ExponentialMovingAverage(0.9), compat.ExponentialMovingAverage)


def test_a_class_of_a_programs_own_stays_its_own():
    class Lines(inputs.TextLineReader):
        pass

    class Averages(compat.ExponentialMovingAverage):
        pass

    with tf.Graph().as_default():
        assert isinstance(Lines(), Lines)
        assert isinstance(Averages(0.5), Averages)
