# expect: wrapped, parity
"""Threads load rows into a queue of Python's, and sessions of two graphs are run from the main thread."""

import multiprocessing
import queue
import threading

import numpy as np
import tensorflow as tf

rows = queue.Queue(maxsize=2)
lock = threading.Lock()


class Loader(threading.Thread):
    def __init__(self, count):
        threading.Thread.__init__(self)
        self.daemon = True
        self.count = count

    def run(self):
        rng = np.random.RandomState(41)
        for _ in range(self.count):
            with lock:
                batch = rng.rand(4, 3)
            rows.put(batch)


print(multiprocessing.cpu_count() > 0)
Loader(8).start()
for rate in (0.1, 0.2):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
        sess.run(tf.global_variables_initializer())
        for _ in range(4):
            print(sess.run([loss, train_op], {x: rows.get(timeout=60)})[0])
