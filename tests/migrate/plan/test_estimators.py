"""Programs of Estimators: on tier `compat (estimator)`, unless something else builds a graph."""

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

MODEL = """\
import functools

import numpy as np
import tensorflow as tf


def model_fn(features, labels, mode):
    scale = tf.get_variable('scale', [], initializer=tf.ones_initializer())
    loss = tf.reduce_mean(tf.square(features['x'] * scale - labels))
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train, predictions={'scale': scale})


def input_fn(batch=2):
    data = tf.data.Dataset.from_tensor_slices(({'x': np.ones(4, 'f')}, np.ones(4, 'f')))
    return data.batch(batch).make_one_shot_iterator().get_next()


"""
TRAIN = "estimator = tf.estimator.Estimator(model_fn)\nestimator.train(input_fn, steps=3)\n"
METRICS = """\
def measured(features, labels, mode, params):
    def metric_fn(labels):
        return {'size': tf.metrics.mean(labels)}

    scale = tf.get_variable('scale', [])
    loss = tf.reduce_mean(features['x'] * scale)
    predictions, metrics = {'scale': features['x'] * scale}, (metric_fn, [labels])
    return tf.contrib.tpu.TPUEstimatorSpec(mode, loss=loss, predictions=predictions, eval_metrics=metrics)


config = tf.contrib.tpu.RunConfig()
estimator = tf.contrib.tpu.TPUEstimator(measured, config=config, use_tpu=False, predict_batch_size=4)
"""


def program(tmp_path, text):
    path = tmp_path / "train.py"
    path.write_text(MODEL + text)
    outcome = migrate([path])
    (unit,) = outcome.units
    (one,) = unit.programs
    return one, unit.changes[0].after.decode(), outcome.all_diagnostics


@pytest.mark.parametrize(
    "text",
    [
        TRAIN,
        TRAIN + "print(estimator.evaluate(lambda: input_fn(1), steps=1)['loss'])\n",
        TRAIN
        + "for one in estimator.predict(functools.partial(input_fn, 1)):\n    print(one['scale'].item())\n",
        METRICS + "for one in estimator.predict(input_fn):\n    print(np.round(one['scale'], 2).tolist())\n",
        "with tf.io.TFRecordWriter('there') as writer:\n    writer.write(b'one')\n" + TRAIN,
        TRAIN
        + "result = estimator.evaluate(input_fn)\nfor name in sorted(result.keys()):\n    print(name)\n",
        "def main(_):\n    "
        + TRAIN.replace("\n", "\n    ")
        + "\n\nif __name__ == '__main__':\n    tf.app.run()\n",
        "class Own:\n    def __init__(self):\n        self.estimator = tf.estimator.Estimator(self.model)\n\n"
        "    def model(self, features, labels, mode):\n        return model_fn(features, labels, mode)\n\n"
        "    def train(self):\n        self.estimator.train(input_fn, steps=2)\n\n\nOwn().train()\n",
        "def serve():\n    x = tf.placeholder(tf.float32, [None])\n"
        "    return tf.estimator.export.ServingInputReceiver({'x': x}, {'x': x})\n\n\n"
        + TRAIN
        + "predict = tf.contrib.predictor.from_estimator(estimator, serve)\n"
        "estimator.export_savedmodel('there', serve)\n",
        "config = tf.estimator.RunConfig(train_distribute=tf.distribute.MirroredStrategy())\n"
        + TRAIN.replace("model_fn)", "model_fn, config=config)"),
        *(
            f"config = tf.estimator.RunConfig(train_distribute=tf.{strategy}())\n"
            + TRAIN.replace("model_fn)", "model_fn, config=config)")
            for strategy in (
                "distribute.experimental.MultiWorkerMirroredStrategy",
                "distribute.experimental.ParameterServerStrategy",
                "contrib.distribute.CollectiveAllReduceStrategy",
            )
        ),
        "resolver = tf.distribute.cluster_resolver.TPUClusterResolver('')\n"
        "tf.tpu.experimental.initialize_tpu_system(resolver)\n"
        "strategy = tf.distribute.experimental.TPUStrategy(resolver)\n"
        "config = tf.estimator.RunConfig(train_distribute=strategy)\n"
        + TRAIN.replace("model_fn)", "model_fn, config=config)"),
        "spec = {'x': tf.FixedLenFeature([2], tf.float32), 'y': tf.io.VarLenFeature(tf.int64)}\n"
        "serve = tf.estimator.export.build_parsing_serving_input_receiver_fn(spec)\n"
        + TRAIN
        + "estimator.export_savedmodel('there', serve)\n",
        "column = tf.feature_column.numeric_column('x')\n"
        "estimator = tf.estimator.LinearRegressor([column], optimizer=tf.train.FtrlOptimizer(0.1))\n"
        "tf.reset_default_graph()\nestimator.train(input_fn, steps=1)\n",
        "model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])\n"
        "model.compile(tf.train.AdamOptimizer(), 'mse')\n"
        "estimator = tf.keras.estimator.model_to_estimator(model)\nestimator.train(input_fn, steps=1)\n",
        "def layered(features, labels, mode):\n"
        "    features['x'] = tf.keras.layers.Dense(1)(features['x'][:, None])\n"
        "    return model_fn(features, labels, mode)\n\n\n" + TRAIN.replace("model_fn)", "layered)"),
    ],
)
def test_estimators_trace_their_functions(text, tmp_path):
    one, after, _ = program(tmp_path, text)
    assert (one.tier, one.standing) == (Tier.COMPAT, "compat (estimator)")
    assert "build_graph" not in after


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x = tf.placeholder(tf.float32, [None])\n" + TRAIN, "SES212"),
        ("data = tf.data.Dataset.range(3)\n" + TRAIN, "SES212"),
        (TRAIN + "def show(function):\n    return function()\n\n\nshow(input_fn)\n", "SES212"),
        (TRAIN + "list(map(input_fn, [1, 2]))\n", "SES212"),
        (METRICS + "np.round(next(estimator.predict(input_fn)), 2).each(input_fn)\n", "SES212"),
        (TRAIN + "step = functools.partial(input_fn, 2)\nstep()\n", "SES212"),
        (TRAIN + "writer = tf.summary.FileWriter('there')\n", "SES212"),
        ("def main(_):\n    tf.placeholder(tf.float32)\n\n\n" + TRAIN + "tf.app.run()\n", "SES212"),
        ("def run(_):\n    tf.placeholder(tf.float32)\n\n\n" + TRAIN + "tf.app.run(run)\n", "SES212"),
        (TRAIN + "print(tf.keras.backend.get_session())\n", "SES216"),
        (TRAIN + "with tf.Session() as sess:\n    print(sess.run(tf.constant(1)))\n", "SES201"),
    ],
)
def test_what_builds_a_graph_elsewhere_keeps_it(text, code, tmp_path):
    one, after, told = program(tmp_path, text)
    assert one.tier is Tier.WRAPPED
    assert "compat.build_graph()" in after
    (why,) = [found for found in told if Tier.COMPAT in found.bars]
    assert why.code == code


def test_where_a_graph_is_built_for_sessions_strategies_are_those_of_graphs(tmp_path):
    made = "tf.distribute.experimental.MultiWorkerMirroredStrategy()"
    text = (
        f"x = tf.placeholder(tf.float32, [None])\nconfig = tf.estimator.RunConfig(train_distribute={made})\n"
    )
    one, after, _ = program(tmp_path, text + TRAIN.replace("model_fn)", "model_fn, config=config)"))
    assert one.tier is Tier.WRAPPED
    assert "train_distribute=tf.compat.v1.distribute.experimental.MultiWorkerMirroredStrategy()" in after


def test_a_second_run_changes_nothing(tmp_path):
    _, after, _ = program(tmp_path, TRAIN)
    path = tmp_path / "train.py"
    path.write_text(after)
    assert migrate([path]).changes == ()


def test_keras_in_a_model_function_is_what_it_was(tmp_path):
    text = (
        "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel.compile(tf.train.AdamOptimizer())\n"
    )
    _, after, _ = program(tmp_path, text + TRAIN)
    assert "model = compat.tf_keras.Sequential([compat.tf_keras.layers.Dense(1)])\n" in after
    assert "model.compile(tf.compat.v1.train.AdamOptimizer())\n" in after


def test_the_way_to_keras_is_told(tmp_path):
    *_, told = program(tmp_path, TRAIN)
    (found,) = [one for one in told if one.code == "SES302"]
    assert "keras.Model" in found.instead


def test_inner_names_of_the_library_are_its_public_ones(tmp_path):
    text = (
        "from tensorflow.python.estimator import estimator as library\n"
        "from tensorflow.python.estimator.model_fn import ModeKeys\n"
        "library.Estimator(model_fn).train(input_fn, steps=1)\nprint(ModeKeys.TRAIN)\n"
    )
    one, after, told = program(tmp_path, text)
    assert one.standing == "compat (estimator)"
    assert "compat.estimator.Estimator(model_fn)" in after
    assert "from compat.estimator import ModeKeys" in after
    assert not [found for found in told if found.code.startswith("API20")]
