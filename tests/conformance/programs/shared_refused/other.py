"""Uses a saver, which the tool does not follow."""
import tensorflow as tf

import model

w = tf.get_variable('w', [3, 1])
out = model.net(tf.ones([1, 3]), w)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(out))
    saver.save(sess, '/tmp/none')
