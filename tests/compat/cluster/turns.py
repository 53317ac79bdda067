"""Workers that hand in gradients when it is their turn, and tell after each turn what all have come to."""

import contextlib
import time
from pathlib import Path
from typing import Any

import tensorflow as tf

import compat

v1 = tf.compat.v1


def worker(
    jobs: dict[str, Any], job: str, index: int, folder: str, aggregate: int, turns: list[Any], counted_by: str
) -> list[dict[str, Any]]:
    """What the variables and the steps are after each of `turns`: who is in it, and what the step then is.

    `counted_by` is the type of the global step.
    """
    count = len(jobs["worker"])
    optimizer = compat.SyncReplicasOptimizer(v1.train.GradientDescentOptimizer(2.0), aggregate, count)
    hook = optimizer.make_session_run_hook(index == 0, num_tokens=count)  # before there is a step
    store = compat.VariableStore(cluster=compat.Server(jobs, job, index, timeout=20))

    @store.function(input_signature=[])
    def step():
        with tf.device("/job:ps/task:0"):
            kept = [v1.GraphKeys.GLOBAL_VARIABLES, v1.GraphKeys.GLOBAL_STEP]
            number = v1.get_variable(
                "global_step",
                [],
                counted_by,
                initializer=v1.zeros_initializer(),
                trainable=False,
                collections=kept,
            )
            with contextlib.suppress(ValueError):  # which is that the name is taken
                v1.get_variable("global_step", [], counted_by)
            first = v1.get_variable("first", [], initializer=v1.zeros_initializer())
        with tf.device("/job:ps/task:1"):
            second = v1.get_variable("second", [], initializer=v1.ones_initializer())
            rows = v1.get_variable("rows", initializer=[[3.0], [4.0]])
        more = 0.2 * index
        sparse = tf.IndexedSlices(tf.constant([[0.1 + more]]), tf.constant([1]), tf.constant([2, 1]))
        gradients = [tf.constant(0.1 + more), tf.constant(0.9 + more), sparse]
        pairs = zip(gradients, [first, second, rows], strict=True)
        with tf.control_dependencies([optimizer.apply_gradients(pairs, global_step=number)]):
            return tf.constant(0)

    def meet(where: str) -> None:
        Path(folder, f"{where} {index}").touch()
        end = time.monotonic() + 30
        while not all(Path(folder, f"{where} {other}").exists() for other in range(count)):
            assert time.monotonic() < end, where
            time.sleep(0.005)

    told = []
    with compat.train.MonitoredSteps(store, hooks=[hook], is_chief=index == 0) as session:
        meet("begun")  # who comes later begins at the step that there is then
        for turn, (members, expected) in enumerate(turns):
            if index in members:
                session.run(step)
            meet(f"turn {turn}")
            end = time.monotonic() + 10
            while int(store.variables["global_step"]) < expected and time.monotonic() < end:
                time.sleep(0.01)
            time.sleep(0.2)  # in which an update would come that must not
            assert store.variables["sync_rep_local_step"].dtype == counted_by
            told.append({name: one.numpy().tolist() for name, one in store.variables.items()})
            meet(f"told {turn}")
    return told
