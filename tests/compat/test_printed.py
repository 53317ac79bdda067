"""What code prints or logs that steps share comes once, as when one graph was built of it."""

import logging
import threading

import pytest
import tensorflow as tf
from absl import logging as absl_logging

import compat


def built(x):
    print("building")
    for width in (3, 2):
        print("layer of", width)
        x = compat.layers.dense(x, width)
    return x


def test_each_place_prints_once_however_many_steps_share_it(capsys):
    variables = compat.VariableStore()

    @variables.function
    def first(x):
        return built(x)

    @variables.pruned(input_signature=[tf.TensorSpec([1, 4])])
    def second(x):
        x = built(x)
        print("second alone")
        return x

    for _ in range(2):
        first(tf.ones([1, 4]))
        second(tf.ones([1, 4]))
    lines = capsys.readouterr().out.splitlines()
    assert sorted(lines) == ["building", "layer of 2", "layer of 3", "second alone"]


def test_a_trace_that_comes_by_more_often_prints_what_is_more(capsys):
    variables = compat.VariableStore()

    def counted(times, x):
        for time in range(times):
            print("time", time)
        return x

    for times in (1, 3, 2):
        variables.function(lambda x, times=times: counted(times, x))(1.0)
    assert capsys.readouterr().out.splitlines() == ["time 0", "time 1", "time 2"]


def test_another_object_that_builds_again_says_it_again(capsys):
    variables = compat.VariableStore()
    for part in (variables, variables.next_part()):
        part.function(built)(tf.ones([1, 4]))
    assert capsys.readouterr().out.splitlines().count("building") == 2


def test_other_threads_print_as_ever(capsys):
    variables = compat.VariableStore()
    go, done = threading.Event(), threading.Event()

    def say():
        for _ in range(2):
            go.wait(30)
            go.clear()
            print("beside")
            done.set()

    thread = threading.Thread(target=say)
    thread.start()

    def body(x):
        done.clear()
        go.set()
        assert done.wait(30)
        return x

    for _ in range(2):
        variables.function(lambda x: body(x))(1.0)
    thread.join(30)
    assert capsys.readouterr().out.splitlines() == ["beside", "beside"]


def test_print_is_the_programs_own_again_behind_a_trace_that_fails():
    before = print
    variables = compat.VariableStore()

    @variables.function
    def fails():
        raise KeyError("x")

    with pytest.raises(KeyError):
        fails()
    assert print is before


def test_each_place_logs_once_however_many_steps_share_it(caplog):
    variables = compat.VariableStore()
    logger = logging.getLogger("net")

    def network(x):
        for width in (3, 2):
            logger.info("layer of %d", width)
            absl_logging.info("of absl: %d", width)
            x = compat.layers.dense(x, width)
        return x

    with caplog.at_level(logging.INFO):
        for _ in range(2):
            variables.function(network)(tf.ones([1, 4]))
        logger.info("behind")
    said = [record.getMessage() for record in caplog.records]
    assert [one for one in said if "of" in one] == ["layer of 3", "of absl: 3", "layer of 2", "of absl: 2"]
    assert said[-1] == "behind"


def test_loggers_log_again_behind_a_trace_that_fails(caplog):
    before = logging.Logger.callHandlers

    @compat.VariableStore().function
    def fails():
        raise KeyError("x")

    with pytest.raises(KeyError):
        fails()
    assert logging.Logger.callHandlers is before
