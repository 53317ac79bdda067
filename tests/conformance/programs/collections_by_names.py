# expect: compat
"""Keys of collections that a name has: what is asked for are the summaries, and the averages of variables."""

import tensorflow as tf

KEY = tf.GraphKeys.SUMMARIES
AVERAGES = "moving_average_variables"

w = tf.get_variable("w", [], initializer=tf.zeros_initializer())
loss = tf.square(w - 3.0)
tf.summary.scalar("loss", loss)
update = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.control_dependencies([update]):
    train = tf.train.ExponentialMovingAverage(0.9).apply(tf.trainable_variables())
merged = tf.summary.merge(tf.get_collection(KEY))
followed = tf.add_n([tf.reduce_sum(one) for one in tf.get_collection(AVERAGES)])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train, loss])[1])
    print(len(sess.run(merged)) > 0, sess.run(followed))
