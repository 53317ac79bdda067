"""Iterators of TF 1 over `tf.data`, made by the program and made in steps."""

import time

import numpy as np
import pytest
import tensorflow as tf

import compat

inputs = compat.input


@pytest.fixture(params=["function", "pruned"])
def step_of(request):
    return getattr(compat.VariableStore(), request.param)


def pairs():
    return tf.data.Dataset.range(5).map(lambda x: {"x": x, "y": (x * x, tf.strings.as_string(x))})


def test_steps_pull_from_one_iterator_that_each_of_them_builds(step_of):
    def build():
        return inputs.one_shot_iterator(pairs()).get_next()

    first, second = step_of(build), step_of(lambda: build()["x"])
    value = first()
    assert (int(value["x"]), int(value["y"][0]), np.asarray(value["y"][1]).item()) == (0, 0, b"0")
    assert [int(second()), int(first()["x"]), int(second()), int(second())] == [1, 2, 3, 4]
    with pytest.raises(tf.errors.OutOfRangeError):
        first()


def test_a_dataset_that_the_program_made_is_iterated_once(step_of):
    dataset = tf.data.Dataset.range(4)

    @step_of
    def step():
        return inputs.one_shot_iterator(dataset).get_next(), inputs.one_shot_iterator(dataset).get_next() * 10

    assert [[int(value) for value in step()] for _ in range(2)] == [[0, 0], [1, 10]]


def test_elements_are_made_when_they_are_pulled(step_of):
    made = []

    def elements():
        for one in range(6):
            made.append(one)
            yield one

    dataset = tf.data.Dataset.from_generator(elements, tf.int32, []).batch(2).map(lambda x: x * 2)

    @step_of
    def step():
        return inputs.one_shot_iterator(dataset).get_next()

    for pulled in range(1, 4):
        step()
        time.sleep(0.05)
        assert len(made) == 2 * pulled


def test_the_program_iterates_and_starts_over(step_of):
    iterator = inputs.initializable_iterator(tf.data.Dataset.range(3))

    @step_of
    def step():
        return iterator.get_next() + 10

    with pytest.raises(tf.errors.FailedPreconditionError):
        step()
    iterator.initialize()
    assert [int(step()), int(step()), int(iterator.get_next())] == [10, 11, 2]
    with pytest.raises(tf.errors.OutOfRangeError):
        step()
    iterator.initialize()
    assert int(step()) == 10
    assert (iterator.output_types, iterator.output_shapes.as_list()) == (tf.int64, [])


def test_a_step_initialises_with_what_it_is_fed(step_of):
    def build(count):
        return inputs.initializable_iterator(tf.data.Dataset.range(count).map(lambda x: x + count))

    initialize = step_of(lambda n: build(n).initializer, input_signature=[tf.TensorSpec([], tf.int64)])

    @step_of
    def step():
        return build(tf.compat.v1.placeholder(tf.int64, [])).get_next()  # the run did not feed it either

    with pytest.raises(tf.errors.FailedPreconditionError):
        step()
    assert initialize(2) is None
    assert [int(step()), int(step())] == [2, 3]
    with pytest.raises(tf.errors.OutOfRangeError):
        step()
    initialize(5)
    assert int(step()) == 5


def test_one_structure_for_two_datasets(step_of):
    iterator = inputs.Iterator.from_structure((tf.float32, tf.int64), ([None, 2], []))
    train = iterator.make_initializer(
        tf.data.Dataset.from_tensors((tf.ones([3, 2]), tf.constant(1, tf.int64)))
    )
    test = iterator.make_initializer(
        tf.data.Dataset.from_tensors((tf.zeros([5, 2]), tf.constant(2, tf.int64)))
    )
    shapes = []

    @step_of
    def step():
        x, y = iterator.get_next()
        shapes[:] = [x.shape.as_list()]
        return tf.reduce_sum(x), y

    train.initialize()
    assert [float(value) for value in step()] == [6.0, 1.0]
    test.initialize()
    assert [float(value) for value in step()] == [0.0, 2.0]
    assert shapes == [[None, 2]]
    with pytest.raises(TypeError, match="Expected elements"):
        iterator.make_initializer(tf.data.Dataset.from_tensors((tf.ones([3, 3]), tf.constant(1, tf.int64))))


def test_a_step_is_fed_which_iterator_to_use(step_of):
    low, high = (inputs.one_shot_iterator(tf.data.Dataset.range(first, 9)) for first in (0, 5))

    @step_of(input_signature=[tf.TensorSpec([], tf.string)])
    def step(handle):
        return inputs.Iterator.from_string_handle(handle, tf.int64, []).get_next()

    handles = [iterator.string_handle() for iterator in (low, high)]
    assert [int(step(handles[i])) for i in (0, 1, 1, 0)] == [0, 5, 6, 1]


def test_what_a_string_handle_names_is_there_while_nothing_else_holds_it():
    handles = [inputs.one_shot_iterator(tf.data.Dataset.range(at, at + 2)).string_handle() for at in (0, 5)]

    @compat.VariableStore().function(input_signature=[tf.TensorSpec([], tf.string)])
    def taken(handle):
        return inputs.Iterator.from_string_handle(handle, tf.int64, []).get_next()

    assert [int(taken(handle)) for handle in handles * 2] == [0, 5, 1, 6]


def test_a_dataset_of_an_argument_needs_an_initialiser(step_of):
    with pytest.raises(compat.InputError, match="depends on an argument"):

        @step_of(input_signature=[tf.TensorSpec([], tf.int64)])
        def step(n):
            return inputs.one_shot_iterator(tf.data.Dataset.range(n)).get_next()


def test_sparse_elements_keep_their_form(step_of):
    dataset = tf.data.Dataset.from_tensors(tf.sparse.from_dense([[0, 1], [2, 0]])).repeat()

    @step_of
    def step():
        return tf.sparse.to_dense(inputs.one_shot_iterator(dataset).get_next())

    np.testing.assert_array_equal(step(), [[0, 1], [2, 0]])
