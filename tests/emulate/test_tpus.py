import pytest

import emulate


@pytest.mark.parametrize("n", [0, -8, "8", True])
def test_a_number_that_is_no_number_of_cores_is_refused(n):
    with pytest.raises(emulate.EmulateError, match="integer of 1 or more"):
        emulate.tpus(n)


_TPU_PROGRAM = """
    import emulate
    import tensorflow as tf

    resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="grpc://10.0.0.2:8470")
    tf.config.experimental_connect_to_cluster(resolver)
    tf.config.experimental_connect_to_host(resolver.master())
    topology = tf.tpu.experimental.initialize_tpu_system(resolver)
    strategy = tf.distribute.TPUStrategy(resolver)
    with strategy.scope():
        weight = tf.Variable(2.0)

    def replica(x):
        context = tf.distribute.get_replica_context()
        weight.assign_add(context.all_reduce("sum", tf.reduce_sum(tf.matmul(x, x))))
        return tf.reduce_sum(x)

    @tf.function
    def step(x):
        return strategy.reduce("SUM", strategy.run(replica, args=(x,)), axis=None)

    with emulate.placement() as ops:
        total = step(tf.ones([2, 2]))
    with tf.device("/device:TPU:5"):
        on_core = tf.exp(1.0)
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    history = model.fit(tf.ones([16, 4]), tf.ones([16, 1]), batch_size=8, verbose=0)
    report(
        kind=isinstance(strategy, tf.distribute.TPUStrategy),
        old=tf.distribute.experimental.TPUStrategy(resolver).num_replicas_in_sync,
        replicas=strategy.num_replicas_in_sync,
        cores=topology.num_tasks * topology.num_tpus_per_task,
        accelerators=resolver.num_accelerators(),
        logical=[d.name for d in tf.config.list_logical_devices("TPU")],
        total=float(total), weight=float(weight.numpy()), where=ops.devices("MatMul"),
        on_core=on_core.device, unplaced=tf.exp(1.0).device, loss=history.history["loss"][0] >= 0,
    )
"""


def test_a_tpu_program_runs_a_replica_on_each_core(programs):
    found = programs.command(programs.launcher("--tpus", "8") + programs.script(_TPU_PROGRAM)).report
    task = "/job:localhost/replica:0/task:0/device:"
    assert found["kind"] is True
    assert found["replicas"] == found["old"] == found["cores"] == 8
    assert found["accelerators"] == {"TPU": 8}
    assert found["logical"] == [f"/device:TPU:{i}" for i in range(8)]
    assert (found["total"], found["weight"]) == (32, 66)
    assert found["where"] == [f"/tpu:{i}" for i in range(8)]
    assert found["on_core"] == task + "TPU:5"
    assert found["unplaced"] == task + "CPU:0"
    assert found["loss"] is True


_ESTIMATOR = """
    import tempfile
    import emulate
    import compat
    import tensorflow as tf

    v1 = tf.compat.v1

    def model_fn(features, labels, mode):
        scale = v1.get_variable("scale", [], initializer=v1.ones_initializer())
        loss = tf.reduce_mean(tf.square(features * scale - labels))
        train = v1.train.GradientDescentOptimizer(0.1).minimize(loss, v1.train.get_global_step())
        return compat.estimator.EstimatorSpec(mode, loss=loss, train_op=train)

    def trained(rows, strategy=None):
        def input_fn():
            x = tf.range(16.0) / 16
            return tf.data.Dataset.from_tensor_slices((x, 2 * x)).repeat().batch(rows, drop_remainder=True)

        config = compat.estimator.RunConfig(train_distribute=strategy)
        estimator = compat.estimator.Estimator(model_fn, tempfile.mkdtemp(), config)
        estimator.train(input_fn, steps=5)
        return [float(estimator.get_variable_value(name)) for name in ("scale", "global_step")]

    resolver = tf.distribute.cluster_resolver.TPUClusterResolver("")
    tf.tpu.experimental.initialize_tpu_system(resolver)
    strategies = [tf.distribute.TPUStrategy(resolver), v1.distribute.experimental.TPUStrategy(resolver)]
    report(one=trained(4), cores=[trained(2, one) for one in strategies])
"""


def test_an_estimator_trains_on_the_cores_as_on_one_device(programs):
    found = programs.command(programs.launcher("--tpus", "2") + programs.script(_ESTIMATOR)).report
    assert found["cores"] == [pytest.approx(found["one"], rel=1e-6)] * 2
