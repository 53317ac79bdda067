"""Savers of variables that are chosen by name, on a checkpoint that TF 1.15.5 wrote."""

import base64
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1

# Of fc/w and fc/b, of their averages, and of a global step, after five updates.
INDEX = (
    "AAAGCAEaAggBAAQPZmMvYggBEgQSAggCKAg1raCcNQQZES9FeHBvbmVudGlhbE1vdmluZ0F2ZXJhZ2UIARIEEgIIAiAIKAg1xr/k"
    "VQMBFXcIARIIEgIIAxICCAIgECgYNRV9EaYEGRUvRXhwb25lbnRpYWxNb3ZpbmdBdmVyYWdlCAESCBICCAMSAggCICgoGDUE6hRe"
    "AAsNZ2xvYmFsX3N0ZXAICRIAIEAoCDXqsgQ+AAAAAAEAAAAAi6lFtQAAAAABAAAAAMDyobAAAQNoALkBAAAAAAEAAAAAEB1S7b4B"
    "CMsBDwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABX+4CLJHVH2w=="
)
DATA = "ysI3PsnCN75hHWE+YB1hvk7tkD6hG6q9zDxJPkAAZDsvlly9LPmBPkypmD6ZC8m91a9UPvRg/LughZi7+pBRPgUAAAAAAAAA"
VALUES = np.frombuffer(base64.b64decode(DATA)[:64], np.float32)
B, MEAN_B, W, MEAN_W = VALUES[0:2], VALUES[2:4], VALUES[4:10].reshape(3, 2), VALUES[10:16].reshape(3, 2)


@pytest.fixture
def checkpoint(tmp_path: Path) -> str:
    (tmp_path / "model.ckpt-5.index").write_bytes(base64.b64decode(INDEX))
    (tmp_path / "model.ckpt-5.data-00000-of-00001").write_bytes(base64.b64decode(DATA))
    return str(tmp_path / "model.ckpt-5")


@pytest.fixture(params=[None, "mirrored"])
def variables(request: pytest.FixtureRequest) -> compat.VariableStore:
    """A store with the variables of the checkpoint, and without its averages."""
    strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"]) if request.param else None
    store = compat.VariableStore(strategy)

    @store.function(input_signature=[])
    def step():
        v1.train.get_or_create_global_step()
        with v1.variable_scope("fc"):
            return v1.get_variable("w", [3, 2]) + v1.get_variable("b", [2])

    step()
    return store


def values(store: compat.VariableStore) -> list[np.ndarray]:
    return [store.variables[name].numpy() for name in ("fc/w", "fc/b", "global_step")]


def test_averages_take_the_place_of_variables(checkpoint: str, variables: compat.VariableStore):
    with variables.listed():
        averages = compat.ExponentialMovingAverage(0.9).variables_to_restore()
    assert sorted(averages) == [
        "fc/b/ExponentialMovingAverage",
        "fc/w/ExponentialMovingAverage",
        "global_step",
    ]
    compat.Saver(averages).restore(None, checkpoint)
    for value, expected in zip(values(variables), (MEAN_W, MEAN_B, 5), strict=True):
        np.testing.assert_array_equal(value, expected)


def test_some_variables_are_told_by_what_is_in_their_names(checkpoint: str, variables: compat.VariableStore):
    variables.variables["fc/w"].assign(tf.zeros([3, 2]))
    with variables.listed():
        chosen = [one for one in v1.global_variables() if "w" not in one.name]
    compat.Saver(chosen).restore(None, checkpoint)
    for value, expected in zip(values(variables), (np.zeros([3, 2]), B, 5), strict=True):
        np.testing.assert_array_equal(value, expected)


def test_a_list_of_variables_is_saved_under_their_names(tmp_path: Path, variables: compat.VariableStore):
    with variables.listed():
        trained = v1.get_collection(v1.GraphKeys.TRAINABLE_VARIABLES, scope="fc")
    path = compat.Saver(trained).save(None, str(tmp_path / "chosen"))
    assert sorted(name for name, _ in tf.train.list_variables(path)) == ["fc/b", "fc/w"]


def test_what_replicas_keep_apart_is_saved_as_it_reads_and_restored_for_all(tmp_path):
    strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    with strategy.scope():
        mean = tf.Variable(
            [0.0, 0.0],
            trainable=False,
            name="mean",
            synchronization=tf.VariableSynchronization.ON_READ,
            aggregation=tf.VariableAggregation.MEAN,
        )
    for copy, value in zip(mean.values, (1.0, 3.0), strict=True):
        copy.assign([value, 2 * value])
    saver = compat.Saver({"mean": mean})
    path = saver.save(None, str(tmp_path / "model"))
    assert tf.train.load_variable(path, "mean").tolist() == [2.0, 4.0]
    mean.assign([0.0, 0.0])
    saver.restore(None, path)
    assert [copy.numpy().tolist() for copy in mean.values] == [[2.0, 4.0]] * 2


def test_what_one_replica_has_is_saved_and_restored(tmp_path):
    with tf.distribute.MirroredStrategy(["/cpu:0"]).scope():
        weight = tf.Variable([1.0, 2.0], name="weight")
    saver = compat.Saver({"weight": weight})
    path = saver.save(None, str(tmp_path / "model"))
    weight.assign([0.0, 0.0])
    saver.restore(None, path)
    assert weight.numpy().tolist() == [1.0, 2.0]


def test_listing_adds_nothing_to_a_graph(variables: compat.VariableStore):
    with variables.listed():
        assert len(v1.trainable_variables()) == 2
    assert v1.trainable_variables() == []


def test_what_can_be_restored_is_what_1_15_could(tmp_path):
    (tmp_path / "named.index").touch()
    (tmp_path / "nameless").mkdir()
    (tmp_path / "nameless" / ".index").touch()
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "named", f"{tmp_path}/nameless/", f"{tmp_path}/no_such", str(tmp_path), None, ""):
        assert compat.restorable(path) is path
    with pytest.raises(ValueError, match="not a valid checkpoint"):
        compat.restorable(f"{tmp_path}/empty/")
    with pytest.raises(tf.errors.NotFoundError, match="missing; No such file"):
        compat.restorable(f"{tmp_path}/missing/model")


def test_what_is_made_behind_a_mark_was_not_there_before_it():
    store = compat.VariableStore()

    @store.function(input_signature=[])
    def train():
        w = v1.get_variable("w", [], initializer=v1.zeros_initializer())
        store.mark("saver")
        v1.get_variable("head", [], initializer=v1.zeros_initializer(), trainable=False)
        v1.train.MomentumOptimizer(0.1, 0.9).minimize(tf.square(w - 1.0))

    @store.function(input_signature=[])
    def evaluate():
        return v1.get_variable("other", [], initializer=v1.zeros_initializer())

    assert [*store.before("saver").global_variables] == ["w", "other"]
    assert [*store.before("saver").trainable_variables] == ["w", "other"]
    assert [*store.global_variables] == ["w", "head", "w/Momentum", "other"]
    assert store.before("nowhere").global_variables.keys() == store.global_variables.keys()
    with store.before("saver").listed():
        assert [v.op.name for v in v1.global_variables()] == ["w", "other"]
    with store.listed():
        assert len(v1.global_variables()) == 4


def test_what_another_step_asks_for_in_front_of_a_mark_was_there():
    store = compat.VariableStore()

    def head():
        with v1.variable_scope("head", reuse=v1.AUTO_REUSE):
            return v1.get_variable("w", [], initializer=v1.zeros_initializer())

    @store.function(input_signature=[tf.TensorSpec([None])])
    def behind(x):
        store.mark("saver")
        return head() * x

    assert [*store.before("saver").global_variables] == []

    @store.function(input_signature=[])
    def in_front():
        found = head()
        store.mark("saver")
        return found

    assert [*store.before("saver").global_variables] == ["head/w"]
    behind(tf.ones([2]))
    assert [*store.before("saver").global_variables] == ["head/w"]
