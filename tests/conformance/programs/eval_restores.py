# expect: compat, parity
# An evaluation of moving averages, which are restored in the place of what they are of; to the input's end.
import numpy as np
import tensorflow as tf

slim = tf.contrib.slim
X = np.arange(128, dtype=np.float32).reshape(32, 4) % 7 / 7


def save():
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        average = "fc/%s/ExponentialMovingAverage"
        weights = tf.get_variable(average % "weights", [4, 1], initializer=tf.constant_initializer(0.75))
        biases = tf.get_variable(average % "biases", [1], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_sum(tf.square(weights) * biases)
        op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
        saver = tf.train.Saver()
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            sess.run(op)
            saver.save(sess, "model/m.ckpt", global_step=1)


def evaluate():
    with tf.Graph().as_default():
        x = tf.data.Dataset.from_tensor_slices(X).batch(5).make_one_shot_iterator().get_next()
        step = tf.train.get_or_create_global_step()
        found = slim.fully_connected(x, 1, activation_fn=None, scope="fc")
        values, updates = tf.contrib.metrics.aggregate_metric_map(
            {"mse": tf.metrics.mean_squared_error(x[:, :1], found)}
        )
        restored = tf.train.ExponentialMovingAverage(0.5).variables_to_restore(slim.get_model_variables())
        restored[step.op.name] = step
        return slim.evaluation.evaluate_once(
            master="",
            checkpoint_path=tf.train.latest_checkpoint("model"),
            logdir="eval",
            num_evals=100,
            eval_op=list(updates.values()),
            final_op=values["mse"],
            summary_op=None,
            variables_to_restore=restored,
        )


save()
print("%.6f" % evaluate())
