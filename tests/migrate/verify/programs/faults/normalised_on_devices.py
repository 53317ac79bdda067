"""A trainer with towers: batch normalisation, a regulariser, a clip by the global norm, Adam, a schedule."""

import numpy as np
import compat
import tensorflow as tf

tf.compat.v1.app.flags.DEFINE_integer("num_gpus", 2, "towers")
tf.compat.v1.app.flags.DEFINE_integer("steps", 6, "updates")
FLAGS = tf.compat.v1.app.flags.FLAGS


def network(x):
    with tf.compat.v1.variable_scope("hidden"):
        w = tf.compat.v1.get_variable("w", [4, 5], initializer=tf.compat.v1.random_normal_initializer(seed=1))
        b = tf.compat.v1.get_variable("b", [5], initializer=tf.compat.v1.zeros_initializer())
    tf.compat.v1.add_to_collection("decays", 0.05 * tf.nn.l2_loss(w))
    hidden = compat.layers.batch_normalization(tf.matmul(x, w) + b, momentum=0.9, training=True, name="norm")
    with tf.compat.v1.variable_scope("out"):
        w = tf.compat.v1.get_variable("w", [5, 3], initializer=tf.compat.v1.random_normal_initializer(seed=2))
    return tf.matmul(tf.nn.relu(hidden), w)


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        stacked = tf.stack([gradient for gradient, _ in pairs])
        average.append((tf.reduce_mean(stacked, 0), pairs[0][1]))
    return average


def main(_):

    variables_2 = compat.VariableStore()
    with variables_2.scope():
        with tf.device("/cpu:0"):
            global_step = tf.compat.v1.train.get_or_create_global_step()
            rate = tf.compat.v1.train.piecewise_constant(global_step, [2, 4], [0.1, 0.05, 0.02])
            optimizer = tf.compat.v1.train.AdamOptimizer(rate, beta2=0.99)

    @variables_2.pruned(
        input_signature=[
            tf.TensorSpec([None, 4], tf.float32),
            tf.TensorSpec([None], tf.int64),
        ],
    )
    def train_step(x, y):
        with tf.device("/cpu:0"):
            images, labels = tf.split(x, FLAGS.num_gpus), tf.split(y, FLAGS.num_gpus)
            tower_grads = []
            with tf.compat.v1.variable_scope(tf.compat.v1.get_variable_scope()):
                for i in range(FLAGS.num_gpus):
                    with tf.device("/gpu:%d" % i), tf.name_scope("tower_%d" % i) as scope:
                        logits = network(images[i])
                        losses = tf.compat.v1.nn.sparse_softmax_cross_entropy_with_logits(labels=labels[i], logits=logits)
                        decays = tf.compat.v1.get_collection("decays", scope)
                        loss = tf.add(tf.reduce_mean(losses), tf.add_n(decays), name="loss")
                        hits = tf.cast(tf.compat.v1.nn.in_top_k(logits, labels[i], 1), tf.float32)
                        accuracy = tf.reduce_mean(hits, name="accuracy")
                        tf.compat.v1.get_variable_scope().reuse_variables()
                        updates = tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS, scope)
                        tower_grads.append(optimizer.compute_gradients(loss))
            gradients, variables = zip(*average_gradients(tower_grads))
            gradients, _ = tf.clip_by_global_norm(gradients, 0.5)
            apply_op = optimizer.apply_gradients(zip(gradients, variables), global_step=global_step)
            train_op = tf.group(apply_op, *updates)
        return [train_op, loss, accuracy]

    random = np.random.RandomState(3)
    for step in range(FLAGS.steps):
        batch = random.rand(8 * FLAGS.num_gpus, 4)
        feed = {'x': batch, 'y': batch.argmax(1) % 3}
        _, value, share = train_step(**feed)
        print("step %d: loss %.6f, accuracy %.3f" % (step, value, share))


if __name__ == "__main__":
    tf.compat.v1.app.run()
