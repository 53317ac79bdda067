# expect: native one device, parity
"""The queue starts from its beginning in each session: three evaluations see the same batches."""

import math
import tempfile

import numpy as np
import tensorflow as tf

FOLDER = tempfile.mkdtemp()
DATA = np.random.RandomState(3).rand(16, 3).astype(np.float32)
WEIGHTS = np.random.RandomState(4).randn(3, 2).astype(np.float32)
LABELS = DATA.argmax(1).astype(np.int32) // 2


def model(x):
    with tf.variable_scope('fc') as scope:
        w = tf.get_variable('w', initializer=WEIGHTS)
        return tf.nn.bias_add(tf.matmul(x, w), tf.get_variable('b', [2], initializer=tf.zeros_initializer()), name=scope.name)


def inputs():
    image, label = tf.train.slice_input_producer([DATA, LABELS], shuffle=False)
    return tf.train.batch([image, label], 4)


def eval_once(saver, top_k_op):
    with tf.Session() as sess:
        checkpoint = tf.train.get_checkpoint_state(FOLDER)
        if checkpoint and checkpoint.model_checkpoint_path:
            saver.restore(sess, checkpoint.model_checkpoint_path)
        else:
            sess.run(tf.global_variables_initializer())
        coord = tf.train.Coordinator()
        try:
            threads = []
            for qr in tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS):
                threads.extend(qr.create_threads(sess, coord=coord, daemon=True, start=True))
            true_count = 0
            step = 0
            while step < int(math.ceil(20 / 4)) and not coord.should_stop():
                predictions = sess.run([top_k_op])
                true_count += np.sum(predictions)
                step += 1
            print('precision @ 1 = %.3f' % (true_count / 20))
        except Exception as e:
            coord.request_stop(e)
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=10)


def evaluate():
    with tf.Graph().as_default():
        images, labels = inputs()
        top_k_op = tf.nn.in_top_k(model(images), labels, 1)
        saver = tf.train.Saver()
        for _ in range(3):
            eval_once(saver, top_k_op)


if __name__ == '__main__':
    evaluate()
