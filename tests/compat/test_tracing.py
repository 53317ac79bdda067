"""Calls of steps that are traced."""

import tensorflow as tf

import compat

v1 = tf.compat.v1


@tf.function
def step(x):
    return tf.reduce_sum(tf.matmul(x, x, name="product"), name="total")


def traced(options):
    metadata = v1.RunMetadata()
    metadata.step_stats.dev_stats.add(device="what was told before")
    assert float(compat.traced(step, options, metadata)(tf.ones([2, 2]))) == 8.0
    return metadata.step_stats


def test_each_operation_is_told_with_its_time():
    float(step(tf.ones([2, 2])))
    (device,) = traced(v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE)).dev_stats
    ran = {node.node_name: node for node in device.node_stats}
    assert {"product", "total"} <= ran.keys()
    ends = ran["product"].all_start_nanos + ran["product"].all_end_rel_nanos
    assert ran["product"].all_start_nanos < ends <= ran["total"].all_start_nanos
    assert ran["total"].timeline_label == "total = Sum()"


def test_nothing_is_told_of_a_call_that_is_not_traced():
    assert not traced(v1.RunOptions()).dev_stats
    assert not traced(None).dev_stats


def test_without_metadata_a_step_is_itself():
    assert compat.traced(step, v1.RunOptions(), None) is step
