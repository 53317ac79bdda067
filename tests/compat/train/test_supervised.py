"""A Supervisor around steps: what it saves and writes, where it goes on, and how it ends."""

import time

import numpy as np
import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1


def training():
    variables = compat.VariableStore()

    @variables.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def step(x):
        count = v1.train.get_or_create_global_step()
        w = v1.get_variable("w", [], initializer=v1.ones_initializer())
        loss = tf.square(w * x)
        with tf.control_dependencies([v1.train.GradientDescentOptimizer(0.1).minimize(loss, count)]):
            return tf.identity(loss)

    return variables, step


def run(supervisor, step):
    with supervisor.managed_session():
        step(1.0)
        raise ZeroDivisionError


def events(folder):
    paths = sorted(folder.glob("events.*"))
    return [event for path in paths for event in v1.train.summary_iterator(str(path))]


def told_of(folder, tag):
    values = ((event.step, one) for event in events(folder) for one in event.summary.value)
    return [(step, one.simple_value) for step, one in values if one.tag == tag]


def test_without_a_saver_nothing_is_saved_or_restored(tmp_path):
    for _ in range(2):
        variables, step = training()
        supervisor = compat.train.SupervisedSteps(variables, logdir=str(tmp_path), saver=None)
        with supervisor.managed_session():
            assert float(variables.variables["w"]) == 1.0
            step(1.0)
        assert tf.train.latest_checkpoint(tmp_path) is None


def test_it_saves_at_times_and_goes_on_from_there(tmp_path):
    variables, step = training()
    supervisor = compat.train.SupervisedSteps(variables, logdir=str(tmp_path), save_model_secs=0.1)
    with supervisor.managed_session() as session:
        for _ in range(5):
            step(1.0)
        value = v1.Summary.Value(tag="told", simple_value=7.0)
        supervisor.summary_computed(session, v1.Summary(value=[value]))
        end = time.monotonic() + 20
        while tf.train.latest_checkpoint(tmp_path) != str(tmp_path / "model.ckpt-5"):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert not supervisor.should_stop()
        raise tf.errors.OutOfRangeError(None, None, "the input has ended")
    assert supervisor.should_stop()
    assert told_of(tmp_path, "told") == [(5, 7.0)]
    last = variables.variables["w"].numpy()
    variables, step = training()
    supervisor = compat.train.SupervisedSteps(variables, logdir=str(tmp_path))
    with supervisor.prepare_or_wait_for_session():
        assert int(variables.variables["global_step"]) == 5
        assert variables.variables["w"].numpy() == last
    supervisor.stop()


def test_it_computes_summaries_at_times(tmp_path):
    variables, step = training()

    @variables.function(input_signature=[])
    def summary():
        w = v1.get_variable("w", [], initializer=v1.ones_initializer())
        v1.summary.scalar("shown", w)
        return v1.summary.merge_all()

    computed = []

    def summarise():
        computed.append(summary())
        return computed[-1]

    supervisor = compat.train.SupervisedSteps(
        variables, logdir=str(tmp_path), summary_op=summarise, save_summaries_secs=0.05, save_model_secs=0
    )
    with supervisor.managed_session():
        step(1.0)
        enough, end = len(computed) + 2, time.monotonic() + 20
        while len(computed) < enough:
            assert time.monotonic() < end
            time.sleep(0.05)
    assert (1, np.float32(0.8)) in told_of(tmp_path, "shown")


def test_a_step_that_merges_no_summaries_writes_none(tmp_path):
    variables, step = training()
    computed = []
    supervisor = compat.train.SupervisedSteps(
        variables,
        logdir=str(tmp_path),
        summary_op=lambda: computed.append(None),
        save_summaries_secs=0.05,
        save_model_secs=0,
    )
    with supervisor.managed_session():
        step(1.0)
        enough, end = len(computed) + 2, time.monotonic() + 20
        while len(computed) < enough:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert not supervisor.should_stop()
    assert told_of(tmp_path, "shown") == []


def test_a_summary_that_lacks_what_nothing_feeds_stops_it_when_it_is_computed(tmp_path):
    variables, step = training()

    @variables.pruned(input_signature=[])
    def summary():
        return v1.summary.scalar("x", v1.placeholder(tf.float32, []))

    supervisor = compat.train.SupervisedSteps(
        variables, logdir=str(tmp_path), summary_op=summary, save_model_secs=0
    )
    supervisor.prepare_or_wait_for_session()
    assert supervisor.coord.wait_for_stop(20)
    with pytest.raises(tf.errors.InvalidArgumentError, match="You must feed a value"):
        supervisor.stop()


def test_another_variable_may_count_the_steps(tmp_path):
    variables = compat.VariableStore()

    @variables.function(input_signature=[])
    def step():
        w = v1.Variable(1.0)
        count = variables.counts_steps(v1.Variable(0))
        v1.train.GradientDescentOptimizer(0.1).minimize(tf.square(w), count)

    assert variables.step_name == "Variable_1"
    supervisor = compat.train.SupervisedSteps(variables, logdir=str(tmp_path), save_model_secs=0)
    with supervisor.managed_session() as session:
        step()
        step()
        value = v1.Summary.Value(tag="told", simple_value=7.0)
        supervisor.summary_computed(session, v1.Summary(value=[value]))
    assert told_of(tmp_path, "told") == [(2, 7.0)]


def test_other_errors_end_the_program_and_without_a_folder_nothing_is_saved():
    variables, step = training()
    supervisor = compat.train.SupervisedSteps(variables)
    with pytest.raises(ZeroDivisionError):
        run(supervisor, step)
    supervisor = compat.train.SupervisedSteps(variables)
    session = supervisor.prepare_or_wait_for_session()
    with pytest.raises(RuntimeError, match="summary writer"):
        supervisor.summary_computed(session, v1.Summary())


def test_its_saver_writes_and_reads_as_that_of_a_graph(tmp_path):
    variables, step = training()
    supervisor = compat.train.SupervisedSteps(variables, logdir=str(tmp_path))
    with supervisor.managed_session() as session:
        step(1.0)
        path = supervisor.saver.save(session, str(tmp_path / "own"), global_step=supervisor.global_step)
        assert path == str(tmp_path / "own-1")
        saved = float(variables.variables["w"])
        step(1.0)
        assert float(variables.variables["w"]) != saved
        supervisor.saver.restore(session, path)
        assert float(variables.variables["w"]) == saved
