# expect: SES201 wrapped, not run: it needs the other tasks of its cluster
"""An object is given the target of the server, and opens its session there, under a Supervisor."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
parser.add_argument('--last_step', type=int, default=20)
FLAGS = parser.parse_args()


class Trainer:
    def __init__(self, master, is_chief):
        self.master = master
        self.is_chief = is_chief
        self.seen = []

    def build(self):
        self.step = tf.Variable(0, trainable=False, name='global_step')
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.y = tf.placeholder(tf.float32, [None])
        w = tf.get_variable('w', [4, 1], initializer=tf.truncated_normal_initializer(seed=3))
        self.loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(self.x, w), 1) - self.y))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss, global_step=self.step)
        self.norm = tf.nn.l2_loss(w)

    def open(self):
        self.supervisor = tf.train.Supervisor(
            is_chief=self.is_chief, init_op=tf.global_variables_initializer(), global_step=self.step
        )
        config = tf.ConfigProto(allow_soft_placement=True)
        self.session = self.supervisor.prepare_or_wait_for_session(self.master, config=config)

    def train(self, random, last):
        step = 0
        while not self.supervisor.should_stop() and step < last:
            xs = random.rand(8, 4).astype(np.float32)
            feed = {self.x: xs, self.y: xs.sum(1)}
            fetched = dict(loss=self.loss, step=self.step, update=self.train_op)
            fetched = self.session.run(fetched, feed_dict=feed)
            self.seen.append(self.norm.eval(session=self.session))
            print('step', len(self.seen), int(fetched['step']), 'loss', repr(float(fetched['loss'])))
            step = len(self.seen)
        self.supervisor.request_stop()


def main():
    jobs = {'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')}
    server = tf.train.Server(jobs, FLAGS.job_name, FLAGS.task_index)
    if FLAGS.job_name == 'ps':
        server.join()
    trainer = Trainer(server.target, FLAGS.task_index == 0)
    worker = '/job:worker/task:%d' % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=worker, cluster=jobs)):
        trainer.build()
    trainer.open()
    trainer.train(np.random.RandomState(FLAGS.task_index), FLAGS.last_step)
    print('done')


if __name__ == '__main__':
    main()
