import numpy as np
import tensorflow as tf

from net import inference


def predict():
    x, y = inference()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(y, {x: np.eye(3)}))


if __name__ == '__main__':
    tf.reset_default_graph()
    with tf.Graph().as_default():
        predict()
