"""A trainer with towers: batch normalisation, a regulariser, a clip by the global norm, Adam, a schedule."""

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_integer("num_gpus", 2, "towers")
tf.app.flags.DEFINE_integer("steps", 6, "updates")
FLAGS = tf.app.flags.FLAGS


def network(x):
    with tf.variable_scope("hidden"):
        w = tf.get_variable("w", [4, 5], initializer=tf.random_normal_initializer(seed=1))
        b = tf.get_variable("b", [5], initializer=tf.zeros_initializer())
    tf.add_to_collection("decays", 0.05 * tf.nn.l2_loss(w))
    hidden = tf.layers.batch_normalization(tf.matmul(x, w) + b, momentum=0.9, training=True, name="norm")
    with tf.variable_scope("out"):
        w = tf.get_variable("w", [5, 3], initializer=tf.random_normal_initializer(seed=2))
    return tf.matmul(tf.nn.relu(hidden), w)


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        stacked = tf.stack([gradient for gradient, _ in pairs])
        average.append((tf.reduce_mean(stacked, 0), pairs[0][1]))
    return average


def main(_):
    with tf.Graph().as_default(), tf.device("/cpu:0"):
        global_step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, 4], name="x")
        y = tf.placeholder(tf.int64, [None], name="y")
        rate = tf.train.piecewise_constant(global_step, [2, 4], [0.1, 0.05, 0.02])
        optimizer = tf.train.AdamOptimizer(rate, beta2=0.99)
        images, labels = tf.split(x, FLAGS.num_gpus), tf.split(y, FLAGS.num_gpus)
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(FLAGS.num_gpus):
                with tf.device("/gpu:%d" % i), tf.name_scope("tower_%d" % i) as scope:
                    logits = network(images[i])
                    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels[i], logits=logits)
                    decays = tf.get_collection("decays", scope)
                    loss = tf.add(tf.reduce_mean(losses), tf.add_n(decays), name="loss")
                    hits = tf.cast(tf.nn.in_top_k(logits, labels[i], 1), tf.float32)
                    accuracy = tf.reduce_mean(hits, name="accuracy")
                    tf.get_variable_scope().reuse_variables()
                    updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope)
                    tower_grads.append(optimizer.compute_gradients(loss))
        gradients, variables = zip(*average_gradients(tower_grads))
        gradients, _ = tf.clip_by_global_norm(gradients, 0.5)
        apply_op = optimizer.apply_gradients(zip(gradients, variables), global_step=global_step)
        train_op = tf.group(apply_op, *updates)
        random = np.random.RandomState(3)
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(FLAGS.steps):
                batch = random.rand(8 * FLAGS.num_gpus, 4)
                feed = {x: batch, y: batch.argmax(1) % 3}
                _, value, share = sess.run([train_op, loss, accuracy], feed_dict=feed)
                print("step %d: loss %.6f, accuracy %.3f" % (step, value, share))


if __name__ == "__main__":
    tf.app.run()
