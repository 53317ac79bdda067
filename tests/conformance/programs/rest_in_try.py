# expect: compat, parity
"""A session with hooks in a `try`, behind which Python goes on, whether it was trained to the end or not."""

import numpy as np
import tensorflow as tf


class Spent(Exception):
    """There is no more time."""


def train(budget):
    seen, value = [], None
    try:
        step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
        hooks = [tf.train.StopAtStepHook(last_step=6)]
        with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
            while not session.should_stop():
                value, _ = session.run([loss, train_op], {x: np.eye(3)})
                seen.append(value)
                if len(seen) > budget:
                    raise Spent(len(seen))
    except Spent as error:
        print('spent', error)
    else:
        print('done')
    finally:
        print('last', value)
    return seen


print(train(3))
