# expect: wrapped
# What TensorFlow has by a name that is a text is what TF 1 has.
import tensorflow as tf

name = "reduce_" + ("mean" if hasattr(tf, "nothing") else "sum")
x = tf.placeholder(tf.float32, [2])
w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = getattr(tf, name)(tf.square(x * w - 3.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
if hasattr(tf, "global_variables_initializer"):
    weight, init = 2.0, getattr(tf, "global_variables_" + "initializer")()
else:
    weight, init = 1.0, tf.initialize_all_variables()
with tf.Session() as sess:
    sess.run(init)
    for step in range(3):
        value, _ = sess.run([loss, train], {x: [1.0, weight]})
        print(step, value)
