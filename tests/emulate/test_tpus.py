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
