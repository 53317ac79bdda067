"""Training loops with hooks on shared variables: who initialises, who waits, what is saved."""

import time

import pytest
import tensorflow as tf

from .processes import TaskFailed


def test_the_chief_initialises_and_saves_and_training_goes_on_from_what_it_saved(cluster, tmp_path):
    folder = str(tmp_path)
    tasks = cluster(ps=2, worker=2)
    servers = tasks.serve()
    other = tasks.start("train", "worker", 1, {"last": 200, "folder": folder})
    time.sleep(2)
    chief = tasks.start("train", "worker", 0, {"last": 200, "folder": folder})
    told = [chief.result(), other.result()]
    assert [server.result(10) for server in servers] == ["joined"] * 2
    assert told[0]["waited"] < 15  # it is not that which waits up to 20 s
    assert 200 <= sum(one["runs"] for one in told) <= 202  # the step is told before the update
    for one in told:
        assert one["calls"] == {
            **{"begin": 1, "created": 1, "end": 1},
            **{"before": one["runs"], "after": one["runs"]},
        }
        assert one["shape"] == [5, 3]
        assert one["step"] >= 200
    assert max(one["step"] for one in told) == sum(one["runs"] for one in told)
    assert min(told[0]["losses"]) < 0.1 * told[0]["losses"][0]
    last = tf.train.latest_checkpoint(folder)
    saved = int(last.rpartition("-")[2])
    assert 200 <= saved <= told[0]["step"]  # the other may still have been at its last one
    assert sorted(name for name, _ in tf.train.list_variables(last)) == [
        *("global_step", "layer/w", "layer/w/Momentum")
    ]
    assert len(tf.train.get_checkpoint_state(folder).all_model_checkpoint_paths) >= 3
    # Another day, on other servers, with one worker.
    tasks = cluster(ps=1, worker=1)
    tasks.serve()
    again = tasks.start("train", "worker", 0, {"last": 230, "folder": folder}).result()
    assert again["first"] == saved
    assert again["losses"][0] < 0.1 * told[0]["losses"][0]
    assert again["step"] >= 230


def test_what_does_not_come_is_told(cluster):
    tasks = cluster(ps=1, worker=3)
    tasks.serve()
    waiting = tasks.start("train", "worker", 1, {"last": 10, "wait": 1, "tell": 0.2})
    with pytest.raises(
        TaskFailed, match=r"after 1 s the chief has not .* 3 variables \(global_step, layer/w"
    ):
        waiting.result()
    own = f"worker:1 at {tasks.jobs['worker'][1]}"
    assert f"{own} has waited for 0 s for the chief to give values to 3 variables" in waiting.log.read_text()
    chief = tasks.start("train", "worker", 0, {"last": 10**6, "pause": 0.01})
    joined = tasks.start("train", "worker", 1, {"last": 30}).result()
    assert joined["first"] is not None
    with pytest.raises(TaskFailed, match="initialised by worker:0 before") as told:
        tasks.start("train", "worker", 2, {"last": 10, "chief": 2}).result()
    assert told.value.kinds[:2] == ["ClusterError", "CompatError"]
    with pytest.raises(TaskFailed, match=r"'layer/w' has shape \(5, 3\) in the cluster, and \(5, 4\) here"):
        tasks.start("train", "worker", 1, {"last": 10**6, "width": 4}).result()
    with pytest.raises(TaskFailed, match="asks for 'layer/b', which is no variable and no value") as told:
        tasks.start("train", "worker", 1, {"last": 10**6, "asks": "layer/b"}).result()
    assert told.value.kinds[:2] == ["ProgramError", "CompatError"]
    chief.kill()
