"""`tf.contrib.learn.learn_runner`: runs the experiment that a function makes, as the task that this is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._listing import listed
from .experiment import Experiment
from .run_config import RunConfig, TaskType

__dir__ = listed(__name__)


def run(
    experiment_fn: Callable[..., Any],
    output_dir: str | None = None,
    schedule: str | None = None,
    run_config: Any = None,
    hparams: Any = None,
) -> Any:
    """Make an experiment and call the method that `schedule` names, or the one for this task.

    Raises:
      ValueError: both or none of `output_dir` and `run_config` are given, or there is no such method.
      TypeError: `experiment_fn` makes no `Experiment`.
    """
    if (output_dir is None) == (run_config is None):
        raise ValueError("Must set value for one of `output_dir` and `run_config`, and not for both.")
    if run_config is None:
        experiment = _checked(experiment_fn(output_dir=output_dir))
    else:
        experiment = _made(experiment_fn, run_config, hparams)
    config = run_config or experiment.estimator.config
    name = schedule or _default_schedule(config)
    task = getattr(experiment, name, None)
    if not callable(task):
        raise ValueError(f"Schedule references non-existent task {name}")
    return task()


def tune(experiment_fn: Callable[..., Any], tuner: Any) -> None:
    """Run an experiment for each trial of `tuner`."""
    while tuner.next_trial():
        tuner.run_experiment(lambda run_config, hparams: _made(experiment_fn, run_config, hparams))


def _made(experiment_fn: Callable[..., Any], run_config: Any, hparams: Any) -> Experiment:
    if not isinstance(run_config, RunConfig):
        raise ValueError("`run_config` must be `tf.contrib.learn.RunConfig` instance")
    if not run_config.model_dir:
        raise ValueError("Must specify a model directory `model_dir` in `run_config`.")
    return _checked(experiment_fn(run_config, hparams))


def _checked(experiment: Any) -> Experiment:
    if not isinstance(experiment, Experiment):
        raise TypeError(
            f"Experiment builder did not return an Experiment instance, got {type(experiment)} instead."
        )
    return experiment


def _default_schedule(config: Any) -> str:
    sizes = [len(tasks) for tasks in config.cluster_spec.as_dict().values()] if config.cluster_spec else []
    if sum(sizes) <= 1:
        return "train_and_evaluate"
    if not config.task_type:
        raise ValueError("Must specify a schedule")
    schedules = {
        TaskType.MASTER: "train_and_evaluate",
        TaskType.PS: "run_std_server",
        TaskType.WORKER: "train",
    }
    if config.task_type not in schedules:
        raise ValueError(f"No default schedule for task type: {config.task_type}")
    return schedules[config.task_type]
