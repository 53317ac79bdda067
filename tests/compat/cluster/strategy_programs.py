"""One TF 1 model under every strategy, each in a process of its own."""

from typing import Any

import numpy as np
import tensorflow as tf

import compat
import emulate
from emulate._ports import reserved

v1 = tf.compat.v1
KEYS = (v1.GraphKeys.GLOBAL_VARIABLES, v1.GraphKeys.TRAINABLE_VARIABLES, "mine")
STEPS = 3
X = np.arange(6, dtype=np.float32).reshape(2, 3) / 6


def squares(weights):
    return 0.1 * tf.reduce_sum(weights * weights)


def model(x):
    """The loss, and what the collections hold."""
    with v1.variable_scope("net", regularizer=squares):
        with v1.variable_scope("layer"):
            w = v1.get_variable("w", [3, 2], initializer=v1.constant_initializer(0.5))
        with v1.variable_scope("layer", reuse=True):
            assert v1.get_variable("w", [3, 2]) is w
        with v1.variable_scope("embedding", partitioner=v1.fixed_size_partitioner(2)):
            table = v1.get_variable("table", [4, 2], initializer=v1.ones_initializer())
        keys = ["mine", v1.GraphKeys.GLOBAL_VARIABLES]
        bias = v1.get_variable("bias", [2], initializer=v1.zeros_initializer(), collections=keys)
    v1.get_variable("count", [], trainable=False, initializer=v1.zeros_initializer())
    with v1.variable_scope("auto", reuse=v1.AUTO_REUSE):
        scale = v1.get_variable("scale", [2], initializer=v1.ones_initializer())
        assert v1.get_variable("scale", [2]) is scale
    if tf.executing_eagerly():  # what has a name of its own is made at each call, as each time in a graph
        shifts = [v1.get_variable(name, initializer=2.0) for name in ("shift", "shift_1")]
    else:
        shifts = [v1.Variable(2.0, name="shift"), v1.Variable(2.0, name="shift")]
    rows = tf.nn.embedding_lookup(list(table), tf.constant([0, 3], tf.int64))
    penalties = v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)
    loss = tf.reduce_mean(tf.matmul(x, w) + bias * scale + rows) * shifts[0] + shifts[1] + tf.add_n(penalties)
    listed = {key: [one.name.split(":")[0] for one in v1.get_collection(key)] for key in KEYS}
    listed["of the net"] = [one.name.split(":")[0] for one in v1.trainable_variables("net/")]
    return loss, {"penalties": len(penalties), **listed}


def of_graph() -> dict[str, Any]:
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, X.shape)
        loss, listed = model(x)
        update = v1.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
        session.run(v1.global_variables_initializer())
        losses = [float(session.run([loss, update], {x: X})[0]) for _ in range(STEPS)]
        return {
            "losses": losses,
            "listed": listed,
            "names": [one.op.name for one in v1.global_variables()],
        }


def logical_cpus() -> list[str]:
    (cpu,) = tf.config.list_physical_devices("CPU")
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 3)
    return ["/cpu:1", "/cpu:2"]


_servers: list[Any] = []  # which serve as long as they are held


def of_parameter_servers() -> Any:
    jobs = ("worker", "ps", "chief")
    with reserved(len(jobs)) as ports:
        cluster = tf.train.ClusterSpec(
            {job: [f"127.0.0.1:{port}"] for job, port in zip(jobs, ports, strict=True)}
        )
    _servers.extend(tf.distribute.Server(cluster, job, 0) for job in jobs[:2])
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(
        cluster, task_type="chief", task_id=0, rpc_layer="grpc"
    )
    return tf.distribute.ParameterServerStrategy(resolver)


def of_tpus() -> Any:
    emulate.tpus(2)
    resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="")
    tf.config.experimental_connect_to_cluster(resolver)
    tf.tpu.experimental.initialize_tpu_system(resolver)
    return tf.distribute.TPUStrategy(resolver)


STRATEGIES = {
    "none": lambda: None,
    "OneDevice": lambda: tf.distribute.OneDeviceStrategy(logical_cpus()[0]),
    "Mirrored": lambda: tf.distribute.MirroredStrategy(
        logical_cpus(), cross_device_ops=compat.OrderedReduction()
    ),
    "CentralStorage": lambda: tf.distribute.experimental.CentralStorageStrategy(logical_cpus(), "/cpu:0"),
    "MultiWorkerMirrored": tf.distribute.MultiWorkerMirroredStrategy,
    "ParameterServer": of_parameter_servers,
    "TPU": of_tpus,
}


def train(kind: str) -> dict[str, Any]:
    """What `of_graph` gives, in a step under a strategy."""
    strategy = STRATEGIES[kind]()
    store = compat.VariableStore(strategy)
    seen = []

    @store.function(input_signature=[tf.TensorSpec(X.shape, tf.float32)])
    def step(x):
        def tower(x):
            optimizer = v1.train.MomentumOptimizer(0.1, 0.9)
            loss, listed = model(x)
            seen.append(listed)
            average = compat.average_gradients(optimizer.compute_gradients(loss))
            compat.apply_gradients(optimizer, average)
            return loss

        if strategy is None:
            return tower(x)
        return strategy.experimental_local_results(strategy.run(tower, args=(x,)))[-1]

    losses = [float(step(X)) for _ in range(STEPS)]
    return {"losses": losses, "listed": seen[0], "names": list(store.variables)}


def train_at_once() -> dict[str, Any]:
    """What `of_graph` gives, without any function."""
    store = compat.VariableStore()
    optimizer = v1.train.MomentumOptimizer(0.1, 0.9)
    losses, seen = [], []
    for _ in range(STEPS):
        with store.scope():
            loss, listed = model(tf.constant(X))
            seen.append(listed)
            losses.append(float(loss))
            optimizer.apply_gradients(optimizer.compute_gradients(lambda: model(tf.constant(X))[0]))
    return {"losses": losses, "listed": seen[0], "names": list(store.variables)}
