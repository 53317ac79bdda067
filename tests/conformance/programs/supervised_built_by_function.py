# expect: native, parity
"""A Supervisor that is told the step which a function has made with the rest of the graph."""

import tempfile

import tensorflow as tf


def build(x):
    step = tf.Variable(0, trainable=False, name='step')
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    cost = tf.reduce_sum(tf.square(w * x))
    return step, cost, tf.train.GradientDescentOptimizer(0.1).minimize(cost, global_step=step)


def main():
    x = tf.placeholder(tf.float32, [2])
    global_step, loss, train_op = build(x)
    supervisor = tf.train.Supervisor(logdir=tempfile.mkdtemp(), global_step=global_step, save_model_secs=60)
    with supervisor.managed_session() as session:
        for _ in range(5):
            print(session.run([train_op, loss, global_step], {x: [1.0, 2.0]})[1:])


main()
