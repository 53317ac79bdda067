"""Small programs of statements in any order: most mean nothing, and each is planned in milliseconds."""

import random
from collections.abc import Iterator

_IMPORTS = [
    "import tensorflow.compat.v1 as tf",
    "import tensorflow",
    "from tensorflow import Session, placeholder",
    "from tensorflow import *",
    "import tensorflow as T, numpy as np",
    "from tensorflow.contrib import slim",
    "import compat",
    "from compat import tf1 as tf",
    "from . import b",
    "import a, b as c",
    "from b import *",
    f"import {'a' * 300}",
]
_PLAIN = [
    "x = tf.placeholder(tf.float32, [None, 3])",
    "x, y = tf.placeholder(tf.float32), tf.placeholder_with_default(1.0, [])",
    "w = tf.get_variable('w', [3, 2])",
    "w = tf.Variable(tf.zeros([2]), name='w')",
    "w: tf.Variable = tf.Variable(1.0)",
    "y = tf.matmul(x, w)",
    "y = x * 2.0 if x is not None else w",
    "y += x",
    "loss = tf.reduce_mean(tf.square(y), keep_dims=True)",
    "loss = tf.losses.mean_squared_error(x, y)",
    "opt = tf.train.AdamOptimizer(0.1)",
    "opt = tf.train.SyncReplicasOptimizer(opt, 2)",
    "train = opt.minimize(loss)",
    "train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)",
    "step = tf.train.get_or_create_global_step()",
    "grads = opt.compute_gradients(loss)",
    "tower_grads.append(grads)",
    "tower_grads = []",
    "losses = [loss for loss in losses if loss]",
    "sess = tf.Session()",
    "sess = tf.InteractiveSession()",
    "sess.run(tf.global_variables_initializer())",
    "print(sess.run(y, {x: 1.0}))",
    "_, value = sess.run([train, loss], feed_dict={x: [[1, 2, 3]], y: value})",
    "value = sess.run({'loss': loss, 'all': [x, (y, w)]})",
    "sess.run(*fetches, **feeds)",
    "y.eval()",
    "train.run(feed_dict=feeds)",
    "feeds = {x: 1.0}",
    "feeds[y], fetches = 2.0, [loss]",
    "saver = tf.train.Saver(); saver.save(sess, 'm')",
    "saver.restore(sess, tf.train.latest_checkpoint('.'))",
    "tf.summary.scalar('loss', loss)",
    "merged = tf.summary.merge_all()",
    "writer = tf.summary.FileWriter('logs', sess.graph)",
    "cluster = tf.train.ClusterSpec({'ps': ['a:1'], 'worker': ['b:1']})",
    "server = tf.train.Server(cluster, job_name='worker', task_index=0)",
    "server.join()",
    "tf.app.flags.DEFINE_string('job', '', '')",
    "FLAGS = tf.app.flags.FLAGS",
    "tf.app.run()",
    "return x, y",
    "yield loss",
    "await x",
    "break",
    "continue",
    "raise ValueError(x)",
    "global w, sess",
    "nonlocal y",
    "del x, y",
    "assert x.get_shape()[1].value == 3, y",
    "print 'loss', loss",
    "print >>sys.stderr, loss,",
    "exec 'x = 1'",
    "x = lambda *a, **k: tf.log(k.get('x', a))",
    "x = [tf.log(i) async for i in y]",
    "y = (z := tf.add(x, w)) and z",
    "x.y.z[0][1:2, ...] = tf.nn.relu(x)",
    "tf.get_default_graph().get_tensor_by_name('x:0')",
    "tf.contrib.layers.fully_connected(x, 10)",
    "slim.learning.train(train, 'logs')",
    "with tf.Session() as sess: pass",
    "tf.reset_default_graph()",
    "self.x = tf.placeholder(tf.float32); self.sess = tf.Session()",
    "self.sess.run(self.x, {self.x: 1})",
    "x = eval('tf.log')(1.0); setattr(self, 'y', x)",
    "estimator = tf.estimator.Estimator(model_fn, 'm'); estimator.train(f)",
    "it = tf.data.Dataset.range(3).make_one_shot_iterator().get_next()",
    "q = tf.train.batch([x], 4); tf.train.start_queue_runners(sess)",
    "...",
    "pass",
    "# tfmigrate: ignore[SES, API]",
    "match x:\n    case [tf.Session() as s, *_]: pass",
    "type X = int",
    "try: x = tf.log(1.0)\nexcept* ValueError: pass",
]
_BLOCKS = [
    "with tf.Session() as sess:",
    "with tf.Graph().as_default(), tf.Session('grpc://a:1') as sess:",
    "with tf.device('/gpu:%d' % i):",
    "with tf.variable_scope('net', reuse=i > 0) as scope:",
    "with tf.train.MonitoredTrainingSession(hooks=hooks) as sess:",
    "with supervisor.managed_session() as sess, open('f') as f:",
    "with tf.control_dependencies([train]):",
    "for i in range(2):",
    "for i, (g, v) in enumerate(zip(grads, tower_grads)):",
    "while not sess.should_stop():",
    "while True:",
    "if FLAGS.job == 'ps':",
    "if x is None:",
    "def f(x, *a, y=None, **k):",
    "def model_fn(features, labels, mode):",
    "async def g():",
    "class Model(object):",
    "class Net(tf.train.SessionRunHook):",
    "def __init__(self, sess):",
    "def run(self):",
    "@tf.function\ndef h(x):",
    "@property\ndef p(self):",
    "if __name__ == '__main__':",
    "with tf.name_scope('a'), tf.name_scope('b'):",
]
_CLAUSES = {
    "try:": ["except Exception as error:", "finally:", "except:"],
    "if value:": ["elif x:", "else:"],
    "for x in y:": ["else:"],
}
_INDENTS = ["    ", "    ", "  ", "\t"]


def fragment(chance: random.Random) -> str:
    """A few imports, and statements below each other and in blocks."""
    imports = ["import tensorflow as tf"] if chance.random() < 0.8 else []
    imports += chance.sample(_IMPORTS, chance.randint(0, 2))
    body = [line for _ in range(chance.randint(1, 3)) for line in _statement(chance, 0)]
    return "\n".join([*imports, *body]) + "\n"


def _statement(chance: random.Random, depth: int) -> Iterator[str]:
    """A statement, or a block with some in it, in lines."""
    kind = chance.random()
    if depth > 3 or kind < 0.6:
        yield from chance.choice(_PLAIN).split("\n")
        return
    if kind < 0.9:
        yield from chance.choice(_BLOCKS).split("\n")
        yield from _body(chance, depth)
        return
    first = chance.choice(list(_CLAUSES))
    for line in (first, *chance.sample(_CLAUSES[first], 1)):
        yield line
        yield from _body(chance, depth)


def _body(chance: random.Random, depth: int) -> Iterator[str]:
    indent = chance.choice(_INDENTS)
    for _ in range(chance.randint(1, 3)):
        for line in _statement(chance, depth + 1):
            yield indent + line
