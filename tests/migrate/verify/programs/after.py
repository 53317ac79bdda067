"""What a rewrite of `before.py` may look like; the tests also run it with a line changed."""

import numpy as np
import tensorflow as tf
from absl import app, flags

import compat

flags.DEFINE_integer("num_gpus", 2, "towers")
flags.DEFINE_integer("max_steps", 60, "steps")
FLAGS = flags.FLAGS
v1 = tf.compat.v1


def model(x):
    with v1.variable_scope("hidden"):
        w = v1.get_variable("w", [x.shape[1], 7], initializer=v1.random_normal_initializer())
        b = v1.get_variable("b", [7], initializer=v1.zeros_initializer())
    v = v1.get_variable("v", initializer=tf.random.normal([7, 2]))
    return tf.matmul(tf.tanh(tf.matmul(x, w) + b), v)


def main(_):
    strategy = tf.distribute.MirroredStrategy(
        [f"/gpu:{i}" for i in range(FLAGS.num_gpus)], cross_device_ops=compat.OrderedReduction()
    )
    variables = compat.VariableStore(strategy)
    with variables.scope():
        global_step = v1.train.get_or_create_global_step()
        learning_rate = v1.train.exponential_decay(0.1, global_step, 10, 0.9)
        optimizer = v1.train.MomentumOptimizer(learning_rate, 0.9)

    @variables.function(input_signature=[tf.TensorSpec([None, 5], tf.float32)])
    def train_step(x):
        parts = tf.split(x, FLAGS.num_gpus)

        def tower():
            loss = tf.reduce_mean(tf.square(model(parts[compat.replica_index()])))
            gradients = compat.average_gradients(optimizer.compute_gradients(loss))
            compat.apply_gradients(optimizer, gradients, global_step)
            return loss

        losses = strategy.run(tower)
        return None, strategy.experimental_local_results(losses)[-1]

    random = np.random.RandomState(0)
    for step in range(FLAGS.max_steps):
        batch = random.rand(6 * FLAGS.num_gpus, 5)
        _, value = train_step(batch)
        if step % 10 == 0:
            print(global_step.numpy(), value.numpy())


if __name__ == "__main__":
    app.run(main)
