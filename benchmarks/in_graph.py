"""Times in-graph replication side by side: a client whose towers run on workers, with a session and without.

Run as `python -m benchmarks.in_graph`. For each model, two clusters of one task that holds the variables, two
workers and a client run by turns. The page is printed, and written to docs/benchmarks.md unless
`--no-page` is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from . import sides
from .cluster import LEARNING_RATE, MODELS, batch, loss_of

_WORKERS = 2
_TOWER_BATCH = 64

_HEAD = """## In-graph replication

Time of a step of two towers by `compat.InGraphCluster`, `compat.VariableStore` and
`compat.average_gradients`, over that of the same graph. It runs in a `Session` on one of the cluster's
servers, with the classic `average_gradients`: below 1 compat is faster. On either side one task holds the
variables, each tower has a worker, and a client, which is no task, feeds and runs all; each is a process. The
sides make their steps by turns; a cell is the median over the turns, with the quartiles behind it. Memory is
the ratio of the most that the client has held.

On one machine ({machine}), whose load was {load:.0f} when it began.

| model | session, ms | steps, ms | ratio (quartiles) | memory |
|---|---:|---:|---:|---:|"""
_TAIL = """
Made by `python -m benchmarks.in_graph`."""


def classic_average(tower_grads: Sequence[Sequence[tuple[Any, Any]]]) -> list[tuple[Any, Any]]:
    """What programs of TensorFlow 1 have for it."""
    import tensorflow as tf

    average = []
    for pairs in zip(*tower_grads, strict=True):
        stacked = tf.concat([tf.expand_dims(gradient, 0) for gradient, _ in pairs], 0)
        average.append((tf.reduce_mean(stacked, 0), pairs[0][1]))
    return average


def training(
    tf: Any, jobs: sides.Jobs, model: str, x: Any, y: Any, average: Callable[..., Any]
) -> tuple[Any, Any]:
    """Towers as a program of TensorFlow 1 has them: the update, and the mean loss."""
    optimizer = tf.train.MomentumOptimizer(LEARNING_RATE, 0.9)
    losses, tower_grads = [], []
    for index, (part, labels) in enumerate(zip(tf.split(x, _WORKERS), tf.split(y, _WORKERS), strict=True)):
        setter = tf.train.replica_device_setter(cluster=jobs, worker_device=f"/job:worker/task:{index}")
        with tf.device(setter), tf.variable_scope("net", reuse=index > 0):
            losses.append(loss_of(tf, model, part, labels))
            tower_grads.append(optimizer.compute_gradients(losses[-1]))
    with tf.device("/job:ps/task:0"):
        update = optimizer.apply_gradients(average(tower_grads))
        with tf.control_dependencies([update]):
            return update, tf.add_n(losses) / _WORKERS


def session_client(jobs: sides.Jobs, model: str, commands: Any) -> None:
    """A client with a session on the first worker's server."""
    import tensorflow

    tf = tensorflow.compat.v1
    images, labels = batch(_WORKERS * _TOWER_BATCH)
    with tf.Graph().as_default():
        x, y = tf.placeholder(tf.float32, images.shape), tf.placeholder(tf.int32, labels.shape)
        fetched = training(tf, jobs, model, x, y, classic_average)
        session = tf.Session(f"grpc://{jobs['worker'][0]}")
        session.run(tf.global_variables_initializer())
        sides.serve_steps(commands, lambda: session.run(fetched, {x: images, y: labels})[1])


def steps_client(jobs: sides.Jobs, model: str, commands: Any) -> None:
    """A client whose steps need no session."""
    import tensorflow

    import compat

    tf = tensorflow.compat.v1
    images, labels = batch(_WORKERS * _TOWER_BATCH)
    store = compat.VariableStore(cluster=compat.InGraphCluster(f"grpc://{jobs['worker'][0]}"))

    @store.function(
        input_signature=[tf.TensorSpec(images.shape, tf.float32), tf.TensorSpec(labels.shape, tf.int32)]
    )
    def step(x: Any, y: Any) -> Any:
        return training(tf, jobs, model, x, y, compat.average_gradients)[1]

    sides.serve_steps(commands, lambda: step(images, labels).numpy())


def serve_session(jobs: sides.Jobs, job: str, index: int) -> None:
    """A server of TensorFlow's own."""
    import tensorflow as tf

    tf.distribute.Server(tf.train.ClusterSpec(jobs), job, index).join()


def serve_steps(jobs: sides.Jobs, job: str, index: int) -> None:
    """A server of compat's."""
    import compat

    compat.Server(jobs, job, index).join()


def rows(model: str, turns: int) -> Iterator[str]:
    """The line of the table for one model."""

    def side(serve: Callable[..., None], client: Callable[..., None], jobs: sides.Jobs) -> sides.Side:
        tasks = [(job, index) for job, addresses in jobs.items() for index in range(len(addresses))]
        return sides.Side([partial(serve, jobs, *task) for task in tasks], [partial(client, jobs, model)])

    timing, memory = sides.compare(
        partial(side, serve_session, session_client),
        partial(side, serve_steps, steps_client),
        _WORKERS,
        turns,
    )
    yield f"| {model} | {timing.cells()} | {memory:.2f} |"


if __name__ == "__main__":
    sides.measure(__doc__, list(MODELS), _HEAD, rows, _TAIL)
