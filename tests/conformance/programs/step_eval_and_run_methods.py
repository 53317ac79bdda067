# expect: native, parity
"""Operations are run and tensors evaluated by their own methods."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(10)
x = tf.placeholder(tf.float32, shape=[None, 3])
y_ = tf.placeholder(tf.float32, shape=[None, 2])
W = tf.Variable(tf.zeros([3, 2]))
b = tf.Variable(tf.zeros([2]))
y = tf.nn.softmax(tf.matmul(x, W) + b)
cross_entropy = -tf.reduce_sum(y_ * tf.log(y))
train_step = tf.train.GradientDescentOptimizer(0.01).minimize(cross_entropy)
correct_prediction = tf.equal(tf.argmax(y, 1), tf.argmax(y_, 1))
accuracy = tf.reduce_mean(tf.cast(correct_prediction, "float"))

sess = tf.InteractiveSession()
tf.global_variables_initializer().run()
for i in range(5):
    bx = rng.rand(10, 3)
    by = np.eye(2)[(bx[:, 0] > 0.5).astype(int)]
    train_step.run(feed_dict={x: bx, y_: by})
    if i % 2 == 0:
        print("step %d, training accuracy %g" % (i, accuracy.eval(feed_dict={x: bx, y_: by})))
print(W.eval(), b.eval())
sess.close()
