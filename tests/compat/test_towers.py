"""Towers under a strategy equal the towers of a TF 1 graph to the bit."""

import numpy as np
import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1
STEPS = 12
OPTIMIZERS = {
    "sgd": lambda rate: v1.train.GradientDescentOptimizer(rate),
    "momentum": lambda rate: v1.train.MomentumOptimizer(rate, 0.9, use_nesterov=True),
    "adam": lambda rate: v1.train.AdamOptimizer(rate),
    "adagrad": lambda rate: v1.train.AdagradOptimizer(rate),
    "rmsprop": lambda rate: v1.train.RMSPropOptimizer(rate, momentum=0.5),
    "adadelta": lambda rate: v1.train.AdadeltaOptimizer(rate),
}


def strategy(towers: int, **options) -> tf.distribute.Strategy:
    return tf.distribute.MirroredStrategy([f"/cpu:{i}" for i in range(towers)], **options)


def ordered(towers: int) -> tf.distribute.Strategy:
    return strategy(towers, cross_device_ops=compat.OrderedReduction())


def loss_of(x: tf.Tensor) -> tf.Tensor:
    w = v1.get_variable("w", [6, 5], initializer=v1.constant_initializer(0.1))
    table = v1.get_variable("table", [4, 5], initializer=v1.constant_initializer(-0.2))
    rows = tf.nn.embedding_lookup(table, tf.cast(tf.reduce_sum(x, 1), tf.int32) % 4)
    return tf.reduce_mean(tf.square(tf.tanh(tf.matmul(x, w)) + rows - 0.5))


def batches(towers: int) -> list[np.ndarray]:
    random = np.random.RandomState(0)
    return [random.rand(3 * towers, 6).astype(np.float32) for _ in range(STEPS)]


def classic_average(tower_grads):
    average = []
    for pairs in zip(*tower_grads, strict=True):
        stacked = tf.concat([tf.expand_dims(gradient, 0) for gradient, _ in pairs], 0)
        average.append((tf.reduce_mean(stacked, 0), pairs[0][1]))
    return average


def clipped(pairs):
    gradients, norm = tf.clip_by_global_norm([gradient for gradient, _ in pairs], 0.05)
    del norm
    return list(zip(gradients, [variable for _, variable in pairs], strict=True))


def run_graph(
    towers: int, make_optimizer, between=lambda pairs: pairs, average=classic_average
) -> list[np.ndarray]:
    with tf.Graph().as_default(), v1.Session() as session:
        global_step = v1.get_variable("global_step", [], tf.int64, v1.zeros_initializer(), trainable=False)
        optimizer = make_optimizer(v1.train.exponential_decay(0.1, global_step, 3, 0.9, staircase=True))
        x = v1.placeholder(tf.float32, [None, 6])
        tower_grads = []
        for i, part in enumerate(tf.split(x, towers)):
            with tf.device(f"/cpu:{i}"), v1.variable_scope(v1.get_variable_scope(), reuse=i > 0):
                loss = loss_of(part)
                tower_grads.append(optimizer.compute_gradients(loss))
        update = optimizer.apply_gradients(between(average(tower_grads)), global_step=global_step)
        session.run(v1.global_variables_initializer())
        return [session.run([update, loss], {x: batch})[1] for batch in batches(towers)]


def run_replicas(distribution, make_optimizer, between=lambda pairs: pairs, **averaging) -> list[np.ndarray]:
    towers = distribution.num_replicas_in_sync
    variables = compat.VariableStore(distribution)
    with variables.scope():
        global_step = v1.get_variable("global_step", [], tf.int64, v1.zeros_initializer(), trainable=False)
        optimizer = make_optimizer(v1.train.exponential_decay(0.1, global_step, 3, 0.9, staircase=True))

    @variables.function(input_signature=[tf.TensorSpec([None, 6], tf.float32)])
    def step(x):
        parts = tf.split(x, towers)

        def tower():
            loss = loss_of(parts[compat.replica_index()])
            averaged = compat.average_gradients(optimizer.compute_gradients(loss), **averaging)
            compat.apply_gradients(optimizer, between(averaged), global_step=global_step)
            return loss

        return distribution.experimental_local_results(distribution.run(tower))[-1]

    losses = [step(batch).numpy() for batch in batches(towers)]
    assert int(global_step.numpy()) == STEPS
    return losses


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("towers", [2, 3, 4])
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_training_equals_the_graph_to_the_bit(name, towers):
    make = OPTIMIZERS[name]
    assert run_replicas(ordered(towers), make) == run_graph(towers, make)


def test_clipping_between_averaging_and_applying_equals_the_graph_to_the_bit():
    make = OPTIMIZERS["adam"]
    assert run_replicas(ordered(3), make, clipped) == run_graph(3, make, clipped)
    assert run_replicas(ordered(3), make, clipped) != run_replicas(ordered(3), make)


@pytest.mark.parametrize("towers", [2, 3, 4])
def test_a_sum_divided_by_the_number_of_towers_equals_the_graphs_to_the_bit(towers):
    def divided(tower_grads):
        return [
            (tf.add_n([gradient for gradient, _ in pairs]) / towers, pairs[0][1])
            for pairs in zip(*tower_grads, strict=True)
        ]

    make = OPTIMIZERS["momentum"]
    assert run_replicas(ordered(towers), make, sum_then_divide=True) == run_graph(
        towers, make, average=divided
    )


def test_the_default_reduction_agrees_closely():
    make = OPTIMIZERS["momentum"]
    np.testing.assert_allclose(run_replicas(strategy(3), make), run_graph(3, make), atol=1e-6)


def test_an_optimizer_made_in_every_trace_finds_its_slots_again():
    distribution = ordered(2)
    variables = compat.VariableStore(distribution)

    @variables.function
    def step(x):
        optimizer = v1.train.AdamOptimizer(0.1)

        def tower():
            w = v1.get_variable("w", [], initializer=v1.ones_initializer())
            pairs = optimizer.compute_gradients(tf.reduce_sum(x) * w * w)
            compat.apply_gradients(optimizer, compat.average_gradients(pairs))

        distribution.run(tower)

    for size in (1, 2, 3):
        step(tf.ones([size]))
    assert sorted(variables.variables) == ["beta1_power", "beta2_power", "w", "w/Adam", "w/Adam_1"]


def test_sums_are_reduced_in_order_too():
    values = [np.float32(1e8), np.float32(1.0), np.float32(-1e8)]
    distribution = ordered(3)

    @tf.function(autograph=False)
    def total():
        def tower():
            value = tf.constant(values)[compat.replica_index()]
            return tf.distribute.get_replica_context().all_reduce(tf.distribute.ReduceOp.SUM, value)

        return distribution.experimental_local_results(distribution.run(tower))

    assert [float(value) for value in total()] == [float((values[0] + values[1]) + values[2])] * 3


def test_a_missing_gradient_stays_missing():
    distribution = ordered(2)
    seen = []

    @tf.function(autograph=False)
    def step():
        def tower():
            seen.append(compat.average_gradients([(None, "v"), (tf.constant(1.0), "w")]))

        distribution.run(tower)

    step()
    assert [[gradient is None for gradient, _ in pairs] for pairs in seen] == [[True, False]] * 2


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (lambda i: [(None if i else tf.constant(1.0), "w")], "Tower 1 has no gradient .* for w, but tower 0"),
        (lambda i: [(tf.constant(1.0), "wv"[i])], "Tower 1 has a gradient for v where tower 0 has one for w"),
        (lambda i: [(tf.constant(1.0), "w")] * (2 - i), "Tower 0 has a gradient for w, tower 1 has none"),
        (lambda i: [(tf.ones([2 + i]), "w")], r"Tower 1 has a gradient of shape \(3,\) for w"),
    ],
)
def test_replicas_that_do_not_match_are_named(pairs, message):
    distribution = ordered(2)

    @tf.function(autograph=False)
    def step():
        distribution.run(lambda: compat.average_gradients(pairs(compat.replica_index())) and None)

    with pytest.raises(compat.TowerError, match=message):
        step()


def test_without_any_gradient_there_is_a_clear_error():
    with pytest.raises(compat.TowerError, match="No gradient to apply, of w:0"):
        compat.apply_gradients(v1.train.AdamOptimizer(), [(None, tf.Variable(1.0, name="w"))])


def test_outside_replicas_an_optimizer_applies_as_it_does():
    w, count = tf.Variable(1.0), tf.Variable(0, trainable=False)
    pairs = [(tf.constant(2.0), w), (None, tf.Variable(1.0))]
    compat.apply_gradients(v1.train.GradientDescentOptimizer(0.25), pairs, global_step=count)
    assert (float(w.numpy()), int(count.numpy())) == (0.5, 1)


@pytest.mark.parametrize("call", [compat.replica_index, lambda: compat.average_gradients([])])
def test_calls_outside_a_replica_say_so(call):
    with pytest.raises(compat.TowerError, match="outside a replica"), ordered(2).scope():
        call()


def test_an_ordered_reduction_adds_or_averages_the_replicas_values():
    strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"], compat.OrderedReduction())

    @tf.function
    def both():
        def replica():
            own = tf.distribute.get_replica_context()
            value = tf.constant([1.0, 2.0]) * tf.cast(own.replica_id_in_sync_group + 1, tf.float32)
            return own.all_reduce("sum", value), own.all_reduce("mean", value)

        return strategy.run(replica)

    for reduced, expected in zip(both(), ([3.0, 6.0], [1.5, 3.0]), strict=True):
        for one in strategy.experimental_local_results(reduced):
            assert one.numpy().tolist() == expected
