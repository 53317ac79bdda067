"""What a rewrite of `original.py` looks like; the tests put faults into it."""

import compat
import numpy as np
import tensorflow as tf

tf.compat.v1.app.flags.DEFINE_integer("steps", 8, "updates")
tf.compat.v1.app.flags.DEFINE_integer("decay", 4, "updates until the learning rate is halved")
FLAGS = tf.compat.v1.app.flags.FLAGS


def main(_):
    variables = compat.VariableStore()
    with variables.scope():
        global_step = tf.compat.v1.train.get_or_create_global_step()
        rate = tf.compat.v1.train.exponential_decay(0.2, global_step, FLAGS.decay, 0.5, staircase=True)
        optimizer = tf.compat.v1.train.MomentumOptimizer(rate, 0.9)

    @variables.function(
        input_signature=[tf.TensorSpec([None, 4], tf.float32), tf.TensorSpec([None, 3], tf.float32)]
    )
    def train_step(x, y):
        with tf.compat.v1.variable_scope("net"):
            w = tf.compat.v1.get_variable("w", [4, 3], initializer=tf.compat.v1.random_normal_initializer(seed=1))
            b = tf.compat.v1.get_variable("b", [3], initializer=tf.compat.v1.zeros_initializer())
        error = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y), name="error")
        loss = tf.add(error, 0.01 * tf.nn.l2_loss(w), name="loss")
        gradients = [(tf.clip_by_norm(gradient, 0.5), one) for gradient, one in optimizer.compute_gradients(loss)]
        average = tf.train.ExponentialMovingAverage(0.9)
        optimizer.apply_gradients(gradients, global_step=global_step)
        average.apply([w, b])
        return loss, error

    random = np.random.RandomState(7)
    for step in range(FLAGS.steps):
        batch = random.rand(8, 4)
        value, off = (value.numpy() for value in train_step(batch, batch[:, :3] ** 2))
        print("step %d: loss %.6f" % (step, value))


if __name__ == "__main__":
    tf.compat.v1.app.run()
