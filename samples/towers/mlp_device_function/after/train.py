"""Multilayer perceptron on several GPUs; a device function keeps the variables on the CPU.

    python train.py --num_gpus=2
"""

from __future__ import division, print_function

import numpy as np
import compat
import tensorflow as tf

flags = tf.compat.v1.app.flags
flags.DEFINE_integer("num_gpus", 2, "Number of GPUs")
flags.DEFINE_integer("num_steps", 60, "Number of training steps")
flags.DEFINE_integer("batch_size", 64, "Examples per GPU and step")
flags.DEFINE_float("learning_rate", 0.05, "Learning rate")
FLAGS = flags.FLAGS

num_gpus = FLAGS.num_gpus
batch_size = FLAGS.batch_size
display_step = 20

num_input = 64
num_hidden = 256
num_classes = 4

# Generated data: four Gaussian clouds
random = np.random.RandomState(42)
centers = random.randn(num_classes, num_input)


def next_batch(size):
    labels = random.randint(num_classes, size=size)
    points = centers[labels] + random.randn(size, num_input)
    return points.astype(np.float32), np.eye(num_classes, dtype=np.float32)[labels]


# Ops that hold state: they go where all the GPUs can share them
PS_OPS = ["Variable", "VariableV2", "AutoReloadVariable", "VarHandleOp"]


def assign_to_device(device, ps_device="/cpu:0"):
    def _assign(op):
        node_def = op if isinstance(op, tf.compat.v1.NodeDef) else op.node_def
        if node_def.op in PS_OPS:
            return ps_device
        else:
            return device

    return _assign


def mlp(x, reuse):
    with tf.compat.v1.variable_scope("mlp", reuse=reuse):
        w1 = tf.compat.v1.get_variable("w1", [num_input, num_hidden],
                             initializer=tf.compat.v1.random_normal_initializer(stddev=0.1))
        b1 = tf.compat.v1.get_variable("b1", [num_hidden], initializer=tf.compat.v1.zeros_initializer())
        hidden = tf.nn.tanh(tf.matmul(x, w1) + b1)
        w2 = tf.compat.v1.get_variable("w2", [num_hidden, num_classes],
                             initializer=tf.compat.v1.random_normal_initializer(stddev=0.1))
        b2 = tf.compat.v1.get_variable("b2", [num_classes], initializer=tf.compat.v1.zeros_initializer())
        return tf.matmul(hidden, w2) + b2


def average_gradients(tower_grads):
    average_grads = []
    for grad_and_vars in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in grad_and_vars]
        grad = tf.reduce_mean(tf.concat(grads, 0), 0)
        average_grads.append((grad, grad_and_vars[0][1]))
    return average_grads


strategy = tf.distribute.MirroredStrategy(
    ["/gpu:%d" % i for i in range(num_gpus)],
    # Adds the towers' gradients in their order, equal to the bit with the TF 1 graph. Without this argument
    # TensorFlow chooses: faster on many GPUs (NCCL), and different in the last digit from three towers on.
    cross_device_ops=compat.OrderedReduction(),
)
variables = compat.VariableStore(strategy)
with variables.scope():
    optimizer = tf.compat.v1.train.MomentumOptimizer(FLAGS.learning_rate, 0.9)


@variables.function(
    input_signature=[
        tf.TensorSpec([None, num_input], tf.float32),
        tf.TensorSpec([None, num_classes], tf.float32),
    ],
)
def train_step(X, Y):
    with tf.device("/cpu:0"):
        # One placeholder for the batches of all the towers
        def tower():
            i = compat.replica_index()
            # This tower's part of the batch
            _x = X[i * batch_size:(i + 1) * batch_size]
            _y = Y[i * batch_size:(i + 1) * batch_size]

            logits = mlp(_x, reuse=(i > 0))
            loss_op = tf.reduce_mean(
                tf.compat.v1.nn.softmax_cross_entropy_with_logits_v2(logits=logits, labels=_y))
            grads = optimizer.compute_gradients(loss_op)

            compat.apply_gradients(optimizer, compat.average_gradients(grads))
            return loss_op

        tower_losses = list(strategy.experimental_local_results(strategy.run(tower)))

        mean_loss = tf.reduce_mean(tf.stack(tower_losses))
    return mean_loss


for step in range(1, FLAGS.num_steps + 1):
    batch_x, batch_y = next_batch(batch_size * num_gpus)
    loss = train_step(batch_x, batch_y).numpy()
    if step % display_step == 0 or step == 1:
        print("Step " + str(step) + ": loss = {:.4f}".format(loss))
print("Optimization finished")
