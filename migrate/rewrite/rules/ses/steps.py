"""A graph and the session that runs it become step functions, or keep more of what they were."""

from migrate.rewrite.rule import Rule

STEPS = Rule(
    code="SES101",
    title="A session becomes step functions",
    explanation=(
        "Each set of values that a session computes becomes one function of what it is fed: the statements "
        "that the fetched values depend on, in their order. Placeholders become its arguments, calls of "
        "Session.run become calls of it; variables and optimizers are created once, before it, under the "
        "names that they had. `tf.device` blocks stay. A run that fills RunMetadata is a call of the step by "
        "compat.traced. A step is written only where its effects are exactly those that the session ran "
        "(SES104); where this cannot be shown, the program keeps its graph (SES102), with a warning of "
        "the SES2 family that says why."
    ),
    before="""\
import numpy as np
import tensorflow as tf

with tf.device('/gpu:0'):
    a = tf.placeholder(tf.float32, [2, 2])
    product = tf.matmul(a, a)

with tf.Session() as sess:
    print(sess.run(product, feed_dict={a: np.eye(2)}))
""",
    after="""\
import numpy as np
import tensorflow as tf


tf.config.set_soft_device_placement(False)


@tf.function(autograph=False, input_signature=[tf.TensorSpec([2, 2], tf.float32)])
def compute_product(a):
    with tf.device('/gpu:0'):
        product = tf.matmul(a, a)
    return product


print(compute_product(np.eye(2)).numpy())
""",
)

PROGRAM = Rule(
    code="SES102",
    title="A session becomes a program",
    explanation=(
        "Tier wrapped: the graph is built as in TF 1, and compat.Program stands where the session was. Each "
        "of its run sites is a function pruned out of the graph: nothing but what is fetched runs, there is "
        "no Session, and eager code and Keras work beside it. On a cluster, compat.train.Server stands where "
        "tf.train.Server did, and sessions on targets are programs whose state is on its tasks: "
        "docs/cluster.md."
    ),
    before="""\
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
y = x * 2


def show(sess):
    print(sess.run(y, feed_dict={x: [1.0, 2.0]}))


with tf.Session() as sess:
    for function in [show]:
        function(sess)
""",
    after="""\
import compat
import tensorflow as tf


compat.build_graph()

x = tf.compat.v1.placeholder(tf.float32, [2])
y = x * 2


def show(sess):
    print(sess.run(y, feed_dict={x: [1.0, 2.0]}))


with compat.Program() as sess:
    for function in [show]:
        function(sess)
""",
)

GRAPH = Rule(
    code="SES103",
    title="A session stays a session",
    explanation=(
        "Tier graph: what opens or looks into sessions in ways that no function can stand for runs as it is, "
        "on compat.tf1, which has TF 1.15's names and behaviour on TensorFlow 2."
    ),
    before="""\
import tensorflow as tf

total = tf.reduce_sum(tf.ones([2, 2]))
options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
metadata = tf.RunMetadata()
with tf.Session() as sess:
    print(sess.run(total, options=options, run_metadata=metadata))
print(metadata.cost_graph)
""",
    after="""\
from compat import tf1 as tf

total = tf.reduce_sum(tf.ones([2, 2]))
options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
metadata = tf.RunMetadata()
with tf.Session() as sess:
    print(sess.run(total, options=options, run_metadata=metadata))
print(metadata.cost_graph)
""",
)

PRUNED = Rule(
    code="SES104",
    title="A step that runs only what it returns",
    explanation=(
        "tf.function runs every effect in its body. Where a run leaves out effects that the graph holds, "
        "such as the updates of batch normalisation in an evaluation, or has several that nothing orders: "
        "the step is decorated by VariableStore.pruned: it is traced without automatic control dependencies "
        "and pruned to what it returns, as Session.run was. The program is of tier compat. So is one that "
        "feeds other tensors than its placeholders, or not the same in each run: its step is fed a "
        "dictionary, and train_step.keys('nets') stands for a part of its graph, in whose structure keys are "
        "in the place of tensors: train_step.keys('nets')[0].x."
    ),
    before="""\
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
calls = tf.get_variable('calls', [], initializer=tf.zeros_initializer())
count = tf.assign_add(calls, 1.0)
mean = tf.reduce_mean(x)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([mean, count], {x: [[1.0, 2.0]]}))
    print(sess.run(calls))
""",
    after="""\
import compat
import tensorflow as tf


variables = compat.VariableStore()
with variables.scope():
    calls = tf.compat.v1.get_variable('calls', [], initializer=tf.compat.v1.zeros_initializer())


@variables.function(input_signature=[])
def compute_calls():
    return tf.identity(calls)


@variables.pruned(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def compute_mean(x):
    count = tf.compat.v1.assign_add(calls, 1.0)
    mean = tf.reduce_mean(x)
    return [mean, count]


print(compute_mean([[1.0, 2.0]]))
print(compute_calls().numpy())
""",
)

LEFT_OUT = Rule(
    code="SES105",
    title="A graph that is written to a file",
    explanation=(
        "A migrated program has no one graph to write. TensorBoard shows the graphs of functions, which "
        "tf.summary.graph and tf.summary.trace_on write. A saver writes values, and no file .meta, which "
        "another program may read: tf.saved_model exports functions."
    ),
)

ESTIMATOR = Rule(
    code="SES106",
    title="An Estimator's steps",
    explanation=(
        "Tier compat, told as compat (estimator): for each train(), evaluate(), predict() and export, "
        "compat.estimator calls the input function and the model function once, in a trace of its own. Each "
        "step is a function pruned out of that, over the variables of the trace: there is no Session, no "
        "graph of the program's own, and code beside it is eager. A program that builds a graph elsewhere is "
        "wrapped (SES102)."
    ),
    before="""\
import tensorflow as tf


def model_fn(features, labels, mode):
    loss = tf.reduce_mean(tf.square(tf.layers.dense(features, 1)))
    step = tf.train.get_global_step()
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, step)
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)


estimator = tf.estimator.Estimator(model_fn)
estimator.train(lambda: tf.ones([2, 2]), steps=3)
""",
    after="""\
import compat
import tensorflow as tf


def model_fn(features, labels, mode):
    loss = tf.reduce_mean(tf.square(compat.layers.dense(features, 1)))
    step = tf.compat.v1.train.get_global_step()
    train = tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss, step)
    return compat.estimator.EstimatorSpec(mode, loss=loss, train_op=train)


estimator = compat.estimator.Estimator(model_fn)
estimator.train(lambda: tf.ones([2, 2]), steps=3)
""",
)


OTHER_FORM = Rule(
    code="SES107",
    title="A program in another form",
    explanation=(
        "A program may have steps only if it is written in another form, which means the same. A function "
        "that opens a session, makes what a Supervisor or a session with hooks is told, or gives what "
        "initialises the variables, stands where it was called. A saver that is made where it saves or "
        "restores, and what a function gives a run, get a name in front of that. "
        "What a `with` opens beside a session gets one of its own. A condition on parts of the "
        "graph and on Python becomes one for each, where its test gives the same again. The one graph that a "
        "program enters around all is the default graph. A list of what is run is written where it is run, "
        "and the names that a function has for it go. "
        "A class may be passed an object that has built a part of the graph which the class runs. It is "
        "passed what makes the object instead: a class, or a lambda. It calls that where it used the object, "
        "or first of all in the method that opens the session. So one block builds the whole graph, and its "
        "steps can. The object must be used for nothing else. What runs in between must build no graph, and "
        "have nothing to do with making the object. And the program must have steps by it."
    ),
    before="""\
import tensorflow as tf


class Net:
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [size])
        self.loss = tf.reduce_sum(self.x * tf.get_variable('w', [size]))


class Solver:
    def __init__(self, net):
        self.net = net
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.net.loss)
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def train(self, x):
        self.session.run(self.train_op, {self.net.x: x})


net = Net(2)
solver = Solver(net)
solver.train([1.0, 2.0])
""",
    after="""\
import compat
import tensorflow as tf


class Net:
    def __init__(self, size):
        self.x = tf.compat.v1.placeholder(tf.float32, [size])
        self.loss = tf.reduce_sum(self.x * tf.compat.v1.get_variable('w', [size]))


class Solver:
    def __init__(self, make_net):

        self.variables = compat.VariableStore()

        @self.variables.pruned(returns_inputs=True)
        def train_step():
            self.net = make_net()
            self.train_op = tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(self.net.loss)
            return [self.net.x], self.train_op

        self.train_step = train_step

    def train(self, x):
        self.train_step(x)


solver = Solver(lambda: Net(2))
solver.train([1.0, 2.0])
""",
)

RULES = (STEPS, PROGRAM, GRAPH, PRUNED, LEFT_OUT, ESTIMATOR, OTHER_FORM)
