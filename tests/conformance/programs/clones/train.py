# expect: compat explicit devices, parity
import numpy as np
import tensorflow as tf

import deploying

slim = tf.contrib.slim
flags = tf.app.flags
flags.DEFINE_integer("num_clones", 2, "How many copies there are.")
flags.DEFINE_integer("batch_size", 4, "Rows in a batch of one copy.")
FLAGS = flags.FLAGS
POINTS = np.random.RandomState(0).rand(64, 8).astype(np.float32)
KINDS = np.arange(64) % 4


def network(points):
    with slim.arg_scope([slim.conv2d, slim.fully_connected], weights_regularizer=slim.l2_regularizer(0.001)):
        images = tf.reshape(points, [-1, 2, 2, 2])
        hidden = slim.conv2d(images, 6, [2, 2], normalizer_fn=slim.batch_norm, scope="hidden")
        return slim.fully_connected(slim.flatten(hidden), 4, activation_fn=None, scope="logits")


def main(_):
    with tf.Graph().as_default():
        config = deploying.Config(num_clones=FLAGS.num_clones)
        with tf.device(config.variables_device()):
            global_step = slim.create_global_step()
        with tf.device("/device:CPU:0"):
            dataset = tf.data.Dataset.from_tensor_slices((POINTS, KINDS)).repeat().batch(FLAGS.batch_size)
            batches = dataset.make_one_shot_iterator()

        def clone_fn(batches):
            # One copy after the other: a session let them take batches in any order.
            with tf.control_dependencies(tf.get_collection("taken")):
                points, kinds = batches.get_next()
            tf.add_to_collection("taken", points)
            logits = network(points)
            slim.losses.softmax_cross_entropy(logits, slim.one_hot_encoding(kinds, 4))
            return logits

        clones = deploying.make_clones(config, clone_fn, [batches])
        # The first copy's averages are those that are kept.
        update_ops = tf.get_collection(tf.GraphKeys.UPDATE_OPS, config.clone_scope(0))
        with tf.device("/device:CPU:0"):
            rate = tf.train.exponential_decay(0.1, global_step, 3, 0.9, staircase=True)
            optimizer = tf.train.MomentumOptimizer(rate, 0.9)
        total_loss, gradients = deploying.gradients_of(clones, optimizer, var_list=tf.trainable_variables())
        update_ops.append(optimizer.apply_gradients(gradients, global_step=global_step))
        with tf.control_dependencies([tf.group(*update_ops)]):
            train_tensor = tf.identity(total_loss, name="train_op")
        slim.learning.train(train_tensor, None, number_of_steps=5)


if __name__ == "__main__":
    tf.app.run()
