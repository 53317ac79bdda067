"""The model of TF 1's MNIST tutorial, `tensorflow.examples.tutorials.mnist.mnist`."""

from __future__ import annotations

import math
from typing import Any

import tensorflow as tf

from ...._listing import listed

__dir__ = listed(__name__)

_V1 = tf.compat.v1

NUM_CLASSES = 10
IMAGE_SIZE = 28
IMAGE_PIXELS = IMAGE_SIZE * IMAGE_SIZE


def inference(images: Any, hidden1_units: int, hidden2_units: int) -> Any:
    """Logits [batch, 10] of images [batch, 784], through two hidden layers."""
    hidden1 = tf.nn.relu(_linear("hidden1", images, IMAGE_PIXELS, hidden1_units))
    hidden2 = tf.nn.relu(_linear("hidden2", hidden1, hidden1_units, hidden2_units))
    return _linear("softmax_linear", hidden2, hidden2_units, NUM_CLASSES)


def _linear(scope: str, inputs: Any, size: int, units: int) -> Any:
    with _V1.name_scope(scope):
        initial = _V1.truncated_normal([size, units], stddev=1.0 / math.sqrt(float(size)))
        weights = _V1.Variable(initial, name="weights")
        biases = _V1.Variable(tf.zeros([units]), name="biases")
        return tf.matmul(inputs, weights) + biases


def loss(logits: Any, labels: Any) -> Any:
    """The mean cross entropy; labels are class numbers."""
    return _V1.losses.sparse_softmax_cross_entropy(labels=tf.cast(labels, tf.int64), logits=logits)


def training(loss: Any, learning_rate: Any) -> Any:
    """One step of gradient descent on `loss`; also counts a new `global_step` and summarises the loss."""
    _V1.summary.scalar("loss", loss)
    optimizer = _V1.train.GradientDescentOptimizer(learning_rate)
    global_step = _V1.Variable(0, name="global_step", trainable=False)
    return optimizer.minimize(loss, global_step=global_step)


def evaluation(logits: Any, labels: Any) -> Any:
    """How many of the logits are highest for their label, an int32."""
    correct = _V1.nn.in_top_k(predictions=logits, targets=labels, k=1)
    return tf.reduce_sum(tf.cast(correct, tf.int32))
