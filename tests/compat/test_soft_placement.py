"""A step whose first trace starts TensorFlow: devices that are not there fall to the CPU, as in TF 2."""

import pytest

PROGRAM = """
import tensorflow as tf

import compat

variables = compat.VariableStore()


@variables.{how}(input_signature=[])
def step():
    with tf.device("/gpu:7"):
        return tf.compat.v1.get_variable("w", [2], initializer=tf.compat.v1.ones_initializer()) + 1.0


print(*map(float, step()))
"""


@pytest.mark.parametrize("how", ["function", "pruned"])
def test_a_device_that_is_not_there(ran, how):
    assert ran(PROGRAM.format(how=how)) == "2.0 2.0\n"
