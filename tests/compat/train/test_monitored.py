"""Monitored sessions over Programs do what TensorFlow's own do: each test of `kinds` runs on both."""

import os

import numpy as np
import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1
kinds = pytest.mark.parametrize("train", [v1.train, compat.train], ids=["tensorflow", "compat"])


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def network():
    """A fed input, a loss, and an update of Adam that counts steps."""
    x = v1.placeholder(tf.float32, [None, 2], name="x")
    w = v1.get_variable("w", [2, 1], initializer=v1.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    v1.summary.scalar("loss", loss)
    update = v1.train.AdamOptimizer(0.1).minimize(loss, v1.train.get_or_create_global_step())
    return x, loss, update


ROWS = np.arange(6, dtype=np.float32).reshape(3, 2) / 5


def summaries(folder):
    """Steps of each summary in the event files of `folder`."""
    steps: dict[str, list[int]] = {}
    for name in sorted(os.listdir(folder)):
        if name.startswith("events"):
            for event in v1.train.summary_iterator(os.path.join(folder, name)):
                for value in event.summary.value:
                    steps.setdefault(value.tag, []).append(event.step)
    return steps


class Recorded(v1.train.SessionRunHook):
    """Writes down what it is told, and fetches and feeds along."""

    def __init__(self, x, loss):
        self.x, self.loss, self.said = x, loss, []

    def begin(self):
        self.said.append("begin")

    def after_create_session(self, session, coord):
        self.said.append(("created", session.run(v1.train.get_global_step()), coord.should_stop()))

    def before_run(self, run_context):
        assert run_context.session.graph is v1.get_default_graph()
        return v1.train.SessionRunArgs({"loss": self.loss}, {self.x: ROWS})

    def after_run(self, run_context, run_values):
        self.said.append(float(run_values.results["loss"]))

    def end(self, session):
        self.said.append(("end", session.run(v1.train.get_global_step())))


def trained(train, folder, steps, **options):
    """What a hook heard while a training session ran to `steps`."""
    with tf.Graph().as_default():
        x, loss, update = network()
        hook = Recorded(x, loss)
        hooks = [v1.train.StopAtStepHook(last_step=steps), v1.train.NanTensorHook(loss), hook]
        with train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=hooks, **options) as session:
            while not session.should_stop():
                assert session.run(update) is None
        return hook.said


def test_hooks_checkpoints_and_summaries_are_tensorflows(tmp_path):
    options = {
        "save_checkpoint_secs": None,
        "save_checkpoint_steps": 2,
        "save_summaries_steps": 2,
        "log_step_count_steps": 1,
    }
    found = {}
    for name, train in (("theirs", v1.train), ("ours", compat.train)):
        folder = str(tmp_path / name)
        said = [trained(train, folder, 3, **options), trained(train, folder, 5, **options)]
        reader = tf.train.load_checkpoint(folder)
        values = {key: reader.get_tensor(key) for key in sorted(reader.get_variable_to_shape_map())}
        files = sorted(file for file in os.listdir(folder) if not file.startswith("events"))
        found[name] = said, values, files, summaries(folder)
    np.testing.assert_equal(found["ours"][1], found["theirs"][1])
    assert found["ours"][0] == found["theirs"][0]
    assert found["ours"][0][1][1] == ("created", 3, False)
    assert found["ours"][2:] == found["theirs"][2:]
    assert {"loss", "global_step/sec"} == set(found["ours"][3])


@pytest.mark.parametrize(("writes", "reads"), [(v1.train, compat.train), (compat.train, v1.train)])
def test_a_run_goes_on_from_the_others_checkpoint(writes, reads, tmp_path):
    both = trained(compat.train, str(tmp_path / "apart"), 6)
    first = trained(writes, str(tmp_path / "model"), 4)
    second = trained(reads, str(tmp_path / "model"), 6)
    assert [*first[2:-1], *second[2:-1]] == both[2:-1]
    with tf.Graph().as_default():
        network()
        program, saver = compat.Program(), v1.train.Saver()
        saver.restore(program, tf.train.latest_checkpoint(tmp_path / "model"))
        assert program.run(v1.train.get_global_step()) == 6


def test_defaults_are_those_of_1_15(tmp_path):
    said = trained(compat.train, str(tmp_path), 3)
    assert len(said) == 6
    assert (tmp_path / "graph.pbtxt").exists()
    assert os.path.basename(tf.train.latest_checkpoint(tmp_path)) == "model.ckpt-3"
    assert summaries(tmp_path) == {"loss": [1]}


@kinds
def test_no_summaries_are_written_where_none_are_asked_for(train, tmp_path):
    options = {"save_summaries_steps": None, "save_summaries_secs": None, "log_step_count_steps": None}
    trained(train, str(tmp_path), 3, **options)
    assert summaries(tmp_path) == {}


@kinds
def test_an_input_that_ends_ends_the_block(train):
    queue = v1.train.input_producer(tf.range(4), num_epochs=1, shuffle=False)
    taken = queue.dequeue()
    seen = []
    with train.MonitoredSession() as session:
        while not session.should_stop():
            seen.append(session.run(taken))
    assert seen == [0, 1, 2, 3]


@kinds
def test_other_errors_leave_the_block(train):
    checked = tf.debugging.check_numerics(tf.constant(np.nan), "not a number")
    session = train.MonitoredSession()
    with pytest.raises(tf.errors.InvalidArgumentError, match="not a number"), session:
        session.run(checked)
    assert session.should_stop()


@kinds
def test_a_lost_session_is_made_again_from_the_checkpoint(train, tmp_path):
    x, _, update = network()
    step = v1.train.get_global_step()

    class Lost(v1.train.SessionRunHook):
        created, at = 0, 0

        def after_create_session(self, session, coord):
            self.created += 1

        def before_run(self, run_context):
            if run_context.original_args.fetches is update and self.created == 1 and self.at >= 3:
                raise tf.errors.AbortedError(None, None, "lost")

    lost = Lost()
    saving = v1.train.CheckpointSaverHook(str(tmp_path), save_steps=2)
    creator = train.ChiefSessionCreator(checkpoint_dir=str(tmp_path))
    with train.MonitoredSession(creator, hooks=[lost, saving]) as session:
        steps = []
        for _ in range(5):
            session.run(update, {x: ROWS})
            lost.at = session.run(step)
            steps.append(int(lost.at))
    assert lost.created == 2
    assert steps == [1, 2, 3, 3, 4]  # the checkpoint is of step 2


@kinds
def test_a_singular_session_does_not_recover(train):
    x, loss, update = network()
    given = v1.placeholder(tf.float32, [2, 1])
    w = v1.global_variables()[0]
    local = v1.get_local_variable("local", initializer=lambda: given[0, 0])
    assign = w.assign(given * 2.0)
    scaffold = v1.train.Scaffold(
        init_fn=lambda scaffold, session: session.run(assign, {given: [[1.0], [2.0]]}),
        local_init_feed_dict={given: [[7.0], [0.0]]},
    )
    session = train.SingularMonitoredSession(scaffold=scaffold)
    assert session.raw_session().run(local) == 7.0
    np.testing.assert_array_equal(session.run(w), [[2.0], [4.0]])

    def step(step_context):
        before = step_context.session.run(loss, {x: ROWS})
        assert step_context.run_with_hooks(loss, {x: ROWS}) == before
        return before

    assert session.run_step_fn(step) > 0
    session.run(update, {x: ROWS})
    session.close()
    assert not v1.get_default_graph().finalized


@kinds
def test_a_model_that_stays_uninitialised_is_an_error(train):
    network()
    scaffold = v1.train.Scaffold(init_op=tf.no_op("nothing"))
    with pytest.raises(RuntimeError, match=r"not make model ready(.|\n)*not initialized: (.|\n)*w"):
        train.MonitoredSession(train.ChiefSessionCreator(scaffold))


@kinds
def test_what_is_not_given_initialises_nothing(train):
    network()
    manager = train.SessionManager()
    with pytest.raises(RuntimeError, match="no init_op or init_fn"):
        manager.prepare_session("")
    with pytest.raises(ValueError, match="local_init_op"):
        train.SessionManager(ready_for_local_init_op=v1.report_uninitialized_variables())
    with pytest.raises(ValueError, match="both|Can not provide"):
        manager.prepare_session(
            "", saver=v1.train.Saver(), checkpoint_dir="a", checkpoint_filename_with_path="b"
        )


@kinds
def test_recovering_tells_whether_there_was_a_checkpoint(train, tmp_path):
    x, _, update = network()
    saver, ready = v1.train.Saver(), v1.report_uninitialized_variables()
    init = v1.global_variables_initializer()
    manager = train.SessionManager(ready_op=ready)
    session, found = manager.recover_session("", saver=saver, checkpoint_dir=str(tmp_path))
    assert not found
    session.run(init)
    session.run(update, {x: ROWS})
    path = saver.save(session, str(tmp_path / "model"), global_step=7)
    for where in ({"checkpoint_dir": str(tmp_path)}, {"checkpoint_filename_with_path": path}):
        session, found = manager.recover_session("", saver=saver, **where)
        assert found
        assert session.run(v1.train.get_global_step()) == 1
    assert manager.prepare_session("", init, saver, str(tmp_path)).run(v1.train.get_global_step()) == 1


def global_and_local():
    """A variable, and a local one that begins as it is; what tells which are not initialised."""
    v = v1.get_variable("v", [], initializer=v1.constant_initializer(2.0))
    keys = [v1.GraphKeys.LOCAL_VARIABLES]
    w = v1.get_variable("w", initializer=lambda: v.read_value(), trainable=False, collections=keys)
    initialised = [v1.is_variable_initialized(one) for one in (v, w)]
    return v, w, initialised, v1.report_uninitialized_variables()


@kinds
def test_local_variables_are_initialised_when_what_they_begin_with_is(train, tmp_path):
    v, w, initialised, ready = global_and_local()
    for_local = v1.report_uninitialized_variables(v1.global_variables())
    saver = v1.train.Saver({"v": v})
    local = {"ready_op": ready, "local_init_op": w.initializer}
    guarded = train.SessionManager(ready_for_local_init_op=for_local, **local)
    never = train.SessionManager(ready_for_local_init_op=ready, **local)
    unguarded = train.SessionManager(**local)

    assert guarded.prepare_session("", v.initializer).run([v, w]) == [2.0, 2.0]
    with pytest.raises(RuntimeError, match=r"not make model ready for local_init(.|\n)*not initialized: v"):
        guarded.prepare_session("")
    with pytest.raises(tf.errors.FailedPreconditionError, match="v"):
        unguarded.prepare_session("")
    with pytest.raises(RuntimeError, match=r"not make model ready\.(.|\n)*not initialized: w"):
        train.SessionManager(ready_op=ready).prepare_session("", v.initializer)

    with v1.Session() as session:
        session.run(v.initializer)
        saver.save(session, str(tmp_path / "model"))
    for manager, expected in ((guarded, (True, [True, True])), (never, (False, [True, False]))):
        session, found = manager.recover_session("", saver=saver, checkpoint_dir=str(tmp_path))
        assert (found, session.run(initialised)) == expected


@kinds
def test_without_a_checkpoint_the_local_initialiser_runs_and_one_that_comes_is_waited_for(train, tmp_path):
    v = v1.get_variable("v", [], initializer=v1.ones_initializer())
    keys = [v1.GraphKeys.LOCAL_VARIABLES]
    w = v1.get_variable("w", [], initializer=v1.ones_initializer(), trainable=False, collections=keys)
    initialised = [v1.is_variable_initialized(one) for one in (v, w)]
    ready, saver = v1.report_uninitialized_variables(), v1.train.Saver({"v": v})
    manager = train.SessionManager(ready_op=ready, local_init_op=w.initializer)
    session, found = manager.recover_session("", saver=saver, checkpoint_dir=str(tmp_path))
    assert not found
    assert session.run(initialised) == [False, True]

    waits = train.SessionManager(ready_op=v1.report_uninitialized_variables([v]), recovery_wait_secs=0.1)
    wait = {
        "saver": saver,
        "checkpoint_dir": str(tmp_path),
        "wait_for_checkpoint": True,
        "max_wait_secs": 0.3,
    }
    with pytest.raises(RuntimeError, match="no init_op or init_fn or local_init_op was given"):
        waits.prepare_session("", **wait)
    session.run(v.assign(5.0))
    saver.save(session, str(tmp_path / "model"))
    assert waits.prepare_session("", **wait).run(v) == 5.0


def test_a_step_that_was_made_by_hand_is_found(tmp_path):
    step = v1.Variable(0, trainable=False, name="global_step", dtype=tf.int64)
    count = step.assign_add(1)
    with compat.train.MonitoredTrainingSession(
        checkpoint_dir=str(tmp_path), hooks=[v1.train.StopAtStepHook(num_steps=2)]
    ) as session:
        while not session.should_stop():
            session.run(count)
    assert os.path.basename(tf.train.latest_checkpoint(tmp_path)) == "model.ckpt-2"


def test_other_machines_are_refused():
    network()
    ready = v1.report_uninitialized_variables()
    with pytest.raises(compat.ProgramError, match="is_chief=True"):
        compat.train.SessionManager(ready_op=ready).wait_for_session("")
    with pytest.raises(compat.ProgramError, match="is_chief=True"):
        compat.train.MonitoredTrainingSession(is_chief=False)
    with pytest.raises(compat.ClusterError, match="'there:1' is no server"):
        compat.train.MonitoredTrainingSession("there:1")


def test_a_model_without_variables_waits_for_nobody():
    one = tf.constant(1.0)
    manager = compat.train.SessionManager(ready_op=v1.report_uninitialized_variables())
    assert manager.wait_for_session("").run(one) == 1.0


def test_a_hook_traces_runs(tmp_path):
    one = tf.add(1.0, 1.0, name="one")
    fetched = [one, v1.assign_add(v1.train.get_or_create_global_step(), 1)]
    hooks = [v1.train.ProfilerHook(save_steps=1, output_dir=str(tmp_path))]
    with compat.train.SingularMonitoredSession(hooks=hooks) as session:
        session.run(fetched)
        session.run(fetched)
    assert [path.name for path in tmp_path.glob("timeline-*")] == ["timeline-2.json"]


@kinds
def test_variables_of_every_kind_are_initialised(train):
    """Those that are references, and those of a strategy's replicas, in the session of the chief."""
    strategy = tf.distribute.MirroredStrategy(["cpu:0"])
    reference = v1.get_variable("reference", [], use_resource=False, initializer=v1.ones_initializer())
    with strategy.scope():
        mirrored = v1.get_variable("mirrored", [], initializer=v1.ones_initializer())
    with train.MonitoredTrainingSession() as session:
        assert session.run([reference, mirrored]) == [1.0, 1.0]
