"""`original.py` by hand: all of the training in one function, over a data set."""

import numpy as np
import tensorflow as tf
from absl import app, flags

flags.DEFINE_integer("steps", 8, "updates")
flags.DEFINE_integer("decay", 4, "updates until the learning rate is halved")
FLAGS = flags.FLAGS


class Net(tf.Module):
    def __init__(self):
        super().__init__(name="net")
        with self.name_scope:
            self.w = tf.Variable(tf.random.normal([4, 3]), name="w")
            self.b = tf.Variable(tf.zeros([3]), name="b")


def main(_):
    net = Net()
    step = tf.Variable(0, trainable=False, dtype=tf.int64, name="counter")
    optimizer = tf.compat.v1.train.MomentumOptimizer(lambda: 0.2 * 0.5 ** tf.cast(step // FLAGS.decay, tf.float32), 0.9)

    @tf.function
    def train(batches):
        for x in batches:
            with tf.GradientTape() as tape:
                error = tf.reduce_mean(tf.square(x @ net.w + net.b - x[:, :3] ** 2))
                loss = error + 0.01 * tf.nn.l2_loss(net.w)
            gradients = tape.gradient(loss, [net.w, net.b])
            pairs = [(tf.clip_by_norm(one, 0.5), v) for one, v in zip(gradients, [net.w, net.b])]
            optimizer.apply_gradients(pairs)
            tf.print(tf.strings.format("step {}: loss {}", (step, loss)))
            step.assign_add(1)

    random = np.random.RandomState(7)
    batches = np.stack([random.rand(8, 4) for _ in range(FLAGS.steps)]).astype(np.float32)
    train(tf.data.Dataset.from_tensor_slices(batches))


if __name__ == "__main__":
    app.run(main)
