# expect: compat, parity
"""Reader and model are looked up by texts, of another module: what they give are parts of the graph."""

import tensorflow as tf

import parts

x, y = getattr(parts, "batch")()
model = parts.MODELS["linear"]()
loss = tf.reduce_mean(tf.square(model.outputs(x) - y))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(step, sess.run([loss, train_op])[0])
    print(sess.run(tf.trainable_variables()))
