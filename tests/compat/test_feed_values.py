"""What is fed becomes what it became for TF 1.15's `feed_dict`, on each kind of step and in a Program."""

import numpy as np
import pytest
import tensorflow as tf

import compat

# A placeholder's type, what is fed, and what TF 1.15.5 gave for it.
TAKEN = [
    (tf.bool, 1, True),
    (tf.bool, 0.0, False),
    (tf.bool, 2.5, True),
    (tf.bool, [1, 0], [True, False]),
    (tf.bool, None, False),
    (tf.bool, np.float64(1.0), True),
    (tf.int32, 2.0, 2),
    (tf.int32, np.array([1.9, -1.9]), [1, -1]),
    (tf.int32, [2.0, 3.0], [2, 3]),
    (tf.int32, True, 1),
    (tf.int64, np.float32(3.0), 3),
    (tf.uint8, [-1, 300], [255, 44]),
    (tf.int32, [2**40], [0]),
    (tf.float32, [True, 2], [1.0, 2.0]),
    (tf.float32, [np.array([1]), np.array([0])], [[1.0], [0.0]]),
    (tf.complex64, 2, 2 + 0j),
    (tf.string, ["a", b"b"], [b"a", b"b"]),
]
REFUSED = [
    (tf.bool, 2, TypeError),
    (tf.bool, -1, TypeError),
    (tf.uint8, -1, TypeError),
    (tf.int32, 2**40, TypeError),
    (tf.float32, 16777217, TypeError),
    (tf.int32, "a", ValueError),
    (tf.float32, [[1.0], [2.0, 3.0]], ValueError),
]


def by_function(dtype):
    signature = [tf.TensorSpec(None, dtype)]
    step = compat.VariableStore().function(lambda x: tf.identity(x), input_signature=signature)
    return lambda value: step(value).numpy()


def by_name(dtype):
    signature = [tf.TensorSpec(None, dtype)]
    step = compat.VariableStore().function(lambda x: tf.identity(x), input_signature=signature)
    return lambda value: step(x=value).numpy()


def by_pruned(dtype):
    return compat.VariableStore().pruned(
        lambda x: tf.identity(x), input_signature=[tf.TensorSpec(None, dtype)]
    )


def by_open(dtype):
    @compat.VariableStore().pruned(returns_inputs=True)
    def step():
        x = tf.compat.v1.placeholder(dtype)
        return {"x": x}, tf.identity(x)

    return lambda value: step({"x": value})


def by_program(dtype):
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(dtype)
        y = tf.identity(x)
    program = compat.Program(graph=graph)
    return lambda value: program.run(y, {x: value})


on_every_way = pytest.mark.parametrize("way", [by_function, by_name, by_pruned, by_open, by_program])


@on_every_way
@pytest.mark.parametrize(("dtype", "value", "expected"), TAKEN)
def test_is_what_a_session_made_of_it(way, dtype, value, expected):
    found = np.asarray(way(dtype)(value))
    assert found.dtype == dtype.as_numpy_dtype or dtype is tf.string
    np.testing.assert_array_equal(found, np.asarray(expected))


@on_every_way
@pytest.mark.parametrize(("dtype", "value", "error"), REFUSED)
def test_refuses_what_a_session_refused(way, dtype, value, error):
    step = way(dtype)
    with pytest.raises(error):
        step(value)


def test_results_of_other_steps_are_converted_as_their_values_were():
    signature = [tf.TensorSpec([], tf.int32)]
    step = compat.VariableStore().function(lambda x: x + 1, input_signature=signature)
    assert step(tf.constant(2.0)).numpy() == 3


def test_tells_which_arguments_a_step_takes():
    signature = [tf.TensorSpec([], tf.int32)] * 2
    step = compat.VariableStore().function(lambda x, y: x + y, input_signature=signature)
    with pytest.raises(TypeError, match="The step takes x, y, but was called with 1 values and z"):
        step(1, z=2)


@pytest.fixture
def by_identity():
    """Variables can be keys, as in a program that builds a graph."""
    tf.compat.v1.disable_tensor_equality()
    yield
    tf.compat.v1.enable_tensor_equality()


@pytest.mark.usefixtures("by_identity")
def test_a_variable_that_is_fed_has_that_value_wherever_it_is_read():
    with tf.Graph().as_default() as graph:
        w = tf.compat.v1.get_variable("w", [2], initializer=tf.ones_initializer(), use_resource=True)
        total = tf.reduce_sum(w) + tf.reduce_sum(w * 2.0)
        start = tf.compat.v1.global_variables_initializer()
        picked = tf.compat.v1.get_variable("table", [2], use_resource=True)
        row = tf.gather(picked, 0)
    program = compat.Program(graph=graph)
    program.run(start)
    assert program.run(total) == 6.0
    assert program.run(total, {w: [0.0, 1.0]}) == 3.0
    assert program.run(total) == 6.0
    with pytest.raises(compat._errors.ProgramError, match="table:0 is fed, which ResourceGather use"):
        program.run(row, {picked: [1.0, 2.0]})
