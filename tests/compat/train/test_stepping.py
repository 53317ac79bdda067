"""Hooks around steps do what they did around a session."""

import os

import numpy as np
import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1


def steps(rows=None):
    """A store, and a step of Adam that counts, with a loss and summaries beside it; it may take `rows`."""
    variables = compat.VariableStore()
    elements = None if rows is None else v1.data.make_one_shot_iterator(rows)

    @variables.pruned(input_signature=[])
    def train_step():
        x = tf.constant([[1.0, 2.0]]) if elements is None else elements.get_next()
        w = v1.get_variable("w", [2, 1], initializer=v1.constant_initializer(0.5))
        asked = v1.get_variable("asked", [], initializer=v1.zeros_initializer(), trainable=False)
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        v1.summary.scalar("loss", loss)
        update = v1.train.AdamOptimizer(0.1).minimize(loss, v1.train.get_or_create_global_step())
        return update, {"loss": loss, "count": asked.assign_add(1.0), "summary": v1.summary.merge_all()}

    return variables, train_step


class Asks(v1.train.SessionRunHook):
    """Asks for a value in some of the runs."""

    def __init__(self, value, turns):
        self.value, self.turns, self.turn, self.given = value, turns, -1, []

    def before_run(self, run_context):
        self.turn += 1
        return v1.train.SessionRunArgs(self.value) if self.turn in self.turns else None

    def after_run(self, run_context, run_values):
        self.given.append(run_values.results)


def train(variables, step, hooks, **options):
    values = ["loss", "count", "summary"]
    with compat.train.MonitoredSteps(variables, values=values, hooks=hooks, **options) as session:
        while not session.should_stop():
            session.run(step)


def logged(folder):
    events = [name for name in sorted(os.listdir(folder)) if name.startswith("events")]
    every = (one for name in events for one in v1.train.summary_iterator(os.path.join(folder, name)))
    return [(one.step, value.tag) for one in every for value in one.summary.value]


def test_a_run_computes_what_hooks_ask_for_and_nothing_else():
    variables, step = steps()
    asks = Asks(["count", "loss"], (1, 4))
    train(variables, step, [v1.train.StopAtStepHook(last_step=5), asks])
    assert [given and given[0] for given in asks.given] == [None, 1.0, None, None, 2.0]
    assert variables.variables["asked"].numpy() == 2.0


def test_training_goes_on_from_the_last_checkpoint(tmp_path):
    expected = steps()
    train(*expected, [v1.train.StopAtStepHook(last_step=7)])
    for last in (4, 7):
        variables, step = steps()
        hooks = [v1.train.StopAtStepHook(last_step=last)]
        train(variables, step, hooks, checkpoint_dir=str(tmp_path), save_checkpoint_steps=3)
    assert variables.variables["global_step"].numpy() == 7
    np.testing.assert_array_equal(variables.variables["w"], expected[0].variables["w"])
    state = tf.train.get_checkpoint_state(tmp_path)
    names = [os.path.basename(path) for path in state.all_model_checkpoint_paths]
    assert names == [f"model.ckpt-{at}" for at in (0, 3, 4, 7)]


def test_summaries_are_saved_as_often_as_they_were(tmp_path):
    variables, step = steps()
    hooks = [v1.train.StopAtStepHook(last_step=5)]
    train(
        variables,
        step,
        hooks,
        summary_dir=str(tmp_path),
        save_summaries_steps=2,
        log_step_count_steps=None,
    )
    assert logged(tmp_path) == [(1, "loss"), (3, "loss"), (5, "loss")]


def test_the_end_of_an_input_ends_the_block():
    variables, step = steps(tf.data.Dataset.from_tensor_slices(np.ones((3, 1, 2), np.float32)))
    train(variables, step, [])
    assert variables.variables["global_step"].numpy() == 3


def test_a_hook_that_stops_at_a_step_reads_that_of_the_store():
    variables, step = steps()
    with pytest.raises(RuntimeError, match="global_step|Global step"):
        train(compat.VariableStore(), step, [v1.train.StopAtStepHook(last_step=2)])


def test_a_hook_that_feeds_is_told_what_to_do_instead():
    class Feeds(v1.train.SessionRunHook):
        def before_run(self, run_context):
            return v1.train.SessionRunArgs(None, feed_dict={"x": 1.0})

    with pytest.raises(compat.ProgramError, match="hand the value to the step"):
        train(*steps(), [Feeds()])


def test_a_diverging_loss_ends_training():
    variables, step = steps()
    variables.variables["w"].assign([[np.nan], [1.0]])
    with pytest.raises(v1.train.NanLossDuringTrainingError):
        train(variables, step, [v1.train.NanTensorHook("loss")])
