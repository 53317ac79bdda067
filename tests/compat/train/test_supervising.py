"""A Supervisor over Programs, and threads beside it."""

import os
import threading

import numpy as np
import pytest
import tensorflow as tf

import compat

from ...waiting import wait_for

v1 = tf.compat.v1
both = pytest.mark.parametrize("train", [v1.train, compat.train], ids=["tensorflow", "compat"])


@pytest.fixture(autouse=True)
def graph():
    """A graph of the test's own; its threads turn control flow of TensorFlow 2 off, in the whole process."""
    was = v1.control_flow_v2_enabled()
    with tf.Graph().as_default() as graph:
        yield graph
    if was:
        v1.enable_control_flow_v2()


def counting():
    """A step that is found by its name alone, and what counts it."""
    step = v1.Variable(0, trainable=False, name="global_step")
    v1.summary.scalar("twice", step * 2)
    return step.assign_add(1)


def events(folder):
    """The events in the files of `folder`."""
    for name in os.listdir(folder):
        if name.startswith("events"):
            yield from v1.train.summary_iterator(os.path.join(folder, name))


def test_its_services_save_the_model_and_the_summaries(tmp_path):
    count = counting()
    supervisor = compat.train.Supervisor(logdir=str(tmp_path), save_model_secs=1, save_summaries_secs=1)
    with supervisor.managed_session() as session:
        for _ in range(3):
            session.run(count)
        assert wait_for(lambda: (tf.train.latest_checkpoint(tmp_path) or "").endswith("model.ckpt-3"))
        assert wait_for(lambda: any(event.step == 3 and event.summary.value for event in events(tmp_path)))
        supervisor.request_stop()
    assert supervisor.should_stop()
    tags = {value.tag for event in events(tmp_path) for value in event.summary.value}
    assert tags == {"twice", "global_step/sec"}
    kinds = {event.session_log.status for event in events(tmp_path) if event.HasField("session_log")}
    assert kinds == {v1.SessionLog.START, v1.SessionLog.CHECKPOINT, v1.SessionLog.STOP}
    assert (tmp_path / "graph.pbtxt").exists()
    with tf.Graph().as_default():
        counting()
        again = compat.train.Supervisor(logdir=str(tmp_path), summary_op=None)
        with again.managed_session(start_standard_services=False) as session:
            assert v1.train.global_step(session, again.global_step) == 3


def test_what_loops_beside_it_builds_graphs(tmp_path):
    count = counting()
    supervisor = compat.train.Supervisor(logdir=None)
    said = []

    def beside(session, word):
        said.append((tf.executing_eagerly(), word, int(session.run(count))))

    with supervisor.managed_session("") as session:
        supervisor.loop(None, beside, (session,), {"word": "again"})
        supervisor.Loop(60, beside, (session, "once"))
        assert wait_for(lambda: len(said) > 3)
    assert {eager for eager, _, _ in said} == {False}
    assert [word for _, word, _ in said].count("once") == 1


def test_an_error_in_a_thread_stops_all_of_it():
    count = counting()
    supervisor = compat.train.Supervisor()

    def fail():
        raise KeyError("beside")

    def train():
        with supervisor.managed_session() as session:
            supervisor.loop(60, fail)
            while not supervisor.should_stop():
                session.run(count)

    with pytest.raises(KeyError, match="beside"):
        train()


def test_an_input_that_ends_ends_the_block():
    queue = v1.train.input_producer(tf.range(3), num_epochs=1, shuffle=False)
    taken, seen = queue.dequeue(), []
    supervisor = compat.train.Supervisor(saver=None)
    with supervisor.managed_session() as session:
        while not supervisor.should_stop():
            seen.append(session.run(taken))
    assert seen == [0, 1, 2]


def kinds_of_events(folder):
    """What the event files of `folder` hold, each in its order."""

    def kind(event):
        if event.HasField("session_log"):
            return "stop" if event.session_log.status == v1.SessionLog.STOP else "log"
        return event.WhichOneof("what").removesuffix("_def")

    files = sorted(name for name in os.listdir(folder) if name.startswith("events"))
    every = [v1.train.summary_iterator(os.path.join(folder, name)) for name in files]
    return [[kind(event) for event in one] for one in every]


BEGINS = ["file_version", "graph", "meta_graph"]


@both
def test_a_writer_outlives_sessions_or_is_closed_with_each(train, tmp_path):
    summary = v1.summary.scalar("c", tf.constant(1.0))
    for closes, expected in (
        (False, [[*BEGINS, "summary", "summary"]]),
        (True, [[*BEGINS, "summary", "stop"]]),
    ):
        folder = str(tmp_path / str(closes))
        supervisor = train.Supervisor(logdir=folder, summary_op=None)
        for _ in range(1 if closes else 2):
            with supervisor.managed_session(
                "", close_summary_writer=closes, start_standard_services=False
            ) as session:
                supervisor.summary_computed(session, session.run(summary))
        supervisor.summary_writer.close()
        assert kinds_of_events(folder) == expected


@both
def test_summaries_need_a_writer_which_may_be_the_programs_own(train, tmp_path):
    summary = v1.summary.scalar("c", tf.constant(1.0))
    none = train.Supervisor(logdir="", summary_op=None)
    session = none.prepare_or_wait_for_session("")
    with pytest.raises(RuntimeError, match="requires a summary writer"):
        none.summary_computed(session, session.run(summary))
    none.stop()
    own = v1.summary.FileWriter(str(tmp_path))
    supervisor = train.Supervisor(logdir="", summary_op=None, summary_writer=own)
    session = supervisor.prepare_or_wait_for_session("")
    supervisor.summary_computed(session, session.run(summary))
    session.close()
    supervisor.stop()
    assert kinds_of_events(tmp_path) == [[*BEGINS, "summary", "stop"]]


@both
def test_it_stops_at_errors_and_may_begin_again(train, tmp_path):
    count = counting()
    supervisor = train.Supervisor(logdir=str(tmp_path), summary_op=None, save_model_secs=0)
    with pytest.raises(KeyError, match="of the program"), supervisor.managed_session("") as session:
        raise KeyError("of the program")
    assert supervisor.should_stop()
    session = supervisor.prepare_or_wait_for_session("", start_standard_services=False)
    assert not supervisor.should_stop()
    session.run(count)
    assert len(supervisor.start_queue_runners(session)) == 0
    supervisor.stop()
    session.close()
    assert supervisor.should_stop()


@both
def test_what_stays_uninitialised_is_named(train):
    v = v1.Variable([1.0], name="v")
    v1.Variable([1.0], name="w")
    with pytest.raises(RuntimeError, match="Variables not initialized: w"):
        train.Supervisor(init_op=v.initializer).prepare_or_wait_for_session("")


@both
def test_local_variables_and_tables_are_initialised_without_an_init_op(train):
    keys = [v1.GraphKeys.LOCAL_VARIABLES]
    local, table = v1.Variable([3.0], collections=keys), v1.Variable([4], trainable=False, collections=[])
    v1.add_to_collection(v1.GraphKeys.TABLE_INITIALIZERS, table.initializer)
    supervisor = train.Supervisor(init_op=None)
    session = supervisor.prepare_or_wait_for_session("")
    assert [one.tolist() for one in session.run([local, table])] == [[3.0], [4]]
    supervisor.stop()


def test_a_meta_graph_is_gone_on_with(tmp_path):
    count = counting()
    supervisor = compat.train.Supervisor(logdir=str(tmp_path), summary_op=None)
    with supervisor.managed_session("", start_standard_services=False) as session:
        session.run(count)
        saved = supervisor.saver.save(session, supervisor.save_path)
    with tf.Graph().as_default():
        saver = v1.train.import_meta_graph(f"{saved}.meta")
        again = compat.train.Supervisor(logdir=str(tmp_path), saver=saver, summary_op=None)
        with again.managed_session("", start_standard_services=False) as session:
            assert session.run("global_step:0") == 1
            again.saver.save(session, again.save_path)


def test_it_takes_what_tensorflows_takes(tmp_path):
    counting()
    x = v1.placeholder(tf.int32, [])
    local = v1.get_local_variable("local", initializer=lambda: x + 1)
    start = v1.global_variables()[0].assign(x)
    manager = compat.train.SessionManager(local_init_op=local.initializer)
    supervisor = compat.train.Supervisor(
        init_op=[start],
        init_feed_dict={x: 41},
        local_init_op=None,
        ready_op=None,
        init_fn=lambda session: session.run(local.initializer, {x: 1}),
        global_step=None,
        summary_writer=None,
        logdir=str(tmp_path),
    )
    session = supervisor.prepare_or_wait_for_session(start_standard_services=False)
    assert session.run([v1.global_variables()[0], local]) == [41, 2]
    assert supervisor.global_step is None
    with pytest.raises(tf.errors.InvalidArgumentError, match="must feed"):
        manager.prepare_session("")


def test_a_manager_of_the_programs_own_is_used():
    count = counting()

    class Manager(compat.train.SessionManager):
        def prepare_session(self, master, *args, **kwargs):
            program = super().prepare_session(master, *args, **kwargs)
            program.run(count)
            return program

    supervisor = compat.train.Supervisor(session_manager=Manager())
    with supervisor.managed_session() as session:
        assert session.run(supervisor.global_step) == 1


def test_an_initialiser_that_is_not_there_cannot_wait():
    counting()
    ready = v1.report_uninitialized_variables()
    with pytest.raises(ValueError, match="local_init_op"):
        compat.train.Supervisor(local_init_op=None, ready_for_local_init_op=ready)


def test_other_machines_are_refused():
    counting()
    with pytest.raises(compat.ClusterError, match="is no server"):
        compat.train.Supervisor().prepare_or_wait_for_session("there:1")


def test_only_a_chief_makes_a_program_ready():
    counting()
    other = compat.train.Supervisor(is_chief=False)
    with pytest.raises(compat.ProgramError, match="is_chief=True"):
        other.prepare_or_wait_for_session()
    with pytest.raises(RuntimeError, match="Only chief"):
        other.start_standard_services(None)


class Building(compat.Thread):
    """Says what mode its thread is in, and computes."""

    def run(self):
        self.eager = tf.executing_eagerly()
        self.graph = v1.get_default_graph()
        with compat.Program() as program:
            self.value = program.run(tf.constant([1.0, 2.0]) * 2.0)


class Further(Building):
    """A class further down has another `run`."""

    def run(self):
        super().run()
        assert not tf.executing_eagerly()


@pytest.mark.parametrize("kind", [Building, Further])
def test_a_thread_builds_into_a_graph_of_its_own(kind, graph):
    thread = kind()
    thread.start()
    thread.join(60)
    assert not thread.eager
    assert thread.graph is not graph
    np.testing.assert_array_equal(thread.value, [2.0, 4.0])


def test_targets_and_timers_build_graphs(graph):
    said = []

    def work(word, graph):
        with graph.as_default():
            said.append((word, tf.executing_eagerly(), tf.constant(1.0).graph is graph))

    threads = [
        compat.Thread(target=work, args=("target",), kwargs={"graph": graph}, daemon=True),
        compat.Timer(0.01, work, ("timer", graph)),
    ]
    for thread in threads:
        thread.start()
        thread.join(60)
    assert said == [("target", False, True), ("timer", False, True)]
    eager = []
    plain = threading.Thread(target=lambda: eager.append(tf.executing_eagerly()))
    plain.start()
    plain.join(60)
    assert eager == [True]


def test_a_looper_builds_graphs():
    coordinator, said = tf.train.Coordinator(), []

    def look(word):
        said.append((word, tf.executing_eagerly()))

    compat.train.LooperThread.loop(coordinator, 60, look, ("loop",))
    compat.train.LooperThread(coordinator, 60, look, kwargs={"word": "made"}).start()
    assert wait_for(lambda: len(said) == 2)
    coordinator.request_stop()
    coordinator.join(stop_grace_period_secs=30)
    assert sorted(said) == [("loop", False), ("made", False)]
