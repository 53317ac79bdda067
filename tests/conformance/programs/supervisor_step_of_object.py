# expect: compat, parity
"""A Supervisor on the machine of a flag that is told the step of an object, under another name."""

import os
import tempfile
import tensorflow as tf

tf.flags.DEFINE_string('master', '', 'Session address.')
FLAGS = tf.flags.FLAGS


class Model(object):
    def __init__(self, x):
        self.x = x

    def build(self):
        self.count = tf.Variable(0, name='count', trainable=False)
        w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w)))
        optimizer = tf.train.GradientDescentOptimizer(0.1)
        self.train_op = optimizer.minimize(self.loss, global_step=self.count)


def train():
    folder = tempfile.mkdtemp()
    with tf.device('/cpu:0'):
        model = Model(tf.constant([[1.0, 2.0]]))
        model.build()
    sv = tf.train.Supervisor(logdir=folder, summary_op=None, is_chief=True, save_model_secs=600, global_step=model.count)
    sess = sv.prepare_or_wait_for_session(FLAGS.master, config=tf.ConfigProto(allow_soft_placement=True))
    for i in range(3):
        _, loss, step = sess.run([model.train_op, model.loss, model.count])
        print(step, loss)
    sv.saver.save(sess, sv.save_path, global_step=sv.global_step)
    sv.stop()
    print(sorted(name for name in os.listdir(folder) if name.endswith('.index')))


def main(_):
    train()


if __name__ == '__main__':
    tf.app.run()
