"""A trainer with a tower for each GPU: a regulariser, a clip, Adagrad, averages of the weights."""

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
    with tf.compat.v1.variable_scope("out"):
        v = tf.compat.v1.get_variable("v", [5, 3], initializer=tf.compat.v1.random_normal_initializer(seed=2))
    return tf.matmul(tf.nn.relu(tf.matmul(x, w) + b), v)


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        stacked = tf.stack([gradient for gradient, _ in pairs])
        average.append((tf.reduce_mean(stacked, 0), pairs[0][1]))
    return average


def main(_):

    strategy = tf.distribute.MirroredStrategy(
        ["/gpu:%d" % i for i in range(FLAGS.num_gpus)],
        # Adds the towers' gradients in their order, equal to the bit with the TF 1 graph. Without this argument
        # TensorFlow chooses: faster on many GPUs (NCCL), and different in the last digit from three towers on.
        cross_device_ops=compat.OrderedReduction(),
    )
    variables = compat.VariableStore(strategy)
    with variables.scope():
        global_step = tf.compat.v1.train.get_or_create_global_step()
        rate = tf.compat.v1.train.piecewise_constant(global_step, [2, 4], [0.1, 0.05, 0.02])
        optimizer = tf.compat.v1.train.AdagradOptimizer(rate)

    @variables.function(
        input_signature=[
            tf.TensorSpec([None, 4], tf.float32),
            tf.TensorSpec([None], tf.int64),
        ],
    )
    def train_step(x, y):
        with tf.device("/cpu:0"):
            images, labels = tf.split(x, FLAGS.num_gpus), tf.split(y, FLAGS.num_gpus)

            def tower():
                i = compat.replica_index()
                with tf.name_scope("tower_%d" % i) as scope:
                    logits = network(images[i])
                    losses = tf.compat.v1.nn.sparse_softmax_cross_entropy_with_logits(labels=labels[i], logits=logits)
                    decays = tf.compat.v1.get_collection("decays", scope)
                    loss = tf.add(tf.reduce_mean(losses), tf.add_n(decays), name="loss")
                    hits = tf.cast(tf.compat.v1.nn.in_top_k(logits, labels[i], 1), tf.float32)
                    accuracy = tf.reduce_mean(hits, name="accuracy")
                    pairs = optimizer.compute_gradients(loss)
                averages = tf.train.ExponentialMovingAverage(0.9)
                compat.apply_gradients(optimizer, compat.average_gradients([(tf.clip_by_value(one, -0.1, 0.1), weight) for one, weight in pairs]), global_step=global_step)
                averages.apply(tf.compat.v1.trainable_variables())
                return loss, accuracy

            per_tower = strategy.run(tower)
            # The last tower's, as the graph fetched it.
            loss = strategy.experimental_local_results(per_tower[0])[-1]
            # The last tower's, as the graph fetched it.
            accuracy = strategy.experimental_local_results(per_tower[1])[-1]
        return loss, accuracy

    random = np.random.RandomState(3)
    for step in range(FLAGS.steps):
        batch = random.rand(8 * FLAGS.num_gpus, 4)
        feed = {'x': batch, 'y': batch.argmax(1) % 3}
        value, share = (value.numpy() for value in train_step(**feed))
        print("step %d: loss %.6f, accuracy %.3f" % (step, value, share))


if __name__ == "__main__":
    tf.compat.v1.app.run()
