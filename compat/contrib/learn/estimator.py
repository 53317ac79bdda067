"""`tf.contrib.learn.Estimator`: `fit`, `evaluate` and `predict` on arrays or input functions."""

from __future__ import annotations

import abc
import inspect
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from ... import estimator as _estimator
from ..._listing import listed
from ..._names import described
from . import monitors as _monitors
from .io import arrays_input_fn
from .metric_spec import MetricSpec
from .model_fn import ModeKeys, ModelFnOps
from .run_config import RunConfig

__dir__ = listed(__name__)

_V1 = tf.compat.v1


class NotFittedError(ValueError, AttributeError):
    """An estimator is used before it was trained."""


class BaseEstimator(abc.ABC):
    """Trains and evaluates what `_build` builds, by a `tf.estimator.Estimator`."""

    def __init__(self, model_dir: str | None = None, config: Any = None) -> None:
        self._config = RunConfig() if config is None else config
        self._model_dir = model_dir or self._config.model_dir or tempfile.mkdtemp()
        self._metrics: Mapping[str, Any] = {}
        self._endless = False
        replaced = self._config.replace(model_dir=self._model_dir)
        self._core = _estimator.Estimator(self._specified, self._model_dir, replaced)
        self._labels: Any = None  # what stood for them when it was trained or evaluated
        self._predicts = False

    @property
    def config(self) -> Any:
        """The `RunConfig`."""
        return self._config

    @property
    def model_dir(self) -> str:
        """Where checkpoints and summaries are."""
        return self._model_dir

    @abc.abstractmethod
    def _build(self, features: Any, labels: Any, mode: str) -> ModelFnOps:
        """The model of `features` and `labels`, built in the graph that is open."""

    def _specified(self, features: Any, labels: Any, mode: str) -> Any:
        """The model function of the core's Estimator."""
        if isinstance(features, np.ndarray):
            features = tf.convert_to_tensor(features)
        predicts, self._predicts = self._predicts, False
        if predicts and labels is None:  # which models may build with, as long as nothing computes of them
            labels = tf.nest.map_structure(_placeholder, self._labels)
        elif labels is not None and self._labels is None:
            self._labels = tf.nest.map_structure(_signature, labels)
        built = self._build(features, labels, mode)
        metrics = dict(built.eval_metric_ops)
        if mode == ModeKeys.EVAL:
            for name, metric in self._metrics.items():
                _add_metric(metrics, name, metric, features, labels, built.predictions)
        for name in ("loss", "global_step"):
            metrics.pop(name, None)  # the core's own
        return _estimator.EstimatorSpec(
            mode,
            predictions=built.predictions,
            loss=built.loss,
            train_op=built.train_op,
            eval_metric_ops={name: _updated(metric) for name, metric in metrics.items()},
            export_outputs=_exported(built),
            training_chief_hooks=built.training_chief_hooks,
            training_hooks=built.training_hooks,
            scaffold=built.scaffold,
        )

    def fit(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Callable[[], Any] | None = None,
        steps: int | None = None,
        batch_size: int | None = None,
        monitors: Sequence[Any] | None = None,
        max_steps: int | None = None,
    ) -> Any:
        """Train for `steps` more steps, or until `max_steps`; returns this estimator.

        Raises:
          ValueError: both are given, or data twice.
        """
        if steps is not None and max_steps is not None:
            raise ValueError("Can not provide both steps and max_steps.")
        read = arrays_input_fn(x, y, input_fn, batch_size, epochs=None, shuffle=True)
        hooks = _monitors.replace_monitors_with_hooks(monitors, self)
        self._core.train(read, hooks=hooks, steps=steps, max_steps=max_steps)
        return self

    def partial_fit(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Callable[[], Any] | None = None,
        steps: int | None = 1,
        batch_size: int | None = None,
        monitors: Sequence[Any] | None = None,
    ) -> Any:
        """Train for some more steps."""
        return self.fit(x, y, input_fn, steps, batch_size, monitors)

    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Callable[[], Any] | None = None,
        feed_fn: Callable[[], Any] | None = None,
        batch_size: int | None = None,
        steps: int | None = None,
        metrics: Mapping[str, Any] | None = None,
        name: str | None = None,
        checkpoint_path: str | None = None,
        hooks: Sequence[Any] | None = None,
        log_progress: bool = True,
    ) -> dict[str, Any]:
        """The metrics, by their names, over `steps` batches, or until the input ends.

        Raises:
          NotFittedError: there is no checkpoint.
        """
        del log_progress
        read = arrays_input_fn(x, y, input_fn, batch_size, epochs=1, shuffle=False)
        self._check_fitted(checkpoint_path)
        hooks = [*(hooks or []), *([_estimator.FeedFnHook(feed_fn)] if feed_fn else [])]
        self._metrics = metrics or {}
        try:
            results: dict[str, Any] = self._core.evaluate(
                read, steps or None, hooks, checkpoint_path, name or None
            )
        finally:
            self._metrics = {}
        return results

    def predict(
        self,
        x: Any = None,
        input_fn: Callable[[], Any] | None = None,
        batch_size: int | None = None,
        outputs: Sequence[str] | None = None,
        as_iterable: bool = True,
        iterate_batches: bool = False,
    ) -> Any:
        """Predictions, one by one or by batches; without `as_iterable` those of the first batch.

        Raises:
          NotFittedError: there is no checkpoint.
        """
        read = arrays_input_fn(x, None, input_fn, batch_size, epochs=1, shuffle=False)
        self._check_fitted(None)
        batches = self._batches(read, list(outputs) if outputs else None)
        if not as_iterable:
            return next(batches)
        return batches if iterate_batches else (one for batch in batches for one in _examples(batch))

    def _batches(self, read: Callable[[], Any], outputs: list[str] | None) -> Iterator[Any]:
        seen: list[bool] = []

        def watched() -> Any:
            given = read()
            self._predicts = True
            graph = _V1.get_default_graph()
            queued = graph.get_collection(_V1.GraphKeys.QUEUE_RUNNERS)
            seen[:] = [bool(queued) or isinstance(given, tf.data.Dataset | _V1.data.Dataset)]
            return given

        for batch in self._core.predict(watched, outputs, yield_single_examples=False):
            yield batch
            if not seen[0]:
                return  # the same constants would be read for ever

    def get_variable_value(self, name: str) -> Any:
        """The value of a variable in the newest checkpoint."""
        return self._core.get_variable_value(name)

    def get_variable_names(self) -> list[str]:
        """The variables in the newest checkpoint."""
        names: list[str] = self._core.get_variable_names()
        return names

    def export_savedmodel(
        self,
        export_dir_base: str,
        serving_input_fn: Callable[[], Any],
        default_output_alternative_key: str | None = None,
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        **kwargs: Any,
    ) -> Any:
        """Export the newest checkpoint for serving; returns the folder."""
        del default_output_alternative_key, kwargs

        def receiver() -> Any:
            given = serving_input_fn()
            if isinstance(given, _estimator.export.ServingInputReceiver):
                return given
            features, _, inputs = given
            return _estimator.export.ServingInputReceiver(features, inputs)

        return self._core.export_savedmodel(export_dir_base, receiver, assets_extra, as_text, checkpoint_path)

    def _check_fitted(self, checkpoint_path: str | None) -> None:
        if not checkpoint_path and not tf.train.latest_checkpoint(self._model_dir):
            raise NotFittedError(f"Couldn't find trained model at {self._model_dir}.")


def _signature(labels: Any) -> Any:
    """The type and the shape of labels, of batches of any size."""
    if isinstance(labels, tf.SparseTensor):
        return tf.SparseTensorSpec(None, labels.dtype)
    shape = labels.shape.as_list()
    return tf.TensorSpec([None, *shape[1:]], labels.dtype)


def _placeholder(signature: Any) -> Any:
    """What stands for labels while predictions are computed."""
    if isinstance(signature, tf.SparseTensorSpec):
        return _V1.sparse_placeholder(signature.dtype)
    return _V1.placeholder(signature.dtype, signature.shape)


class Estimator(BaseEstimator):
    """Trains the model of a model function, which gives `ModelFnOps` or predictions, loss and training op."""

    def __init__(
        self,
        model_fn: Callable[..., Any] | None = None,
        model_dir: str | None = None,
        config: Any = None,
        params: Any = None,
        feature_engineering_fn: Callable[[Any, Any], Any] | None = None,
    ) -> None:
        super().__init__(model_dir, config)
        self._model_fn = model_fn
        self.params = params
        self._feature_engineering_fn = feature_engineering_fn

    def _build(self, features: Any, labels: Any, mode: str) -> ModelFnOps:
        if self._feature_engineering_fn is not None:
            features, labels = self._feature_engineering_fn(features, labels)
        assert self._model_fn is not None, "an Estimator needs a model_fn"
        known = {"mode": mode, "params": self.params, "config": self._config, "model_dir": self._model_dir}
        asked = inspect.signature(self._model_fn).parameters
        given = {name: value for name, value in known.items() if name in asked}
        built = self._model_fn(features, labels, **given)
        if isinstance(built, ModelFnOps):
            return built
        if isinstance(built, _estimator.EstimatorSpec):
            return ModelFnOps(
                mode,
                built.predictions,
                built.loss,
                built.train_op,
                built.eval_metric_ops,
                None,
                built.training_chief_hooks,
                built.training_hooks,
                built.scaffold,
            )
        if not isinstance(built, tuple | list) or len(built) != 3:
            raise ValueError(
                f"{described(self._model_fn)} gave {type(built).__name__} for mode {mode!r}: return "
                "ModelFnOps, or predictions, loss and train_op, on every way through it"
            )
        predictions, loss, train_op = built
        return ModelFnOps(mode, predictions, loss, train_op)


class SKCompat:
    """An estimator with the arguments of scikit-learn's."""

    def __init__(self, estimator: Any) -> None:
        self._estimator = estimator

    def fit(
        self,
        x: Any,
        y: Any,
        batch_size: int = 128,
        steps: int | None = None,
        max_steps: int | None = None,
        monitors: Sequence[Any] | None = None,
    ) -> Any:
        """Train on arrays; returns this."""
        self._estimator.fit(x, y, None, steps, batch_size, monitors, max_steps)
        return self

    def score(
        self,
        x: Any,
        y: Any,
        batch_size: int = 128,
        steps: int | None = None,
        metrics: Mapping[str, Any] | None = None,
        name: str | None = None,
    ) -> Any:
        """The metrics on arrays."""
        return self._estimator.evaluate(x, y, batch_size=batch_size, steps=steps, metrics=metrics, name=name)

    def predict(self, x: Any, batch_size: int = 128, outputs: Sequence[str] | None = None) -> Any:
        """The predictions for an array, as arrays."""
        read = arrays_input_fn(x, None, None, batch_size, epochs=1, shuffle=False)
        batches = list(self._estimator._batches(read, list(outputs) if outputs else None))
        if not isinstance(batches[0], dict):
            return np.concatenate(batches)
        return {key: np.concatenate([batch[key] for batch in batches]) for key in batches[0]}


def _add_metric(
    metrics: dict[str, Any], name: Any, metric: Any, features: Any, labels: Any, predictions: Any
) -> None:
    if isinstance(metric, MetricSpec):
        metrics[name] = metric.create_metric_ops(features, labels, predictions)
    elif isinstance(name, tuple):  # the name of the metric and the key of the prediction, before MetricSpec
        metrics[name[0]] = metric(predictions[name[1]], labels)
    else:
        metrics[name] = metric(predictions, labels)


def _updated(metric: Any) -> Any:
    return metric if isinstance(metric, tuple | list) else (metric, tf.no_op())


def _exported(built: ModelFnOps) -> Any:
    if built.mode != ModeKeys.INFER:
        return None
    predictions = built.predictions
    given = predictions if isinstance(predictions, Mapping) else {"predictions": predictions}
    return {"serving_default": _estimator.export.PredictOutput(dict(given))}


def _examples(batch: Any) -> Iterator[Any]:
    if not isinstance(batch, dict):
        return iter(batch)
    count = len(next(iter(batch.values())))
    return ({key: value[index] for key, value in batch.items()} for index in range(count))
