# expect: lower
# A loop that may run more than once.
import tensorflow as tf

w = tf.get_variable("w", [], initializer=tf.ones_initializer())
tf.train.get_or_create_global_step()
train_op = tf.contrib.training.create_train_op(tf.square(w), tf.train.GradientDescentOptimizer(0.1))
for steps in (2, 3):
    hooks = [tf.train.StopAtStepHook(num_steps=steps)]
    last = tf.contrib.training.train(
        train_op, None, hooks=hooks, save_checkpoint_secs=None, save_summaries_steps=None
    )
    print(steps, last > 0)
