"""`original.py` by hand: a module and the updates written out, all in one function of a step."""

import numpy as np
import tensorflow as tf
from absl import app, flags

flags.DEFINE_string("optimizer", "adam", "which")
flags.DEFINE_integer("steps", 6, "updates")
FLAGS = flags.FLAGS


class Layer(tf.Module):
    def __init__(self, inputs, outputs, name):
        super().__init__(name)
        limit = (6.0 / (inputs + outputs)) ** 0.5
        self.kernel = tf.Variable(tf.random.uniform([inputs, outputs], -limit, limit), name=f"{name}_kernel")
        self.bias = tf.Variable(tf.zeros([outputs]), name=f"{name}_bias")

    def __call__(self, x):
        return x @ self.kernel + self.bias


class Update:
    """How one variable follows its gradient."""

    def __init__(self, variable):
        begin = {"rmsprop": 1.0, "adagrad": 0.1}.get(FLAGS.optimizer, 0.0)
        self.variable = variable
        self.first = tf.Variable(tf.zeros_like(variable), trainable=False)
        self.second = tf.Variable(tf.fill(variable.shape, begin), trainable=False)

    def __call__(self, gradient, count):
        squares = gradient * gradient
        if FLAGS.optimizer == "descent":
            change = 0.3 * gradient
        elif FLAGS.optimizer == "nesterov":
            velocity = self.first.assign(0.8 * self.first + gradient)
            change = 0.1 * (gradient + 0.8 * velocity)
        elif FLAGS.optimizer == "adam":
            mean = self.first.assign(0.9 * self.first + 0.1 * gradient)
            square = self.second.assign(0.99 * self.second + 0.01 * squares)
            rate = 0.05 * tf.sqrt(1.0 - 0.99**count) / (1.0 - 0.9**count)
            change = rate * mean / (tf.sqrt(square) + 1e-8)
        elif FLAGS.optimizer == "rmsprop":
            square = self.second.assign(0.8 * self.second + 0.2 * squares)
            change = 0.02 * gradient * tf.math.rsqrt(square + 1e-10)
        else:
            square = self.second.assign_add(squares)
            change = 0.1 * gradient * tf.math.rsqrt(square)
        self.variable.assign_sub(change)


def main(_):
    hidden, logits = Layer(4, 6, "first"), Layer(6, 3, "second")
    weights = [hidden.kernel, hidden.bias, logits.kernel, logits.bias]
    updates = [Update(weight) for weight in weights]

    @tf.function
    def train_step(x, labels, count):
        with tf.GradientTape() as tape:
            found = logits(tf.nn.relu(hidden(x)))
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, found))
        for update, gradient in zip(updates, tape.gradient(loss, weights)):
            update(gradient, count)
        hits = tf.cast(tf.math.in_top_k(labels, found, 1), tf.float32)
        return {"loss": loss, "hits": tf.reduce_mean(hits)}

    random = np.random.RandomState(5)
    for step in range(FLAGS.steps):
        x = tf.constant(random.rand(9, 4), tf.float32)
        labels = tf.argmax(x, 1, tf.int32) % 3
        told = train_step(x, labels, tf.constant(step + 1.0))
        print(f"step {step}: loss {told['loss']:.5f}, hits {told['hits']:.3f}")


if __name__ == "__main__":
    app.run(main)
