"""Tests in sessions of a framework's own."""

import numpy as np
import tensorflow as tf

from layers import layers


class LayersTest(tf.test.TestCase):
    def test_names(self):
        with self.test_session():
            outputs = layers(tf.ones([5, 2]))
            self.assertEqual(outputs.op.name, 'output/BiasAdd')
            self.assertListEqual(outputs.get_shape().as_list(), [5, 1])
            names = [one.op.name for one in tf.trainable_variables()]
            self.assertEqual(names, ['hidden/weights', 'hidden/biases', 'output/weights', 'output/biases'])

    def test_values(self):
        with self.test_session() as sess:
            outputs = layers(tf.constant([[1.0, 2.0], [-4.0, 1.0]]), units=2)
            sess.run(tf.global_variables_initializer())
            self.assertAllClose(sess.run(outputs), np.array([[0.54], [0.0]]))


if __name__ == '__main__':
    tf.test.main()
