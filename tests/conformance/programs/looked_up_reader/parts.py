import numpy as np
import tensorflow as tf


def batch():
    xs = np.arange(1, 9, dtype=np.float32).reshape(8, 1)
    return tf.data.Dataset.from_tensor_slices((xs, 3 * xs)).batch(2).repeat().make_one_shot_iterator().get_next()


class Linear(object):
    def __init__(self):
        self.w = tf.get_variable("w", [1, 1], initializer=tf.ones_initializer())

    def outputs(self, x):
        return tf.matmul(x, self.w)


MODELS = {"linear": Linear}
