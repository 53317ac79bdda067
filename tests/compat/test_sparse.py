"""Steps that take and give sparse tensors."""

import numpy as np
import pytest
import tensorflow as tf

import compat

FED = ([[0, 1], [1, 0]], [1, 2], [2, 3])
SPEC = tf.SparseTensorSpec(None, tf.float32)


def step(method: str):
    variables = compat.VariableStore()

    @getattr(variables, method)(input_signature=[SPEC, tf.TensorSpec([], tf.float32)])
    def add(rows, more):
        return tf.sparse.to_dense(rows) + more

    return add


@pytest.mark.parametrize("method", ["function", "pruned"])
@pytest.mark.parametrize("value", [FED, [*FED], tf.compat.v1.SparseTensorValue(*FED)])
def test_takes_what_was_fed_to_a_sparse_placeholder(method, value):
    add = step(method)
    expected = [[1.0, 2.0, 1.0], [3.0, 1.0, 1.0]]
    np.testing.assert_array_equal(add(value, 1), expected)
    np.testing.assert_array_equal(add(more=np.float64(1), rows=value), expected)


@pytest.mark.parametrize("method", ["function", "pruned"])
def test_what_is_fed_becomes_of_its_type_as_a_session_made_it(method):
    variables = compat.VariableStore()

    @getattr(variables, method)(input_signature=[tf.SparseTensorSpec([None], tf.int32)])
    def values(row):
        return row.values

    given = values(([[0], [2]], [1.9, -1.9], [3]))
    np.testing.assert_array_equal(given, [1, -1])  # cut off behind the point


@pytest.mark.parametrize("method", ["function", "pruned"])
def test_takes_a_sparse_tensor(method):
    np.testing.assert_array_equal(step(method)(tf.sparse.from_dense([[0.0, 2.0]]), 0), [[0.0, 2.0]])


@pytest.mark.parametrize("method", ["function", "pruned"])
def test_two_arrays_are_no_sparse_tensor(method):
    with pytest.raises(ValueError, match="unpack"):
        step(method)(FED[:2], 0)


def test_a_pruned_step_gives_the_value_of_a_sparse_tensor():
    @compat.VariableStore().pruned(input_signature=[SPEC])
    def double(rows):
        return {"twice": rows * 2.0, "sum": tf.sparse.reduce_sum(rows)}

    given = double(FED)
    assert given["sum"] == 3.0
    assert isinstance(given["twice"], tf.compat.v1.SparseTensorValue)
    np.testing.assert_array_equal(given["twice"].values, [2.0, 4.0])
    np.testing.assert_array_equal(given["twice"].indices, FED[0])
