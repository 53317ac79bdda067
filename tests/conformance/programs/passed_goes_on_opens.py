# expect: native, parity
"""A function of the module that is handed a placeholder, builds the network, opens the session and trains."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(42)
classes = 2
x = tf.placeholder('float', [None, 4])
y = tf.placeholder('float')


def network(data):
    hidden = {'weights': tf.Variable(tf.ones([4, 3]) * 0.1), 'biases': tf.Variable(tf.zeros([3]))}
    output = {'weights': tf.Variable(tf.ones([3, classes])), 'biases': tf.Variable(tf.zeros([classes]))}
    layer = tf.nn.relu(tf.matmul(data, hidden['weights']) + hidden['biases'])
    return tf.matmul(layer, output['weights']) + output['biases']


def train(x):
    prediction = network(x)
    cost = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(logits=prediction, labels=y))
    optimizer = tf.train.AdamOptimizer().minimize(cost)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(3):
            labels = np.eye(2)[rng.randint(2, size=5)]
            _, c = sess.run([optimizer, cost], feed_dict={x: rng.rand(5, 4), y: labels})
            print('Epoch', epoch, 'loss:', c)
        correct = tf.equal(tf.argmax(prediction, 1), tf.argmax(y, 1))
        accuracy = tf.reduce_mean(tf.cast(correct, 'float'))
        print('Accuracy:', accuracy.eval({x: rng.rand(6, 4), y: np.eye(2)[[0, 1, 0, 1, 1, 1]]}))


train(x)
