"""What TensorFlow advises is told of the program's own lines alone, and of nothing that it cannot follow."""

from __future__ import annotations

import gc
import logging
import warnings
from pathlib import Path

import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1
TEXT = "From %s: %s (from %s) is deprecated and will be removed %s.\nInstructions for updating:\n%s"


def told(place: str, caplog: pytest.LogCaptureFixture) -> bool:
    caplog.clear()
    with caplog.at_level("WARNING", logger="tensorflow"):
        logging.getLogger("tensorflow").warning(TEXT, f"{place}:1", "old", "module", "soon", "Use new")
    return bool(caplog.records)


def test_lines_of_libraries_are_not_told(caplog: pytest.LogCaptureFixture):
    assert told("/src/train.py", caplog)
    assert told("/src/compat/train.py", caplog)
    assert not told(str(Path(tf.__file__).parent / "python" / "saver.py"), caplog)
    assert not told(str(Path(compat.__file__).parent / "train" / "_supervising.py"), caplog)


def test_savers_and_summaries_of_steps_are_not_warned_of(caplog: pytest.LogCaptureFixture):
    store = compat.VariableStore()
    with store.scope():
        v1.get_variable("w", [], initializer=v1.ones_initializer())
    with caplog.at_level("WARNING", logger="tensorflow"):
        v1.train.Saver(store.global_variables)
    assert not caplog.records


def test_a_supervisor_whose_session_ends_behind_it_writes_to_no_closed_file(tmp_path: Path):
    with tf.Graph().as_default(), warnings.catch_warnings():
        warnings.simplefilter("error")
        v1.train.get_or_create_global_step()
        supervisor = compat.train.Supervisor(logdir=str(tmp_path), save_model_secs=0, save_summaries_secs=0)
        with supervisor.managed_session():
            supervisor.stop()
        writer = supervisor.summary_writer
        with pytest.raises(UserWarning, match="closed FileWriter"):  # the program's own
            writer.add_session_log(v1.SessionLog(status=v1.SessionLog.STOP))


def test_results_that_a_library_left_unused_are_not_told(caplog: pytest.LogCaptureFixture):
    with tf.Graph().as_default(), caplog.at_level("ERROR", logger="tensorflow"):
        weights = v1.get_variable("w", [], initializer=v1.ones_initializer())
        step = v1.train.get_or_create_global_step()
        optimizer = compat.train.SyncReplicasOptimizer(v1.train.GradientDescentOptimizer(1.0), 1, 1)
        optimizer.apply_gradients([(tf.ones([]), weights)], step)
        optimizer.ready_for_local_init_op = None  # where nobody asked for it, as under a Supervisor
        gc.collect()
        assert not caplog.records
        v1.report_uninitialized_variables()  # the program's own
        gc.collect()
    assert "Object was never used" in caplog.text
