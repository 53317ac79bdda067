# expect: compat, parity
# contrib.training's loop, whose hooks ask for a value beside each run, and whose last loss is printed.
import numpy as np
import tensorflow as tf

x = tf.constant(np.arange(12, dtype=np.float32).reshape(4, 3))
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
norm = tf.norm(loss)
train_op = tf.contrib.training.create_train_op(loss, tf.train.GradientDescentOptimizer(0.001))


class Largest(tf.train.SessionRunHook):
    def begin(self):
        self.value = 0.0

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(norm)

    def after_run(self, run_context, run_values):
        self.value = max(self.value, run_values.results)


largest = Largest()
last = tf.contrib.training.train(
    train_op,
    None,
    hooks=[tf.train.StopAtStepHook(num_steps=4), largest],
    save_checkpoint_secs=None,
    save_summaries_steps=None,
)
print("%.4f %.4f" % (last, largest.value))
