"""The evaluation of a checkpoint around steps: what is read, how often a step is called, what is written."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
import tensorflow as tf

import compat
from compat import ProgramError

v1 = tf.compat.v1
KEYS = v1.GraphKeys


class Evaluation:
    """The mean of a weight times one, two, three, …, in a local variable."""

    def __init__(self, ends_after: int = 100) -> None:
        self.variables = compat.VariableStore()
        with self.variables.scope():
            self.weight = v1.get_variable("weight", [], initializer=v1.ones_initializer())
            self.other = v1.get_variable("other", [], initializer=v1.ones_initializer())
            self.total = v1.get_variable(
                "total", [], initializer=v1.zeros_initializer(), collections=[KEYS.LOCAL_VARIABLES]
            )
        self.calls = 0
        self._ends_after = ends_after

    def step(self) -> None:
        if self.calls == self._ends_after:
            raise tf.errors.OutOfRangeError(None, None, "End of sequence")
        self.calls += 1
        self.total.assign_add(self.weight * self.other * self.calls)

    def final(self) -> dict[str, tf.Tensor]:
        return {"total": self.total.read_value()}

    def summary(self) -> tf.Tensor:
        value = v1.Summary.Value(tag="calls", simple_value=self.calls)
        return tf.constant(v1.Summary(value=[value]).SerializeToString())

    def evaluate(self, path: str | None, **options: object) -> object:
        return compat.train.evaluate(
            self.variables, path, eval_step=self.step, final_step=self.final, **options
        )


@pytest.fixture
def checkpoint(tmp_path: Path) -> str:
    trained = Evaluation()
    with trained.variables.scope():
        step = v1.train.get_or_create_global_step()
    trained.weight.assign(2.0)
    step.assign(7)
    return str(compat.Saver(trained.variables.global_variables).save(None, str(tmp_path / "model")))


def test_a_step_is_called_so_often_on_what_is_read(checkpoint: str):
    evaluation = Evaluation()
    assert evaluation.evaluate(checkpoint, num_evals=3) == {"total": 12.0}
    assert evaluation.evaluate(checkpoint) == {"total": 8.0}  # from the beginning, with the fourth number


def test_it_ends_with_its_input_and_begins_with_initial_values_without_a_checkpoint():
    assert Evaluation(ends_after=2).evaluate(None, num_evals=None) == {"total": 3.0}
    assert Evaluation(ends_after=2).evaluate("", num_evals=5) == {"total": 3.0}


def test_summaries_are_of_the_step_that_the_checkpoint_tells(checkpoint: str, tmp_path: Path):
    evaluation, folder = Evaluation(), str(tmp_path / "events")
    assert evaluation.evaluate(checkpoint, num_evals=2, summary_step=evaluation.summary, logdir=folder) == {
        "total": 6.0
    }
    (path,) = Path(folder).glob("*")
    events = [
        (one.step, one.summary.value[0]) for one in v1.train.summary_iterator(str(path)) if one.summary.value
    ]
    assert [(step, value.tag, value.simple_value) for step, value in events] == [(7, "calls", 2.0)]
    with pytest.raises(ValueError, match="log_dir"):
        evaluation.evaluate(checkpoint, summary_step=evaluation.summary)


def test_other_names_may_be_read_and_none_left_out(checkpoint: str):
    evaluation = Evaluation()
    swapped = {"weight": evaluation.other, "other": evaluation.weight}
    evaluation.evaluate(checkpoint, variables_to_restore=swapped)
    assert (evaluation.weight.numpy(), evaluation.other.numpy()) == (1.0, 2.0)
    with pytest.raises(ProgramError, match="leaves out other"):
        evaluation.evaluate(checkpoint, variables_to_restore=[evaluation.weight])
    with pytest.raises(ValueError, match="not a valid checkpoint"):
        evaluation.evaluate(checkpoint + "-1")


def test_each_checkpoint_that_comes_is_evaluated_on_input_that_begins_anew(checkpoint: str, tmp_path: Path):
    evaluation, came = Evaluation(), [True, True]
    numbers = compat.input.one_shot_iterator(tf.data.Dataset.range(1, 5))

    @evaluation.variables.pruned
    def step():
        return evaluation.total.assign_add(evaluation.weight * tf.cast(numbers.get_next(), tf.float32))

    def ends() -> bool:
        if came:
            came.pop()
            evaluation.weight.assign_add(1.0)
            saver = compat.Saver(evaluation.variables.global_variables)
            found.append(saver.save(None, str(tmp_path / f"later-{len(came)}")))
            return False
        return True

    found = [checkpoint]
    options = {"eval_step": step, "num_evals": 3, "final_step": evaluation.final, "eval_interval_secs": 0}
    result = compat.train.evaluate_repeatedly(
        evaluation.variables, str(tmp_path), timeout=0, timeout_fn=ends, **options
    )
    assert len(found) == 3
    assert result == {"total": (1 + 2 + 3) * 4.0}


def test_evaluations_end_with_their_number_or_where_no_checkpoint_comes(checkpoint: str, tmp_path: Path):
    evaluation = Evaluation()
    options = {"eval_step": evaluation.step, "final_step": evaluation.final, "eval_interval_secs": 0}
    evaluate = functools.partial(compat.train.evaluate_repeatedly, evaluation.variables, **options)
    assert evaluate(str(tmp_path / "nowhere"), timeout=0) is None
    assert evaluation.calls == 0
    assert evaluate(str(tmp_path), max_number_of_evaluations=1) == {"total": 2.0}
    assert evaluation.calls == 1


@pytest.mark.parametrize(("num_evals", "every"), [(2, 1), (19, 1), (40, 4)])
def test_some_runs_are_logged(num_evals: int, every: int, caplog: pytest.LogCaptureFixture):
    with caplog.at_level("INFO", logger="compat.train._evaluating"):
        Evaluation().evaluate(None, num_evals=num_evals)
    logged = [f"Evaluation [{done}/{num_evals}]" for done in range(every, num_evals + 1, every)]
    assert [one.getMessage() for one in caplog.records] == logged
