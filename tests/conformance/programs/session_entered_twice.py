# expect: wrapped, parity
"""Of two sessions that are entered by hand, `eval` finds the last."""

import tensorflow as tf

w = tf.get_variable('w', [], initializer=tf.constant_initializer(1.0))
double = tf.assign(w, w * 2)
first = tf.Session()
first.__enter__()
tf.global_variables_initializer().run()
print(double.eval())
second = tf.Session()
second.__enter__()
tf.global_variables_initializer().run()
print(double.eval(), first.run(w), w.eval())
