# expect: wrapped, parity
# Each evaluation begins the same order anew, which a data set that is kept would go on with.
import numpy as np
import tensorflow as tf

X = np.arange(12, dtype=np.float32)
waiting = []


def save():
    with tf.Graph().as_default():
        w = tf.get_variable("w", [], initializer=tf.zeros_initializer())
        more = tf.assign_add(w, 1.0)
        saver = tf.train.Saver()
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(3):
                sess.run(more)
                waiting.append(saver.save(sess, "model/m.ckpt", global_step=step))


def next_one():
    if waiting:
        tf.train.update_checkpoint_state("model", waiting.pop(0))
        return False
    return True


def evaluate():
    with tf.Graph().as_default():
        data = tf.data.Dataset.from_tensor_slices(X).shuffle(12, seed=3).repeat().batch(5)
        x = data.make_one_shot_iterator().get_next()
        w = tf.get_variable("w", [], initializer=tf.zeros_initializer())
        value, update = tf.metrics.mean(x * w)
        return tf.contrib.training.evaluate_repeatedly(
            "model",
            eval_ops=update,
            final_ops=value,
            hooks=[tf.contrib.training.StopAfterNEvalsHook(2)],
            eval_interval_secs=0,
            timeout=0,
            timeout_fn=next_one,
        )


save()
print("%.4f" % evaluate())
