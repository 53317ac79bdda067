"""A small trainer of TensorFlow 1 with what migrations lose: a clip, a regulariser, averages, a schedule."""

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_integer("steps", 8, "updates")
tf.app.flags.DEFINE_integer("decay", 4, "updates until the learning rate is halved")
FLAGS = tf.app.flags.FLAGS


def main(_):
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    y = tf.placeholder(tf.float32, [None, 3], name="y")
    with tf.variable_scope("net"):
        w = tf.get_variable("w", [4, 3], initializer=tf.random_normal_initializer(seed=1))
        b = tf.get_variable("b", [3], initializer=tf.zeros_initializer())
    error = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y), name="error")
    loss = tf.add(error, 0.01 * tf.nn.l2_loss(w), name="loss")
    global_step = tf.train.get_or_create_global_step()
    rate = tf.train.exponential_decay(0.2, global_step, FLAGS.decay, 0.5, staircase=True)
    optimizer = tf.train.MomentumOptimizer(rate, 0.9)
    gradients = [(tf.clip_by_norm(gradient, 0.5), one) for gradient, one in optimizer.compute_gradients(loss)]
    update = optimizer.apply_gradients(gradients, global_step=global_step)
    average = tf.train.ExponentialMovingAverage(0.9)
    with tf.control_dependencies([update]):
        train_op = average.apply([w, b])
    random = np.random.RandomState(7)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(FLAGS.steps):
            batch = random.rand(8, 4)
            _, value, off = sess.run([train_op, loss, error], {x: batch, y: batch[:, :3] ** 2})
            print("step %d: loss %.6f" % (step, value))


if __name__ == "__main__":
    tf.app.run()
