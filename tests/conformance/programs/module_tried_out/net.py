"""A model, and a block that shows what comes out of it."""
import tensorflow as tf


def dense(x, size, name):
    with tf.variable_scope(name):
        w = tf.get_variable('w', [x.shape[-1], size])
        return tf.nn.tanh(tf.matmul(x, w))


def model(x):
    return dense(dense(x, 8, 'hidden'), 1, 'out')


if __name__ == '__main__':
    # No session: the shapes alone.
    inputs = tf.placeholder(tf.float32, [None, 4])
    outputs = model(inputs)
    print('shape', outputs.shape.as_list(), [one.op.name for one in tf.trainable_variables()])
