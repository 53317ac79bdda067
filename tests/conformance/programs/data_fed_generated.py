# expect: native, parity
"""How many elements a generator gives is fed."""

import tensorflow as tf

count = tf.placeholder(tf.int64, [])


def numbers(upto):
    for number in range(upto):
        yield number * number


data = tf.data.Dataset.from_generator(numbers, tf.int64, tf.TensorShape([]), args=(count,))
iterator = data.make_initializable_iterator()
element = iterator.get_next()
with tf.Session() as sess:
    for upto in (2, 4):
        sess.run(iterator.initializer, feed_dict={count: upto})
        while True:
            try:
                print(sess.run(element))
            except tf.errors.OutOfRangeError:
                break
