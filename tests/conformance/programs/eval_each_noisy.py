# expect: wrapped, parity
# Each evaluation begins anew with the numbers that a seed fixes, which a step goes on with.
import tensorflow as tf

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
        w = tf.get_variable("w", [], initializer=tf.zeros_initializer())
        key = tf.GraphKeys.LOCAL_VARIABLES
        total = tf.get_variable("total", [], initializer=tf.zeros_initializer(), collections=[key])
        add = tf.assign_add(total, tf.random_normal([], seed=3) * w)
        return tf.contrib.training.evaluate_repeatedly(
            "model",
            eval_ops=add,
            final_ops=total,
            hooks=[tf.contrib.training.StopAfterNEvalsHook(2)],
            eval_interval_secs=0,
            timeout=0,
            timeout_fn=next_one,
        )


save()
print("%.4f" % evaluate())
