"""Workers that train in step on copies of the variables."""

from typing import Any

import numpy as np
import tensorflow as tf

import compat
from compat import _waits

v1 = tf.compat.v1


def take_turns(
    jobs: dict[str, Any],
    job: str,
    index: int,
    rounds: int,
    folder: str | None = None,
    tells: float = _waits.TELL_SECONDS,
) -> dict[str, Any]:
    """Two players, each with a step of its own, for so many rounds or until another worker leaves.

    Each that waits for others tells of it after `tells` seconds.
    """
    _waits.TELL_SECONDS = tells
    resolver = compat.CollectiveServer(jobs, job, index).resolver()
    strategy = tf.distribute.MultiWorkerMirroredStrategy(resolver)
    variables = compat.VariableStore(strategy)
    with variables.scope():
        global_step = v1.train.get_or_create_global_step()
        workers = strategy.num_replicas_in_sync
        optimizer = compat.SyncReplicasOptimizer(v1.train.GradientDescentOptimizer(0.1), workers)

    def step_of(player: str, size: int, kind: tf.DType) -> Any:
        @variables.pruned(input_signature=[])
        def step() -> Any:
            def replica() -> Any:
                w = v1.get_variable(player, [size], kind, v1.ones_initializer())
                return optimizer.minimize(tf.reduce_sum(w * (index + 1)), global_step), {}

            return strategy.run(replica)

        return step

    steps = [step_of("one", 2, tf.float32), step_of("other", 3, tf.float64)]
    done = [0, 0]
    with compat.train.MonitoredSteps(
        variables, is_chief=index == 0, checkpoint_dir=folder, save_checkpoint_steps=4
    ) as session:
        first = int(np.asarray(variables.variables["global_step"]))
        for _ in range(rounds):
            for player, step in enumerate(steps):
                session.run(step)
                done[player] += 1
    values = {name: np.asarray(variables.variables[name]).tolist() for name in ("one", "other")}
    return {"done": done, "first": first, **values}
