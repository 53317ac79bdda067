"""contrib's loops around steps: that of slim, and one with hooks."""

import time
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat._errors import ProgramError
from compat.contrib import slim

v1 = tf.compat.v1


class Counting:
    """A step that adds 1 to a weight, and gives it as its loss; it ends with its input, where that ends."""

    def __init__(self, ends_after: int | None = None, *, counts: bool = True, summarises: bool = False):
        self.variables = compat.VariableStore()
        data = (
            tf.data.Dataset.range(ends_after) if ends_after is not None else tf.data.Dataset.range(9).repeat()
        )

        @self.variables.pruned(input_signature=[])
        def step():
            weight = v1.get_variable("weight", [], initializer=v1.zeros_initializer())
            taken = compat.input.one_shot_iterator(data).get_next()
            updates = [v1.assign_add(weight, 1.0 + 0.0 * tf.cast(taken, tf.float32))]
            if counts:
                updates.append(v1.assign_add(v1.train.get_or_create_global_step(), 1))
            with tf.control_dependencies(updates):
                loss = weight.read_value()
            v1.summary.scalar("loss", loss)
            return (loss, {"summary": v1.summary.merge_all()}) if summarises else loss

        self.step = step

    def weight(self) -> float:
        return float(self.variables.variables["weight"].numpy())


def events(folder: Path) -> list[tuple[int, float]]:
    """The steps and values of the summaries that were written."""
    found = []
    for path in sorted(folder.glob("events*")):
        for event in v1.train.summary_iterator(str(path)):
            found += [(event.step, one.simple_value) for one in event.summary.value if one.tag == "loss"]
    return found


def test_it_runs_until_enough_steps_are_done_and_gives_the_last_loss():
    training = Counting()
    last = compat.train.supervise(training.step, training.variables, logdir=None, number_of_steps=4)
    assert isinstance(last, np.floating)
    assert last == training.weight() == 4.0


def test_it_goes_on_from_its_checkpoint_and_does_one_step_at_least(tmp_path: Path):
    first = Counting()
    compat.train.supervise(first.step, first.variables, logdir=str(tmp_path), number_of_steps=3)
    assert dict(tf.train.list_variables(str(tmp_path))) == {"global_step": [], "weight": []}
    assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "model.ckpt-3")
    again = Counting()
    assert compat.train.supervise(again.step, again.variables, logdir=str(tmp_path), number_of_steps=3) == 4.0


def test_it_ends_with_its_input():
    training = Counting(ends_after=2)
    assert compat.train.supervise(training.step, training.variables, logdir=None) == 2.0
    empty = Counting(ends_after=0)
    assert compat.train.supervise(empty.step, empty.variables, logdir=None) is None


def test_summaries_are_of_a_step_and_take_no_batch(tmp_path: Path):
    training = Counting(ends_after=3, summarises=True)
    last = compat.train.supervise(
        training.step, training.variables, logdir=str(tmp_path), summarises=True, save_summaries_secs=1000
    )
    assert last == 3.0
    assert events(tmp_path) == [(1, 1.0)]


def test_it_begins_with_what_is_restored_unless_there_is_a_checkpoint(tmp_path: Path):
    first = Counting()
    compat.train.supervise(first.step, first.variables, logdir=str(tmp_path / "a"), number_of_steps=5)
    second = Counting()

    def choose():
        chosen = slim.get_variables_to_restore(exclude=["global_step"])
        return slim.assign_from_checkpoint_fn(str(tmp_path / "a" / "model.ckpt-5"), chosen)

    def train(training: Counting, steps: int) -> float:
        folder = str(tmp_path / "b")
        return compat.train.supervise(
            training.step, training.variables, logdir=folder, number_of_steps=steps, choose_init_fn=choose
        )

    assert train(second, 2) == 7.0
    assert train(Counting(), 3) == 8.0


def test_what_a_checkpoint_lacks_is_left_out_if_asked(tmp_path: Path):
    training = Counting()
    path = compat.Saver({"other": training.variables.variables["weight"]}).save(None, str(tmp_path / "model"))
    wanted = [training.variables.variables["weight"]]
    assert slim.assign_from_checkpoint_fn(path, wanted, ignore_missing_vars=True) is None
    with pytest.raises(ValueError, match="var_list"):
        slim.assign_from_checkpoint_fn(path, [])


def test_nobody_else_is_waited_for_and_an_end_must_come():
    training = Counting()
    with pytest.raises(ProgramError, match="is_chief=True"):
        compat.train.supervise(training.step, training.variables, logdir=None, is_chief=False)
    with pytest.raises(ValueError, match="positive"):
        compat.train.supervise(training.step, training.variables, logdir=None, number_of_steps=0)
    uncounted = Counting(counts=False)
    with pytest.raises(ProgramError, match="no variable counts the steps"):
        compat.train.supervise(uncounted.step, uncounted.variables, logdir=None, number_of_steps=1)


@pytest.mark.parametrize(("every", "logged"), [(2, [2, 4]), (0, [])])
def test_some_steps_are_logged(every, logged, caplog):
    training = Counting()
    with caplog.at_level("INFO", logger="compat.train._looping"):
        compat.train.supervise(
            training.step, training.variables, logdir=None, number_of_steps=4, log_every_n_steps=every
        )
    assert [one.args[0] for one in caplog.records if one.msg.startswith("global step")] == logged


def test_steps_that_nothing_counts_are_logged_as_none(caplog):
    training = Counting(2, counts=False)
    with caplog.at_level("INFO", logger="compat.train._looping"):
        compat.train.supervise(training.step, training.variables, logdir=None, log_every_n_steps=3)
    assert [one.args[0] for one in caplog.records if one.msg.startswith("global step")] == [0, 0]


def test_checkpoints_are_written_while_it_trains(tmp_path: Path):
    training = Counting()
    until = time.monotonic() + 30

    def step():
        while (
            training.variables.variables and training.weight() == 2.0 and not list(tmp_path.glob("*.index"))
        ):
            assert time.monotonic() < until
            time.sleep(0.01)
        return training.step()

    compat.train.supervise(
        step, training.variables, logdir=str(tmp_path), number_of_steps=4, save_interval_secs=0.01
    )
    assert len(list(tmp_path.glob("*.index"))) >= 2


def test_a_loop_with_hooks_runs_until_one_asks_to_stop_and_gives_the_last_loss(tmp_path: Path):
    def train(steps: int) -> float:
        training = Counting(summarises=True)
        return compat.train.monitor(
            training.step,
            training.variables,
            values=["summary"],
            checkpoint_dir=str(tmp_path),
            hooks=[v1.train.StopAtStepHook(num_steps=steps)],
            save_summaries_steps=2,
        )

    assert train(3) == 3.0
    assert train(2) == 5.0
    assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "model.ckpt-5")
    assert [value for _, value in events(tmp_path)] == [1.0, 3.0, 4.0]


def test_a_loop_with_hooks_ends_with_its_input_and_is_told_where_to_save():
    training = Counting(ends_after=2, summarises=True)
    options = {"values": ["summary"], "checkpoint_dir": None, "save_checkpoint_secs": None}
    with pytest.raises(ValueError, match="save_summaries_steps"):
        compat.train.monitor(training.step, training.variables, **options)
    options["save_summaries_steps"] = None
    assert compat.train.monitor(training.step, training.variables, **options) == 2.0
    assert compat.train.monitor(training.step, training.variables, **options) is None
