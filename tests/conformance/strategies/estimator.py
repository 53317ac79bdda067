"""An Estimator that trains under a strategy of contrib."""

import tempfile

import numpy as np
import tensorflow as tf


def start(seed, *shape):
    return tf.constant_initializer((0.3 * np.random.RandomState(seed).randn(*shape)).astype("float32"))


def model_fn(features, labels, mode, params):
    hidden = tf.layers.dense(features["x"], 8, tf.nn.tanh, kernel_initializer=start(0, 8, 8), name="hidden")
    out = tf.layers.dense(hidden, 1, kernel_initializer=start(1, 8, 1), name="out")
    loss = tf.losses.mean_squared_error(labels, out)
    if mode == tf.estimator.ModeKeys.EVAL:
        metrics = {"error": tf.metrics.mean_absolute_error(labels, out)}
        return tf.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops=metrics)
    step = tf.train.get_or_create_global_step()
    rate = tf.train.exponential_decay(params["rate"], step, 5, 0.9)
    train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss, global_step=step)
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def input_fn():
    x = np.random.RandomState(2).randn(64, 8).astype("float32")
    return tf.data.Dataset.from_tensor_slices(({"x": x}, np.tanh(x.sum(1, keepdims=True)))).repeat().batch(8)


def main(num_gpus):
    reduction = tf.contrib.distribute.AllReduceCrossDeviceOps("hierarchical_copy", num_packs=1)
    strategy = tf.contrib.distribute.MirroredStrategy(num_gpus=num_gpus, cross_tower_ops=reduction)
    options = tf.ConfigProto(allow_soft_placement=True, device_count={"CPU": 2})
    config = tf.estimator.RunConfig(tempfile.mkdtemp(), session_config=options, train_distribute=strategy)
    estimator = tf.estimator.Estimator(model_fn, config=config, params={"rate": 0.05})
    estimator.train(input_fn, steps=20)
    print("kernel", *estimator.get_variable_value("hidden/kernel")[0])
    result = estimator.evaluate(input_fn, steps=4)
    print("evaluation", result["loss"], result["error"])


main(2)
