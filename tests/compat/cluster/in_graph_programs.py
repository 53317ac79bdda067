"""What the tasks of in-graph replication do, each in a process of its own."""

import threading
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


def train(jobs: dict[str, Any], target: str | None = None) -> dict[str, Any]:
    """Train over the cluster: what came out, and where what was."""
    store = compat.VariableStore(cluster=compat.InGraphCluster(target or jobs, timeout=50))
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


def placed_by_the_store(jobs: dict[str, Any]) -> dict[str, Any]:
    """Where variables are that scopes place, in part or not at all, and a device that is not there."""
    cluster = compat.InGraphCluster(jobs, timeout=50)
    store = compat.VariableStore(cluster=cluster, device=v1.train.replica_device_setter(cluster=jobs))

    def elsewhere(op: Any) -> str:
        return "/job:worker" if op.name == "there" else ""

    @store.function(input_signature=())
    def step():
        made = [v1.get_variable("turn0", [2]), v1.Variable(tf.ones([2]), name="turn1")]
        with tf.device("/job:worker/task:0"):
            made.append(v1.get_variable("scope", [2]))
        with tf.device("/cpu:0"):
            made.append(v1.get_variable("turn2", [2]))
        with compat.device(elsewhere):
            made += [v1.get_variable("there", [2]), v1.get_variable("turn3", [2])]
        loss = tf.add_n([tf.reduce_sum(one) for one in made])
        with tf.control_dependencies([v1.train.MomentumOptimizer(0.1, 0.9).minimize(loss, var_list=made)]):
            return tf.identity(loss)

    first, second = float(step()), float(step())
    assert second < first
    lost = compat.VariableStore(cluster=cluster, device="/job:pss")
    try:
        lost.function(lambda: v1.get_variable("w", [2]), input_signature=())
    except compat.ClusterError as error:
        told = str(error)
    return {"variables": {name: one.device for name, one in store.variables.items()}, "told": told}


def serve_as_seventh(jobs: dict[str, Any]) -> str:
    compat.Server({"ps": jobs["ps"], "worker": {7: jobs["worker"][0]}}, "worker", 7, timeout=20).join()
    return "joined"


def train_in_threads(jobs: dict[str, Any], steps: int) -> dict[str, Any]:
    """Asynchronously: the threads of one client run steps on one worker, which is the only one of its job."""
    cluster = compat.InGraphCluster({"ps": jobs["ps"], "worker": {7: jobs["worker"][0]}}, timeout=50)
    store = compat.VariableStore(cluster=cluster)

    def count() -> Any:
        with tf.device("/job:ps/task:1"):
            counted = v1.get_variable("counted", [2], initializer=v1.zeros_initializer())
        with tf.device("/job:worker/task:7"):
            one = tf.ones([2], name="of_the_worker")
            return v1.assign_add(counted, one), {"where": one.op.device}

    where = []

    @store.function(input_signature=[])
    def step():
        counted, told = count()
        where.append(told["where"])
        return counted

    @store.pruned
    def pruned():
        return count()[0]

    def work(run: Any) -> None:
        for _ in range(steps):
            run()

    threads = [threading.Thread(target=work, args=(run,)) for run in (step, step, pruned)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    began = threading.active_count()
    for _ in range(3):
        thread = threading.Thread(target=step)
        thread.start()
        thread.join()
    return {
        "counted": store.variables["counted"].numpy().tolist(),
        "on": store.variables["counted"].device,
        "where": where,
        "threads": threading.active_count() - began,
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


def connect(jobs: Any, timeout: float) -> list[str]:
    return compat.InGraphCluster(jobs, timeout=timeout).devices


def connect_twice(jobs: dict[str, Any]) -> None:
    compat.InGraphCluster(jobs)
    compat.InGraphCluster(jobs)
