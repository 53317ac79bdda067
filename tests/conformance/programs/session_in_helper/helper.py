"""Opens a session, and trains in it whatever it is handed."""

import tensorflow as tf


def do_training(update_op, loss, images, batches):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step, batch in enumerate(batches):
            _, value = sess.run((update_op, loss), feed_dict={images: batch})
            print(step, value)
    return value
