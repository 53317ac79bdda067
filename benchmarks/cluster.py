"""Times between-graph replication side by side: sessions of TensorFlow 1's kind, steps, and Programs.

Run as `python -m benchmarks.cluster`. For each model and way of training, two clusters of one task that holds
the variables and two workers run by turns, so that what else the machine does falls on both. The page is
printed, and written to docs/benchmarks.md unless `--no-page` is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from . import sides
from .measure import Timing

_WORKERS = 2
_BATCH = 64
LEARNING_RATE = 0.01

_HEAD = """## Between-graph replication

Time of a step of a worker by `compat.Server`, `compat.VariableStore` and `compat.train.MonitoredSteps`
(*steps*), and of the same graph in a `compat.train.MonitoredTrainingSession` (*program*). Both are over that
of the graph in a `MonitoredTrainingSession` on a cluster of `tf.train.Server`, all with a
`StopAtStepHook`: below 1 compat is faster. On either side one task holds the variables and two
workers train, in processes of their own; the sides make their steps by turns; a cell is the median over the
turns, with the quartiles behind it. Memory is the ratio of the most that a worker has held. On one machine
({machine}), whose load was {load:.0f} when it began.

| model | training | instead | session, ms | without, ms | ratio (quartiles) | memory |
|---|---|---|---:|---:|---:|---:|"""
_TAIL = """
Made by `python -m benchmarks.cluster`."""

Model = Callable[[Any, Any], Any]


def mlp(tf: Any, x: Any) -> Any:
    """Two hidden layers of 256."""
    hidden = tf.reshape(x, [-1, 784])
    for name, shape in (("first", [784, 256]), ("second", [256, 256])):
        hidden = tf.nn.relu(_affine(tf, name, hidden, shape))
    return _affine(tf, "last", hidden, [256, 10])


def cnn(tf: Any, x: Any) -> Any:
    """Two convolutions, and a hidden layer of 128."""
    hidden = x
    for name, shape in (("first", [5, 5, 1, 16]), ("second", [5, 5, 16, 32])):
        weights, bias = _weights(tf, name, shape)
        hidden = tf.nn.relu(tf.nn.conv2d(hidden, weights, [1, 1, 1, 1], "SAME") + bias)
        hidden = tf.nn.max_pool(hidden, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    hidden = tf.reshape(hidden, [-1, 7 * 7 * 32])
    return _affine(tf, "last", tf.nn.relu(_affine(tf, "third", hidden, [7 * 7 * 32, 128])), [128, 10])


def tiny(tf: Any, x: Any) -> Any:
    """A few units on a few pixels: a step that consists of dispatch."""
    hidden = tf.reshape(x, [-1, 784])[:, :16]
    return _affine(tf, "last", tf.nn.relu(_affine(tf, "first", hidden, [16, 4])), [4, 10])


MODELS = {"tiny": tiny, "mlp": mlp, "cnn": cnn}


def _weights(tf: Any, name: str, shape: Sequence[int]) -> tuple[Any, Any]:
    with tf.variable_scope(name):
        weights = tf.get_variable("w", shape, initializer=tf.truncated_normal_initializer(stddev=0.05))
        return weights, tf.get_variable("b", shape[-1:], initializer=tf.zeros_initializer())


def _affine(tf: Any, name: str, x: Any, shape: Sequence[int]) -> Any:
    weights, bias = _weights(tf, name, shape)
    return tf.matmul(x, weights) + bias


def loss_of(tf: Any, model: str, x: Any, y: Any) -> Any:
    """The loss of a model, whose variables it makes."""
    logits = MODELS[model](tf, x)
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))


def batch(size: int) -> tuple[Any, Any]:
    """Images and labels."""
    random = np.random.RandomState(0)
    return random.randn(size, 28, 28, 1).astype(np.float32), random.randint(0, 10, [size]).astype(np.int32)


# Without tokens at first, workers keep in step: none waits behind its last step for what the other has left.
_TOKENS = 0
_FOR_EVER = 10**9


def session_worker(jobs: sides.Jobs, index: int, model: str, is_synchronous: bool, commands: Any) -> None:
    """A worker with a session, in the graph's own way."""
    import tensorflow

    tf = tensorflow.compat.v1
    server = tf.train.Server(tf.train.ClusterSpec(jobs), "worker", index)
    graph_worker(tf.train.MonitoredTrainingSession, server, jobs, index, model, is_synchronous, commands)


def program_worker(jobs: sides.Jobs, index: int, model: str, is_synchronous: bool, commands: Any) -> None:
    """A worker whose graph a Program runs."""
    import compat
    import compat.train

    server = compat.Server(jobs, "worker", index)
    graph_worker(compat.train.MonitoredTrainingSession, server, jobs, index, model, is_synchronous, commands)


def graph_worker(
    monitored: Any,
    server: Any,
    jobs: sides.Jobs,
    index: int,
    model: str,
    is_synchronous: bool,
    commands: Any,
) -> None:
    """A worker that builds a graph, and runs it in what `monitored` makes."""
    import tensorflow

    tf = tensorflow.compat.v1
    images, labels = batch(_BATCH)
    with tf.Graph().as_default():
        with tf.device(
            tf.train.replica_device_setter(cluster=jobs, worker_device=f"/job:worker/task:{index}")
        ):
            x, y = tf.placeholder(tf.float32, [None, 28, 28, 1]), tf.placeholder(tf.int32, [None])
            loss = loss_of(tf, model, x, y)
            optimizer: Any = tf.train.MomentumOptimizer(LEARNING_RATE, 0.9)
            if is_synchronous:
                optimizer = tf.train.SyncReplicasOptimizer(optimizer, _WORKERS, _WORKERS)
            update = optimizer.minimize(loss, global_step=tf.train.get_or_create_global_step())
        hooks = [tf.train.StopAtStepHook(last_step=_FOR_EVER)]
        if is_synchronous:
            hooks.append(optimizer.make_session_run_hook(index == 0, num_tokens=_TOKENS))
        config = tf.ConfigProto(device_filters=["/job:ps", f"/job:worker/task:{index}"])
        session = monitored(server.target, index == 0, hooks=hooks, config=config)
        sides.serve_steps(commands, lambda: session.run([update, loss], {x: images, y: labels})[1])


def steps_worker(jobs: sides.Jobs, index: int, model: str, is_synchronous: bool, commands: Any) -> None:
    """A worker whose steps need no session."""
    import tensorflow

    import compat

    tf = tensorflow.compat.v1
    setter = tf.train.replica_device_setter(cluster=tf.train.ClusterSpec(jobs))
    store = compat.VariableStore(cluster=compat.Server(jobs, "worker", index), device=setter)
    images, labels = batch(_BATCH)
    made = {}

    @store.function(
        input_signature=[tf.TensorSpec([None, 28, 28, 1], tf.float32), tf.TensorSpec([None], tf.int32)]
    )
    def step(x: Any, y: Any) -> Any:
        loss = loss_of(tf, model, x, y)
        optimizer: Any = tf.train.MomentumOptimizer(LEARNING_RATE, 0.9)
        if is_synchronous:
            optimizer = compat.SyncReplicasOptimizer(optimizer, _WORKERS, _WORKERS)
        made["optimizer"] = optimizer
        update = optimizer.minimize(loss, global_step=tf.train.get_or_create_global_step())
        with tf.control_dependencies([update]):
            return tf.identity(loss)

    hooks = [tf.train.StopAtStepHook(last_step=_FOR_EVER)]
    if is_synchronous:
        hooks.append(made["optimizer"].make_session_run_hook(index == 0, num_tokens=_TOKENS))
    session = compat.train.MonitoredSteps(store, hooks=hooks, is_chief=index == 0)
    sides.serve_steps(commands, lambda: session.run(step, images, labels).numpy())


def serve(jobs: sides.Jobs, side: str) -> None:
    """The task that holds the variables."""
    if side == "session":
        import tensorflow

        tf = tensorflow.compat.v1
        tf.train.Server(tf.train.ClusterSpec(jobs), "ps", 0).join()
    else:
        import compat

        compat.Server(jobs, "ps", 0).join()


WITHOUT = {"steps": steps_worker, "program": program_worker}


def compare(instead: str, model: str, is_synchronous: bool, turns: int) -> tuple[Timing, float]:
    """The timing of a step in sessions and in what is there instead, and the ratio of memory."""

    def side(name: str, worker: Callable[..., None], jobs: sides.Jobs) -> sides.Side:
        return sides.Side(
            [partial(serve, jobs, name)],
            [partial(worker, jobs, index, model, is_synchronous) for index in range(_WORKERS)],
        )

    return sides.compare(
        partial(side, "session", session_worker), partial(side, instead, WITHOUT[instead]), _WORKERS, turns
    )


def rows(model: str, turns: int) -> Iterator[str]:
    """The lines of the table for one model."""
    for training, is_synchronous in (("asynchronous", False), ("synchronous", True)):
        for instead in WITHOUT:
            timing, memory = compare(instead, model, is_synchronous, turns)
            yield f"| {model} | {training} | {instead} | {timing.cells()} | {memory:.2f} |"


if __name__ == "__main__":
    sides.measure(__doc__, list(MODELS), _HEAD, rows, _TAIL)
