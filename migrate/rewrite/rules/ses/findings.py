"""Why a program with a session stays as it is, or loses a statement."""

from migrate.rewrite.rule import Rule

# The beginning of an example: objects that are given the session.
_GIVEN_SESSION = """import tensorflow as tf

class Model:
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32)
        self.y = self.x * 2.0

    def run(self, value):
        return self.sess.run(self.y, {self.x: value})


with tf.Session() as sess:
"""

# Examples that rise; what is held down has another line or two.
_TOLD = """import tensorflow as tf

is_told, turns = True, 1
x = tf.placeholder(tf.float32, [])
y = x * 2.0
unused = x * 3.0
if is_told:
    print(unused)
if is_told:
    turns = 3
with tf.Session() as sess:
    for i in range(turns):
        print(sess.run(y, {x: 1.0}))
"""
_INITIALISED_ONCE = """import tensorflow as tf

w = tf.get_variable('w', [])
v = tf.get_variable('v', [])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w + v))
"""
_SHOWN = """import tensorflow as tf

x = tf.placeholder_with_default(5.0, [])
y = x * 2.0

def show(sess, feed):
    print(sess.run(y, feed))

with tf.Session() as sess:
    show(sess, {x: 1.0})
    show(sess, {x: 5.0})
"""
_TRAINED_ONCE = """import tensorflow as tf

slim = tf.contrib.slim

def main():
    w = tf.get_variable('w', [])
    train = slim.learning.create_train_op(tf.square(w), tf.train.GradientDescentOptimizer(0.1))
    print(slim.learning.train(train, None, number_of_steps=4))

main()
"""
_RESET = """import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
mean, update = tf.metrics.mean(x)
seen = tf.Variable(0.0, trainable=False, collections=[tf.GraphKeys.LOCAL_VARIABLES])
total = tf.local_variables()[0] * 2.0 + seen
with tf.Session() as sess:
    sess.run(tf.local_variables_initializer())
    print(sess.run([update, total], {x: [1.0, 2.0]})[0])
"""
_DOUBLED = """import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 2])
optimizer = tf.train.GradientDescentOptimizer(0.1)
grads = []
for i, part in enumerate(tf.split(x, 2)):
    with tf.device('/gpu:%d' % i), tf.variable_scope('m', reuse=i > 0):
        loss = tf.reduce_mean(tf.matmul(part, tf.get_variable('w', [2, 1])))
        grads.append(optimizer.compute_gradients(loss))
average = []
for pairs in zip(*grads):
    average.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
double = loss * 2.0
train = optimizer.apply_gradients(average)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train, double], {x: [[1.0, 2.0]] * 4})[1])
"""
_READ = """import tensorflow as tf

def batch():
    return tf.ones([3])

x = batch()
w = tf.get_variable('w', [3])
loss = tf.reduce_sum(w * x)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(loss))
"""
_IMPORTED = """# train.py
import tensorflow as tf

x = tf.placeholder(tf.float32, [])
y = x * 2.0
with tf.Session() as sess:
    print(sess.run(y, {x: 1.0}))

# other.py
import train

print(train.y)
"""

_CHOSEN = """# deep.py
def net(x):
    return x * 3.0
# small.py
def net(x):
    return x * 2.0
# train.py
{}import tensorflow as tf

{}
x = tf.get_variable('w', [2])
y = nets.net(x)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(y))
"""

_UNOPENED = """# net.py
import tensorflow as tf


def net(x):
    return x * tf.get_variable('w', [2])


def opened():
    return [tf.Session()]


# train.py
import tensorflow as tf

import net

y = net.net(3.0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(y))
{}"""

RULES = (
    Rule(
        code="SES141",
        title="A server that no session is on",
        explanation=(
            "The program makes a server of a cluster, and opens its session without the server's target: on "
            "this machine. So each worker trains a model of its own, before and after. The server stays "
            "TensorFlow's."
        ),
    ),
    Rule(
        code="SES201",
        title="A session does more than run",
        explanation=(
            "The session is passed on, saved from, or belongs to a framework such as Supervisor. Only its "
            "run() can become a call of a step, in the block that opens it. A MonitoredTrainingSession may "
            "have hooks, if it is opened once: most of TensorFlow's (LoggingTensorHook of a "
            "dictionary); and classes of the program's own that name what they ask for in SessionRunArgs and "
            "do nothing else with it, or with the session; those of the block may run it in "
            "after_create_session() and end(), and one may be a StopAtStepHook that says so in its own way. "
            "compat.train.MonitoredSteps runs the steps then. "
            "A Supervisor may open it that initialises all variables, saves by itself or by a saver that the "
            "program has too; it may compute the summaries by itself, and is otherwise only asked whether to "
            "stop: compat.train.SupervisedSteps stands for it."
        ),
        held="""import tensorflow as tf

w = tf.get_variable('w', [])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w))
    print(sess.graph.get_operations())
""",
        rises="""import tensorflow as tf

w = tf.get_variable('w', [])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w))
""",
    ),
    Rule(
        code="SES202",
        title="A session runs no step",
        explanation=(
            "Nothing but initialisers is run, so there is nothing that a step could compute. A loop that "
            "reads each variable is enough: a step makes these, which is never called."
        ),
        held="""import tensorflow as tf

w = tf.get_variable('w', [])
sess = tf.Session()
sess.run(tf.global_variables_initializer())
""",
        rises="""import tensorflow as tf

w = tf.get_variable('w', [])
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(sess.run(w))
""",
    ),
    Rule(
        code="SES203",
        title="A fetch or a feed that is not followed",
        explanation=(
            "Fetches must be names or flat lists of tensors and operations that the same block defines, and "
            "feeds a dictionary literal of placeholders, or a name for one. A dictionary may be filled in "
            "loops and conditions, by parts of lists and objects of the graph, under other names too; and by "
            "functions that do no more with what they are handed than to take parts of it for keys: the step "
            "gives keys in the place of the tensors then (SES104)."
        ),
        held="""import tensorflow as tf

x = tf.placeholder(tf.float32)
y = tf.multiply(x, 2.0, name='y')
with tf.Session() as sess:
    print(sess.run(input('tensor: '), {x: 1.0}))
""",
        rises="""import tensorflow as tf

x = tf.placeholder(tf.float32)
y = tf.multiply(x, 2.0, name='y')
with tf.Session() as sess:
    print(sess.run(y, {x: 1.0}))
""",
    ),
    Rule(
        code="SES204",
        title="Graph and other code in one compound statement",
        explanation="A `with`, `while`, `try` or `else` holds statements of the graph and ordinary ones.",
        held=_TOLD.replace(
            "if is_told:\n    print(unused)\nif is_told:\n    turns = 3\n",
            "while turns < 3:\n    print(unused)\n    turns += 1\n",
        ),
        rises=_TOLD,
    ),
    Rule(
        code="SES205",
        title="An effect or a state that is not followed",
        explanation=(
            "A function runs every effect in its body, a session only those that are fetched. A symbol whose "
            "effects or state the analysis does not follow (summaries, savers, queues, tf.layers, "
            "assignments in helper functions, …) therefore keeps its program as it is."
        ),
        held="""import tensorflow as tf

w = tf.get_variable('w', [])
print(tf.get_default_graph().as_graph_def())
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w))
""",
        rises="""import tensorflow as tf

w = tf.get_variable('w', [])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w))
""",
    ),
    Rule(
        code="SES206",
        title="The graph grows while it runs",
        explanation="Operations are built in the loop that runs the session, or after the first run.",
        held="""import tensorflow as tf

w = tf.get_variable('w', [])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        y = tf.multiply(w, float(i))
        print(sess.run(y))
""",
        rises="""import tensorflow as tf

w = tf.get_variable('w', [])
i = tf.placeholder(tf.float32)
y = tf.multiply(w, i)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(sess.run(y, {i: step}))
""",
    ),
    Rule(
        code="SES207",
        title="An update whose order a step would fix",
        explanation=(
            "A graph does not order an update and other reads of the variables in the same run; a function "
            "does, and would read the new values."
        ),
        held=_DOUBLED.replace("double = loss * 2.0\n", "").replace("[train, double]", "[train, loss * 2.0]"),
        rises=_DOUBLED,
    ),
    Rule(
        code="SES208",
        title="A name means two things",
        explanation=(
            "A Python name is read while the graph is built, and has another value when the step is traced, "
            "or is used for a tensor as well."
        ),
        held="""import tensorflow as tf

settings = {'scale': 2.0}
x = tf.placeholder(tf.float32, [])
y = x * settings['scale']
settings['scale'] = 5.0
with tf.Session() as sess:
    print(sess.run(y, {x: 1.0}))
""",
        rises="""import tensorflow as tf

settings = {'scale': 2.0}
x = tf.placeholder(tf.float32, [])
y = x * settings['scale']
with tf.Session() as sess:
    print(sess.run(y, {x: 1.0}))
""",
    ),
    Rule(
        code="SES209",
        title="State that belongs to one graph, in several steps",
        explanation=(
            "tf.Variable in a function makes a variable that only its order in the graph tells from others; "
            "two steps do not share that order; tf.get_variable names it. A variable also has a number where "
            "an operation, a placeholder or a scope has taken its name before, which a step may not build. "
            "A seeded operation gives several runs one stream of numbers."
        ),
        held="""import tensorflow as tf

start = tf.random_normal([2], seed=1)
w = tf.Variable(start)
gap = tf.reduce_sum(w - start)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run(gap))
""",
        rises="""import tensorflow as tf

w = tf.Variable(tf.random_normal([2], seed=1))
gap = tf.reduce_sum(w - tf.random_normal([2], seed=2))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run(gap))
""",
    ),
    Rule(
        code="SES210",
        title="A part of the graph leaves its block",
        explanation="It is returned, or stored in an object, where code that is not seen may use it.",
        held="""import tensorflow as tf

def build():
    x = tf.placeholder(tf.float32, [])
    y = x * 2.0
    with tf.Session() as sess:
        print(sess.run(y, {x: 1.0}))
    return y

print(build().name)
""",
        rises="""import tensorflow as tf

def build():
    x = tf.placeholder(tf.float32, [])
    y = x * 2.0
    with tf.Session() as sess:
        value = sess.run(y, {x: 1.0})
    return value

print(build())
""",
    ),
    Rule(
        code="SES211",
        title="A function sees the graph by a name around it",
        explanation="The name will not be there any more when the function runs: pass the value instead.",
        held="""import tensorflow as tf

class Net:
    def __init__(self, scale):
        self.y = x * scale

x = tf.placeholder(tf.float32, [])
net = Net(2.0)
with tf.Session() as sess:
    print(sess.run(net.y, {x: 1.0}))
""",
        rises="""import tensorflow as tf

class Net:
    def __init__(self, x, scale):
        self.y = x * scale

x = tf.placeholder(tf.float32, [])
net = Net(x, 2.0)
with tf.Session() as sess:
    print(sess.run(net.y, {x: 1.0}))
""",
    ),
    Rule(
        code="SES212",
        title="A graph is built away from its session",
        explanation="Placeholders, initialisers or state are made outside of the block with the session.",
        held="""import tensorflow as tf

def session():
    return tf.Session()


x = tf.placeholder(tf.float32)
y = x * 2.0
print(session().run(y, {x: 1.0}))
""",
        rises="""import tensorflow as tf

x = tf.placeholder(tf.float32)
y = x * 2.0
sess = tf.Session()
print(sess.run(y, {x: 1.0}))
""",
    ),
    Rule(
        code="SES213",
        title="A file that two programs use in different ways",
        explanation=(
            "A program is imported by another module: its module-level names go into steps, where the other "
            "module would not find them. Or the steps of two programs need a class or a function that both "
            "import in different forms. Then the one that needs the most of what it builds gets it, and the "
            "other one keeps its graph."
        ),
        held=_IMPORTED,
        rises=_IMPORTED.replace("import train\n\nprint(train.y)", "print('done')"),
    ),
    Rule(
        code="SES214",
        title="A part of the program is not known",
        explanation=(
            "The program imports a file that was not given, or that cannot be parsed, or it looks a function "
            "up by a text: nothing is known of what that does. Where it may build a part of the graph, what "
            "it gives is not computed once, beside the steps, as Python's values are."
        ),
        held=_READ.replace("def batch():\n    return tf.ones([3])\n", "from readers import batch\n"),
        rises=_READ,
    ),
    Rule(
        code="SES215",
        title="Some of the variables start anew",
        explanation=(
            "A run that initialises all variables, or the local ones, starts these anew. Which ones another "
            "initialiser means is not followed, nor variables of a second graph in the same block. Sessions "
            "of one graph, each with variables of its own, must be open one behind the other."
        ),
        held=_INITIALISED_ONCE + "    sess.run(tf.variables_initializer([w]))\n    print(sess.run(w + v))\n",
        rises=_INITIALISED_ONCE,
    ),
    Rule(
        code="SES216",
        title="A session that is opened or looked into elsewhere",
        explanation=(
            "A framework opens it, it runs on a server that none of the programs makes, its traces are read; "
            "or a pool or a process of the program's own may run TensorFlow: the run sites cannot become "
            "functions, and the program keeps its sessions. Else monitored sessions, Supervisors, servers "
            "and slim's loops become those of compat.train, threads compat.Thread. An Estimator trains "
            "in a loop of its own: compat.estimator traces what it calls (SES106)."
        ),
        held="""import tensorflow as tf

def model_fn(features, labels, mode):
    loss = tf.reduce_mean(tf.square(tf.layers.dense(features, 1)))
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)

estimator = tf.estimator.Estimator(model_fn)
estimator.train(lambda: tf.ones([2, 2]), steps=3)
""",
        rises="""import tensorflow as tf

loss = tf.reduce_mean(tf.square(tf.layers.dense(tf.ones([2, 2]), 1)))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train, loss])[1])
""",
    ),
    Rule(
        code="SES217",
        title="A saver made before some of the variables",
        explanation=(
            "It saves the variables that there were when it was made. Steps mark where that was between what "
            "they make. They cannot where variables are made outside of them, or where what they compute has "
            "some and stands behind an update: that comes last in a step."
        ),
        held="""import tensorflow as tf

w = tf.get_variable('w', [])
saver = tf.train.Saver()
v = tf.get_variable('v', [])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([w, v]))
    saver.save(sess, 'model')
""",
        rises="""import tensorflow as tf

w = tf.get_variable('w', [])
v = tf.get_variable('v', [])
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([w, v]))
    saver.save(sess, 'model')
""",
    ),
    Rule(
        code="SES218",
        title="A saver or a writer with options that are not followed",
        explanation=(
            "A saver takes variables that are chosen by their names: by "
            "ExponentialMovingAverage.variables_to_restore(), or in loops and comprehensions over what lists "
            "variables; or those that the block itself gives names, and lists and dictionaries of what "
            "tf.get_variable has made there. A writer takes a folder, and no options. Steps have no graph "
            "that a saver could write: no code may name its file, .meta."
        ),
        held="""import tensorflow as tf

w = tf.get_variable('w', [])
v = tf.get_variable('v', [])
saver = tf.train.Saver(tf.global_variables()[:1])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w + v))
    saver.save(sess, 'model')
""",
        rises="""import tensorflow as tf

w = tf.get_variable('w', [])
v = tf.get_variable('v', [])
saver = tf.train.Saver([w])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w + v))
    saver.save(sess, 'model')
""",
    ),
    Rule(
        code="SES219",
        title="An object is given a session in a way that is not followed",
        explanation=(
            "An object may be given the session, when it is made or in calls of its methods: it is made in "
            "the block that opens the session, of a class that builds its graph in __init__ and runs it in "
            "its other methods; a single one, that is given the session when it is made, may be made in one "
            "branch of a condition or another, of another class perhaps. The variables' store is given to it "
            "instead. Several objects, in loops and lists too, share a graph: each takes the next part of "
            "the store, if all are made before variables are initialised, and use no more of what the others "
            "have built than variables. An object that builds nothing may keep the session, hand it on, and "
            "run what others have built: it is given none. "
            "Beside an object, the block may tell the names and shapes of its variables."
        ),
        held=_GIVEN_SESSION + "    models = [Model(sess) for _ in range(2)]\n    print(models[0].run(1.0))\n",
        rises=_GIVEN_SESSION + "    model = Model(sess)\n    print(model.run(1.0))\n",
    ),
    Rule(
        code="SES220",
        title="A function that is handed the session, and used in several ways",
        explanation=(
            "Its parameters for the session and for parts of the graph become the steps that it runs. That "
            "takes calls that all hand it the same, or make the same of it in several blocks, and nothing "
            "else that is done with it. In another module it may only run what it is handed, and build "
            "nothing."
        ),
        held=_SHOWN.replace("show(sess, {x: 5.0})", "show(sess, None)"),
        rises=_SHOWN,
    ),
    Rule(
        code="SES230",
        title="A loop that opens a session, and that asks for more than steps",
        explanation=(
            "slim.learning.train becomes compat.train.supervise, which calls a step as often, saves and logs "
            "as before, and computes summaries beside a step, of its batch: before, they were a run of their "
            "own. That takes a call that is made once, in a block with no other session; a train_op of that "
            "block; no train_step_fn of the program's own, no sync_optimizer and no session on another "
            "machine (`--assume` decides for a flag); variables that begin with their initial values, or "
            "that slim.assign_from_checkpoint_fn restores; and a saver, a summary_op and a global_step that "
            "have names in the block, if they are given. contrib.training.train becomes "
            "compat.train.monitor, around the steps of a session with hooks (SES201). evaluate_once, of slim "
            "or of contrib.training, becomes compat.train.evaluate: steps for what it evaluates, for its "
            "summaries and for what it gives. That takes no other hooks than StopAfterNEvalsHook and "
            "SummaryAtEndHook, in a list. evaluation_loop and evaluate_repeatedly become "
            "compat.train.evaluate_repeatedly, in which each evaluation begins its input anew. Where a seed "
            "fixes random numbers, or the order of a data set, the graph stays: each session began with the "
            "first of them. A loop of the program's own around evaluate_once stays as it is."
        ),
        held=_TRAINED_ONCE.replace(
            "    print(slim.learning.train(train, None, number_of_steps=4))\n",
            "    for i in range(2):\n        print(slim.learning.train(train, None, number_of_steps=2))\n",
        ),
        rises=_TRAINED_ONCE,
    ),
    Rule(
        code="SES108",
        title="A session that no program opens",
        explanation=(
            "A function of a file that others import opens a session, and nothing that runs names the "
            "function: neither its own file, where it is imported, nor one that imports it. So it does not "
            "keep these programs from steps, and its session becomes a compat.Program. Functions that are "
            "found by a computed name count as run. Who else calls it has to begin a graph before, by "
            "compat.build_graph()."
        ),
        told=_UNOPENED.format(""),
        mended=_UNOPENED.format("print(net.opened())\n"),
    ),
    Rule(
        code="SES250",
        title="A module that is imported by a computed name",
        explanation=(
            "importlib.import_module is given a name that the program is told when it runs. The module may "
            "be any of those given to tfmigrate that have what is asked of it, and whose functions take the "
            "calls. The program has steps if it comes out the same for each of them; their files are "
            "rewritten for it. One that is not among them may have effects that a step would not leave out."
        ),
        told=_CHOSEN.format("import importlib\nimport sys\n", "nets = importlib.import_module(sys.argv[1])"),
        mended=_CHOSEN.format("", "import small as nets"),
    ),
    Rule(
        code="SES251",
        title="A jump among statements that build the graph",
        explanation=(
            "Whether a statement runs that builds the graph depends on a jump that no step can have: a "
            "`return` would leave the step and not the block. Or a name of the graph is deleted. The graph "
            "is built as it was."
        ),
        held="""import tensorflow as tf

x = tf.placeholder(tf.float32, [])
loss = x * 2.0
stricter = x * 3.0
sess = tf.Session()

def step(value):
    global loss
    print(sess.run(loss, {x: value}))
    loss = stricter

step(1.0)
step(1.0)
""",
        rises="""import tensorflow as tf

x = tf.placeholder(tf.float32, [])
loss = x * 2.0
stricter = x * 3.0
sess = tf.Session()

def step(value):
    print(sess.run(loss, {x: value}))

def stricter_step(value):
    print(sess.run(stricter, {x: value}))

step(1.0)
stricter_step(1.0)
""",
    ),
    Rule(
        code="SES252",
        title="An object that is changed where the graph is built, and used elsewhere",
        explanation=(
            "The graph's code ran once. A step runs its part of it when it is traced, each step for itself. "
            "A list, an object, a global variable or a stream of random numbers that this part changes, or "
            "reads while other code changes it: it must be made in the step and used nowhere else, under "
            "whatever name. An iterator is changed by reading it."
        ),
        held="""import tensorflow as tf

factor = 1.0

def scaled(x):
    return x * factor

def grow():
    global factor
    factor = factor * 3.0

x = tf.placeholder(tf.float32, [])
y = scaled(x)
sess = tf.Session()
grow()
print(sess.run(y, {x: 1.0}))
""",
        rises="""import tensorflow as tf

factor = 1.0

def scaled(x):
    return x * factor

x = tf.placeholder(tf.float32, [])
y = scaled(x)
sess = tf.Session()
print(sess.run(y, {x: 1.0}))
""",
    ),
    Rule(
        code="SES253",
        title="A list of variables in another order",
        explanation=(
            "The program lists its variables. Some would be made in front of the steps that the graph made "
            "behind others, which steps make: they would have another place in the list."
        ),
        held=_RESET,
        rises=_RESET.replace("tf.local_variables()[0]", "mean"),
    ),
    Rule(
        code="SES254",
        title="Output or files that would be lost, or come twice",
        explanation=(
            "A statement that builds a part of the graph also prints or logs, writes or removes files, "
            "starts or ends a program, raises an exception; or it may fail for the values that it finds, "
            "such as a key that is missing. Or it calls a function that is not known, itself or by what it "
            "calls. The graph's code did so once. No step has the statement, since no run needs "
            "it, or several have it, each of which would do that again."
        ),
        held="""import tensorflow as tf

seen = []

def show(name, tensor):
    seen.append(name)
    print(name, tensor.shape)

x = tf.placeholder(tf.float32, [None])
y = x * 2.0
show('y', y)
with tf.Session() as sess:
    print(sess.run(y, {x: [1.0]}))
print(seen)
""",
        rises="""import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = x * 2.0
print('y', y.shape)
with tf.Session() as sess:
    print(sess.run(y, {x: [1.0]}))
""",
    ),
    Rule(
        code="SES255",
        title="A step that only some runs of the program build",
        explanation=(
            "What a run fetches is built under a condition of Python, and the program may not come to it. "
            "Its step is defined where the condition holds, which must be the same there as where the graph "
            "was built: one condition, of names that have their values still, and of nothing in the graph."
        ),
        held="""import tensorflow as tf

import sys

mode = sys.argv[1]
w = tf.get_variable('w', [])
if mode == 'train':
    update = w.assign_add(1.0)
elif mode == 'grow':
    update = w.assign(w * 2.0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w))
    if mode != 'evaluate':
        sess.run(update)
""",
        rises="""import tensorflow as tf

import sys

mode = sys.argv[1]
w = tf.get_variable('w', [])
update = w.assign_add(1.0)
grow = w.assign(w * 2.0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w))
    if mode == 'train':
        sess.run(update)
    elif mode == 'grow':
        sess.run(grow)
""",
    ),
    Rule(
        code="SES256",
        title="A name or a device of the graph that steps do not have",
        explanation=(
            "In a step a placeholder is a parameter, and is called what that is called; a variable tells the "
            "device where it is, and in a graph that which it was asked for. What reads such a name or "
            "device would get another text; tf.device may have it."
        ),
        held="""import tensorflow as tf

x = tf.placeholder(tf.float32, [])
w = tf.get_variable('w', [])
y = w * x
print('w is on', w.device)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(y, {x: 1.0}))
""",
        rises="""import tensorflow as tf

x = tf.placeholder(tf.float32, [])
w = tf.get_variable('w', [])
y = w * x
print('w is of', w.shape)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(y, {x: 1.0}))
""",
    ),
    Rule(
        code="SES258",
        title="Python that runs where the text does not say so",
        explanation=(
            "A class has a metaclass, or a method such as __new__, __get__ or __getattribute__ that Python "
            "calls by itself; or code reaches names by exec, or by what functions are made of. What "
            "statements read and change is not known then, and steps could not be shown to do the same."
        ),
        held="""import tensorflow as tf

class Model(object):
    count = 0

    def __new__(cls):
        cls.count += 1
        return object.__new__(cls)

x = tf.placeholder(tf.float32, [])
y = x * Model().count
sess = tf.Session()
print(sess.run(y, {x: 1.0}))
""",
        rises="""import tensorflow as tf

class Model(object):
    count = 1

x = tf.placeholder(tf.float32, [])
y = x * Model().count
sess = tf.Session()
print(sess.run(y, {x: 1.0}))
""",
    ),
    Rule(
        code="SES257",
        title="A program was run, and does something else",
        explanation=(
            "`rewrite --verify` ran the program as it was and as it would be written on this tier, and they "
            "differ. It takes the next lower tier, which is run in turn. Please report it, with the program: "
            "what differs without a warning is a defect of tfmigrate."
        ),
        without="the text of a program does not show it, and each program that did is mended",
    ),
    Rule(
        code="SES301",
        title="A statement that no run needs",
        explanation=(
            "A tensor is built and never fetched, nor anything made of it: it is left out. It may only have "
            "failed for its shapes: what may fail for other values is built in a step, though none needs it."
        ),
    ),
    Rule(
        code="SES302",
        title="An Estimator, and TensorFlow 2's own way",
        explanation=(
            "compat.estimator goes on training where TensorFlow 2 has no Estimators. Its own way is Keras. "
            "The layers of the model function are those of a keras.Model; its loss, its optimizer and its "
            "metrics go to compile(). Hooks are callbacks, and train() is fit() on the data set that the "
            "input function gives. Nobody can do that by rule: a model function may build whatever it likes."
        ),
    ),
)
