# expect: compat, parity
# An evaluation whose hooks have names, with summaries of the block; it ends with its input.
import numpy as np
import tensorflow as tf

X = np.arange(128, dtype=np.float32).reshape(32, 4) % 7 / 7


def save():
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        w = tf.get_variable("w", [4], initializer=tf.ones_initializer())
        op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(tf.square(w)), global_step=step)
        saver = tf.train.Saver()
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            sess.run(op)
            saver.save(sess, "model/m.ckpt", global_step=step)


def evaluate():
    with tf.Graph().as_default():
        x = tf.data.Dataset.from_tensor_slices(X).batch(5).make_one_shot_iterator().get_next()
        w = tf.get_variable("w", [4])
        value, update = tf.metrics.mean(tf.reduce_sum(x * w, 1))
        written = tf.summary.merge([tf.summary.scalar("value", value)])
        at_end = tf.contrib.training.SummaryAtEndHook(log_dir="eval", summary_op=written)
        hooks = [at_end]
        tf.contrib.training.evaluate_repeatedly(
            checkpoint_dir="model",
            eval_ops=[update],
            hooks=hooks,
            eval_interval_secs=1,
            max_number_of_evaluations=1,
        )


save()
evaluate()
for path in tf.gfile.Glob("eval/*"):
    for event in tf.train.summary_iterator(path):
        for one in event.summary.value:
            print(event.step, one.tag, "%.6f" % one.simple_value)
