# expect: compat, parity
# slim's loop over checkpoints: each evaluation begins its input anew, behind a queue as behind an iterator.
import numpy as np
import tensorflow as tf

slim = tf.contrib.slim
X = np.arange(128, dtype=np.float32).reshape(32, 4) % 7 / 7
waiting = []


def net(x):
    return slim.fully_connected(x, 1, activation_fn=None, scope="fc", weights_initializer=tf.ones_initializer())


def train():
    with tf.Graph().as_default():
        loss = tf.reduce_mean(tf.square(net(tf.constant(X)) - 1.0))
        step = tf.train.get_or_create_global_step()
        op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
        saver = tf.train.Saver()
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for _ in range(3):
                sess.run(op)
                waiting.append(saver.save(sess, "model/m.ckpt", global_step=step))


def next_one():
    if not waiting:
        return True
    tf.train.update_checkpoint_state("model", waiting.pop(0))
    return False


def evaluate():
    with tf.Graph().as_default():
        rows = tf.data.Dataset.from_tensor_slices(X).repeat().batch(5).make_one_shot_iterator().get_next()
        (index,) = tf.train.slice_input_producer([tf.range(32.0)], shuffle=False)
        numbers = tf.train.batch([index], 3)
        tf.train.get_or_create_global_step()
        error, update = tf.metrics.mean_squared_error(rows[:, :1], net(rows))
        total, add = tf.metrics.mean(numbers)
        written = tf.summary.merge([tf.summary.scalar("error", error), tf.summary.scalar("total", total)])
        return slim.evaluation.evaluation_loop(
            "",
            "model",
            "eval",
            num_evals=2,
            eval_op=[update, add],
            final_op={"error": error, "total": total},
            summary_op=written,
            eval_interval_secs=0,
            timeout=0,
            timeout_fn=next_one,
        )


train()
print(sorted((name, "%.6f" % value) for name, value in evaluate().items()))
for path in tf.gfile.Glob("eval/*"):
    for event in tf.train.summary_iterator(path):
        for one in event.summary.value:
            print(event.step, one.tag, "%.6f" % one.simple_value)
