"""Moving averages of tensors in a step are, to the bit, those that a graph kept."""

import numpy as np
import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1
BATCHES = np.random.RandomState(0).rand(5, 4).astype(np.float32)
DEFAULTS: dict[str, object] = {"name": "avg"}
OPTIONS = {
    "plain": {},
    "with updates": {"counts": True},
    "debiased": {"zero_debias": True},
    "both": {"counts": True, "zero_debias": True},
}


def build(x, average, counts=False, **options):
    """Averages of two tensors and of a variable, after the update of the variable."""
    w = v1.get_variable("w", [], initializer=v1.constant_initializer(2.0))
    count = v1.get_variable("count", [], initializer=v1.zeros_initializer(), trainable=False)
    with tf.name_scope("tower_0"):
        loss = tf.reduce_mean(x * w, name="loss")
    total = tf.reduce_sum(x)
    averages = average(0.9, count if counts else None, **DEFAULTS, **options)
    with tf.control_dependencies([loss]):
        updates = [w.assign_add(0.1), count.assign_add(1.0)]
    with tf.control_dependencies(updates):
        followed = averages.apply([loss, total, w])
    with tf.control_dependencies([followed]):
        return [tf.identity(averages.average(value)) for value in (loss, total, w)]


def of_graph(options):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None])
        fetches = build(x, v1.train.ExponentialMovingAverage, **options)
        session.run(v1.global_variables_initializer())
        names = {variable.op.name for variable in v1.global_variables()}
        return [session.run(fetches, {x: batch}) for batch in BATCHES], names


@pytest.mark.parametrize("kind", ["function", "pruned"])
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_values_and_names_are_those_of_the_graph(options, kind):
    expected, names = of_graph(options)
    store = compat.VariableStore()

    @getattr(store, kind)(input_signature=[tf.TensorSpec([None], tf.float32)])
    def step(x):
        return build(x, compat.ExponentialMovingAverage, **options)

    np.testing.assert_array_equal([[np.asarray(one) for one in step(batch)] for batch in BATCHES], expected)
    assert set(store.variables) == names


def test_averages_of_all_trained_variables_are_the_default():
    store = compat.VariableStore()

    @store.function(input_signature=[])
    def step():
        v1.get_variable("w", [], initializer=v1.constant_initializer(2.0))
        compat.ExponentialMovingAverage(0.5).apply()

    step()
    assert set(store.variables) == {"w", "w/ExponentialMovingAverage"}


def test_averages_of_tensors_are_not_trained():
    store = compat.VariableStore()

    @store.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def step(x):
        w = v1.get_variable("w", [], initializer=v1.constant_initializer(2.0))
        compat.ExponentialMovingAverage(0.5).apply([tf.multiply(w, x, name="loss")])

    step(1.0)
    assert len(store.variables) == 2
    assert list(store.trainable_variables) == ["w"]


def test_an_average_of_whole_numbers_is_refused():
    @tf.function(autograph=False)
    def step():
        compat.ExponentialMovingAverage(0.5).apply([tf.constant(1, name="whole")])

    with pytest.raises(TypeError, match="not of whole"):
        step()


def test_no_average_is_kept_of_what_was_not_applied():
    averages = compat.ExponentialMovingAverage(0.5)
    assert averages.average(tf.constant(1.0)) is None
