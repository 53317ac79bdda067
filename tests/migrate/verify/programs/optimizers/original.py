"""A classifier of two layers, by one of TensorFlow 1's optimizers; `by_*.py` are migrations of it by hand."""

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_string("optimizer", "adam", "which")
tf.app.flags.DEFINE_integer("steps", 6, "updates")
FLAGS = tf.app.flags.FLAGS

OPTIMIZERS = {
    "descent": lambda: tf.train.GradientDescentOptimizer(0.3),
    "nesterov": lambda: tf.train.MomentumOptimizer(0.1, 0.8, use_nesterov=True),
    "adam": lambda: tf.train.AdamOptimizer(0.05, beta2=0.99),
    "rmsprop": lambda: tf.train.RMSPropOptimizer(0.02, decay=0.8),
    "adagrad": lambda: tf.train.AdagradOptimizer(0.1),
}


def main(_):
    x = tf.placeholder(tf.float32, [None, 4])
    labels = tf.placeholder(tf.int32, [None])
    hidden = tf.layers.dense(x, 6, tf.nn.relu, name="hidden", kernel_initializer=tf.glorot_uniform_initializer(1))
    logits = tf.layers.dense(hidden, 3, name="logits", kernel_initializer=tf.glorot_uniform_initializer(2))
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    hits = tf.reduce_mean(tf.cast(tf.nn.in_top_k(logits, labels, 1), tf.float32), name="hits")
    train_op = OPTIMIZERS[FLAGS.optimizer]().minimize(loss)
    random = np.random.RandomState(5)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(FLAGS.steps):
            batch = random.rand(9, 4)
            _, value, share = sess.run([train_op, loss, hits], {x: batch, labels: batch.argmax(1) % 3})
            print("step %d: loss %.5f, hits %.3f" % (step, value, share))


if __name__ == "__main__":
    tf.app.run()
