"""Tests what tells queues, in a graph, where they are TensorFlow's own."""

import tensorflow as tf

import net


class NetTest(tf.test.TestCase):
    def test_queue(self):
        with self.test_session():
            self.assertTrue(net.is_queue(tf.FIFOQueue(3, tf.float32)))


if __name__ == '__main__':
    tf.test.main()
