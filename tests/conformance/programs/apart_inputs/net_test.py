"""Tests the input and the model, in sessions of a framework."""

import tensorflow as tf

import net


class NetTest(tf.test.TestCase):
    def test_records_in_order(self):
        with self.test_session() as sess:
            x, y = net.read(net.write(5), 2)
            threads = tf.train.start_queue_runners(sess=sess, coord=tf.train.Coordinator())
            self.assertTrue(threads)
            for first in (0, 2):
                self.assertAllClose(sess.run(y), [[first / 2.0], [(first + 1) / 2.0]])

    def test_averages_of_tensors(self):
        with self.test_session() as sess:
            average = net.follow(net.infer(tf.ones([1, net.SIZE])))
            sess.run(tf.global_variables_initializer())
            self.assertAllClose(sess.run(average), [[0.2]])


if __name__ == '__main__':
    tf.test.main()
