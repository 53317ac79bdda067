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


def counted():
    """A store, and a step that adds two to a variable and returns the number of steps."""
    variables = compat.VariableStore()

    @variables.pruned(input_signature=[])
    def step():
        count = v1.train.get_or_create_global_step()
        w = v1.get_variable("w", [], initializer=v1.zeros_initializer())
        with tf.control_dependencies([w.assign_add(2.0)]):
            return v1.assign_add(count, 1), {"summary": v1.summary.scalar("seen", w)}

    return variables, step


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


def test_a_step_that_computes_all_at_once_gives_hooks_its_values():
    variables = compat.VariableStore()

    @variables.function
    def step():
        count = v1.assign_add(v1.train.get_or_create_global_step(), 1)
        return count, {"loss": tf.cast(count, tf.float32) * 0.5, "unasked": count}

    asks = Asks("loss", (0, 1))
    with compat.train.MonitoredSteps(variables, values=["loss"], hooks=[asks]) as session:
        assert [int(session.run(step)) for _ in range(2)] == [1, 2]
    assert asks.given == [0.5, 1.0]


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


class Fails(v1.train.SessionRunHook):
    """Raises an error before the run of this number."""

    def __init__(self, number, error):
        self.runs, self.number, self.error = 0, number, error

    def before_run(self, run_context):
        self.runs += 1
        if self.runs == self.number:
            raise self.error


@pytest.mark.parametrize(("saves", "steps"), [(False, [1, 2, 3, 1, 2]), (True, [1, 2, 3, 4, 5])])
def test_what_was_aborted_goes_on_from_the_checkpoint_or_begins_again(saves, steps, tmp_path):
    variables, step = counted()
    fails = Fails(4, tf.errors.AbortedError(None, None, "lost"))
    folder = str(tmp_path) if saves else None
    with compat.train.MonitoredSteps(
        variables, hooks=[fails], checkpoint_dir=folder, save_checkpoint_steps=1
    ) as session:
        assert [int(session.run(step)) for _ in range(5)] == steps
        assert not session.should_stop()
    assert fails.runs == 6
    assert variables.variables["w"].numpy() == 2.0 * steps[-1]


@pytest.mark.parametrize("error", [tf.errors.OutOfRangeError(None, None, "end"), StopIteration()])
def test_what_ends_an_input_ends_the_block_from_a_hook_too(error):
    variables, step = counted()
    ran = []
    with compat.train.MonitoredSteps(variables, hooks=[Fails(2, error)]) as session:
        ran.append(session.run(step))
        ran.append(session.run(step))
    assert len(ran) == 1
    assert session.should_stop()


def test_errors_of_the_block_of_hooks_and_of_threads_leave_it():
    variables, step = counted()
    session = compat.train.MonitoredSteps(variables, hooks=[Fails(2, RuntimeError("of a hook"))])
    session.run(step)
    with pytest.raises(RuntimeError, match="of a hook"), session:
        session.run(step)
    assert session.should_stop()
    session = compat.train.MonitoredSteps(variables)
    with pytest.raises(KeyError, match="of the block"), session:
        raise KeyError("of the block")
    assert session.should_stop()

    class Thread(v1.train.SessionRunHook):
        def after_create_session(self, session, coord):
            self.coordinator = coord

    thread = Thread()
    session = compat.train.MonitoredSteps(variables, hooks=[thread])

    def runs_on():
        before = session.run(step)
        try:
            raise RuntimeError("of a thread")
        except RuntimeError as error:
            thread.coordinator.request_stop(error)
        assert session.should_stop()
        assert session.run(step) == before + 1  # a run that goes on is not disturbed

    with pytest.raises(RuntimeError, match="of a thread"), session:
        runs_on()


def test_steps_are_counted_from_where_they_begin(tmp_path):
    for expected in (3, 6):
        variables, step = counted()
        hooks = [v1.train.StopAtStepHook(num_steps=3)]
        with compat.train.MonitoredSteps(variables, hooks=hooks, checkpoint_dir=str(tmp_path)) as session:
            while not session.should_stop():
                session.run(step)
        assert variables.variables["global_step"].numpy() == expected


def test_a_hook_is_told_of_each_run_and_may_end_the_training():
    variables, step = counted()

    class Told(v1.train.SessionRunHook):
        def before_run(self, run_context):
            self.context = run_context
            return v1.train.SessionRunArgs([variables.variables["w"], {"step": "global_step:0"}])

        def after_run(self, run_context, run_values):
            self.values = run_values
            run_context.request_stop()

    told = Told()
    with compat.train.MonitoredSteps(variables, hooks=[told]) as session:
        assert session.run(step) == 1
        assert session.should_stop()
        with pytest.raises(RuntimeError, match="Run called even after should_stop"):
            session.run(step)
        assert told.context.session.graph is session.graph
    assert told.context.original_args.feed_dict is None
    assert told.values.results == [2.0, {"step": 0}]
    assert told.values.options == v1.RunOptions()


def test_a_step_function_runs_steps_with_hooks_and_without():
    variables, step = counted()
    counts = Fails(0, None)

    def of_context(step_context):
        session = step_context.session
        alone = session.run(step), float(session.run("w")), session.run({"w": "w"})["w"]
        return alone, step_context.run_with_hooks(step), counts.runs

    class Ends:
        def step(self, step_context):
            step_context.request_stop()

    with compat.train.MonitoredSteps(variables, hooks=[counts]) as session:
        assert session.run_step_fn(of_context) == ((1, 2.0, 2.0), 2, 1)
        for wrong in (lambda context: None, lambda step_context, more: None, lambda: None):
            with pytest.raises(ValueError, match="step_context"):
                session.run_step_fn(wrong)
        assert not session.should_stop()
        session.run_step_fn(Ends().step)
        assert session.should_stop()


def test_hooks_that_save_wait_and_end_have_what_they_ask_for(tmp_path):
    variables, step = counted()
    said = []

    class Listens(v1.train.CheckpointSaverListener):
        def begin(self):
            said.append("begin")

        def before_save(self, session, global_step):
            said.append((int(global_step), float(session.run(variables.variables["w"]))))

        def after_save(self, session, global_step):
            return global_step >= 3

        def end(self, session, global_step):
            said.append("end")

    final = v1.train.FinalOpsHook({"w": "w"})
    folder = str(tmp_path)
    hooks = [
        v1.train.CheckpointSaverHook(folder, save_steps=1, listeners=[Listens()]),
        v1.train.GlobalStepWaiterHook(0),
        v1.train.SummarySaverHook(save_steps=2, output_dir=folder, summary_op="summary"),
        v1.train.LoggingTensorHook(["w"], at_end=True, formatter=lambda values: said.append(values["w"])),
        final,
    ]
    with compat.train.MonitoredSteps(variables, values=["summary"], hooks=hooks) as session:
        while not session.should_stop():
            session.run(step)
    assert said == ["begin", (0, 0.0), (1, 2.0), (2, 4.0), (3, 6.0), "end", 6.0]
    assert final.final_ops_values == {"w": 6.0}
    assert logged(folder) == [(1, "seen"), (3, "seen")]


def test_a_hook_traces_runs(tmp_path):
    variables, step = counted()
    with tf.Graph().as_default():
        profiler = v1.train.ProfilerHook(save_steps=1, output_dir=str(tmp_path))
    with compat.train.MonitoredSteps(variables, hooks=[profiler]) as session:
        session.run(step)
        session.run(step)
    (told,) = tmp_path.glob("timeline-*.json")
    assert "AssignAddVariableOp" in told.read_text()


def test_a_diverging_loss_ends_training():
    variables, step = steps()
    variables.variables["w"].assign([[np.nan], [1.0]])
    with pytest.raises(v1.train.NanLossDuringTrainingError):
        train(variables, step, [v1.train.NanTensorHook("loss")])
