# expect: native
"""Functions of TensorFlow under other names: of an object, chosen by a condition, by their text, passed."""

import tensorflow as tf


class Tools:
    pass


def call(function, *given):
    return function(*given)


tools = Tools()
tools.add = tf.add_to_collection
w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = tf.reduce_sum(tf.square(w - 3.0))
tools.add("parts", loss)
(tf.add_to_collection if loss is not None else None)("parts", tf.reduce_sum(w))
call(tf.add_to_collection, "parts", 0.5 * tf.reduce_sum(w * w))
total = tf.add_n({"get": tf.get_collection}.get("get")("parts"))
train = tf.train.GradientDescentOptimizer(0.1).minimize(total)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train)
        print(sess.run(total))
