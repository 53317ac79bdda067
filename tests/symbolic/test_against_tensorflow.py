"""Names, shapes, whole numbers, order and errors are those of TensorFlow."""

import textwrap
from collections.abc import Callable

import pytest

from .player import play

HEAD = "import numpy as np\n"

PROGRAMS = {
    "names of variables": """
        a = tf.Variable(1.0)
        b = tf.Variable(1.0)
        with tf.variable_scope('net'):
            c = tf.get_variable('w', [2, 3])
            d = tf.Variable(1.0, name='w')
            with tf.variable_scope('inner') as scope:
                e = tf.get_variable('w', [4])
        with tf.variable_scope('net', reuse=True):
            f = tf.get_variable('w', [2, 3])
        with tf.variable_scope(scope, reuse=True):
            g = tf.get_variable('w', [4])
        with tf.name_scope('named'):
            h = tf.Variable(1.0, name='v')
            i = tf.get_variable('v', [1])
        with tf.name_scope('named'):
            j = tf.Variable(1.0, name='v')
        print([v.name for v in (a, b, c, d, e, f, g, h, i, j)])
        print(f is c, g is e, [v.op.name for v in tf.trainable_variables()])
        print([v.name for v in tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, 'net')])
    """,
    "scopes with a default name": """
        for _ in range(3):
            with tf.variable_scope(None, default_name='layer'):
                print(tf.get_variable('w', [1]).name)
        with tf.variable_scope('outer'):
            for _ in range(2):
                with tf.variable_scope(None, 'layer') as scope:
                    print(tf.get_variable('w', [1]).name, scope.name)
        print(tf.get_variable_scope().name == '')
    """,
    "reuse and its errors": """
        with tf.variable_scope('a'):
            tf.get_variable('w', [2])
            for reuse in (None, True):
                try:
                    with tf.variable_scope(tf.get_variable_scope(), reuse=reuse):
                        print(tf.get_variable('w' if reuse is None else 'other', [2]).name)
                except ValueError as error:
                    print('ValueError', str(error)[:20])
        with tf.variable_scope('a', reuse=tf.AUTO_REUSE):
            print(tf.get_variable('w', [2]).name, tf.get_variable('new', [2]).name)
            try:
                tf.get_variable('w', [3])
            except ValueError:
                print('another shape')
    """,
    "names of slots and steps": """
        w = tf.get_variable('w', [2])
        step = tf.train.get_or_create_global_step()
        for optimizer in (tf.train.AdamOptimizer(0.1), tf.train.MomentumOptimizer(0.1, 0.9),
                tf.train.AdamOptimizer(0.1),
                          tf.train.AdagradOptimizer(0.1), tf.train.RMSPropOptimizer(0.1)):
            optimizer.minimize(tf.reduce_sum(tf.square(w)), global_step=step)
        print([v.name for v in tf.global_variables()])
        print([v.name for v in tf.trainable_variables()], step.dtype.base_dtype == tf.int64)
    """,
    "names of layers": """
        x = tf.placeholder(tf.float32, [None, 4])
        y = tf.layers.dense(x, 3)
        y = tf.layers.dense(y, 2, name='last')
        y = tf.layers.batch_normalization(tf.layers.dense(y, 2), training=True)
        print([(v.name, v.shape.as_list()) for v in tf.global_variables()])
        print([v.name for v in tf.trainable_variables()], len(tf.get_collection(tf.GraphKeys.UPDATE_OPS)),
                y.shape.as_list())
    """,
    "shapes": """
        x = tf.placeholder(tf.float32, [None, 4, 6])
        y = tf.placeholder(tf.float32, [5, 6])
        found = [x, x[0], x[:, 1], x[:, 1:3], x[..., 0], tf.reduce_mean(x), tf.reduce_sum(x, 1),
                tf.reduce_max(x, [0, 2]),
                 tf.reduce_sum(y, 0, keepdims=True), tf.matmul(y, tf.transpose(y)), tf.concat([y, y], 1),
                         tf.stack([y, y]), tf.stack([y, y], 2),
                 tf.expand_dims(y, -1), tf.squeeze(y[:1]), tf.reshape(y, [-1, 3]), tf.reshape(x, [-1, 24]),
                         tf.argmax(y, 1), tf.one_hot([1, 2], 7),
                 tf.tile(y, [2, 1]), tf.transpose(y), y + 1.0, y * tf.ones([6]), tf.cast(y, tf.int32),
                         tf.shape(x), tf.gather(y, [0, 1, 2]),
                 tf.nn.softmax(y), tf.nn.l2_loss(y), tf.split(y, 3, 1)[0], tf.unstack(y)[0], tf.range(4),
                         tf.zeros([2, 3]), tf.fill([2], 1.0),
                 tf.equal(y, y), tf.nn.moments(y, [0])[1], tf.add_n([y, y]), tf.pad(y, [[1, 1], [0, 0]]),
                         tf.eye(3), tf.size(y)]
        print([(t.dtype.base_dtype.name, t.shape.as_list()) for t in found])
        image = tf.placeholder(tf.float32, [None, 28, 28, 3])
        kernel = tf.ones([5, 5, 3, 8])
        for padding in ('SAME', 'VALID'):
            out = tf.nn.conv2d(image, kernel, [1, 2, 2, 1], padding)
            print(out.shape.as_list(), tf.nn.max_pool(image, [1, 2, 2, 1], [1, 2, 2, 1],
                    padding).shape.as_list())
    """,
    "whole numbers and their order": """
        a = tf.get_variable('a', [], tf.int32, initializer=tf.zeros_initializer())
        add = tf.assign_add(a, 1)
        with tf.control_dependencies([add]):
            behind = a.read_value()
        plus = a + 10
        group = tf.group(add, tf.assign_add(tf.get_variable('b', [], tf.int32,
                initializer=tf.ones_initializer()), 5))
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            print(sess.run(a), sess.run(add), sess.run(behind), sess.run([group, tf.shape(tf.ones([2,
                    3]))])[1].tolist())
            print(sess.run([add, behind]), sess.run(plus), sess.run(tf.reduce_sum(tf.stack([a, 3]))))
            print(sess.run({'x': a, 'y': [a]}))
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            print(sess.run(a))
    """,
    "branches and loops": """
        n = tf.placeholder(tf.int32, [])
        a = tf.get_variable('a', [], tf.int32, initializer=tf.zeros_initializer())
        branch = tf.cond(n > 2, lambda: tf.assign_add(a, 10), lambda: tf.identity(a))
        i, total = tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t + i), [0, 0])
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for value in (1, 3, 5):
                print(int(sess.run(branch, {n: value})), int(sess.run(a)), sess.run([i, total], {n: value}))
    """,
    "data sets": """
        data = tf.data.Dataset.range(7).filter(lambda one: one > 0).batch(2)
        data = data.map(lambda one: one + 1).repeat(2)
        element = data.make_one_shot_iterator().get_next()
        pairs = tf.data.Dataset.zip((tf.data.Dataset.range(3), tf.data.Dataset.range(5).skip(1)))
        iterator = pairs.make_initializable_iterator()
        one, other = iterator.get_next()
        with tf.Session() as sess:
            try:
                while True:
                    print(sess.run(element).tolist())
            except tf.errors.OutOfRangeError:
                print('end')
            try:
                sess.run(one)
            except tf.errors.FailedPreconditionError:
                print('not begun')
            sess.run(iterator.initializer)
            print(sess.run([one, other]), sess.run(one), sess.run(other))
            sess.run(iterator.initializer)
            print(sess.run(one))
    """,
    "errors": """
        x = tf.placeholder(tf.float32, [None, 3], name='x')
        w = tf.get_variable('w', [3])
        def attempt(function):
            try:
                print('fine', function())
            except Exception as error:
                print(type(error).__name__)
        with tf.Session() as sess:
            attempt(lambda: sess.run(x))
            attempt(lambda: sess.run(w))
            attempt(lambda: sess.run(x, {x: np.ones([2, 2])}))
            attempt(lambda: sess.run(None))
            attempt(lambda: tf.matmul(x, x))
            attempt(lambda: x + tf.ones([4]))
            attempt(lambda: tf.train.GradientDescentOptimizer(0.1).minimize(tf.ones([]) * 2.0))
            attempt(lambda: tf.get_variable('w', [3]))
            attempt(lambda: tf.reduce_mean(x, no_such_argument=1))
            attempt(lambda: x.eval())
        attempt(lambda: sess.run(w))
        attempt(lambda: w.eval())
    """,
    "checkpoints": """
        import os
        import tempfile
        w = tf.get_variable('w', [], tf.int32, initializer=tf.zeros_initializer())
        step = tf.train.get_or_create_global_step()
        saver = tf.train.Saver(max_to_keep=2)
        folder = tempfile.mkdtemp()
        print(tf.train.latest_checkpoint(folder))
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for number in range(3):
                sess.run(w.assign_add(2))
                print(os.path.basename(saver.save(sess, os.path.join(folder, 'model'), global_step=number)))
            print(sorted(name for name in os.listdir(folder) if name.endswith('.index')),
                    os.path.basename(tf.train.latest_checkpoint(folder)))
            saver.restore(sess, os.path.join(folder, 'model-1'))
            print(sess.run(w), tf.train.list_variables(folder), tf.train.load_variable(folder, 'w'))
        with tf.Session() as sess:
            saver.restore(sess, tf.train.latest_checkpoint(folder))
            print(sess.run(w))
    """,
    "seeds": """
        def draw():
            return tf.random_normal([2], seed=7)
        a, b, c = draw(), draw(), tf.random_normal([2], seed=8)
        v = tf.get_variable('v', [2], initializer=tf.random_normal_initializer(seed=7))
        u = tf.get_variable('u', [2], initializer=tf.random_normal_initializer(seed=7))
        for _ in range(2):
            with tf.Session() as sess:
                sess.run(tf.global_variables_initializer())
                one, two, three, first, second = sess.run([a, b, c, v, u])
                again = sess.run(a)
                print((one == two).all(), (one == three).all(), (one == again).all(),
                        (first == second).all(), (one == first).all())
                sess.run(tf.global_variables_initializer())
                print((sess.run(v) == first).all())
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_prints_what_tensorflow_prints(name: str, ran: Callable[..., str]):
    program = HEAD + textwrap.dedent(PROGRAMS[name])
    real = ran(
        "from compat import tf1\ntf1.activate()\nimport tensorflow as tf\ntf.enable_resource_variables()\n"
        + program
    )
    seen = play({"train.py": "import tensorflow as tf\n" + program}, "train.py", (), is_original=True, salt=1)
    assert (seen.unsure, seen.ended) == (None, None)
    assert seen.output.splitlines() == real.splitlines()
