# expect: native
"""An object reads queues by the session that it is given; the block that opens it starts their threads."""

import tensorflow as tf


class Net:
    def __init__(self, sess):
        self.sess = sess
        rows = tf.train.input_producer(tf.reshape(tf.range(32.0), [8, 4]) / 32.0, shuffle=False)
        self.x = tf.train.batch([rows.dequeue()], 2)
        self.w = tf.get_variable("w", [4, 1], initializer=tf.zeros_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def train(self):
        _, loss = self.sess.run([self.train_op, self.loss])
        return loss


with tf.Session() as sess:
    net = Net(sess)
    sess.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)
    for _ in range(3):
        print(net.train())
    coord.request_stop()
    coord.join(threads)
