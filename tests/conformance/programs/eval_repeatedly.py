# expect: compat, parity
# contrib.training's loop over checkpoints, with its hook, of which one comes; the input ends in each evaluation.
import numpy as np
import tensorflow as tf

X = np.arange(12, dtype=np.float32)


def save():
    with tf.Graph().as_default():
        w = tf.get_variable("w", [], initializer=tf.constant_initializer(0.5))
        double = tf.assign(w, w * 2.0)
        saver = tf.train.Saver()
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            sess.run(double)
            saver.save(sess, "model/m.ckpt")


def evaluate():
    with tf.Graph().as_default():
        x = tf.data.Dataset.from_tensor_slices(X).batch(5).make_one_shot_iterator().get_next()
        w = tf.get_variable("w", [], initializer=tf.zeros_initializer())
        value, update = tf.metrics.mean(x * w)
        return tf.contrib.training.evaluate_repeatedly(
            "model",
            eval_ops=update,
            final_ops=value,
            hooks=[tf.contrib.training.StopAfterNEvalsHook(8)],
            eval_interval_secs=0.1,
            timeout=1,
            max_number_of_evaluations=2,
        )


save()
print("%.4f" % evaluate())
