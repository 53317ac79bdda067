"""Bools in shapes count as 0 and 1, as in TensorFlow 1.15."""

import numpy as np
import pytest
import tensorflow as tf

import compat

# What each gives on TensorFlow 1.15.5: the shape of what is made.
MADE = {
    "placeholder": (lambda v1: v1.placeholder(tf.float32, [True, 3]), [1, 3]),
    "placeholder of one size": (lambda v1: v1.placeholder(tf.int32, shape=True), [1]),
    "placeholder, partly unknown": (lambda v1: v1.placeholder(tf.float32, (None, True)), [None, 1]),
    "get_variable": (lambda v1: v1.get_variable("a", [True, 3]), [1, 3]),
    "get_variable, initialised": (
        lambda v1: v1.get_variable("b", shape=(True, 3), initializer=v1.zeros_initializer()),
        [1, 3],
    ),
    "no size": (lambda v1: v1.get_variable("c", shape=(False, 3)), [0, 3]),
    "NumPy's bool": (lambda v1: v1.get_variable("d", shape=(np.True_, 3)), [1, 3]),
    "conv2d, filters": (lambda v1: compat.layers.conv2d(tf.zeros([1, 4, 4, 2]), True, 3), [1, 2, 2, 1]),
    "conv2d, kernel": (lambda v1: compat.layers.conv2d(tf.zeros([1, 4, 4, 2]), 2, True), [1, 4, 4, 2]),
    "zero_state": (
        lambda v1: compat.rnn_cell.BasicRNNCell(True).zero_state(True, tf.float32),
        [1, 1],
    ),
}


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_a_bool_is_a_size(made):
    make, shape = made
    with tf.Graph().as_default():
        found = make(tf.compat.v1).shape
    assert found.as_list() == shape
    assert [type(size) for size in found.as_list()] == [type(size) for size in shape]


def test_a_step_takes_a_bool_as_a_size():
    variables = compat.VariableStore()
    with variables.scope():
        w = tf.compat.v1.get_variable("w", [True, 2], initializer=tf.compat.v1.ones_initializer())

    @variables.function(input_signature=[tf.TensorSpec([None, True], tf.float32)])
    def step(x):
        return tf.matmul(x, w)

    assert step(np.ones([3, 1], np.float32)).numpy().tolist() == [[1.0, 1.0]] * 3


def test_what_is_no_size_is_refused():
    with pytest.raises(TypeError):
        tf.TensorShape(["x"])
    with pytest.raises(ValueError, match=">= 0"):
        tf.TensorShape([-2])
