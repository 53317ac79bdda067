"""`cnn_two_towers.py` as one would write it for TensorFlow 2 by hand: no step of tfmigrate, no part of compat."""

import numpy as np
import tensorflow as tf

import pace

NUM_GPUS = 2
BATCH = 32

random = np.random.RandomState(0)
images = random.rand(NUM_GPUS * BATCH, 28, 28, 1).astype(np.float32)
classes = random.randint(10, size=NUM_GPUS * BATCH)

strategy = tf.distribute.MirroredStrategy(
    [f"/gpu:{i}" for i in range(NUM_GPUS)], cross_device_ops=tf.distribute.ReductionToOneDevice()
)
with strategy.scope():
    kernels = [tf.Variable(tf.random.truncated_normal(shape, stddev=0.05))
               for shape in ([5, 5, 1, 16], [5, 5, 16, 32])]
    biases = [tf.Variable(tf.zeros([channels])) for channels in (16, 32)]
    weights = tf.Variable(tf.random.truncated_normal([7 * 7 * 32, 10], stddev=0.05))
    optimizer = tf.compat.v1.train.MomentumOptimizer(0.01, 0.9)
parameters = [*kernels, *biases, weights]


def loss_of(inputs, labels):
    features = inputs
    for kernel, bias in zip(kernels, biases):
        features = tf.nn.relu(tf.nn.conv2d(features, kernel, 1, "SAME") + bias)
        features = tf.nn.max_pool(features, 2, 2, "SAME")
    logits = tf.matmul(tf.reshape(features, [-1, 7 * 7 * 32]), weights)
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))


@tf.function(input_signature=[
    tf.TensorSpec([NUM_GPUS * BATCH, 28, 28, 1], tf.float32),
    tf.TensorSpec([NUM_GPUS * BATCH], tf.int64),
])
def train_step(x, y):
    def replica():
        own = tf.distribute.get_replica_context().replica_id_in_sync_group * BATCH
        with tf.GradientTape() as tape:
            loss = loss_of(x[own:own + BATCH], y[own:own + BATCH])
            share = loss / NUM_GPUS
        optimizer.apply_gradients(zip(tape.gradient(share, parameters), parameters))
        return loss

    return strategy.experimental_local_results(strategy.run(replica))[-1]


while pace.goes_on():
    pace.note(train_step(images, classes).numpy())
