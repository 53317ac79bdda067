"""Known wrong numbers are found: each program, a right rewriting of it, and one with a fault planted."""

import textwrap

import pytest

from .compare import Pair, compare_all

HEAD = "import numpy as np\nimport tensorflow as tf\n"
STORE = "import compat\nimport numpy as np\nimport tensorflow as tf\nvariables = compat.VariableStore()\n"

PLAIN = """
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
out = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(out - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value, mean = sess.run([train_op, loss, tf.reduce_mean(out)], {x: np.ones([4, 2])})
        print(step, value, mean)
"""
STEP = """
@variables.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def train_step(x):
    w = tf.compat.v1.get_variable('w', [2, 1], initializer=tf.compat.v1.ones_initializer())
    out = tf.matmul(x, w)
    loss = tf.reduce_mean(tf.square(out - 1.0))
    tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss)
    return loss, tf.reduce_mean(out)

for step in range(3):
    value, mean = (one.numpy() for one in train_step(np.ones([4, 2])))
    print(step, value, mean)
"""
LIST = """
x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
losses = [tf.reduce_sum(x * w)]
same = losses
same.append(tf.nn.l2_loss(w))
total = tf.add_n(losses)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total, {x: [1.0, 2.0]}))
"""
LIST_STEP = """
@variables.function(input_signature=[tf.TensorSpec([2], tf.float32)])
def compute_total(x):
    w = tf.compat.v1.get_variable('w', [2], initializer=tf.compat.v1.ones_initializer())
    losses = [tf.reduce_sum(x * w)]
    same = losses
    same.append(tf.nn.l2_loss(w))
    return tf.add_n(losses)

print(compute_total([1.0, 2.0]).numpy())
"""
JUMP = """
x = tf.placeholder(tf.float32, [2])
total = tf.reduce_sum(x)
for name in ['kernel', 'bias', 'other']:
    v = tf.get_variable(name, [2], initializer=tf.ones_initializer())
    if name == 'bias':
        continue
    total = total + tf.nn.l2_loss(v * x)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total, {x: [1.0, 2.0]}))
"""
JUMP_STEP = """
@variables.function(input_signature=[tf.TensorSpec([2], tf.float32)])
def compute_total(x):
    total = tf.reduce_sum(x)
    for name in ['kernel', 'bias', 'other']:
        v = tf.compat.v1.get_variable(name, [2], initializer=tf.compat.v1.ones_initializer())
        if name == 'bias':
            continue
        total = total + tf.nn.l2_loss(v * x)
    return total

print(compute_total([1.0, 2.0]).numpy())
"""
SEEDS = """
w = tf.get_variable('w', [2], initializer=tf.random_normal_initializer(seed=3))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w))
"""
SEEDS_STEP = """
with variables.scope():
    w = tf.compat.v1.get_variable('w', [2], initializer=tf.compat.v1.random_normal_initializer(seed=3))
print(w.numpy())
"""
TWO = """
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
counts = tf.get_variable('counts', [], tf.int32, initializer=tf.zeros_initializer(), trainable=False)
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
count_op = tf.assign_add(counts, 1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(2):
        sess.run([train_op, count_op])
    print(sess.run(counts))
"""
TWO_STEP = """
with variables.scope():
    zero = tf.compat.v1.zeros_initializer()
    counts = tf.compat.v1.get_variable('counts', [], tf.int32, initializer=zero, trainable=False)

@variables.function(input_signature=[])
def train_step():
    w = tf.compat.v1.get_variable('w', [2], initializer=tf.compat.v1.ones_initializer())
    loss = tf.reduce_sum(tf.square(w))
    tf.compat.v1.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
    counts.assign_add(1)

for _ in range(2):
    train_step()
print(counts.numpy())
"""
DRAIN = """
names = iter(['first', 'second'])
x = tf.placeholder(tf.float32, [2])
outs = []
for name in names:
    outs.append(x * tf.get_variable(name, [2], initializer=tf.ones_initializer()))
total = tf.reduce_sum(tf.stack(outs))
mean = tf.reduce_mean(tf.stack(outs)) if len(outs) > 1 else tf.reduce_sum(x)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total, {x: [1.0, 2.0]}))
    print(sess.run(mean, {x: [1.0, 2.0]}))
"""
DRAIN_STEP = """
names = NAMES

def build(x):
    outs = []
    for name in names:
        outs.append(x * tf.compat.v1.get_variable(name, [2], initializer=tf.compat.v1.ones_initializer()))
    return outs

@variables.function(input_signature=[tf.TensorSpec([2], tf.float32)])
def compute_total(x):
    return tf.reduce_sum(tf.stack(build(x)))

@variables.function(input_signature=[tf.TensorSpec([2], tf.float32)])
def compute_mean(x):
    outs = build(x)
    return tf.reduce_mean(tf.stack(outs)) if len(outs) > 1 else tf.reduce_sum(x)

print(compute_total([1.0, 2.0]).numpy())
print(compute_mean([1.0, 2.0]).numpy())
"""
DATA = """
data = tf.data.Dataset.range(6).batch(2).map(lambda one: one * 2)
element = data.make_one_shot_iterator().get_next()
with tf.Session() as sess:
    try:
        while True:
            print(sess.run(element))
    except tf.errors.OutOfRangeError:
        print('end')
"""
DATA_STEP = """
data = tf.compat.v1.data.Dataset.range(6).batch(2).map(lambda one: one * 2)
iterator = compat.input.one_shot_iterator(data)

@variables.function(input_signature=[])
def pull():
    return iterator.get_next()

try:
    while True:
        print(pull().numpy())
except tf.errors.OutOfRangeError:
    print('end')
"""
TOWERS = """
x = tf.placeholder(tf.float32, [4, 2])
opt = tf.train.AdamOptimizer(0.1)
grads = []
for i, part in enumerate(tf.split(x, 2)):
    with tf.variable_scope('net', reuse=i > 0):
        w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(part, w)))
    grads.append(opt.compute_gradients(loss))
average = [(tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]) for pairs in zip(*grads)]
train_op = opt.apply_gradients(average)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(2):
        print(sess.run([train_op, loss], {x: np.ones([4, 2])})[1])
"""
TOWERS_STEP = """
strategy = tf.distribute.MirroredStrategy(['/gpu:0', '/gpu:1'], cross_device_ops=compat.OrderedReduction())
variables = compat.VariableStore(strategy)
with variables.scope():
    opt = tf.compat.v1.train.AdamOptimizer(0.1)

@variables.function(input_signature=[tf.TensorSpec([4, 2], tf.float32)])
def train_step(x):
    parts = tf.split(x, 2)

    def tower():
        i = compat.replica_index()
        with tf.compat.v1.variable_scope('net', reuse=i > 0):
            w = tf.compat.v1.get_variable('w', [2, 1], initializer=tf.compat.v1.ones_initializer())
            loss = tf.reduce_mean(tf.square(tf.matmul(parts[i], w)))
        compat.apply_gradients(opt, compat.average_gradients(opt.compute_gradients(loss)))
        return loss

    return strategy.experimental_local_results(strategy.run(tower))[-1]

for _ in range(2):
    print(train_step(np.ones([4, 2])).numpy())
"""
COMPARED = PLAIN.replace("out - 1.0", "out - tf.cast(out == 1.0, tf.float32)")
COMPARED_STEP = "tf.compat.v1.disable_tensor_equality()\n" + STEP.replace(
    "out - 1.0", "out - tf.cast(out == 1.0, tf.float32)"
)
PAIRS = {
    "step": (PLAIN, STEP),
    "list": (LIST, LIST_STEP),
    "jump": (JUMP, JUMP_STEP),
    "seed": (SEEDS, SEEDS_STEP),
    "two updates": (TWO, TWO_STEP),
    "iterator": (DRAIN, DRAIN_STEP.replace("NAMES", "['first', 'second']")),
    "data": (DATA, DATA_STEP),
    "towers": (TOWERS, TOWERS_STEP),
    "comparison": (COMPARED, COMPARED_STEP),
}

# What is replaced by what in the right rewriting, which makes it wrong.
FAULTS = {
    "a fetched pair is swapped": ("step", "value, mean = (", "mean, value = ("),
    "an unprinted fetch is another tensor": (
        "step",
        "return loss, tf.reduce_mean(out)",
        "return loss, tf.reduce_max(out)",
    ),
    "the update comes twice": (
        "step",
        "    return loss, ",
        "    tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss)\n    return loss, ",
    ),
    "the update is missing": (
        "step",
        "    tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss)\n",
        "",
    ),
    "another learning rate": ("step", "Optimizer(0.1)", "Optimizer(0.2)"),
    "another optimizer": ("step", "GradientDescentOptimizer(0.1)", "AdagradOptimizer(0.1)"),
    "one step less": ("step", "range(3)", "range(2)"),
    "a print is lost": ("step", "    print(step, value, mean)\n", ""),
    "another constant": ("step", "out - 1.0", "out - 2.0"),
    "another initial value": ("step", "ones_initializer", "zeros_initializer"),
    "another feed": ("step", "np.ones([4, 2])", "np.zeros([4, 2])"),
    "another variable": ("step", "'w', [2, 1]", "'v', [2, 1]"),
    "what is appended under a second name is lost": ("list", "same = losses", "same = list(losses)"),
    "a jump is flattened": ("jump", "            continue\n", "            pass\n"),
    "a jump leaves the loop": ("jump", "            continue\n", "            break\n"),
    "another seed": ("seed", "seed=3", "seed=4"),
    "no seed": ("seed", "seed=3", ""),
    "a counter is not updated": ("two updates", "    counts.assign_add(1)\n", ""),
    "a counter counts otherwise": ("two updates", "assign_add(1)", "assign_add(2)"),
    "another momentum": ("two updates", "0.9", "0.8"),
    "an iterator that the first step drains": (
        "iterator",
        "['first', 'second']",
        "iter(['first', 'second'])",
    ),
    "another batch": ("data", "batch(2)", "batch(3)"),
    "other elements": ("data", "one * 2", "one * 3"),
    "the first tower's loss": ("towers", "(tower))[-1]", "(tower))[0]"),
    "gradients that are summed": (
        "towers",
        "opt.compute_gradients(loss))",
        "opt.compute_gradients(loss), reduction='sum')",
    ),
    "averages that the optimizer sums again": (
        "towers",
        "compat.apply_gradients(opt, compat",
        "opt.apply_gradients(compat",
    ),
    "tensors are compared by value": ("comparison", "tf.compat.v1.disable_tensor_equality()\n", ""),
    "one tower has all of the batch": ("towers", "parts[i]", "x"),
}


def _pair(before: str, after: str) -> Pair:
    return Pair({"train.py": HEAD + before}, {"train.py": STORE + after})


def test_right_rewritings_are_equal():
    found = dict(zip(PAIRS, compare_all([_pair(*pair) for pair in PAIRS.values()]), strict=True))
    assert {name: str(verdict) for name, verdict in found.items() if verdict.kind != "equal"} == {}


def test_planted_faults_are_found():
    pairs = []
    for kind, right, wrong in FAULTS.values():
        before, after = PAIRS[kind]
        assert right in after
        pairs.append(_pair(before, after.replace(right, wrong)))
    found = dict(zip(FAULTS, compare_all(pairs), strict=True))
    assert {name: str(verdict) for name, verdict in found.items() if verdict.kind != "different"} == {}


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("tf.no_such_name(1.0)", "tf.no_such_name"),
        ("sess = tf.Session(); sess.no_such_method()", "Session.no_such_method"),
        ("import tensorflow.contrib.nothing as nothing; nothing.call()", "tf.contrib.nothing.call"),
        ("try:\n    tf.no_such_name()\nexcept BaseException:\n    pass", "tf.no_such_name"),
        ("tf.add(1.0, tf.constant([1.0])) + 'text'", "TypeError"),
    ],
)
def test_what_is_not_known_is_unsure(statement: str, reason: str):
    program = {"train.py": HEAD + textwrap.dedent(statement) + "\n"}
    (verdict,) = compare_all([Pair(program, program)], workers=1)
    assert verdict.kind == "unsure"
    assert reason in verdict.what


def test_a_program_that_hangs_is_ended():
    endless = {"train.py": "print('begun')\nwhile True:\n    pass\n"}
    short = {"train.py": "print('begun')\n"}
    hung, after = compare_all([Pair(endless, endless), Pair(short, short)], timeout=8.0, workers=1)
    assert (hung.kind, after.kind) == ("unsure", "equal")


LONG = """
w = tf.get_variable('w', [], initializer=tf.ones_initializer())
grow = tf.assign(w, w * 2.0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(100000):
        sess.run(grow)
        print(step, sess.run(w))
"""
LONG_STEP = """
with variables.scope():
    w = tf.compat.v1.get_variable('w', [], initializer=tf.compat.v1.ones_initializer())

@variables.function(input_signature=[])
def grow():
    w.assign(w * 2.0)

@variables.function(input_signature=[])
def compute_w():
    return tf.identity(w)

for step in range(100000):
    grow()
    print(step, compute_w().numpy())
"""


@pytest.mark.parametrize(
    ("right", "wrong", "kind"),
    [
        ("", "", "equal"),
        ("* 2.0", "* 3.0", "different"),
        ("step, c", "c", "different"),
        ("100000", "3", "different"),
    ],
)
def test_programs_that_train_for_long_are_compared_up_to_a_step(right: str, wrong: str, kind: str):
    (verdict,) = compare_all(
        [Pair({"train.py": HEAD + LONG}, {"train.py": STORE + LONG_STEP.replace(right, wrong)}, steps=5)]
    )
    assert verdict.kind == kind, verdict.what


def test_several_files_and_a_command_line():
    model = "import tensorflow as tf\n\ndef double(x):\n    return tf.multiply(x, 2.0)\n"
    train = HEAD + (
        "import sys\nfrom model import double\n"
        "x = tf.placeholder(tf.float32, [2])\n"
        "with tf.Session() as sess:\n"
        "    print(sys.argv[1:], sess.run(double(x), {x: [1.0, 2.0]}))\n"
    )
    step = STORE + (
        "import sys\nfrom model import double\n\n"
        "@variables.function(input_signature=[tf.TensorSpec([2], tf.float32)])\n"
        "def compute(x):\n    return double(x)\n\nprint(sys.argv[1:], compute([1.0, 2.0]).numpy())\n"
    )
    before, after = {"train.py": train, "model.py": model}, {"train.py": step, "model.py": model}
    halved = {"train.py": step, "model.py": model.replace("2.0", "0.5")}
    found = compare_all(
        [Pair(before, after, arguments=["--steps=3"]), Pair(before, halved, arguments=["--steps=3"])]
    )
    assert [verdict.kind for verdict in found] == ["equal", "different"]


@pytest.mark.parametrize(("shape", "kind"), [("[2]", "equal"), ("[3]", "different")])
def test_numbers_that_no_seed_fixes_are_those_of_the_variable_that_begins_with_them(shape: str, kind: str):
    made = "w = tf.compat.v1.get_variable('w', initializer=tf.compat.v1.random_normal([2]))\n"
    program = (
        HEAD
        + made.replace("compat.v1.", "")
        + (
            "with tf.Session() as sess:\n"
            "    sess.run(tf.global_variables_initializer())\n"
            "    print(sess.run(w + 1.0))\n"
        )
    )
    step = STORE + (
        f"with variables.scope():\n    {made.replace('[2]', shape)}\n"
        "@variables.function(input_signature=[])\ndef compute():\n    return w + 1.0\n\n"
        "print(compute().numpy())\n"
    )
    (verdict,) = compare_all([Pair({"train.py": program}, {"train.py": step})])
    assert verdict.kind == kind, verdict.what
