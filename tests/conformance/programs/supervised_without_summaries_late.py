# expect: compat, parity
"""A Supervisor that writes no summaries by itself, unless asked."""
import sys
import tempfile
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
step = tf.train.get_or_create_global_step()
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
tf.summary.scalar('loss', loss)
summary_op = tf.summary.merge_all() if len(sys.argv) > 5 else None
sv = tf.train.Supervisor(logdir=tempfile.mkdtemp(), summary_op=summary_op, global_step=step, save_model_secs=0)
rng = np.random.RandomState(0)
with sv.managed_session() as sess:
    for _ in range(4):
        _, l = sess.run([train_op, loss], {x: rng.rand(8, 3)})
        print(l)
