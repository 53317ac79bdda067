# expect: apart, parity
"""Towers become replicas beside an evaluation of many sessions and a test, with which they share all files."""

import tensorflow as tf

import net

NUM_GPUS = 3


def mean_of(towers):
    return [(tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]) for pairs in zip(*towers)]


def main():
    path = net.write(20)
    with tf.Graph().as_default(), tf.device('/cpu:0'):
        x, y = net.read(path, 6)
        xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
        opt = tf.train.MomentumOptimizer(0.01, 0.9)
        towers = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
                    loss = tf.reduce_mean(tf.square(net.infer(xs[i]) - ys[i]))
                    tf.get_variable_scope().reuse_variables()
                    towers.append(opt.compute_gradients(loss))
        train_op = opt.apply_gradients(mean_of(towers))
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            tf.train.start_queue_runners(sess=sess)
            for step in range(5):
                _, value = sess.run([train_op, loss])
                print(step, value)


if __name__ == '__main__':
    main()
