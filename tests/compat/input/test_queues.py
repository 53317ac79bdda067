"""Queues: filled by a queue runner, or by steps; prefetch queues and staging areas."""

import threading

import numpy as np
import pytest
import tensorflow as tf

import compat

from .arguments import arguments

inputs = compat.input


@pytest.fixture(params=["function", "pruned"])
def step_of(request):
    return getattr(compat.VariableStore(), request.param)


def numbers(step, limit=10):
    got = []
    while len(got) < limit:
        try:
            got.append(np.asarray(step()).tolist())
        except tf.errors.OutOfRangeError:
            return [*got, "end"]
    return got


def runner_fills(queue_of, take, many=False):
    number = inputs.range_input_producer(6, num_epochs=1, shuffle=False).dequeue()
    queue = queue_of()
    enqueue = queue.enqueue_many([tf.stack([number, -number])]) if many else queue.enqueue(number)
    inputs.add_queue_runner(inputs.QueueRunner(queue, [enqueue] * 2))
    return take(queue)


def test_a_queue_runner_becomes_a_pipeline_that_ends(step_of):
    step = step_of(
        lambda: runner_fills(lambda: inputs.FIFOQueue(10, [tf.int32], [[]]), lambda queue: queue.dequeue())
    )
    assert numbers(step) == [0, 1, 2, 3, 4, 5, "end"]


def test_a_queue_runner_of_enqueue_many_gives_rows(step_of):
    step = step_of(
        lambda: runner_fills(
            lambda: inputs.FIFOQueue(10, tf.int32, [[]]), lambda queue: queue.dequeue_many(5), many=True
        )
    )
    assert numbers(step) == [[0, 0, 1, -1, 2], [-2, 3, -3, 4, -4], "end"]


def test_an_element_that_nothing_asks_for_stays_in_the_queue(step_of):
    @step_of
    def step():
        queue = inputs.FIFOQueue(10, tf.int32, [[]])
        with tf.control_dependencies([queue.enqueue(7)]):
            size = queue.size()
        with tf.control_dependencies([size]):
            queue.dequeue()
        return size

    assert numbers(step, 3) == [1, 2, 3]


def test_a_shuffling_queue_gives_each_element_once(step_of):
    step = step_of(
        lambda: runner_fills(
            lambda: inputs.RandomShuffleQueue(10, 3, tf.int32, [[]], seed=1),
            lambda queue: queue.dequeue_up_to(4),
        )
    )
    first, second, end = numbers(step)
    assert (sorted(first + second), end) == ([0, 1, 2, 3, 4, 5], "end")
    assert first + second != sorted(first + second)


def test_a_padding_queue_pads_to_the_longest(step_of):
    @step_of
    def step():
        number = inputs.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
        queue = inputs.PaddingFIFOQueue(10, [tf.int32, tf.int32], [[], [None]])
        inputs.QueueRunner(queue, [queue.enqueue([number, tf.range(number)])])
        return queue.dequeue_many(4)[1]

    assert numbers(step) == [[[0, 0, 0], [0, 0, 0], [0, 1, 0], [0, 1, 2]], "end"]


def test_steps_share_a_queue_that_they_fill(step_of):
    def queue():
        return inputs.FIFOQueue(10, [tf.float32, tf.string], [[], []], name="shared")

    @step_of(input_signature=[tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.string)])
    def put(x, y):
        operation = queue().enqueue([x, y])
        with tf.control_dependencies([operation]):
            return tf.constant(0)

    @step_of
    def take():
        return queue().dequeue()

    @step_of
    def size():
        return queue().size()

    @step_of
    def close():
        operation = queue().close()
        with tf.control_dependencies([operation]):
            return tf.constant(0)

    put(1.0, "a")
    put(2.0, "b")
    assert int(size()) == 2
    assert [np.asarray(value).tolist() for value in take()] == [1.0, b"a"]
    thread = threading.Thread(target=lambda: [put(float(i), "t") for i in range(3)])
    thread.start()
    assert [float(take()[0]) for _ in range(4)] == [2.0, 0.0, 1.0, 2.0]
    thread.join()
    close()
    with pytest.raises(tf.errors.OutOfRangeError):
        take()


def test_a_prefetch_queue_gives_the_batches_in_order_to_all_towers():
    @compat.VariableStore().function
    def step():
        number = inputs.range_input_producer(12, num_epochs=1, shuffle=False).dequeue()
        one, ten = inputs.batch([number, number * 10], 2)
        batches = inputs.prefetch_queue({"one": one, "ten": ten}, capacity=2)
        return [batches.dequeue() for _ in range(2)]

    towers = [
        [{name: value.numpy().tolist() for name, value in tower.items()} for tower in step()]
        for _ in range(3)
    ]
    assert [tower["one"] for run in towers for tower in run] == [[i, i + 1] for i in range(0, 12, 2)]
    assert towers[0][1]["ten"] == [20, 30]


def test_a_queue_runner_made_after_a_dequeue_is_refused(step_of):
    def build():
        queue = inputs.FIFOQueue(10, [tf.int32], [[]])
        value = queue.dequeue()
        inputs.QueueRunner(queue, [queue.enqueue(1)])
        return value

    with pytest.raises(compat.InputError, match="before anything is dequeued"):
        step_of(build)()


def test_a_staging_area_gives_what_an_earlier_step_put(step_of):
    def area():
        return inputs.StagingArea([tf.float32], [[2]])

    @step_of(input_signature=[tf.TensorSpec([2], tf.float32)])
    def put(x):
        with tf.control_dependencies([area().put([x])]):
            return tf.constant(0)

    @step_of
    def get():
        (value,) = area().get()
        return value * 2.0

    put([1.0, 2.0])
    put([3.0, 4.0])
    assert [np.asarray(get()).tolist() for _ in range(2)] == [[2.0, 4.0], [6.0, 8.0]]


def test_start_queue_runners_starts_nothing():
    assert inputs.start_queue_runners(sess=None, coord=tf.train.Coordinator()) == []


@pytest.mark.parametrize("name", ["FIFOQueue", "PaddingFIFOQueue", "RandomShuffleQueue"])
def test_methods_take_what_those_of_tensorflow_1_take(name):
    ours, theirs = getattr(inputs, name), getattr(tf.compat.v1, name)
    methods = {
        one for one in dir(theirs) if one.startswith(("close", "dequeue", "enqueue", "is_closed", "size"))
    }
    assert len(methods) == 8
    for one in sorted(methods):
        assert arguments(getattr(ours, one)) == arguments(getattr(theirs, one)), one
