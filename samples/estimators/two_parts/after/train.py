"""An Estimator that learns a curve: trained in two parts, evaluated after each, and asked for predictions."""

import argparse
import tempfile

import numpy as np
import compat
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--train_steps", type=int, default=30)
parser.add_argument("--batch_size", type=int, default=16)
parser.add_argument("--learning_rate", type=float, default=0.05)


def model_fn(features, labels, mode, params):
    net = features["x"]
    for units in params["hidden"]:
        net = compat.layers.dense(net, units, activation=tf.nn.tanh)
        net = compat.layers.batch_normalization(net, training=mode == compat.estimator.ModeKeys.TRAIN)
    y = compat.layers.dense(net, 1, name="y")
    if mode == compat.estimator.ModeKeys.PREDICT:
        return compat.estimator.EstimatorSpec(mode, predictions={"y": y})

    loss = tf.compat.v1.losses.mean_squared_error(labels, y)
    metrics = {"error": tf.compat.v1.metrics.mean_absolute_error(labels, y)}
    if mode == compat.estimator.ModeKeys.EVAL:
        return compat.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops=metrics)

    step = compat.train.get_or_create_global_step()
    rate = tf.compat.v1.train.exponential_decay(params["learning_rate"], step, 10, 0.9)
    optimizer = tf.compat.v1.train.MomentumOptimizer(rate, 0.9)
    with tf.control_dependencies(tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS)):
        train_op = optimizer.minimize(loss, global_step=step)
    return compat.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def curve(count, seed):
    x = np.random.RandomState(seed).uniform(-1, 1, (count, 2)).astype(np.float32)
    return x, np.sin(3 * x[:, :1]) * x[:, 1:]


def input_fn(x, y, batch_size, repeats):
    dataset = tf.compat.v1.data.Dataset.from_tensor_slices(({"x": x}, y))
    return dataset.repeat(repeats).batch(batch_size).make_one_shot_iterator().get_next()


def main(args):
    train, held_out = curve(128, 1), curve(32, 2)
    config = compat.estimator.RunConfig(tempfile.mkdtemp(), tf_random_seed=7, save_summary_steps=10)
    params = {"hidden": [8, 8], "learning_rate": args.learning_rate}
    estimator = compat.estimator.Estimator(model_fn, config=config, params=params)
    for part in (args.train_steps // 2, args.train_steps):
        estimator.train(lambda: input_fn(*train, args.batch_size, None), max_steps=part)
        found = estimator.evaluate(lambda: input_fn(*held_out, args.batch_size, 1))
        print("step %d: loss %.4f, error %.4f" % (found["global_step"], found["loss"], found["error"]))
    for given in estimator.predict(compat.estimator.inputs.numpy_input_fn({"x": held_out[0][:3]}, shuffle=False)):
        print("predicted %.3f" % given["y"][0])


if __name__ == "__main__":
    main(parser.parse_args())
