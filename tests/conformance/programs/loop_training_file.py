# expect: compat, parity
# The same loop by the file of contrib that has it, in a function; it ends with its input.
import tensorflow as tf
from tensorflow.contrib.training.python.training import training


def main():
    with tf.Graph().as_default():
        x = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 4.0]).make_one_shot_iterator().get_next()
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        tf.train.get_or_create_global_step()
        train_op = training.create_train_op(tf.square(w * x - 3.0), tf.train.GradientDescentOptimizer(0.01))
        return training.train(train_op, "", save_checkpoint_secs=None, save_summaries_steps=None)


print(main())
