"""`tf.contrib.learn.Experiment`: an estimator with its data, run as a task of a cluster is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import tensorflow as tf

from ... import estimator as _estimator
from ..._listing import listed
from ...estimator import _steps
from .export_strategy import ExportStrategy
from .monitors import ValidationMonitor, replace_monitors_with_hooks
from .run_config import Environment

__dir__ = listed(__name__)

_DELAY_A_WORKER = 5.0
_MOST_DELAY = 60.0


class Experiment:
    """Trains, evaluates and exports by the methods that a schedule names."""

    def __init__(
        self,
        estimator: Any,
        train_input_fn: Callable[[], Any],
        eval_input_fn: Callable[[], Any],
        eval_metrics: Mapping[str, Any] | None = None,
        train_steps: int | None = None,
        eval_steps: int | None = 100,
        train_monitors: Sequence[Any] | None = None,
        eval_hooks: Sequence[Any] | None = None,
        local_eval_frequency: int | None = None,
        eval_delay_secs: float = 120,
        continuous_eval_throttle_secs: float = 60,
        min_eval_frequency: int | None = None,
        delay_workers_by_global_step: bool = False,
        export_strategies: ExportStrategy | Iterable[ExportStrategy] | None = None,
        train_steps_per_iteration: int | None = None,
        checkpoint_and_export: bool = False,
        saving_listeners: Sequence[Any] | None = None,
        check_interval_secs: float = 5,
    ) -> None:
        self._is_core = isinstance(estimator, _estimator.Estimator)
        if self._is_core and eval_metrics is not None:
            raise ValueError(
                "`eval_metrics` must be `None` with `tf.estimator.Estimator`. "
                "Use `eval_metric_ops` in `tf.estimator.EstimatorSpec` instead."
            )
        if not self._is_core and saving_listeners is not None:
            raise ValueError("`saving_listeners` must be `None` with `tf.contrib.learn.Estimator`.")
        self._estimator = estimator
        self._train_input_fn = train_input_fn
        self._eval_input_fn = eval_input_fn
        self._eval_metrics = eval_metrics
        self._train_steps = train_steps
        self._eval_steps = eval_steps
        self._train_monitors = list(train_monitors or [])
        self._eval_hooks = list(eval_hooks or [])
        self._local_eval_frequency = local_eval_frequency
        self._eval_delay_secs = eval_delay_secs
        self._continuous_eval_throttle_secs = continuous_eval_throttle_secs
        self._min_eval_frequency = 1 if min_eval_frequency is None else min_eval_frequency
        self._delay_workers_by_global_step = delay_workers_by_global_step
        self._train_steps_per_iteration = train_steps_per_iteration
        self._checkpoint_and_export = checkpoint_and_export
        self._saving_listeners = saving_listeners
        self._check_interval_secs = check_interval_secs
        self._export_strategies: tuple[ExportStrategy, ...] = ()
        self.reset_export_strategies(export_strategies)

    @property
    def estimator(self) -> Any:
        """What is trained."""
        return self._estimator

    @property
    def eval_metrics(self) -> Any:
        """The metrics beside the model's own."""
        return self._eval_metrics

    @property
    def train_steps(self) -> int | None:
        """How many steps are trained."""
        return self._train_steps

    @property
    def eval_steps(self) -> int | None:
        """How many batches are evaluated."""
        return self._eval_steps

    def extend_train_hooks(self, additional_hooks: Iterable[Any]) -> None:
        """Train with these hooks too."""
        self._train_monitors.extend(additional_hooks)

    def reset_export_strategies(self, new_export_strategies: Any = None) -> tuple[ExportStrategy, ...]:
        """Export by these from now on; returns those before."""
        before = self._export_strategies
        alone = isinstance(new_export_strategies, ExportStrategy)
        self._export_strategies = (new_export_strategies,) if alone else tuple(new_export_strategies or ())
        return before

    def train(self, delay_secs: float | None = None) -> Any:
        """Train; a worker that is not the chief waits a while before it starts, 5 seconds each by default."""
        return self._train(self._train_monitors, delay_secs)

    def _train(self, monitors: Sequence[Any], delay_secs: float | None) -> Any:
        config = self._estimator.config
        served = config.cluster_spec and config.master
        if served and getattr(config, "environment", Environment.CLOUD) == Environment.CLOUD:
            self._start_server()
        hooks = list(monitors)
        if self._delay_workers_by_global_step:
            if config.task_id:
                waited = int(8000.0 * (config.task_id**0.5))
                hooks.append(_estimator.GlobalStepWaiterHook(waited))
        else:
            if delay_secs is None:
                follows = config.task_id and not config.is_chief
                delay_secs = min(_MOST_DELAY, config.task_id * _DELAY_A_WORKER) if follows else 0
            time.sleep(delay_secs)
        return self._fit(self._train_steps, hooks)

    def _fit(self, steps: int | None, hooks: Sequence[Any]) -> Any:
        if not self._is_core:
            return self._estimator.fit(input_fn=self._train_input_fn, max_steps=steps, monitors=hooks)
        return self._estimator.train(
            self._train_input_fn,
            max_steps=steps,
            hooks=replace_monitors_with_hooks(hooks, self._estimator),
            saving_listeners=self._saving_listeners,
        )

    def evaluate(self, delay_secs: float | None = None, name: str | None = None) -> Any:
        """Evaluate the newest checkpoint after a delay."""
        time.sleep(self._eval_delay_secs if delay_secs is None else delay_secs)
        return self._evaluate(self._eval_input_fn, name)

    def _evaluate(
        self, input_fn: Callable[[], Any], name: str | None, checkpoint_path: str | None = None
    ) -> Any:
        metrics = {} if self._is_core else {"metrics": self._eval_metrics}
        return self._estimator.evaluate(
            input_fn=input_fn,
            steps=self._eval_steps,
            name=name,
            checkpoint_path=checkpoint_path,
            hooks=list(self._eval_hooks),
            **metrics,
        )

    def continuous_eval(
        self,
        delay_secs: float | None = None,
        throttle_delay_secs: float | None = None,
        evaluate_checkpoint_only_once: bool = True,
        continuous_eval_predicate_fn: Callable[..., bool] | None = None,
        name: str = "continuous",
    ) -> None:
        """Evaluate and export each new checkpoint, until that of the last step."""
        self._evaluate_on(
            self._eval_input_fn,
            name,
            delay_secs,
            throttle_delay_secs,
            evaluate_checkpoint_only_once,
            continuous_eval_predicate_fn,
            export=True,
        )

    def continuous_eval_on_train_data(
        self,
        delay_secs: float | None = None,
        throttle_delay_secs: float | None = None,
        continuous_eval_predicate_fn: Callable[..., bool] | None = None,
        name: str = "continuous_on_train_data",
    ) -> None:
        """Evaluate each new checkpoint on the data that it is trained on."""
        self._evaluate_on(
            self._train_input_fn,
            name,
            delay_secs,
            throttle_delay_secs,
            True,
            continuous_eval_predicate_fn,
            export=False,
        )

    def _evaluate_on(
        self,
        input_fn: Callable[[], Any],
        name: str | None,
        delay_secs: float | None,
        throttle_secs: float | None,
        only_once: bool,
        goes_on: Callable[..., bool] | None,
        export: bool,
    ) -> None:
        time.sleep(self._eval_delay_secs if delay_secs is None else delay_secs)
        throttle = self._continuous_eval_throttle_secs if throttle_secs is None else throttle_secs
        before: str | None = None
        results: Any = None
        while (not _is_last(results, self._train_steps)) if goes_on is None else goes_on(results):
            started = time.monotonic()
            latest = tf.train.latest_checkpoint(self._estimator.model_dir)
            if latest and not (only_once and latest == before):
                results = self._evaluate(input_fn, name, latest)
                before = latest
                if export:
                    self._export(results, latest)
                if _is_last(results, self._train_steps):
                    return
            time.sleep(max(0.0, throttle - (time.monotonic() - started)))

    def train_and_evaluate(self) -> Any:
        """Train, evaluate new checkpoints meanwhile, and in the end evaluate and export.

        Returns:
          The metrics, and what the exports gave.
        """
        monitors = list(self._train_monitors)
        if self._checkpoint_and_export:
            monitors.append(self._saver_that_evaluates())
        elif self._min_eval_frequency:
            metrics = None if self._is_core else self._eval_metrics
            monitors.append(
                ValidationMonitor(
                    input_fn=self._eval_input_fn,
                    eval_steps=self._eval_steps,
                    metrics=metrics,
                    every_n_steps=self._min_eval_frequency,
                    check_interval_secs=self._check_interval_secs,
                    hooks=self._eval_hooks,
                )
            )
        self._train(monitors, delay_secs=0)
        results = self._evaluate(self._eval_input_fn, None)
        return results, self._export(results, None)

    def _saver_that_evaluates(self) -> Any:
        experiment = self

        class Evaluating(_estimator.CheckpointSaverListener):
            def after_save(self, session: Any, global_step_value: int) -> None:
                path = tf.train.latest_checkpoint(experiment.estimator.model_dir)
                results = experiment._evaluate(experiment._eval_input_fn, "intermediate_export", path)
                experiment._export(results, path)

        config = self._estimator.config
        return _estimator.CheckpointSaverHook(
            self._estimator.model_dir,
            save_secs=config.save_checkpoints_secs,
            save_steps=config.save_checkpoints_steps,
            listeners=[Evaluating()],
        )

    def continuous_train_and_eval(
        self, continuous_eval_predicate_fn: Callable[..., bool] | None = None
    ) -> Any:
        """Train some steps and evaluate, in turns; returns the last metrics, and what the exports gave."""
        results: Any = None
        exported: Any = None
        done = 0
        some = self._train_steps_per_iteration or min(1000, self._train_steps or 1000)
        while continuous_eval_predicate_fn is None or continuous_eval_predicate_fn(results):
            done = min(done + some, self._train_steps or done + some)
            self._fit(done, self._train_monitors)
            results = self._evaluate(self._eval_input_fn, None)
            exported = self._export(results, None)
            done = max(done, int(results.get("global_step", 0)))
            if self._train_steps is not None and done >= self._train_steps:
                break
        return results, exported

    def local_run(self) -> Any:
        """`train_and_evaluate`, evaluating every `local_eval_frequency` steps."""
        before = self._min_eval_frequency
        self._min_eval_frequency = self._local_eval_frequency or 0
        try:
            return self.train_and_evaluate()
        finally:
            self._min_eval_frequency = before

    def run_std_server(self) -> None:
        """Serve, as a parameter server does, for good."""
        self._start_server().join()

    serve = run_std_server

    def test(self) -> Any:
        """One step of training, an evaluation and an export; returns the metrics and the exports."""
        steps, self._train_steps = self._train_steps, 1
        try:
            self._train(self._train_monitors, delay_secs=0)
        finally:
            self._train_steps = steps
        results = self._evaluate(self._eval_input_fn, "one_pass")
        return results, self._export(results, None)

    def _export(self, results: Any, checkpoint_path: str | None) -> list[Any]:
        base = os.path.join(self._estimator.model_dir, "export")
        return [
            one.export(self._estimator, os.path.join(base, one.name), checkpoint_path, results)
            for one in self._export_strategies
        ]

    def _start_server(self) -> Any:
        config = self._estimator.config
        if not config.cluster_spec or config.task_type is None:
            raise ValueError(
                "Could not start server; be sure to specify cluster_spec, and the task's type and index in "
                "RunConfig or set them using the TF_CONFIG environment variable."
            )
        server = _steps.make_server(
            config.cluster_spec,
            job_name=config.task_type,
            task_index=config.task_id,
            config=getattr(config, "tf_config", None),
            protocol=config.protocol or "grpc",
        )
        server.start()
        return server


def _is_last(results: Mapping[str, Any] | None, steps: int | None) -> bool:
    return bool(results and steps and results.get("global_step", 0) >= steps)
