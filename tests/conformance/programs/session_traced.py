# expect: native, parity
"""Runs that are traced, and what a timeline makes of one."""

import json

import tensorflow as tf
from tensorflow.python.client import timeline

x = tf.placeholder(tf.float32, [2, 2])
w = tf.get_variable('w', [2, 2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.matmul(x, w, name='product'), name='total')
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
metadata = tf.RunMetadata()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(3):
        feed = {x: [[1.0, step], [0.0, 1.0]]}
        if step == 1:
            _, loss_value = session.run([train_op, loss], feed, options=options, run_metadata=metadata)
        else:
            _, loss_value = session.run([train_op, loss], feed_dict=feed)
        print(loss_value)
    trace = timeline.Timeline(metadata.step_stats).generate_chrome_trace_format()
    names = {event['args'].get('name') for event in json.loads(trace)['traceEvents'] if 'args' in event}
    print('product' in names, 'total' in names)
