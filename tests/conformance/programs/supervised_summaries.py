# expect: native, parity
"""A Supervisor that computes the summaries by itself, and saves by a saver that the program has too."""

import tempfile

import tensorflow as tf


def weights(value):
    return tf.Variable(tf.fill([2], value))


w = weights(1.0)
loss = tf.reduce_sum(tf.square(w))
global_step = tf.Variable(0)
tf.summary.scalar('loss', loss)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
init_op = tf.global_variables_initializer()
saver = tf.train.Saver(max_to_keep=2)
folder = tempfile.mkdtemp()
supervisor = tf.train.Supervisor(
    logdir=folder, init_op=init_op, saver=saver, global_step=global_step, summary_op=tf.summary.merge_all()
)
with supervisor.managed_session() as session:
    runners = tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS)
    supervisor.start_queue_runners(session, runners)
    print(session.run([train_op, loss]))
    session.run(init_op)
    step = 0
    while not supervisor.should_stop() and step < 5:
        _, loss_value, step = session.run([train_op, loss, global_step])
        print(loss_value, saver.save(session, folder + '/own', global_step=int(step))[-5:])
supervisor.stop()
