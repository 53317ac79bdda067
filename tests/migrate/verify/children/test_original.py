import textwrap

import pytest

from migrate.verify import record_original


@pytest.fixture
def record(tmp_path):
    """Runs a TensorFlow 1 program, and returns the names it fetched and the numbers, step by step."""

    def run(text, steps=None):
        program = tmp_path / "program.py"
        program.write_text(textwrap.dedent(text))
        folder = tmp_path / "record"
        folder.mkdir()
        return record_original(program, folder, gpus=2, steps=steps, timeout=120)

    return run


def fetched(record):
    return [[(name, value.tolist()) for name, value in step.fetched] for step in record.steps()]


def test_a_step_trains_or_gives_numbers(record):
    made = record(
        """
        import tensorflow as tf
        w = tf.Variable(1.0, name="w")
        unused = tf.get_variable("unused", [], collections=[tf.GraphKeys.LOCAL_VARIABLES])
        add = tf.assign_add(w, 1.0).op
        double = tf.multiply(w, 2.0, name="double")
        sess = tf.Session()
        sess.run(w.initializer)                         # makes a variable readable: no step
        sess.run(w)                                     # variables are compared anyway: no step
        sess.run([tf.no_op(), tf.constant("text")])     # nothing: no step
        sess.run(tf.constant(2.0) + 1.0)                # computed from constants alone: no step
        sess.run(add)                                   # changes a variable
        sess.run({"b": [double, add], "a": tf.constant("text")})
        double.eval(session=sess)
        with sess.as_default():
            assert w.eval() == 3.0
        """
    )
    assert {name: value.tolist() for name, value in made.initial().items()} == {"w": 1.0}
    first, second, third = fetched(made)
    assert first == []
    ((name, value),) = second
    assert (name, value in (4.0, 6.0)) == ("double:0", True)
    assert third == [("double:0", 6.0)]
    assert [step.variables["w"].tolist() for step in made.steps()] == [2.0, 3.0, 3.0]


def test_variables_may_be_initialised_late_and_loaded(record):
    made = record(
        """
        import tensorflow as tf
        a = tf.Variable(1.0, name="a")
        b = tf.Variable(2.0, name="b")
        with tf.Session() as sess:
            sess.run(a.initializer)
            sess.run(a + 1.0)
            b.load(5.0, sess)
            sess.run(b + 1.0)
        """
    )
    assert {name: value.tolist() for name, value in made.initial().items()} == {"a": 1.0, "b": 5.0}
    assert [[value for _, value in step] for step in fetched(made)] == [[2.0], [6.0]]


def test_each_variable_that_is_loaded_in_a_row_makes_a_step(record):
    made = record(
        """
        import tensorflow as tf
        a = tf.Variable(1.0, name="a")
        b = tf.Variable(2.0, name="b")
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(2):
                a.load(3.0 + step, sess)
                b.load(5.0 + step, sess)
        """
    )
    states = [(step.variables["a"], step.variables["b"]) for step in made.steps()]
    assert states == [(3.0, 2.0), (3.0, 5.0), (4.0, 5.0), (4.0, 6.0)]


def test_of_a_monitored_session_the_programs_own_fetches_count(record):
    made = record(
        """
        import tensorflow as tf
        global_step = tf.train.get_or_create_global_step()
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        loss = tf.square(w, name="loss")
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
        log = tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=1)
        hooks = [tf.train.StopAtStepHook(last_step=3), log]
        with tf.train.MonitoredTrainingSession(hooks=hooks) as sess:
            while not sess.should_stop():
                _, value = sess.run([train_op, loss])
        """
    )
    assert [[name for name, _ in step] for step in fetched(made)] == [["loss:0"]] * 3
    assert [step.variables["global_step"].tolist() for step in made.steps()] == [1, 2, 3]


def test_knows_tensorflow_1(record):
    made = record(
        """
        import tensorflow as tf
        import tensorflow.compat.v1 as v1
        from tensorflow import nn
        from tensorflow.python.framework import ops
        import tensorflow.python.ops.math_ops as math_ops
        assert tf.Session is v1.Session
        assert tf.__version__ == "1.15.5"
        assert ops.get_default_graph() is tf.get_default_graph()
        assert not tf.executing_eagerly()
        assert not hasattr(tf, "nothing")
        x = tf.placeholder(tf.float32, [None, 4])
        y = nn.relu(tf.layers.dense(x, x.get_shape()[1].value))
        feed = {x: [[1.0, 2.0, 3.0, 4.0]]}                # tensors are keys: they compare by identity

        def main(argv):
            assert all("ResourceVariable" in type(v).__name__ for v in tf.global_variables())
            with tf.Session() as sess:
                sess.run(tf.global_variables_initializer())
                sess.run(math_ops.reduce_sum(y, name="total"), feed)

        tf.app.run()
        """
    )
    assert [[name for name, _ in step] for step in fetched(made)] == [["total:0"]]
    assert set(made.initial()) == {"dense/kernel", "dense/bias"}


def test_layers_contrib_cells_and_the_tutorials_reader(record):
    made = record(
        """
        import numpy as np
        import tensorflow as tf
        import tensorflow.contrib.layers as layers
        from tensorflow.contrib import rnn, slim
        from tensorflow.examples.tutorials.mnist import input_data

        assert callable(input_data.read_data_sets)
        x = tf.placeholder(tf.float32, [2, 3, 4])
        _, state = tf.nn.dynamic_rnn(rnn.BasicLSTMCell(5), x, dtype=tf.float32)
        hidden = tf.layers.dense(layers.fully_connected(state.h, 3, scope="a"), 3, name="b")
        total = tf.reduce_sum(slim.fully_connected(hidden, 2, scope="c"), name="total")
        assert all("ResourceVariable" in type(v).__name__ for v in tf.global_variables())
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            sess.run(total, {x: np.ones([2, 3, 4])})
        """
    )
    assert [[name for name, _ in step] for step in fetched(made)] == [["total:0"]]
    expected = {f"{layer}/{part}" for layer in "ac" for part in ("weights", "biases")}
    expected |= {f"{layer}/{part}" for layer in ("b", "rnn/basic_lstm_cell") for part in ("kernel", "bias")}
    assert set(made.initial()) == expected


def test_a_variable_comes_back_after_its_update_as_in_1_15(record):
    made = record(
        """
        import tensorflow as tf
        w = tf.Variable(1.0, name="w")
        add = tf.assign_add(w, 1.0).op
        with tf.Session() as sess:
            sess.run(w.initializer)
            for expected in (2.0, 3.0, 4.0):
                assert sess.run({"a": [add, w]}) == {"a": [None, expected]}
            assert sess.run([add, w.name, w + 0.0])[1] == 5.0
        """
    )
    assert [[value for _, value in step] for step in fetched(made)] == [[2.0], [3.0], [4.0], [5.0, 4.0]]


def test_finds_the_programs_own_modules(record, tmp_path):
    (tmp_path / "compat.py").write_text("import tensorflow as tf\nNAME = tf.__version__\n")
    made = record(
        """
        import compat
        import tensorflow as tf
        from tensorflow.contrib import layers
        assert compat.NAME == "1.15.5"
        layers.fully_connected(tf.ones([1, 2]), 1)
        tf.Session().run(tf.placeholder_with_default(1.0, []))
        """
    )
    assert made.length == 1


def test_runs_of_other_threads_are_no_steps(record):
    made = record(
        """
        import tensorflow as tf
        queue = tf.FIFOQueue(2, [tf.float32], shapes=[[]])
        runner = tf.train.QueueRunner(queue, [queue.enqueue([1.0])])
        tf.train.add_queue_runner(runner)
        item = tf.identity(queue.dequeue(), name="item")
        with tf.Session() as sess:
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(sess, coordinator)
            for _ in range(5):
                sess.run(item)
            coordinator.request_stop()
            sess.run(queue.close(cancel_pending_enqueues=True))
            coordinator.join(threads)
        """
    )
    assert fetched(made) == [[("item:0", 1.0)]] * 5


def test_ends_after_the_steps_asked_for(record):
    made = record(
        """
        import tensorflow as tf
        with tf.Session() as sess:
            for step in range(1000):
                sess.run(tf.placeholder_with_default(step, []))
        raise AssertionError("it was to end earlier")
        """,
        steps=4,
    )
    assert [step[0][1] for step in fetched(made)] == [0, 1, 2, 3]
