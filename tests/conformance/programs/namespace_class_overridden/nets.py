import tensorflow as tf


class Base(object):
    @classmethod
    def inference(cls, x):
        return tf.reduce_sum(x) + cls.offset()

    @classmethod
    def offset(cls):
        return 0.0


class Counting(Base):
    @classmethod
    def offset(cls):
        count = tf.get_variable('count', [], initializer=tf.zeros_initializer())
        tf.assign_add(count, 1.0)
        return count
