"""TWR101: a loop over towers becomes a function that a strategy runs on every GPU."""

from migrate.rewrite.rule import Rule

RULE = Rule(
    code="TWR101",
    title="A tower loop becomes MirroredStrategy",
    explanation=(
        "The body of a loop that builds one tower per GPU becomes a function that MirroredStrategy runs "
        "there; the loop's index is the replica's. Code that averages the towers' gradients, however it is "
        "spelled, becomes compat.average_gradients, and apply_gradients takes the average once. Variables "
        "are mirrored instead of kept on one device. With compat.OrderedReduction the result is equal to "
        "the bit with the graph's; without it TensorFlow chooses the algorithm."
    ),
    before="""\
import numpy as np
import tensorflow as tf


def average_gradients(tower_grads):
    average_grads = []
    for grad_and_vars in zip(*tower_grads):
        grad = tf.reduce_mean(tf.stack([g for g, _ in grad_and_vars]), 0)
        average_grads.append((grad, grad_and_vars[0][1]))
    return average_grads


x = tf.placeholder(tf.float32, [8, 4])
parts = tf.split(x, 2)
optimizer = tf.train.GradientDescentOptimizer(0.1)
tower_grads = []
for i in range(2):
    with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=i > 0):
        w = tf.get_variable('w', [4, 1])
        loss = tf.reduce_mean(tf.square(tf.matmul(parts[i], w)))
        tower_grads.append(optimizer.compute_gradients(loss))
train_op = optimizer.apply_gradients(average_gradients(tower_grads))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(10):
        _, value = sess.run([train_op, loss], feed_dict={x: np.ones((8, 4))})
        print(value)
""",
    after="""\
import numpy as np
import compat
import tensorflow as tf


def average_gradients(tower_grads):
    average_grads = []
    for grad_and_vars in zip(*tower_grads):
        grad = tf.reduce_mean(tf.stack([g for g, _ in grad_and_vars]), 0)
        average_grads.append((grad, grad_and_vars[0][1]))
    return average_grads


strategy = tf.distribute.MirroredStrategy(
    ['/gpu:%d' % i for i in range(2)],
    # Adds the towers' gradients in their order, equal to the bit with the TF 1 graph. Without this argument
    # TensorFlow chooses: faster on many GPUs (NCCL), and different in the last digit from three towers on.
    cross_device_ops=compat.OrderedReduction(),
)
variables = compat.VariableStore(strategy)
with variables.scope():
    optimizer = tf.compat.v1.train.GradientDescentOptimizer(0.1)


@variables.function(input_signature=[tf.TensorSpec([8, 4], tf.float32)])
def train_step(x):
    parts = tf.split(x, 2)

    def tower():
        i = compat.replica_index()
        with tf.compat.v1.variable_scope('net', reuse=i > 0):
            w = tf.compat.v1.get_variable('w', [4, 1])
            loss = tf.reduce_mean(tf.square(tf.matmul(parts[i], w)))
        compat.apply_gradients(optimizer, compat.average_gradients(optimizer.compute_gradients(loss)))
        return loss

    # The last tower's, as the graph fetched it.
    loss = strategy.experimental_local_results(strategy.run(tower))[-1]
    return loss


for step in range(10):
    value = train_step(np.ones((8, 4))).numpy()
    print(value)
""",
)
