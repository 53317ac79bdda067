# expect: compat (estimator)
# A TPUEstimator where there is no TPU: trained, evaluated by its own metrics, and what it predicts rounded.
import numpy as np
import tensorflow as tf

FLAGS = tf.app.flags.FLAGS
tf.app.flags.DEFINE_bool("use_tpu", False, "Whether there is one")
X = (np.arange(64, dtype=np.float32).reshape(16, 4) % 7) / 7
Y = (X.sum(1) * 0.7).astype(np.int32)


def model_fn(features, labels, mode, params):
    initializer = tf.constant_initializer(np.linspace(-1, 1, 12))
    logits = tf.layers.dense(features["x"], 3, kernel_initializer=initializer)
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.contrib.tpu.TPUEstimatorSpec(mode=mode, predictions={"p": tf.nn.softmax(logits)})
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    if mode == tf.estimator.ModeKeys.TRAIN:
        optimizer = tf.train.MomentumOptimizer(params["rate"], 0.9)
        if FLAGS.use_tpu:
            optimizer = tf.contrib.tpu.CrossShardOptimizer(optimizer)
        train_op = optimizer.minimize(loss, global_step=tf.train.get_global_step())
        return tf.contrib.tpu.TPUEstimatorSpec(mode=mode, loss=loss, train_op=train_op)

    def metric_fn(labels, logits):
        return {
            "accuracy": tf.metrics.accuracy(labels, tf.argmax(logits, 1)),
            "size": tf.metrics.mean(tf.fill([3], float(params["batch_size"]))),
        }

    return tf.contrib.tpu.TPUEstimatorSpec(mode=mode, loss=loss, eval_metrics=(metric_fn, [labels, logits]))


def input_fn(params):
    data = tf.data.Dataset.from_tensor_slices(({"x": X}, Y))
    return data.repeat().batch(params["batch_size"], drop_remainder=True)


def main(_):
    tpu_config = tf.contrib.tpu.TPUConfig(iterations_per_loop=5, num_shards=2)
    estimator = tf.contrib.tpu.TPUEstimator(
        model_fn=model_fn,
        use_tpu=FLAGS.use_tpu,
        config=tf.contrib.tpu.RunConfig(model_dir="model", save_checkpoints_steps=10, tpu_config=tpu_config),
        train_batch_size=8,
        eval_batch_size=16,
        predict_batch_size=4,
        params={"rate": 0.1},
    )
    estimator.train(input_fn, max_steps=12)
    for name, value in sorted(estimator.evaluate(input_fn, steps=2).items()):
        print(name, "%.6f" % value)
    for one in estimator.predict(
        lambda params: tf.data.Dataset.from_tensors({"x": X[: params["batch_size"]]})
    ):
        print(np.round(one["p"], 5).tolist())


tf.app.run()
