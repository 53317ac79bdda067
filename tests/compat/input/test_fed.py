"""Data sets of what their iterator is initialised with."""

import numpy as np
import pytest
import tensorflow as tf

import compat


@pytest.fixture
def dataset() -> compat.input.FedDataset:
    @compat.input.fed_dataset(
        input_signature=[tf.TensorSpec([None, 2], np.dtype("float32")), tf.TensorSpec([], tf.int64)]
    )
    def dataset(rows, size):
        return tf.data.Dataset.from_tensor_slices(rows).batch(size)

    return dataset


def elements(step) -> list[list[float]]:
    found = []
    try:
        while True:
            found.append(step().numpy().tolist())
    except tf.errors.OutOfRangeError:
        return found


def test_the_signature_tells_what_elements_are(dataset):
    assert dataset.element_spec == tf.TensorSpec([None, 2], tf.float32)
    assert tf.compat.v1.data.get_output_types(dataset) == tf.float32


def test_a_step_is_traced_before_the_first_initialisation(dataset):
    iterator = compat.input.initializable_iterator(dataset)
    store = compat.VariableStore()

    @store.function(input_signature=[])
    def step():
        return tf.reduce_sum(iterator.get_next())

    with pytest.raises(tf.errors.FailedPreconditionError):
        step()
    iterator.initialize(np.ones([3, 2]), 2)
    assert elements(step) == [4.0, 2.0]
    iterator.initialize(size=1, rows=[[1, 2], [3, 4]])
    assert elements(step) == [3.0, 7.0]


def test_what_is_fed_fits_its_argument(dataset):
    iterator = compat.input.initializable_iterator(dataset)
    with pytest.raises(ValueError, match="Cannot feed value of shape"):
        iterator.initialize(np.ones([3, 3]), 2)
    with pytest.raises(TypeError):
        iterator.initialize(np.ones([3, 2]))


def test_one_iterator_starts_with_either_of_two(dataset):
    iterator = compat.input.Iterator.from_structure(tf.float32, [None, 2])
    one = iterator.make_initializer(dataset)
    other = iterator.make_initializer(tf.data.Dataset.from_tensors(np.zeros([1, 2], np.float32)))
    one.initialize(np.ones([1, 2]), 1)
    assert iterator.get_next().numpy().tolist() == [[1.0, 1.0]]
    other.initialize()
    assert iterator.get_next().numpy().tolist() == [[0.0, 0.0]]


def test_a_seeded_order_starts_anew():
    @compat.input.fed_dataset(input_signature=[])
    def dataset():
        return tf.data.Dataset.range(8).shuffle(8, seed=3).batch(8)

    iterator = compat.input.initializable_iterator(dataset)
    orders = []
    for _ in range(3):
        iterator.initialize()
        orders.append(iterator.get_next().numpy().tolist())
    assert orders == [orders[0]] * 3


def test_functions_that_it_maps_are_converted():
    def above(value):
        if value > 2:
            value = value * 10
        return value

    @compat.input.fed_dataset(input_signature=[tf.TensorSpec([None], tf.int32)])
    def dataset(values):
        return tf.data.Dataset.from_tensor_slices(values).map(above)

    iterator = compat.input.initializable_iterator(dataset)
    iterator.initialize([1, 3])
    assert [int(iterator.get_next()) for _ in range(2)] == [1, 30]
