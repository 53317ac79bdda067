"""What the tasks of in-graph replication do, each in a process of its own."""

import time
from typing import Any

import numpy as np
import tensorflow as tf

import compat

v1 = tf.compat.v1
STEPS = 30
TOWERS = 2


def serve(jobs: dict[str, Any], job: str, index: int) -> str:
    compat.Server(jobs, job, index, timeout=20).join()
    return "joined"


def serve_plainly(jobs: dict[str, Any], job: str, index: int) -> None:
    tf.distribute.Server(tf.train.ClusterSpec(jobs), job_name=job, task_index=index).join()


def towers(x: Any, device: Any, tower_device: Any, average: Any) -> Any:
    """A step of towers, built as a TF 1 program builds its graph; the losses of the towers."""
    step = v1.get_variable("step", [], tf.int64, v1.zeros_initializer(), trainable=False)
    optimizer = v1.train.MomentumOptimizer(v1.train.exponential_decay(0.1, step, 10, 0.9), 0.9)
    losses, tower_grads = [], []
    for i, part in enumerate(tf.split(x, TOWERS)):
        with device(tower_device(i)), v1.variable_scope(v1.get_variable_scope(), reuse=i > 0):
            w = v1.get_variable("w", [5, 3], initializer=v1.constant_initializer(0.1))
            b = v1.get_variable("b", [3], initializer=v1.zeros_initializer())
            losses.append(tf.reduce_mean(tf.square(tf.tanh(tf.matmul(part, w) + b) - 0.5)))
            tower_grads.append(optimizer.compute_gradients(losses[-1]))
    update = optimizer.apply_gradients(average(tower_grads), global_step=step)
    with tf.control_dependencies([update]):
        return [tf.identity(loss) for loss in losses]


def batches() -> list[Any]:
    random = np.random.RandomState(0)
    return [random.rand(4 * TOWERS, 5).astype(np.float32) for _ in range(STEPS)]


def train(jobs: dict[str, Any]) -> dict[str, Any]:
    """Train over the cluster: what came out, and where what was."""
    store = compat.VariableStore(cluster=compat.InGraphCluster(jobs, timeout=20))
    computed_on = []

    def setter(i: int) -> Any:
        return v1.train.replica_device_setter(cluster=jobs, worker_device=f"/job:worker/task:{i}/cpu:0")

    @store.function(input_signature=[tf.TensorSpec([4 * TOWERS, 5], tf.float32)])
    def step(x):
        losses = towers(x, compat.device, setter, compat.average_gradients)
        graph = losses[0].graph
        computed_on.extend(sorted({op.device for op in graph.get_operations() if op.type == "MatMul"}))
        return losses

    results = [step(batch) for batch in batches()]
    return {
        "losses": [[float(loss) for loss in losses] for losses in results],
        "here": sorted({loss.device for losses in results for loss in losses}),
        "variables": {name: one.device for name, one in store.variables.items()},
        "computed_on": computed_on,
    }


def train_slowly(jobs: dict[str, Any], timeout: float) -> None:
    """Step until a server is lost."""
    store = compat.VariableStore(cluster=compat.InGraphCluster(jobs, timeout=timeout))

    @store.function(input_signature=[])
    def step():
        with tf.device("/job:ps/task:0"):
            count = v1.get_variable("count", [], initializer=v1.zeros_initializer())
        with tf.device("/job:worker/task:0"):
            return count.assign_add(1.0)

    while True:
        print("step", float(step()), flush=True)
        time.sleep(0.02)


def connect(jobs: dict[str, Any], timeout: float) -> None:
    compat.InGraphCluster(jobs, timeout=timeout)


def connect_twice(jobs: dict[str, Any]) -> None:
    compat.InGraphCluster(jobs)
    compat.InGraphCluster(jobs)
