"""A Program where TensorFlow 1's own machinery expects a session, and beside eager code."""

import threading

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.python.client import timeline

import compat

v1 = tf.compat.v1


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_eval_and_run_use_the_program_that_was_entered(graph):
    v = v1.get_variable("v", initializer=2.0)
    with compat.Program() as program:
        assert v1.get_default_session() is program
        assert v1.get_default_graph() is program.graph is graph
        v.initializer.run()
        assert (v * 2).eval() == 4.0
        assert v.eval() == 2.0
        with pytest.raises(RuntimeError, match="not re-entrant"), program:
            pass
    assert v1.get_default_session() is None
    with pytest.raises(RuntimeError, match="closed"):
        program.run(v)


def test_as_default_does_not_close(graph):
    v = v1.get_variable("v", initializer=2.0)
    program = compat.Program()
    with program.as_default():
        v.initializer.run()
    with program.as_default():
        assert v.eval() == 2.0
    program.close()
    program.close()


def test_an_interactive_program_stays_until_it_is_closed(graph):
    one = tf.constant(1.0)
    program = compat.Program.interactive(config=v1.ConfigProto(allow_soft_placement=True))
    assert one.eval() == 1.0
    program.close()
    assert v1.get_default_session() is None


def test_what_a_program_is_not(graph):
    tf.constant(1.0, name="one")
    with pytest.raises(compat.ClusterError, match="is no server"):
        compat.Program("somewhere:1")
    with pytest.raises(TypeError):
        compat.Program(v1.ConfigProto())
    with pytest.raises(TypeError):
        compat.Program(graph="graph")
    with pytest.raises(TypeError):
        compat.Program(config="config")
    program = compat.Program(config=v1.ConfigProto(gpu_options=v1.GPUOptions(allow_growth=True)))
    for call in (
        program.partial_run_setup,
        lambda: program.partial_run(1, "one:0"),
        lambda: program.reset(""),
    ):
        with pytest.raises((compat.ProgramError, TypeError)):
            call()
    assert any(device.name.endswith("CPU:0") for device in program.list_devices())
    assert program.graph_def.node[0].name == "one"
    assert program.sess_str == b""


def told_before():
    metadata = v1.RunMetadata()
    metadata.step_stats.dev_stats.add(device="what was told before")
    return metadata


def test_metadata_tell_what_ran(graph):
    x = v1.placeholder(tf.float32, [2], name="x")
    total = tf.reduce_sum(x * x, name="total")
    tf.exp(x, name="unused")
    program, metadata = compat.Program(), told_before()
    traced = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE, output_partition_graphs=True)
    assert program.run(total, {x: [1.0, 2.0]}, options=traced) == 5.0
    assert program.run(total, {x: [1.0, 2.0]}, traced, metadata) == 5.0
    (device,) = metadata.step_stats.dev_stats
    ran = {node.node_name for node in device.node_stats}
    assert "total" in ran
    assert "unused" not in ran
    (part,) = metadata.partition_graphs
    assert {"mul", "total"} <= {node.name for node in part.node}
    chrome = timeline.Timeline(metadata.step_stats).generate_chrome_trace_format(show_memory=True)
    assert '"total"' in chrome
    program.run(total, {x: [1.0, 2.0]}, run_metadata=metadata)
    assert metadata == v1.RunMetadata()
    program.run(total, {x: [1.0, 2.0]}, v1.RunOptions(), metadata)
    assert metadata == v1.RunMetadata()


def test_one_trace_at_a_time(graph, tmp_path):
    program, metadata = compat.Program(), told_before()
    one = tf.constant(1.0)
    told = pytest.warns(UserWarning, match="another profiler runs")
    with tf.profiler.experimental.Profile(str(tmp_path)), told:
        assert program.run(one, None, v1.RunOptions(trace_level=3), metadata) == 1.0
    assert not metadata.step_stats.dev_stats


def test_a_run_ends_in_time(graph):
    queue = v1.FIFOQueue(1, tf.float32, [])
    waits, put = queue.dequeue(), queue.enqueue(2.0)
    program = compat.Program()
    for _ in range(2):
        with pytest.raises(tf.errors.DeadlineExceededError, match=r"more than 0\.05 s"):
            program.run(waits, options=v1.RunOptions(timeout_in_ms=50))
    program.run(put, options=v1.RunOptions(timeout_in_ms=60000))
    assert program.run(waits, options=v1.RunOptions(timeout_in_ms=60000)) == 2.0
    hasty = compat.Program(config=v1.ConfigProto(operation_timeout_in_ms=50))
    with pytest.raises(tf.errors.DeadlineExceededError):
        hasty.run(waits)
    with pytest.raises(tf.errors.InvalidArgumentError):  # what fails in time is told as ever
        program.run(tf.debugging.check_numerics(np.nan, "no"), options=v1.RunOptions(timeout_in_ms=60000))


def test_an_empty_graph_is_refused(graph):
    with pytest.raises(RuntimeError, match="graph is empty"):
        compat.Program().run([])


def test_errors_name_the_operation(graph):
    x = v1.placeholder(tf.float32, [], name="x")
    checked = tf.debugging.check_numerics(x, "not a number", name="checked")
    program = compat.Program()
    with pytest.raises(tf.errors.InvalidArgumentError, match="not a number") as caught:
        program.run(checked, {x: np.nan})
    assert caught.value.op is checked.op
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="You must feed a value for placeholder tensor 'x'"
    ):
        program.run(checked)
    v = v1.get_variable("v", initializer=1.0)
    with pytest.raises(tf.errors.FailedPreconditionError, match="v") as caught:
        program.run(v)
    assert caught.value.op.name == "v/Read/ReadVariableOp"


def test_make_callable(graph):
    x, y = v1.placeholder(tf.float32, []), v1.placeholder(tf.float32, [])
    program = compat.Program()
    assert program.make_callable([x + y, tf.no_op()], [x, y])(1.0, 2.0) == [3.0, None]
    assert program.make_callable(tf.constant(3.0))() == 3.0
    with pytest.raises(TypeError):
        program.make_callable(x, [x])()
    with pytest.raises(TypeError):
        program.make_callable(x, x)


def test_arrays_that_come_back_belong_to_the_caller(graph):
    constant, v = tf.constant([1.0, 2.0]), v1.get_variable("v", initializer=[1.0, 2.0])
    program = compat.Program()
    program.run(v.initializer)
    for fetch in (constant, v):
        program.run(fetch)[:] = 9.0
        np.testing.assert_array_equal(program.run(fetch), [1.0, 2.0])


def test_closing_ends_what_is_blocked(graph):
    queue = v1.FIFOQueue(1, [tf.float32], [[]])
    begun = threading.Event()
    with tf.control_dependencies([v1.py_func(begun.set, [], [])]):
        take = queue.dequeue()
    program = compat.Program()
    ended = []

    def wait():
        with pytest.raises(tf.errors.CancelledError):
            program.run(take)
        ended.append(True)

    thread = threading.Thread(target=wait)
    thread.start()
    assert begun.wait(30)
    program.close()
    thread.join(30)
    assert ended == [True]


@pytest.mark.parametrize("device", [None, "/cpu:0", "/device:CPU:2"])
def test_variables_are_where_the_graph_says_until_the_program_is_closed(device):
    with tf.Graph().as_default():
        with tf.device(device):
            v = v1.get_variable("v", initializer=1.0)
        program = compat.Program()
        program.run(v.initializer)
    (handle,) = program._resources.of([v.handle.op])
    value = tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)
    assert value == 1.0
    assert value.device.endswith("CPU:2" if device == "/device:CPU:2" else "CPU:0")
    program.close()
    with pytest.raises((tf.errors.FailedPreconditionError, tf.errors.NotFoundError)):
        tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)


@pytest.mark.parametrize(("saves", "restores"), [(0, 1), (1, 0), (1, 1)])
def test_checkpoints_are_those_of_a_session(tmp_path, saves, restores):
    kinds = (v1.Session, compat.Program)

    def build():
        w = v1.get_variable("w", initializer=[3.0, 4.0])
        step = v1.train.get_or_create_global_step()
        train = v1.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(w**2), global_step=step)
        saver = v1.train.Saver(max_to_keep=2)
        return w, step, train, saver, v1.global_variables_initializer()

    with tf.Graph().as_default(), kinds[saves]() as session:
        w, step, train, saver, init = build()
        session.run(init)
        for _ in range(4):
            session.run(train)
            path = saver.save(session, str(tmp_path / "model"), global_step=step)
        saved = session.run(v1.global_variables())
        expected = session.run([train, w])[1]
    assert v1.train.latest_checkpoint(tmp_path) == path == str(tmp_path / "model-4")
    assert (tmp_path / "model-4.meta").exists()
    assert not (tmp_path / "model-2.index").exists()
    with tf.Graph().as_default(), kinds[restores]() as session:
        w, step, train, saver, _ = build()
        saver.restore(session, path)
        np.testing.assert_equal(session.run(v1.global_variables()), saved)
        session.run(train)
        # A session's own fetch beside the update may be the value from before it.
        if saves:
            np.testing.assert_array_equal(session.run(w), expected)


def test_queue_runners_and_readers(graph, tmp_path):
    (tmp_path / "numbers.csv").write_text("".join(f"{i},{i * i}\n" for i in range(20)))
    names = v1.train.string_input_producer([str(tmp_path / "numbers.csv")], num_epochs=1, shuffle=False)
    _, line = v1.TextLineReader().read(names)
    number, square = v1.decode_csv(line, [[0], [0]])
    numbers, squares = v1.train.batch([number, square], batch_size=4)
    coordinator = tf.train.Coordinator()
    batches = []
    with compat.Program() as program:
        program.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
        threads = v1.train.start_queue_runners(sess=program, coord=coordinator)
        assert len(threads) >= 2
        try:
            while not coordinator.should_stop():
                batches.append(program.run([numbers, squares]))
        except tf.errors.OutOfRangeError:
            coordinator.request_stop()
        coordinator.join(threads, stop_grace_period_secs=30)
    assert np.concatenate([n for n, _ in batches]).tolist() == list(range(20))
    assert all((n**2 == s).all() for n, s in batches)


def test_summaries(graph, tmp_path):
    x = v1.placeholder(tf.float32, [])
    v1.summary.scalar("x", x)
    v1.summary.histogram("h", tf.fill([3], x))
    merged = v1.summary.merge_all()
    with compat.Program() as program, v1.summary.FileWriter(str(tmp_path), program.graph) as writer:
        for step in range(3):
            writer.add_summary(program.run(merged, {x: step}), step)
    (events,) = tmp_path.iterdir()
    values = [
        v.simple_value
        for e in v1.train.summary_iterator(str(events))
        for v in e.summary.value
        if v.tag == "x"
    ]
    assert values == [0.0, 1.0, 2.0]


def test_a_coordinator_ends_threads_after_an_error(graph):
    queue = v1.FIFOQueue(2, [tf.float32], [[]])
    runner = v1.train.QueueRunner(queue, [queue.enqueue(tf.strings.to_number("no number"))])
    coordinator = tf.train.Coordinator()
    with compat.Program() as program:
        threads = runner.create_threads(program, coordinator, start=True)
        with pytest.raises(tf.errors.InvalidArgumentError):
            coordinator.join(threads, stop_grace_period_secs=30)


BUILDING = """
import threading
import compat
import tensorflow as tf
from tensorflow.python.client import timeline
import keras

compat.build_graph()
compat.build_graph()
tf.compat.v1.reset_default_graph()
x = tf.compat.v1.placeholder(tf.float32, [None, 2], name="x")
w = tf.Variable([[1.0], [2.0]], name="w")
y = tf.compat.v1.cond(tf.reduce_sum(x) > 0, lambda: tf.matmul(x, w), lambda: x[:, :1])
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), 0)
found = tf.data.Dataset.from_tensors("a").map(table.lookup)
value = tf.compat.v1.data.make_initializable_iterator(found)
assert w in tf.compat.v1.trainable_variables(), tf.compat.v1.trainable_variables()
assert not any("If" in op.type for op in tf.compat.v1.get_default_graph().get_operations())
init = [tf.compat.v1.global_variables_initializer(), tf.compat.v1.tables_initializer()]
with compat.Program() as sess:
    sess.run(init)
    sess.run(value.initializer)
    assert sess.run(value.get_next()) == 1
    assert sess.run(y, {x: [[1.0, 1.0]]}).tolist() == [[3.0]]
    seen = []

    def beside():
        seen.append(tf.executing_eagerly())
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        model.fit(tf.ones([4, 2]), tf.ones([4, 1]), epochs=1, verbose=0)
        seen.append(float(tf.function(lambda a: a + 1)(tf.constant(1.0))))
        seen.append(sess.run(y, {"x:0": [[1.0, 1.0]]}).tolist())

    thread = threading.Thread(target=beside)
    thread.start()
    thread.join()
    assert seen == [True, 2.0, [[3.0]]], seen
assert not tf.executing_eagerly()
with compat.build_graph():
    pass
assert not tf.executing_eagerly()
print("done")
"""


def test_a_thread_that_builds_graphs_beside_eager_ones(ran):
    assert ran(BUILDING).strip() == "done"


def test_building_ends_with_its_block():
    was = v1.control_flow_v2_enabled()
    try:
        with tf.init_scope(), compat.build_graph():
            assert not tf.executing_eagerly()
            with compat.build_graph():
                assert tf.is_symbolic_tensor(tf.constant(1.0))
            assert not tf.executing_eagerly()
        assert tf.executing_eagerly()
    finally:
        if was:
            v1.enable_control_flow_v2()
