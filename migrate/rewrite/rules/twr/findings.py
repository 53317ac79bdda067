"""Why a tower loop stays as it is."""

from migrate.rewrite.rule import Rule

_STAYS = (
    " The loop goes into the step as it is, where it can: its towers stay on their devices, without a "
    "strategy (tier compat)."
)

# Towers that become replicas, in the examples.
_GRADIENTS = "        grads.append(optimizer.compute_gradients(loss))\n"
_TOWERS = f"""import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
optimizer = tf.train.GradientDescentOptimizer(0.1)
grads = []
parts = tf.split(x, 2)
for i in range(2):
    with tf.device('/gpu:%d' % i), tf.variable_scope('m', reuse=i > 0):
        w = tf.get_variable('w', [2, 1])
        loss = tf.reduce_mean(tf.matmul(parts[i], w))
{_GRADIENTS}average = []
for pairs in zip(*grads):
    average.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
train = optimizer.apply_gradients(average)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train, {{x: [[1.0, 2.0], [3.0, 4.0]]}})
"""

_LOSS = "loss = tf.reduce_mean(part * w)"
_COLLECTED = """tf.add_to_collection('losses', tf.reduce_mean(part * w))
        loss = tf.add_n(tf.get_collection('losses'{}))"""
_LAST = "tf.summary.scalar('last', loss)\n"
_HISTOGRAMS = """for g, v in grads:
    tf.summary.histogram(v.op.name + '/gradients', g)
merged = tf.summary.merge_all()
"""


def _named(loss: str, behind: str = "", more: str = "") -> str:
    """Towers with scopes of their own: what computes their loss, what stands behind them, what is fetched."""
    return f"""import tensorflow as tf

def average(towers):
    return [(tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]) for pairs in zip(*towers)]

x = tf.placeholder(tf.float32, [4, 2])
opt = tf.train.GradientDescentOptimizer(0.1)
towers = []
for i, part in enumerate(tf.split(x, 2)):
    with tf.device('/gpu:%d' % i), tf.variable_scope('m', reuse=i > 0), tf.name_scope('t_%d' % i) as scope:
        w = tf.get_variable('w', [2])
        {loss}
        towers.append(opt.compute_gradients(loss))
grads = average(towers)
train = opt.apply_gradients(grads)
{behind}with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train, loss{more}], {{x: [[1.0, 2.0]] * 4}})[1])
"""


RULES = (
    Rule(
        code="TWR201",
        title="A tower loop of a form that is not followed",
        explanation=(
            "The loop is left early, hands a value from one tower to the next, gives each tower variables of "
            "its own; or it places towers in a way that cannot be told before the loop runs." + _STAYS
        ),
        held=_TOWERS.replace(_GRADIENTS, f"        loss += 0.1 * len(grads)\n{_GRADIENTS}"),
        rises=_TOWERS,
    ),
    Rule(
        code="TWR202",
        title="A tower reads what others have collected",
        explanation=(
            "A collection read without the tower's own name scope holds the losses of earlier towers too. "
            "Replicas do not see each other's tensors, so that gradients would be missing." + _STAYS
        ),
        held=_named(_COLLECTED.format("")),
        rises=_named(_COLLECTED.format(", scope")),
    ),
    Rule(
        code="TWR203",
        title="Values of a tower and averaged gradients are mixed",
        explanation=(
            "A statement after the loop uses the averaged gradients together with a value of one tower, or "
            "a value is fetched that only some towers define. Or towers make summaries: of replicas, "
            "TensorFlow writes the first one's alone." + _STAYS
        ),
        held=_named(_LOSS, _LAST + _HISTOGRAMS, ", merged"),
        rises=_named(_LOSS, _HISTOGRAMS, ", merged"),
    ),
    Rule(
        code="TWR204",
        title="Towers that are to stay on their devices",
        explanation=(
            "They were chosen to: by `--strategy explicit`, by a comment `# tfmigrate: strategy=explicit` in "
            'the program, or by `strategy = "explicit"` in the table `[tool.tfmigrate]` of the project\'s '
            "`pyproject.toml`. With `mirrored`, or nothing, they become replicas of MirroredStrategy where "
            "that computes the same; with `central-storage` those of CentralStorageStrategy, which takes no "
            "algorithm to add gradients by: from three towers on the last digit may differ; "
            "`multi-worker-mirrored` is `mirrored` to them." + _STAYS
        ),
        held="# tfmigrate: strategy=explicit\n" + _TOWERS,
        rises=_TOWERS,
    ),
)
