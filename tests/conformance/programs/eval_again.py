# expect: wrapped, parity
# An evaluation in a loop: each has a session of its own, whose input begins anew.
import numpy as np
import tensorflow as tf

X = np.arange(12, dtype=np.float32)
x = tf.data.Dataset.from_tensor_slices(X).repeat().batch(5).make_one_shot_iterator().get_next()
w = tf.get_variable("w", [], initializer=tf.ones_initializer())
value, update = tf.metrics.mean(x * w)
for _ in range(2):
    stop = tf.contrib.training.StopAfterNEvalsHook(2)
    print("%.4f" % tf.contrib.training.evaluate_once(None, eval_ops=update, final_ops=value, hooks=[stop]))
