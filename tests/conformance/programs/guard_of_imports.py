# expect: native
"""What runs where the file is imported, and in the other branch what runs where it is the program."""

import tensorflow as tf

w = tf.get_variable("w", [], initializer=tf.zeros_initializer())
loss = tf.square(w - 3.0)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
if __name__ != "__main__":
    print("imported")
else:
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([train, loss])[1])
