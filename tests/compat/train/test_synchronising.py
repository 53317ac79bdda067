"""SyncReplicasOptimizer in a graph: what its chief's threads leave behind when they stop."""

from __future__ import annotations

import pytest
import tensorflow as tf

import compat
from compat import train

v1 = tf.compat.v1


def test_tokens_outlive_the_threads_of_the_chief():
    with compat.build_graph():
        step = v1.train.get_or_create_global_step()
        bias = v1.get_variable("bias", [], initializer=v1.zeros_initializer())
        optimizer = train.SyncReplicasOptimizer(v1.train.GradientDescentOptimizer(0.5), 1)
        with pytest.raises(ValueError, match="after apply_gradients"):
            optimizer.get_chief_queue_runner()
        update = optimizer.minimize(2.0 * bias, global_step=step)
        runner, put = optimizer.get_chief_queue_runner(), optimizer.get_init_tokens_op()
        with compat.Program() as program:
            program.run(v1.global_variables_initializer())
            program.run([optimizer.chief_init_op, optimizer.local_step_init_op])
            chief = v1.train.Coordinator()
            *_, closing = runner.create_threads(program, chief, daemon=True, start=True)
            program.run(update)
            chief.request_stop()
            closing.join(30)
            assert not closing.is_alive()
            program.run(put)
            program.run(update)  # by the token that was put; the queue would be closed
