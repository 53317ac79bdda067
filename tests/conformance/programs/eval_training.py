# expect: compat, parity
# contrib.training's evaluation with its two hooks, of initial values, in what a dictionary names.
import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_integer("num_evals", 3, "How many batches")
FLAGS = tf.app.flags.FLAGS
X = np.arange(128, dtype=np.float32).reshape(32, 4) % 7 / 7


def main(_):
    tf.train.get_or_create_global_step()
    x = tf.data.Dataset.from_tensor_slices(X).repeat().batch(5).make_one_shot_iterator().get_next()
    w = tf.get_variable("w", [4], initializer=tf.ones_initializer())
    error, update = tf.metrics.mean_squared_error(x[:, 0], tf.reduce_sum(x * w, 1))
    tf.summary.scalar("error", error)
    result = tf.contrib.training.evaluate_once(
        None,
        eval_ops=update,
        final_ops={"error": error},
        hooks=[
            tf.contrib.training.StopAfterNEvalsHook(FLAGS.num_evals),
            tf.contrib.training.SummaryAtEndHook("eval"),
        ],
        config=tf.ConfigProto(allow_soft_placement=True),
    )
    print("%.6f" % result["error"])


tf.app.run()
