import tensorflow as tf

if tf.__version__.startswith('0.'):
    def counted(value):
        return value
else:
    def counted(value):
        count = tf.get_variable('count', [], initializer=tf.zeros_initializer())
        tf.assign_add(count, 1.0)
        return value + count
