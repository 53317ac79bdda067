"""Estimators in eager mode: they trace what they call, and nothing else builds a graph or opens a session."""

import importlib.machinery
import itertools
import re
import sys

import numpy as np
import pytest
import tensorflow as tf

import compat

X = np.arange(12, dtype=np.float32).reshape(6, 2) / 12
MODES = compat.estimator.ModeKeys


@pytest.fixture(autouse=True)
def no_sessions(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("a session is opened")

    monkeypatch.setattr(tf.compat.v1.Session, "__init__", refuse)


def inputs():
    return tf.data.Dataset.from_tensor_slices((X, X.sum(1, keepdims=True))).repeat().batch(3)


def features():
    return tf.data.Dataset.from_tensor_slices(X).batch(2)


class Model:
    def __init__(self):
        self.traced = []

    def __call__(self, features, labels, mode):
        self.traced.append(mode)
        assert not tf.executing_eagerly()
        given = compat.layers.dense(features, 1, kernel_initializer=tf.compat.v1.ones_initializer())
        if mode == MODES.PREDICT:
            return compat.estimator.EstimatorSpec(mode, predictions=given)
        loss = tf.reduce_mean(tf.square(given - labels))
        step = tf.compat.v1.train.get_global_step()
        train = tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss, step)
        return compat.estimator.EstimatorSpec(mode, loss=loss, train_op=train)


def test_a_model_function_is_traced_once_for_each_call_and_the_process_stays_eager(tmp_path):
    model = Model()
    estimator = compat.estimator.Estimator(model, str(tmp_path))
    estimator.train(inputs, steps=3)
    assert tf.executing_eagerly()
    assert estimator.evaluate(inputs, steps=2)["global_step"] == 3
    assert model.traced == [MODES.TRAIN, MODES.EVAL]


class Losses(tf.compat.v1.train.SessionRunHook):
    def __init__(self):
        self.found = []

    def before_run(self, context):
        return tf.compat.v1.train.SessionRunArgs(context.session.graph.get_tensor_by_name("loss:0"))

    def after_run(self, context, values):
        self.found.append(values.results)


def drawing(features, labels, mode):
    dropped = compat.layers.dense(tf.nn.dropout(features, 0.5), 3)
    noise = tf.reduce_sum(tf.random.normal([6]) * tf.random.uniform([6]))
    loss = tf.add(tf.reduce_mean(tf.square(tf.reduce_sum(dropped, 1, True) - labels)), noise, name="loss")
    step = tf.compat.v1.train.get_global_step()
    train = tf.compat.v1.train.GradientDescentOptimizer(0.01).minimize(loss, step)
    return compat.estimator.EstimatorSpec(mode, loss=loss, train_op=train)


def shuffled():
    return inputs().shuffle(4).map(lambda x, y: (x + tf.random.normal([2]), y))


def test_numbers_of_a_seed_for_the_graph_are_those_of_a_session(tmp_path, monkeypatch):
    hook = Losses()
    config = compat.estimator.RunConfig(tf_random_seed=11)
    compat.estimator.Estimator(drawing, str(tmp_path), config).train(shuffled, steps=4, hooks=[hook])
    monkeypatch.undo()
    with tf.Graph().as_default():
        tf.compat.v1.set_random_seed(11)
        step = tf.compat.v1.train.get_or_create_global_step()
        elements = tf.compat.v1.data.make_initializable_iterator(shuffled())
        spec = drawing(*elements.get_next(), MODES.TRAIN)
        with tf.compat.v1.Session() as session:
            session.run([tf.compat.v1.global_variables_initializer(), elements.initializer])
            found = [session.run([spec.loss, spec.train_op])[0] for _ in range(4)]
            assert session.run(step) == 4
    assert hook.found == found


def test_what_asks_for_predictions_is_eager_between_them(tmp_path):
    estimator = compat.estimator.Estimator(Model(), str(tmp_path))
    estimator.train(inputs, steps=1)
    seen, others = [], estimator.predict(features)
    for one in estimator.predict(features):
        assert tf.executing_eagerly()
        seen.append((tf.constant(one) + 0.0).numpy())
        np.testing.assert_array_equal(next(others), one)  # one may go on beside another
    assert len(seen) == 6
    given = estimator.predict(features)
    assert len(list(itertools.islice(given, 2))) == 2
    given.close()
    assert tf.executing_eagerly()


def test_a_library_that_is_not_installed_is_named_with_its_extra(monkeypatch):
    monkeypatch.setattr(importlib.machinery.PathFinder, "find_spec", lambda *_: None)
    finder = next(one for one in sys.meta_path if type(one).__module__.endswith("estimator_library"))
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'tfmigrate\[estimator\]'"):
        finder.find_spec("tensorflow_estimator", None)


def trained(folder, strategy=None, rows=4):
    """The variables after three steps, each of which is the mean over the replicas' batches."""
    config = compat.estimator.RunConfig(train_distribute=strategy, eval_distribute=strategy)
    estimator = compat.estimator.Estimator(Model(), str(folder), config)

    def batches():
        return tf.data.Dataset.from_tensor_slices((X, 3 * X[:, :1])).repeat().batch(rows)

    estimator.train(batches, steps=3)
    assert estimator.evaluate(batches, steps=1)["global_step"] == 3
    assert tf.executing_eagerly()
    return np.hstack([estimator.get_variable_value(name).ravel() for name in ("dense/bias", "dense/kernel")])


@pytest.mark.nightly
@pytest.mark.gpus(2)
def test_two_replicas_with_batches_of_their_own_train_as_one_with_both(tmp_path):
    # The library is imported once for all of them.
    strategies = {
        "mirrored": tf.distribute.MirroredStrategy(),
        "workers": tf.distribute.MultiWorkerMirroredStrategy(),
        "central": tf.distribute.experimental.CentralStorageStrategy(),
        "servers": tf.compat.v1.distribute.experimental.ParameterServerStrategy(),
        "servers of contrib": compat.contrib.distribute.ParameterServerStrategy(2),
    }
    assert {one.num_replicas_in_sync for one in strategies.values()} == {2}
    expected = trained(tmp_path / "one")
    assert not np.allclose(expected, [0, 1, 1], rtol=0.01)
    given = {name: trained(tmp_path / name, one, rows=2) for name, one in strategies.items()}
    assert given == {name: pytest.approx(expected, rel=1e-6) for name in strategies}


def none(features, labels, mode):
    """Returns nothing."""


@pytest.mark.parametrize("make", [compat.estimator.Estimator, compat.contrib.learn.Estimator])
def test_a_model_function_that_returns_nothing_is_named(make):
    estimator = make(none)
    train = estimator.train if hasattr(estimator, "train") else estimator.fit
    place = re.escape(f"none ({__file__}:{none.__code__.co_firstlineno})")
    with pytest.raises(ValueError, match=f"{place} gave .* for mode 'train': return .* on every way"):
        train(input_fn=lambda: (tf.ones([2, 2]), tf.ones([2, 1])), steps=1)
    assert tf.executing_eagerly()


def test_models_of_contrib_learn_build_with_labels_where_they_predict_and_arrays_keep_their_types(tmp_path):
    seen = []

    def model_fn(features, labels, mode):
        seen.append((mode, features.dtype, labels.dtype, labels.shape.as_list()))
        predictions = compat.layers.dense(tf.cast(features, tf.float32), 1)
        loss = tf.reduce_mean(tf.square(predictions[:, 0] - tf.cast(labels, tf.float32)))
        train_op = tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(
            loss, tf.compat.v1.train.get_global_step()
        )
        return compat.contrib.learn.ModelFnOps(mode, predictions, loss, train_op)

    estimator = compat.contrib.learn.Estimator(model_fn, str(tmp_path))
    estimator.fit(X.astype(np.float64), np.arange(6, dtype=np.int32), steps=2)
    assert len(list(estimator.predict(X.astype(np.float64)))) == 6
    types = (tf.float64, tf.int32, [None])
    assert seen == [("train", *types), ("infer", *types)]
