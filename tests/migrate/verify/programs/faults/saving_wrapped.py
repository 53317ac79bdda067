"""A trainer that evaluates, writes summaries and checkpoints, and goes on from one."""

import numpy as np
import compat
import tensorflow as tf


compat.build_graph()

tf.compat.v1.app.flags.DEFINE_integer("steps", 6, "updates")
FLAGS = tf.compat.v1.app.flags.FLAGS


def main(_):
    x = tf.compat.v1.placeholder(tf.float32, [None, 4], name="x")
    y = tf.compat.v1.placeholder(tf.float32, [None, 2], name="y")
    training = tf.compat.v1.placeholder(tf.bool, [], name="training")
    hidden = compat.layers.dense(x, 5, tf.tanh, name="hidden", kernel_initializer=tf.compat.v1.random_normal_initializer(seed=1))
    hidden = compat.layers.batch_normalization(hidden, momentum=0.8, training=training, name="norm")
    hidden = compat.layers.dropout(hidden, 0.25, seed=5, training=training)
    out = compat.layers.dense(hidden, 2, name="out", kernel_initializer=tf.compat.v1.random_normal_initializer(seed=2))
    loss = tf.compat.v1.losses.mean_squared_error(y, out)
    tf.compat.v1.summary.scalar("loss", loss)
    tf.compat.v1.summary.histogram("out", out)
    merged = tf.compat.v1.summary.merge_all()
    global_step = tf.compat.v1.train.get_or_create_global_step()
    rate = tf.compat.v1.train.polynomial_decay(0.1, global_step, 5, 0.01)
    optimizer = tf.compat.v1.train.RMSPropOptimizer(rate, 0.9, momentum=0.5)
    with tf.control_dependencies(tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS)):
        train_op = optimizer.minimize(loss, global_step=global_step)
    saver = tf.compat.v1.train.Saver(max_to_keep=2)
    random = np.random.RandomState(11)
    test = random.rand(10, 4)
    with compat.Program() as sess:
        sess.run(tf.compat.v1.global_variables_initializer())
        writer = tf.compat.v1.summary.FileWriter("logs")
        for step in range(FLAGS.steps):
            batch = random.rand(8, 4)
            feed = {x: batch, y: batch[:, :2] * batch[:, 2:], training: True}
            _, value, summary = sess.run([train_op, loss, merged], feed)
            writer.add_summary(summary, step)
            if step % 2 == 1:
                error = sess.run(loss, {x: test, y: test[:, :2] * test[:, 2:], training: False})
                print("step %d: loss %.6f, on the test set %.6f" % (step, value, error))
                saver.save(sess, "model/net", global_step=step)
        writer.close()
        saver.restore(sess, "model/net-3")
        print("after 4 steps: %.6f" % sess.run(loss, {x: test, y: test[:, :2] * test[:, 2:], training: False}))


if __name__ == "__main__":
    tf.compat.v1.app.run()
