"""Checkpoints of shared variables are TensorFlow 1's, in both directions, slots and parts included."""

import json
import shutil

import numpy as np
import tensorflow as tf

from .record import GOLDEN, Model


def test_a_checkpoint_of_1_15_goes_on_here_and_what_is_saved_goes_on_there(cluster, tmp_path):
    for path in GOLDEN.glob("*"):
        shutil.copy(path, tmp_path)
    tasks = cluster(ps=2, worker=1)
    tasks.serve()
    here = tasks.start("go_on", "worker", 0, str(tmp_path), 8).result()
    saved = str(tmp_path / "model.ckpt-8")
    assert tf.train.latest_checkpoint(str(tmp_path)) == saved
    golden = json.loads((GOLDEN / "values.json").read_text())
    assert sorted(here) == sorted(golden)
    assert sorted(tf.train.list_variables(saved)) == sorted(tf.train.list_variables(str(GOLDEN / "model-5")))
    there = Model(tf.compat.v1)
    there.restore(saved)
    for name, value in there.values().items():
        np.testing.assert_array_equal(value, here[name], err_msg=name)
    there.train(8, 10)
    for name, value in there.values().items():
        np.testing.assert_allclose(value, golden[name], rtol=1e-5, atol=1e-6, err_msg=name)
