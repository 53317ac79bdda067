# expect: native MirroredStrategy, parity
"""Towers of a model that is written in the names of TensorFlow's inner modules."""

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import dtypes, ops
from tensorflow.python.ops import array_ops, math_ops, nn_ops
from tensorflow.python.ops import variable_scope as vs
from tensorflow.python.ops.init_ops import glorot_uniform_initializer

NUM_GPUS = 2
rng = np.random.RandomState(3)


def model(x):
    with vs.variable_scope('fc'):
        w = vs.get_variable('w', [3, 1], dtypes.float32, initializer=glorot_uniform_initializer(seed=1))
        b = vs.get_variable('b', [1], dtypes.float32)
        return math_ops.tanh(nn_ops.bias_add(math_ops.matmul(x, w), b))


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        grads = [array_ops.expand_dims(g, 0) for g, _ in pairs]
        average.append((tf.reduce_mean(array_ops.concat(grads, 0), 0), pairs[0][1]))
    return average


def main():
    with ops.Graph().as_default():
        x = array_ops.placeholder(dtypes.float32, [None, 3], name='x')
        opt = tf.train.MomentumOptimizer(0.1, 0.9)
        tower_grads = []
        with vs.variable_scope(vs.get_variable_scope()):
            for i, part in enumerate(array_ops.split(x, NUM_GPUS)):
                with ops.device('/gpu:%d' % i), ops.name_scope('tower_%d' % i):
                    loss = tf.reduce_mean(math_ops.square(model(part) - 1.0))
                    vs.get_variable_scope().reuse_variables()
                    tower_grads.append(opt.compute_gradients(loss))
        train_op = opt.apply_gradients(average_gradients(tower_grads))
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(4):
                _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(8, 3)})
                print(step, value)


if __name__ == '__main__':
    main()
