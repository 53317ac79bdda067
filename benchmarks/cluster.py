"""Times between-graph replication side by side: sessions of TensorFlow 1's kind, and steps without one.

Run as `python -m benchmarks.cluster`. For each model and way of training, two clusters of one task that holds
the variables and two workers run by turns, so that what else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from emulate.ports import reserved

_WORKERS = 2
_WARM_UP = 10
_BLOCK_SECONDS = 1.0
_LEARNING_RATE = 0.01

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


MODELS = {"mlp": mlp, "cnn": cnn}


def _weights(tf: Any, name: str, shape: Sequence[int]) -> tuple[Any, Any]:
    with tf.variable_scope(name):
        weights = tf.get_variable("w", shape, initializer=tf.truncated_normal_initializer(stddev=0.05))
        return weights, tf.get_variable("b", shape[-1:], initializer=tf.zeros_initializer())


def _affine(tf: Any, name: str, x: Any, shape: Sequence[int]) -> Any:
    weights, bias = _weights(tf, name, shape)
    return tf.matmul(x, weights) + bias


def _loss(tf: Any, model: str, x: Any, y: Any) -> Any:
    logits = MODELS[model](tf, x)
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))


def _batch(size: int) -> tuple[Any, Any]:
    random = np.random.RandomState(0)
    return random.randn(size, 28, 28, 1).astype(np.float32), random.randint(0, 10, [size]).astype(np.int32)


# Without tokens at first, workers keep in step: none waits behind its last step for what the other has left.
_TOKENS = 0


def session_worker(jobs: dict[str, Any], index: int, model: str, is_synchronous: bool, commands: Any) -> None:
    """A worker with a session, in the graph's own way."""
    import tensorflow

    tf = tensorflow.compat.v1
    server = tf.train.Server(tf.train.ClusterSpec(jobs), "worker", index)
    with tf.Graph().as_default():
        with tf.device(
            tf.train.replica_device_setter(cluster=jobs, worker_device=f"/job:worker/task:{index}")
        ):
            x, y = tf.placeholder(tf.float32, [None, 28, 28, 1]), tf.placeholder(tf.int32, [None])
            loss = _loss(tf, model, x, y)
            optimizer: Any = tf.train.MomentumOptimizer(_LEARNING_RATE, 0.9)
            if is_synchronous:
                optimizer = tf.train.SyncReplicasOptimizer(optimizer, _WORKERS, _WORKERS)
            update = optimizer.minimize(loss, global_step=tf.train.get_or_create_global_step())
        hooks = [optimizer.make_session_run_hook(index == 0, num_tokens=_TOKENS)] if is_synchronous else []
        config = tf.ConfigProto(device_filters=["/job:ps", f"/job:worker/task:{index}"])
        session = tf.train.MonitoredTrainingSession(server.target, index == 0, hooks=hooks, config=config)
        _serve_steps(commands, lambda a, b: session.run([update, loss], {x: a, y: b})[1])


def steps_worker(jobs: dict[str, Any], index: int, model: str, is_synchronous: bool, commands: Any) -> None:
    """A worker whose steps need no session."""
    import tensorflow

    import compat

    tf = tensorflow.compat.v1
    store = compat.VariableStore(cluster=compat.Server(jobs, "worker", index))
    made = {}

    @store.function(
        input_signature=[tf.TensorSpec([None, 28, 28, 1], tf.float32), tf.TensorSpec([None], tf.int32)]
    )
    def step(x: Any, y: Any) -> Any:
        loss = _loss(tf, model, x, y)
        optimizer: Any = tf.train.MomentumOptimizer(_LEARNING_RATE, 0.9)
        if is_synchronous:
            optimizer = compat.SyncReplicasOptimizer(optimizer, _WORKERS, _WORKERS)
        made["optimizer"] = optimizer
        update = optimizer.minimize(loss, global_step=tf.train.get_or_create_global_step())
        with tf.control_dependencies([update]):
            return tf.identity(loss)

    hooks = (
        [made["optimizer"].make_session_run_hook(index == 0, num_tokens=_TOKENS)] if is_synchronous else []
    )
    session = compat.train.MonitoredSteps(store, hooks=hooks, is_chief=index == 0)
    _serve_steps(commands, lambda a, b: session.run(step, a, b).numpy())


def serve(jobs: dict[str, Any], side: str) -> None:
    """The task that holds the variables."""
    if side == "session":
        import tensorflow

        tf = tensorflow.compat.v1
        tf.train.Server(tf.train.ClusterSpec(jobs), "ps", 0).join()
    else:
        import compat

        compat.Server(jobs, "ps", 0).join()


_SIDES = {"session": session_worker, "steps": steps_worker}


def _serve_steps(commands: Any, step: Callable[[Any, Any], Any]) -> None:
    batch = _batch(64)
    while True:
        count = commands.recv()
        begin = time.perf_counter()
        for _ in range(count):
            step(*batch)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        commands.send((time.perf_counter() - begin, memory))


class _Side:
    """A cluster of one side, whose workers run as many steps as they are asked for, together."""

    def __init__(self, side: str, model: str, is_synchronous: bool, ports: Sequence[int]) -> None:
        addresses = [f"127.0.0.1:{port}" for port in ports]
        jobs = {"ps": addresses[:1], "worker": addresses[1:]}
        fork = multiprocessing.get_context("fork")
        self._processes = [fork.Process(target=serve, args=(jobs, side), daemon=True)]
        self._workers = []
        for index in range(_WORKERS):
            ours, theirs = fork.Pipe()
            arguments = (jobs, index, model, is_synchronous, theirs)
            self._processes.append(fork.Process(target=_SIDES[side], args=arguments, daemon=True))
            self._workers.append(ours)
        for process in self._processes:
            process.start()
        self.memory = 0

    def run(self, count: int) -> float:
        """The seconds of a step, of `count` steps of each worker."""
        for worker in self._workers:
            worker.send(count)
        answers = [worker.recv() for worker in self._workers]
        self.memory = max(memory for _, memory in answers)
        return statistics.mean(seconds for seconds, _ in answers) / count

    def end(self) -> None:
        for process in self._processes:
            process.kill()
            process.join()


@contextmanager
def _sides(model: str, is_synchronous: bool) -> Iterator[dict[str, _Side]]:
    with reserved(2 * (1 + _WORKERS)) as ports:
        half = len(ports) // 2
        sides = {}
        for side, own in (("session", ports[:half]), ("steps", ports[half:])):
            sides[side] = _Side(side, model, is_synchronous, own)
        try:
            yield sides
        finally:
            for one in sides.values():
                one.end()


def compare(model: str, is_synchronous: bool, turns: int) -> dict[str, Any]:
    """Seconds of a step on both sides, their ratio over the turns with its quartiles, and that of memory."""
    with _sides(model, is_synchronous) as sides:
        session, steps = sides["session"], sides["steps"]
        for one in (session, steps):
            one.run(_WARM_UP)
        count = max(5, round(_BLOCK_SECONDS / session.run(_WARM_UP)))
        pairs = [(session.run(count), steps.run(count)) for _ in range(turns)]
        low, ratio, high = statistics.quantiles([after / before for before, after in pairs], n=4)
        before, after = (statistics.median(one) for one in zip(*pairs, strict=True))
        return {
            "model": model,
            "training": "synchronous" if is_synchronous else "asynchronous",
            **{"session ms": 1e3 * before, "steps ms": 1e3 * after},
            **{"ratio": ratio, "low": low, "high": high, "memory": steps.memory / session.memory},
        }


def main() -> None:
    """Print a table, and with `--json` what it is made of."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--models", nargs="*", default=list(MODELS))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
    import tensorflow as tf  # noqa: F401  once, for all that are forked

    import compat.cluster
    import compat.train  # noqa: F401

    print("| model | training | session, ms | steps, ms | ratio (quartiles) | memory |", flush=True)
    print("|---|---|---|---|---|---|")
    for model in options.models:
        for is_synchronous in (False, True):
            one = compare(model, is_synchronous, options.turns)
            print(
                f"| {model} | {one['training']} | {one['session ms']:.2f} | {one['steps ms']:.2f} "
                f"| {one['ratio']:.2f} ({one['low']:.2f} to {one['high']:.2f}) | {one['memory']:.2f} |",
                flush=True,
            )
            if options.json:
                print(json.dumps(one), flush=True)


if __name__ == "__main__":
    main()
