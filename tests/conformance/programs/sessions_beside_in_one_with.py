# expect: SES215
"""One `with` opens two sessions of a graph: what one trains, the other does not see."""

import numpy as np
import tensorflow as tf

data = np.random.RandomState(4).rand(6, 3)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 0.5))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as trained, tf.Session() as untrained:
    trained.run(tf.global_variables_initializer())
    untrained.run(tf.global_variables_initializer())
    for step in range(2):
        trained.run(train_op, {x: data})
        print("%d %.5f" % (step, trained.run(loss, {x: data})))
        print("%.5f" % untrained.run(loss, {x: data}))
