# expect: compat (estimator)
"""An Estimator that trains with hooks, is evaluated to the end of its input, and predicts."""

import tempfile

import numpy as np
import tensorflow as tf

x = np.random.RandomState(3).rand(24, 5).astype("float32")
y = np.float32(x.sum(1, keepdims=True) > 2.5)


class Tells(tf.train.SessionRunHook):
    def begin(self):
        self.runs = 0

    def before_run(self, run_context):
        return tf.train.SessionRunArgs("loss:0")

    def after_run(self, run_context, run_values):
        self.runs += 1
        if self.runs % 4 == 0:
            print("run %d: %.4f" % (self.runs, run_values.results))


def model_fn(features, labels, mode, params):
    hidden = features["x"]
    for number, units in enumerate(params["units"]):
        start = tf.truncated_normal_initializer(stddev=0.5, seed=number)
        hidden = tf.layers.dense(hidden, units, tf.nn.tanh, kernel_initializer=start)
        hidden = tf.layers.batch_normalization(hidden, training=mode == tf.estimator.ModeKeys.TRAIN)
    logits = tf.layers.dense(hidden, 1, kernel_initializer=tf.zeros_initializer())
    likely = tf.sigmoid(logits)
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions={"likely": likely})
    loss = tf.identity(tf.losses.sigmoid_cross_entropy(labels, logits), name="loss")
    if mode == tf.estimator.ModeKeys.EVAL:
        metrics = {"accuracy": tf.metrics.accuracy(labels, tf.round(likely))}
        return tf.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops=metrics)
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train_op = tf.train.AdamOptimizer(0.05).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def batches(repeats):
    data = tf.data.Dataset.from_tensor_slices(({"x": x}, y)).repeat(repeats).batch(8)
    return data.make_one_shot_iterator().get_next()


def main(_):
    config = tf.estimator.RunConfig(tempfile.mkdtemp(), tf_random_seed=2, save_checkpoints_steps=6)
    estimator = tf.estimator.Estimator(model_fn, config=config, params={"units": [6, 4]})
    for _ in range(2):
        estimator.train(lambda: batches(None), steps=8, hooks=[Tells()])
        result = estimator.evaluate(lambda: batches(1))
        print("evaluated %d: %.4f %.4f" % (result["global_step"], result["loss"], result["accuracy"]))
    for told in estimator.predict(tf.estimator.inputs.numpy_input_fn({"x": x[:3]}, shuffle=False)):
        print("%.4f" % told["likely"][0])


if __name__ == "__main__":
    tf.app.run()
