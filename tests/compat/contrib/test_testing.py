"""What tests of TensorFlow 1 programs asked of summaries."""

import unittest

import pytest
import tensorflow as tf

from compat.contrib import testing

v1 = tf.compat.v1


def summary(**values):
    return v1.Summary(value=[v1.Summary.Value(tag=tag, simple_value=value) for tag, value in values.items()])


def test_a_fake_writer_keeps_what_it_is_given():
    with pytest.raises(ValueError, match="not installed"):
        testing.FakeSummaryWriter.uninstall()
    testing.FakeSummaryWriter.install()
    try:
        with pytest.raises(ValueError, match="already installed"):
            testing.FakeSummaryWriter.install()
        graph = tf.Graph()
        writer = v1.summary.FileWriterCache.get("/nowhere/at/all")
        writer.add_summary(summary(loss=0.5, **{"global_step/sec": 9.0}), 3)
        writer.add_summary(summary(rate=2.0).SerializeToString(), 3)
        writer.add_graph(graph)
        with pytest.raises(ValueError, match="-1"):
            writer.add_graph(graph, -1)
    finally:
        testing.FakeSummaryWriter.uninstall()
    case = unittest.TestCase()
    told = {"expected_summaries": {3: {"loss": 0.5, "rate": 2.0}}, "expected_added_graphs": [graph]}
    writer.assert_summaries(case, expected_logdir="/nowhere/at/all", **told)
    for wrong in (
        {"expected_logdir": "/elsewhere"},
        {"expected_summaries": {4: {}}},
        {"expected_summaries": {3: {"loss": 0.25, "rate": 2.0}}},
        {"expected_added_graphs": []},
        {"expected_session_logs": [None]},
    ):
        with pytest.raises(AssertionError):
            writer.assert_summaries(case, **wrong)
    assert v1.summary.FileWriterCache.get("/nowhere/at/all") is writer  # as long as nobody clears it
    v1.summary.FileWriterCache.clear()


def test_events_are_read_of_the_last_file(tmp_path):
    assert testing.latest_event_file(str(tmp_path)) is None
    assert list(testing.latest_events(str(tmp_path))) == testing.latest_summaries(str(tmp_path)) == []
    with tf.Graph().as_default():
        for suffix, value in ((".a", 1.0), (".b", 2.0)):
            with v1.summary.FileWriter(str(tmp_path), filename_suffix=suffix) as writer:
                writer.add_summary(summary(loss=value), 5)
                writer.add_summary(summary(loss=value + 8), 4)
                writer.add_summary(summary(other=0.0), 6)
    last = max(map(str, tmp_path.iterdir()))
    assert testing.latest_event_file(str(tmp_path)) == last
    told = testing.latest_summaries(str(tmp_path))
    assert [event.step for event in told] == [5, 4, 6]
    assert len(list(testing.latest_events(str(tmp_path)))) == 4  # with the one that tells the version
    found = testing.simple_values_from_events(told, ["loss", "nothing"])
    assert found == {"loss": 2.0 if last.endswith(".b") else 1.0}
    told[0].summary.value[0].ClearField("simple_value")
    with pytest.raises(ValueError, match="loss is not a simple_value"):
        testing.simple_values_from_events(told, ["loss"])


def test_a_summary_is_as_it_was_said():
    one = testing.to_summary_proto(summary(loss=1.001, rate=2.0).SerializeToString())
    testing.assert_summary(["loss", "rate"], {"loss": 1.0}, one)
    with pytest.raises(AssertionError, match="loss"):
        testing.assert_summary(["loss", "rate"], {"loss": 1.1}, one)
    with pytest.raises(ValueError, match="Expected tags"):
        testing.assert_summary(["loss"], {}, one)


def test_it_is_found_where_1_15_had_it(ran):
    program = """
from compat import tf1
tf1.activate()
import tensorflow as tf
from tensorflow.contrib import testing
from tensorflow.contrib.testing.python.framework import fake_summary_writer, util_test
assert tf.contrib.testing is testing
assert fake_summary_writer.FakeSummaryWriter is testing.FakeSummaryWriter
assert util_test.latest_summaries is testing.latest_summaries
"""
    ran(program)
