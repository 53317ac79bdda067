"""ProfileContext counts and traces the runs of sessions, as 1.15.5's did, and those of Programs."""

import os

import pytest
import tensorflow as tf

import compat
from compat.contrib import tfprof

v1 = tf.compat.v1


@pytest.fixture(params=[v1.Session, compat.Program], ids=["session", "program"])
def session(request):
    with compat.build_graph():
        yield request.param


def run(session, times, between=lambda: None):
    w = v1.get_variable("w", [64, 64], initializer=v1.ones_initializer())
    product = tf.reduce_sum(tf.matmul(w, w))
    with session() as opened:
        opened.run(v1.global_variables_initializer())
        for _ in range(times):
            between()
            assert opened.run(product) == 64.0**3


def times_of():
    options = v1.profiler.ProfileOptionBuilder(v1.profiler.ProfileOptionBuilder.time_and_memory(min_bytes=0))
    return options.with_empty_output().build()


def test_runs_that_are_named_are_traced_written_and_told(session, tmp_path):
    plain, own = session.run, "run" in vars(session)
    with tfprof.ProfileContext(str(tmp_path), trace_steps=range(1, 4), dump_steps=[3]) as context:
        context.add_auto_profiling("op", times_of(), [2, 9])
        context.add_auto_profiling("scope", times_of(), [5])
        run(session, 7)
        told = context.get_profiles("op")
        assert list(told) == [2]
        assert told[2].total_exec_micros > 0
        assert context.get_profiles("scope").keys() == {5}
        with pytest.raises(ValueError, match="graph"):
            context.get_profiles("graph")
    assert os.listdir(tmp_path) == ["profile_3"]
    assert (session.run is plain, "run" in vars(session)) == (True, own)


def test_the_next_run_is_traced_where_that_is_asked_for(session, tmp_path, capsys):
    with tfprof.ProfileContext(str(tmp_path), trace_steps=[], dump_steps=[], debug=True) as context:
        asked = [False, True, False]

        def ask():
            if asked.pop(0):
                context.trace_next_step()
                context.dump_next_step()

        run(session, 3, ask)
    assert sorted(os.listdir(tmp_path)) == ["profile_2", "run_meta_2"]
    assert "traced run 2" in capsys.readouterr().err


def test_new_fetches_are_traced_once_it_has_warmed_up(session, tmp_path):
    with tfprof.ProfileContext(str(tmp_path), debug=True):
        run(session, 11)  # behind the initialiser, which is run 0
    assert os.listdir(tmp_path) == ["run_meta_11"]


def test_what_it_is_not_told_right_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="directory"):
        tfprof.ProfileContext("")
    with pytest.raises(ValueError, match="100 steps"):
        tfprof.ProfileContext("profiles", trace_steps=range(101))
    with tfprof.ProfileContext("", enabled=False) as context:
        assert context.profiler is None
    with (
        tfprof.ProfileContext("profiles"),
        pytest.raises(compat.CompatError, match="inside another"),
        tfprof.ProfileContext("profiles"),
    ):
        pass
