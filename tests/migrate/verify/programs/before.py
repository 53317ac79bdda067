"""A small TensorFlow 1 trainer with towers, for the harness to run; it draws its own initial values."""

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_integer("num_gpus", 2, "towers")
tf.app.flags.DEFINE_integer("max_steps", 60, "steps")
FLAGS = tf.app.flags.FLAGS


def model(x):
    with tf.variable_scope("hidden"):
        w = tf.get_variable("w", [x.get_shape()[1].value, 7], initializer=tf.random_normal_initializer())
        b = tf.get_variable("b", [7], initializer=tf.zeros_initializer())
    v = tf.get_variable("v", initializer=tf.random_normal([7, 2]))
    return tf.matmul(tf.tanh(tf.matmul(x, w) + b), v)


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads, strict=True):
        stacked = tf.concat([tf.expand_dims(gradient, 0) for gradient, _ in pairs], 0)
        average.append((tf.reduce_mean(stacked, 0), pairs[0][1]))
    return average


def main(_):
    with tf.Graph().as_default(), tf.device("/cpu:0"):
        global_step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, 5], name="x")
        optimizer = tf.train.MomentumOptimizer(tf.train.exponential_decay(0.1, global_step, 10, 0.9), 0.9)
        parts = tf.split(x, FLAGS.num_gpus)
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(FLAGS.num_gpus):
                with tf.device(f"/gpu:{i}"), tf.name_scope(f"tower_{i}"):
                    loss = tf.reduce_mean(tf.square(model(parts[i])), name="loss")
                    tf.get_variable_scope().reuse_variables()
                    tower_grads.append(optimizer.compute_gradients(loss))
        train_op = optimizer.apply_gradients(average_gradients(tower_grads), global_step=global_step)
        random = np.random.RandomState(0)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(FLAGS.max_steps):
                batch = random.rand(6 * FLAGS.num_gpus, 5)
                _, value = sess.run([train_op, loss], feed_dict={x: batch})
                if step % 10 == 0:
                    print(sess.run(global_step), value)


if __name__ == "__main__":
    tf.app.run()
