# expect: compat, parity
"""Models of towers stand in a list. Each is fed its part of the batch, and the state that it left behind."""

import os
import tempfile

import numpy as np
import tensorflow as tf

TIME = 3


class UnknownDirection(Exception):
    pass


class Model(object):
    def __init__(self, options):
        self.options = options
        self.build(options['size'], options['batch'])

    def build(self, size, batch):
        if self.options['directions'] not in (1, 2):
            raise UnknownDirection(self.options['directions'])

        def goal(suffix):
            holder = tf.placeholder(tf.float32, [batch, TIME, size], name='goal' + suffix)
            return holder

        with tf.device('/cpu:0'):
            self.scale = tf.get_variable('scale', [], initializer=tf.constant_initializer(1.5))
        self.x = tf.placeholder(tf.float32, [batch, TIME, size], name='x')
        self.goal = goal('')
        self.start = []
        self.end = []
        goals = [self.goal]
        inputs = [self.x * self.scale]
        if self.options['directions'] == 2:
            self.x_back = tf.placeholder(tf.float32, [batch, TIME, size], name='x_back')
            self.goal_back = goal('_back')
            goals.append(self.goal_back)
            inputs.append(self.x_back * self.scale)
        losses = []
        for number, (values, target) in enumerate(zip(inputs, goals)):
            cells = [tf.nn.rnn_cell.LSTMCell(size, initializer=tf.constant_initializer(0.1)) for _ in range(2)]
            cell = tf.nn.rnn_cell.MultiRNNCell(cells)
            with tf.control_dependencies([values]):
                self.start.append(cell.zero_state(batch, tf.float32))
                with tf.variable_scope('rnn_%d' % number):
                    outputs, end = tf.nn.static_rnn(
                        cell, tf.unstack(values, axis=1), initial_state=self.start[-1]
                    )
                self.end.append(end)
            losses.append(tf.reduce_mean(tf.square(tf.stack(outputs, axis=1) - target)))
        self.loss = tf.add_n(losses) / float(len(losses))


def average(tower_grads):
    averaged = []
    for grads in zip(*tower_grads):
        mean = tf.reduce_mean(tf.concat([tf.expand_dims(g, 0) for g, _ in grads], 0), 0)
        averaged.append((mean, grads[0][1]))
    return averaged


def clipped(grads, limit):
    tensors, norm = tf.clip_by_global_norm([g for g, _ in grads], limit)
    summaries = [tf.summary.scalar('norm/' + v.name.replace(':', '_'), tf.norm(g)) for g, v in grads]
    return [(t, v) for t, (_, v) in zip(tensors, grads)], summaries + [tf.summary.scalar('norm', norm)]


def part_of(batch, start, end, model, both):
    fed = {}
    fed[model.x] = batch['x'][start:end]
    if both:
        fed[model.x_back] = batch['x_back'][start:end]
    goals = [[model.goal, '']]
    if both:
        goals.append([model.goal_back, '_back'])
    for holder, suffix in goals:
        name = 'goal' + suffix
        fed[holder] = batch[name][start:end]
    return fed


def train(options, towers, steps, folder, restart=None):
    both, batch_size = options['directions'] == 2, options['batch']
    shape = [batch_size, TIME, options['size']]
    with tf.device('/cpu:0'):
        global_step = tf.get_variable('global_step', [], initializer=tf.constant_initializer(0), trainable=False)
        opt = tf.train.AdagradOptimizer(0.2, initial_accumulator_value=1.0)
        tower_grads = []
        models = []
        total = tf.get_variable('total', [], initializer=tf.constant_initializer(0.0), trainable=False)
        for k in range(towers):
            with tf.device('/gpu:%d' % k):
                with tf.variable_scope('lm', reuse=k > 0):
                    model = Model(options)
                    loss = model.loss
                    models.append(model)
                    tower_grads.append(opt.compute_gradients(loss * TIME))
                    total += loss  # the variable itself stays as it is
        grads, summaries = clipped(average(tower_grads), 0.2)
        total = tf.exp(total / towers)
        summaries.append(tf.summary.scalar('total', total))
        train_op = opt.apply_gradients(grads, global_step=global_step)
        saver = tf.train.Saver(tf.global_variables(), max_to_keep=2)
        summary_op = tf.summary.merge(summaries)
        init = tf.global_variables_initializer()

    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(init)
        if restart is not None:
            loader = tf.train.Saver()
            loader.restore(sess, restart)
        numbers = np.random.RandomState(int(restart is not None))
        print('steps:', steps)
        starts = []
        ends = []
        for model in models:
            starts.extend(model.start)
            ends.extend(model.end)
        if both:
            feed = {model.x: np.zeros(shape) for model in models}
            feed.update({
                model.x_back: np.zeros(shape)
                for model in models
            })
        else:
            feed = {model.x: np.zeros(shape) for model in models}
        state = sess.run(starts, feed_dict=feed)
        names = ['x', 'goal', 'x_back', 'goal_back']
        for step in range(1, steps + 1):
            batch = {name: numbers.rand(batch_size * towers, TIME, options['size']) for name in names}
            feed = {t: v for t, v in zip(starts, state)}
            for k in range(towers):
                model = models[k]
                start = k * batch_size
                feed.update(
                    part_of(batch, start, start + batch_size, model, both)
                )
            if step % 3 != 0:
                ret = sess.run(
                    [train_op, total] +
                    ends,
                    feed_dict=feed
                )
                state = ret[2:]
            else:
                ret = sess.run([train_op, total, summary_op] + ends, feed_dict=feed)
                state = ret[3:]
                print(len(ret[2]) > 0)
            print(step, ret[1], state[0][1].h.sum(), len(state))
        saver.save(sess, os.path.join(folder, 'model'), global_step=global_step)


if __name__ == '__main__':
    train({'size': 4, 'batch': 2, 'directions': 2}, 2, 4, tempfile.mkdtemp())
