# expect: wrapped, parity
"""A checkpoint's graph is read back and trained on, by the names of its parts; some runs are traced."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
path = os.path.join(folder, 'model')
rows = np.linspace(-1.0, 1.0, 24).reshape(4, 3, 2).astype(np.float32)


def build():
    x = tf.placeholder(tf.float32, [None, 3, 2], name='x')
    keep = tf.placeholder_with_default(1.0, [], name='keep')
    _, state = tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(4), x, dtype=tf.float32)
    w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
    out = tf.cond(keep > 0.5, lambda: tf.matmul(state, w), lambda: -tf.matmul(state, w))
    loss = tf.reduce_mean(tf.square(out - 1.0), name='loss')
    step = tf.train.get_or_create_global_step()
    tf.add_to_collection('train', tf.train.AdamOptimizer(0.05).minimize(loss, step))
    return loss


def train(sess, loss, steps):
    writer = tf.summary.FileWriter(folder)
    train_op = tf.get_collection('train')[0]
    for i in range(steps):
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE) if i % 2 else None
        traced = tf.RunMetadata() if i % 2 else None
        value, _ = sess.run([loss, train_op], {'x:0': rows}, options=options, run_metadata=traced)
        if i % 2:
            writer.add_run_metadata(traced, 'step %d' % i)
        print(i, value, sess.run(loss, {'x:0': rows, 'keep:0': 0.0}))
    writer.close()


loss = build()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    train(sess, loss, 3)
    tf.train.Saver().save(sess, path)
    tf.saved_model.simple_save(sess, os.path.join(folder, 'served'), {'x': loss.graph.get_tensor_by_name('x:0')},
                               {'loss': loss})

with tf.Graph().as_default(), tf.Session() as sess:
    tf.train.import_meta_graph(path + '.meta').restore(sess, path)
    train(sess, 'loss:0', 3)

with tf.Session(graph=tf.Graph()) as sess:
    tf.saved_model.loader.load(sess, [tf.saved_model.tag_constants.SERVING], os.path.join(folder, 'served'))
    print(sess.run('loss:0', {'x:0': rows}), len(tf.trainable_variables()))
