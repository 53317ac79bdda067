"""Tests what runs sessions."""

import tensorflow as tf

from running import run_batch


class RunningTest(tf.test.TestCase):
    def test_batch(self):
        with self.test_session() as sess:
            inputs = tf.placeholder(tf.float32, [2])
            self.assertAllEqual(run_batch(sess, inputs * 2, inputs, [1, 2]), [2, 4])


if __name__ == '__main__':
    tf.test.main()
