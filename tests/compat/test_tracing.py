"""Calls of steps that are traced."""

import pytest
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


@pytest.mark.parametrize("create", [tf.summary.create_file_writer, compat.create_file_writer])
def test_what_is_told_goes_to_an_event_file(create, tmp_path):
    metadata = v1.RunMetadata()
    metadata.step_stats.dev_stats.add(device="/device:CPU:0")
    writer = create(str(tmp_path))
    compat.add_run_metadata(writer, metadata, "any step")
    compat.add_run_metadata(writer, metadata, "step003", 3)
    writer.close()
    (path,) = tmp_path.iterdir()
    *_, without, event = v1.train.summary_iterator(str(path))
    assert (without.step, without.tagged_run_metadata.tag) == (0, "any step")
    assert (event.step, event.tagged_run_metadata.tag) == (3, "step003")
    assert v1.RunMetadata.FromString(event.tagged_run_metadata.run_metadata) == metadata


def test_a_step_with_hooks_around_it_is_traced():
    variables = compat.VariableStore()

    @variables.pruned(input_signature=[])
    def train_step():
        count = v1.train.get_or_create_global_step()
        loss = tf.reduce_sum(v1.get_variable("w", [2], initializer=v1.ones_initializer()), name="total")
        return [v1.train.GradientDescentOptimizer(0.1).minimize(loss, count), loss], {"loss": loss}

    metadata = v1.RunMetadata()
    options = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE)
    hooks = [v1.train.NanTensorHook("loss")]
    with compat.train.MonitoredSteps(variables, values=["loss"], hooks=hooks) as session:
        _, loss = session.run(compat.traced(train_step, options, metadata))
    assert loss == 2.0
    ran = [node.timeline_label for node in metadata.step_stats.dev_stats[0].node_stats]
    assert any(one.startswith("total") and one.endswith("= Sum()") for one in ran)


def test_without_metadata_a_step_is_itself():
    assert compat.traced(step, v1.RunOptions(), None) is step
