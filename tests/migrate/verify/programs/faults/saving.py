"""A trainer that evaluates, writes summaries and checkpoints, and goes on from one."""

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_integer("steps", 6, "updates")
FLAGS = tf.app.flags.FLAGS


def main(_):
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    y = tf.placeholder(tf.float32, [None, 2], name="y")
    training = tf.placeholder(tf.bool, [], name="training")
    hidden = tf.layers.dense(x, 5, tf.tanh, name="hidden", kernel_initializer=tf.random_normal_initializer(seed=1))
    hidden = tf.layers.batch_normalization(hidden, momentum=0.8, training=training, name="norm")
    hidden = tf.layers.dropout(hidden, 0.25, seed=5, training=training)
    out = tf.layers.dense(hidden, 2, name="out", kernel_initializer=tf.random_normal_initializer(seed=2))
    loss = tf.losses.mean_squared_error(y, out)
    tf.summary.scalar("loss", loss)
    tf.summary.histogram("out", out)
    merged = tf.summary.merge_all()
    global_step = tf.train.get_or_create_global_step()
    rate = tf.train.polynomial_decay(0.1, global_step, 5, 0.01)
    optimizer = tf.train.RMSPropOptimizer(rate, 0.9, momentum=0.5)
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train_op = optimizer.minimize(loss, global_step=global_step)
    saver = tf.train.Saver(max_to_keep=2)
    random = np.random.RandomState(11)
    test = random.rand(10, 4)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        writer = tf.summary.FileWriter("logs")
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
    tf.app.run()
