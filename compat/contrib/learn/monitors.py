"""`tf.contrib.learn.monitors`: what looks on while an estimator is fitted, before there were hooks."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf

from ... import estimator as _estimator
from ..._listing import listed

__dir__ = listed(__name__)

CheckpointSaver = _estimator.CheckpointSaverHook
NanLoss = _estimator.NanTensorHook
NanLossDuringTrainingError = _estimator.NanLossDuringTrainingError
StopAtStep = _estimator.StopAtStepHook
StepCounter = _estimator.StepCounterHook
SummarySaver = _estimator.SummarySaverHook


class BaseMonitor:
    """Does nothing when training begins, with each step, and when it ends."""

    _estimator: Any = None

    def set_estimator(self, estimator: Any) -> None:
        """Tell which estimator is fitted."""
        self._estimator = estimator

    def begin(self, max_steps: int | None = None) -> None:
        """Before the first step, while the graph can be added to."""

    def end(self, session: Any = None) -> None:
        """After the last step."""

    def step_begin(self, step: int) -> list[Any]:
        """Before a step; gives what of the graph it is to fetch."""
        del step
        return []

    def step_end(self, step: int, output: Mapping[Any, Any]) -> bool:
        """After a step, with what it fetched; whether training is to stop."""
        del step, output
        return False

    def post_step(self, step: int, session: Any) -> None:
        """After a step, with the session."""

    @property
    def run_on_all_workers(self) -> bool:
        """Whether it looks on at workers that are not the chief too."""
        return False


class EveryN(BaseMonitor):
    """Looks on with every n-th step, and with the first ones."""

    def __init__(self, every_n_steps: int = 100, first_n_steps: int = 1) -> None:
        self._every_n_steps = every_n_steps
        self._first_n_steps = first_n_steps
        self._last_active_step: int | None = None
        self._max_steps: int | None = None
        self._active = False

    def begin(self, max_steps: int | None = None) -> None:
        """Take the last step."""
        self._max_steps = max_steps

    def every_n_step_begin(self, step: int) -> list[Any]:
        """Before such a step; gives what it is to fetch."""
        del step
        return []

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> bool:
        """After such a step; whether training is to stop."""
        del step, outputs
        return False

    def every_n_post_step(self, step: int, session: Any) -> None:
        """After such a step, with the session."""

    def step_begin(self, step: int) -> list[Any]:
        """Look on, if it is the turn of `step`."""
        last = self._last_active_step
        first = step <= self._first_n_steps or last is None
        self._active = first or step >= self._every_n_steps + (last or 0) or step == self._max_steps
        if not self._active:
            return []
        self._last_active_step = step
        return self.every_n_step_begin(step)

    def step_end(self, step: int, output: Mapping[Any, Any]) -> bool:
        """Look on, if it is the turn of `step`."""
        return self.every_n_step_end(step, output) if self._active else False

    def post_step(self, step: int, session: Any) -> None:
        """Look on, if it is the turn of `step`."""
        if self._active:
            self.every_n_post_step(step, session)


class PrintTensor(EveryN):
    """Logs tensors, by their names or by names given for them."""

    def __init__(self, tensor_names: Any, every_n: int = 100, first_n: int = 1) -> None:
        super().__init__(every_n, first_n)
        named = tensor_names if isinstance(tensor_names, Mapping) else {name: name for name in tensor_names}
        self._named = dict(named)

    def every_n_step_begin(self, step: int) -> list[Any]:
        """The tensors."""
        return list(self._named.values())

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> bool:
        """Log them."""
        values = ", ".join(f"{tag} = {outputs[name]}" for tag, name in self._named.items())
        tf.compat.v1.logging.info("Step %d: %s", step, values)
        return False


class ValidationMonitor(EveryN):
    """Evaluates whenever there is a new checkpoint, and may stop training early."""

    def __init__(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Callable[[], Any] | None = None,
        batch_size: int | None = None,
        eval_steps: int | None = None,
        every_n_steps: int = 100,
        metrics: Mapping[str, Any] | None = None,
        hooks: Sequence[Any] | None = None,
        early_stopping_rounds: int | None = None,
        early_stopping_metric: str = "loss",
        early_stopping_metric_minimize: bool = True,
        name: str | None = None,
        check_interval_secs: float = 5,
    ) -> None:
        super().__init__(every_n_steps, first_n_steps=-1)
        if x is None and input_fn is None:
            raise ValueError("Either x or input_fn should be provided.")
        arrays = {} if x is None else {"x": x, "y": y, "batch_size": batch_size}
        given = {
            **arrays,
            "input_fn": input_fn,
            "steps": eval_steps,
            "metrics": metrics,
            "hooks": hooks,
            "name": name,
        }
        self._arguments = {key: value for key, value in given.items() if value is not None}
        self.early_stopping_rounds = early_stopping_rounds
        self.early_stopping_metric = early_stopping_metric
        self.early_stopping_metric_minimize = early_stopping_metric_minimize
        self.check_interval_secs = check_interval_secs
        self._checked_at: float | None = None
        self._latest_path: str | None = None
        self._best: tuple[float, int, Mapping[str, Any]] | None = None
        self.early_stopped = False

    @property
    def best_step(self) -> int | None:
        """The step with the best value so far."""
        return None if self._best is None else self._best[1]

    @property
    def best_value(self) -> float | None:
        """The best value so far."""
        return None if self._best is None else self._best[0]

    @property
    def best_metrics(self) -> Mapping[str, Any] | None:
        """All metrics of the evaluation with the best value."""
        return None if self._best is None else self._best[2]

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> bool:
        """Evaluate, if there is something new."""
        now = time.monotonic()
        if self._checked_at is not None and now - self._checked_at < self.check_interval_secs:
            return False
        self._checked_at = now
        latest = tf.train.latest_checkpoint(self._estimator.model_dir)
        if latest is None or latest == self._latest_path:
            return False
        self._latest_path = latest
        results = self._estimator.evaluate(**self._arguments)
        named = ", ".join(f"{key} = {results[key]}" for key in sorted(results))
        tf.compat.v1.logging.info("Validation (step %d): %s", step, named)
        return self._is_to_stop(step, results)

    def _is_to_stop(self, step: int, results: Mapping[str, Any]) -> bool:
        if self.early_stopping_rounds is None:
            return False
        value = results[self.early_stopping_metric]
        best = self._best
        sign = 1 if self.early_stopping_metric_minimize else -1
        if best is None or sign * value < sign * best[0]:
            self._best = (value, step, results)
        elif step - best[1] > self.early_stopping_rounds:
            tf.compat.v1.logging.info(
                "Stopping. Best step: %d with %s = %s.", best[1], self.early_stopping_metric, best[0]
            )
            self.early_stopped = True
        return self.early_stopped


class RunHookAdapterForMonitors(_estimator.SessionRunHook):
    """The hook that calls monitors."""

    def __init__(self, monitors: Sequence[BaseMonitor]) -> None:
        self._monitors = monitors
        self._step = 0
        self._wanted: list[list[Any]] = []

    def begin(self) -> None:
        """Begin, and remember the global step."""
        self._global_step = tf.compat.v1.train.get_global_step()
        for monitor in self._monitors:
            monitor.begin(max_steps=None)

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Start behind the steps that were done before."""
        self._step = int(session.run(self._global_step))

    def before_run(self, run_context: Any) -> Any:
        """Ask for what the monitors want of the next step."""
        self._step += 1
        graph = run_context.session.graph
        self._wanted = [monitor.step_begin(self._step) or [] for monitor in self._monitors]
        fetched = {_name(one): _element(graph, one) for wanted in self._wanted for one in wanted}
        return _estimator.SessionRunArgs(fetched)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Show them the results."""
        stops = False
        for monitor, wanted in zip(self._monitors, self._wanted, strict=True):
            output = {name: run_values.results[_name(name)] for name in wanted}
            stops = bool(monitor.step_end(self._step, output)) or stops
            monitor.post_step(self._step, run_context.session)
        if stops:
            run_context.request_stop()

    def end(self, session: Any) -> None:
        """End."""
        for monitor in self._monitors:
            monitor.end(session)


def _name(wanted: Any) -> str:
    return wanted if isinstance(wanted, str) else str(wanted.name)


def _element(graph: Any, wanted: Any) -> Any:
    if not isinstance(wanted, str):
        return wanted
    return graph.as_graph_element(wanted if ":" in wanted else f"{wanted}:0")


def replace_monitors_with_hooks(monitors_or_hooks: Sequence[Any] | None, estimator: Any) -> list[Any]:
    """The hooks as they are, and one that calls the monitors."""
    given = list(monitors_or_hooks or [])
    hooks = [one for one in given if not isinstance(one, BaseMonitor)]
    leads = estimator.config.is_chief
    monitors = [one for one in given if isinstance(one, BaseMonitor) and (leads or one.run_on_all_workers)]
    for monitor in monitors:
        monitor.set_estimator(estimator)
    return [*hooks, RunHookAdapterForMonitors(monitors)] if monitors else hooks
