# expect: native MirroredStrategy, parity
"""A trainer in full: weights in a dictionary, decay, clipping, prints, evaluation, options of the session."""

from __future__ import print_function
import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer('num_gpus', 3, 'gpus')
FLAGS = flags.FLAGS
rng = np.random.RandomState(1)


def batch(n):
    x = rng.rand(n, 10).astype(np.float32)
    return x, (x.sum(1) > 5).astype(np.int64)


def mlp(x, weights, keep_prob):
    h = tf.nn.relu(tf.add(tf.matmul(x, weights['h']), weights['bh']))
    h = tf.nn.dropout(h, keep_prob)
    return tf.matmul(h, weights['out']) + weights['bo']


def tower_loss(logits, labels):
    xent = tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=labels)
    return tf.reduce_mean(xent)


def train(_):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder("float", [None, 10])
        y = tf.placeholder(tf.int64, [None], name='y')
        keep_prob = tf.placeholder(tf.float32)
        with tf.device('/cpu:0'):
            weights = {
                'h': tf.Variable(tf.truncated_normal([10, 16], stddev=0.1), name='h'),
                'out': tf.Variable(tf.truncated_normal([16, 2], stddev=0.1), name='out'),
                'bh': tf.Variable(tf.zeros([16])),
                'bo': tf.Variable(tf.zeros([2])),
            }
            global_step = tf.Variable(0, trainable=False, name='global_step')
            learning_rate = tf.train.exponential_decay(0.05, global_step, 5, 0.9)
            opt = tf.train.AdamOptimizer(learning_rate)
        tower_grads, tower_losses, tower_acc = [], [], []
        xs = tf.split(x, FLAGS.num_gpus)
        ys = tf.split(y, FLAGS.num_gpus)
        for i in range(FLAGS.num_gpus):
            with tf.device('/gpu:%d' % i):
                with tf.name_scope('tower_%d' % i):
                    print('building tower', i)
                    logits = mlp(xs[i], weights, keep_prob)
                    loss = tower_loss(logits, ys[i])
                    acc = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), ys[i]), tf.float32))
                    tower_losses.append(loss)
                    tower_acc.append(acc)
                    tower_grads.append(opt.compute_gradients(loss))
        # average
        averaged = []
        for gv in zip(*tower_grads):
            g = tf.concat(axis=0, values=[tf.expand_dims(g, 0) for g, _ in gv])
            averaged.append((tf.reduce_mean(g, 0), gv[0][1]))
        clipped = [(tf.clip_by_norm(g, 1.0), v) for g, v in averaged]
        train_op = opt.apply_gradients(clipped, global_step=global_step)
        loss = tf.add_n(tower_losses) / FLAGS.num_gpus
        accuracy = tf.reduce_mean(tower_acc)
        init = tf.initialize_all_variables()
        config = tf.ConfigProto(allow_soft_placement=True)
        config.gpu_options.allow_growth = True
        with tf.Session(config=config) as sess:
            sess.run(init)
            for step in range(12):
                bx, by = batch(8 * FLAGS.num_gpus)
                feed = {x: bx, y: by, keep_prob: 1.0}
                _, loss_value = sess.run([train_op, loss], feed_dict=feed)
                if step % 4 == 0:
                    tx, ty = batch(4 * FLAGS.num_gpus)
                    a = sess.run(accuracy, feed_dict={x: tx, y: ty, keep_prob: 1.0})
                    print('step %d loss %.4f acc %.3f' % (step, loss_value, a))


if __name__ == '__main__':
    tf.app.run(main=train)
