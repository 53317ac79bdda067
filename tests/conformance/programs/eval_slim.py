# expect: compat, parity
# slim's loop, and its evaluation of what that saved: metrics, then summaries of the next batch, then values.
import numpy as np
import tensorflow as tf

slim = tf.contrib.slim
X = np.arange(128, dtype=np.float32).reshape(32, 4) % 7 / 7
Y = (X.sum(1) * 0.7).astype(np.int64)


def net(x):
    with slim.arg_scope([slim.fully_connected], weights_initializer=tf.constant_initializer(0.25)):
        h = slim.fully_connected(x, 8, scope="fc1")
        return slim.fully_connected(h, 3, activation_fn=None, scope="fc2")


def batches():
    data = tf.data.Dataset.from_tensor_slices((X, Y)).repeat().batch(5)
    return data.make_one_shot_iterator().get_next()


def train():
    with tf.Graph().as_default():
        x, y = batches()
        tf.losses.sparse_softmax_cross_entropy(y, net(x))
        loss = tf.losses.get_total_loss()
        op = slim.learning.create_train_op(loss, tf.train.GradientDescentOptimizer(0.1))
        slim.learning.train(op, "model", number_of_steps=5)


def evaluate():
    with tf.Graph().as_default():
        x, y = batches()
        predictions = tf.argmax(net(x), 1)
        values, updates = slim.metrics.aggregate_metric_map(
            {
                "accuracy": tf.metrics.accuracy(y, predictions),
                "mse": tf.metrics.mean_squared_error(y, predictions),
            }
        )
        tf.summary.scalar("batch", tf.reduce_sum(x * tf.range(5.0)[:, None]))
        for name, value in values.items():
            tf.summary.scalar(name, value)
        return slim.evaluation.evaluate_once(
            "",
            tf.train.latest_checkpoint("model"),
            "eval",
            num_evals=4,
            eval_op=list(updates.values()),
            final_op=list(values.values()),
        )


train()
print(["%.6f" % one for one in evaluate()])
for path in tf.gfile.Glob("eval/*"):
    for event in tf.train.summary_iterator(path):
        for one in event.summary.value:
            print(event.step, one.tag, "%.6f" % one.simple_value)
