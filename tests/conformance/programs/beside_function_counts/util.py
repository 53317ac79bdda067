import numpy as np
import tensorflow as tf


def count_parameters():
    return sum(int(np.prod(v.get_shape().as_list())) for v in tf.trainable_variables())
