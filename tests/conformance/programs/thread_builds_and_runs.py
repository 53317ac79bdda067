# expect: wrapped, parity
"""Each worker, in its thread, enters the session and saves; one builds a graph of its own there."""

import os
import tempfile
import threading

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()


class Worker(object):
    def __init__(self, name, sess):
        self.sess = sess
        with tf.variable_scope(name):
            self.x = tf.placeholder(tf.float32, [None, 2])
            self.w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
            self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
            self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def work(self, coord, seed):
        rng = np.random.RandomState(seed)
        print(tf.get_default_session() is None)
        with self.sess.as_default():
            for _ in range(3):
                if coord.should_stop():
                    break
                self.train_op.run({self.x: rng.rand(5, 2)})
                print(self.loss.eval({self.x: np.ones([1, 2])}))
        saver.save(self.sess, os.path.join(folder, 'model'), global_step=seed)


def apart(results):
    with tf.Graph().as_default():
        doubled = tf.constant([1.0, 2.0]) * 2.0
        with tf.Session() as session:
            results.append(session.run(doubled))


results = []
coord = tf.train.Coordinator()
with tf.Session() as sess:
    workers = [Worker('worker%d' % i, sess) for i in range(2)]
    saver = tf.train.Saver()
    sess.run(tf.global_variables_initializer())
    for seed, worker in enumerate(workers):
        thread = threading.Thread(target=worker.work, args=(coord, seed))
        thread.start()
        coord.join([thread])
    other = threading.Thread(target=lambda: apart(results))
    other.start()
    other.join()
    print(results, os.path.basename(tf.train.latest_checkpoint(folder)))
    print(sess.run([worker.w for worker in workers])[0].shape)
