# expect: native, parity
"""A Supervisor is given all summaries of a graph that has none, a plain saver, and
starts the runners of no queue.
"""
import tempfile

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
w = tf.get_variable('w', [4, 1])
global_step = tf.get_variable('global_step', [], tf.int32, tf.zeros_initializer(), trainable=False)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
summary_op = tf.summary.merge_all()
init_op = tf.global_variables_initializer()

sv = tf.train.Supervisor(
    is_chief=True,
    logdir=tempfile.mkdtemp(),
    init_op=init_op,
    summary_op=summary_op,
    saver=tf.train.Saver(),
    global_step=global_step,
    save_model_secs=600,
)
sess = sv.prepare_or_wait_for_session()
sv.start_queue_runners(sess)
step = 0
while not sv.should_stop() and step < 6:
    _, value, step = sess.run([train_op, loss, global_step], feed_dict={x: np.full((3, 4), 0.5, np.float32)})
    print(step, value)
sv.stop()
