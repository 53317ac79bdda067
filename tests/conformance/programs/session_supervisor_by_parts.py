# expect: wrapped, parity
"""A supervisor whose session is opened, looped beside and stopped by separate calls, and opened again."""

import tempfile
import threading

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.5))
scale = tf.get_variable('scale', [], initializer=tf.ones_initializer(), collections=[tf.GraphKeys.LOCAL_VARIABLES])
loss = tf.reduce_sum(tf.square(w * x * scale - 1.0))
step = tf.train.get_or_create_global_step()
train_op = tf.train.RMSPropOptimizer(0.05).minimize(loss, step)
init = tf.global_variables_initializer()
set_scale = tf.assign(scale, 0.5)


class Trainer(object):
    def __init__(self):
        self.sv = tf.train.Supervisor(logdir=tempfile.mkdtemp(), init_op=init, global_step=step,
                                      init_fn=self.start, save_model_secs=0, save_summaries_secs=0)
        self.heard = threading.Event()

    def start(self, sess):
        print('starts with', sess.run(w))

    def train(self, steps):
        sess = self.sv.prepare_or_wait_for_session('', config=tf.ConfigProto())
        self.sv.Loop(30, self.heard.set)
        sess.run(set_scale)
        try:
            for i in range(steps):
                print(i, sess.run([loss, train_op], {x: np.array([1.0, 2.0]) + i})[0])
            self.heard.wait(30)
            self.sv.saver.save(sess, self.sv.save_path, global_step=step)
        finally:
            self.sv.request_stop()
            self.sv.stop()
            sess.close()
        print(self.sv.should_stop(), self.heard.is_set())


trainer = Trainer()
trainer.train(3)
trainer.train(2)
