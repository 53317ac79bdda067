"""`tf.contrib.estimator.replicate_model_fn`: a model as towers, and the optimizer that joins them."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import tensorflow as tf

from .. import estimator as _estimator

_V1 = tf.compat.v1
_STATE = "replicate_model_fn_graph_states"
_VARIABLES = ("Variable", "VariableV2", "VarHandleOp")


class _Towers:
    """The towers of a graph, while they are built."""

    def __init__(self, count: int = 1, summed: bool = False) -> None:
        self.count = count
        self.summed = summed
        self.has_optimizer = False
        self._index = 0
        self._scopes: tuple[Any, str] = (None, "")
        self._gradients: dict[int, list[Any]] = {}

    @contextlib.contextmanager
    def tower(self, index: int, scope: Any, name_scope: str) -> Iterator[None]:
        self._index = index
        if index == 0:
            self._scopes = scope, name_scope
        yield

    @property
    def is_last(self) -> bool:
        return self._index == self.count - 1

    @contextlib.contextmanager
    def first(self) -> Iterator[None]:
        """In the scopes of the first tower."""
        scope, name_scope = self._scopes
        with _V1.variable_scope(scope), tf.name_scope(name_scope):
            yield

    def scaled(self, loss: Any) -> Any:
        """The part of a tower's loss in that of all."""
        return loss if loss is None or self.summed or self.count == 1 else loss / self.count

    def collect(self, gradients: Any) -> None:
        self._gradients.setdefault(self._index, []).append(list(gradients))

    def collected(self) -> list[tuple[Any, list[Any]]]:
        """Each variable with its gradients, for the optimizer that was called last."""
        place = len(self._gradients[self._index]) - 1
        found: dict[int, tuple[Any, list[Any]]] = {}
        for index in range(self.count):
            for gradient, variable in self._gradients[index][place]:
                if gradient is not None:
                    found.setdefault(id(variable), (variable, []))[1].append(gradient)
        return list(found.values())

    def check(self) -> None:
        if len({len(calls) for calls in self._gradients.values()}) > 1:
            raise ValueError("Each invocation of model_fn was supposed to make the same optimizer calls.")


def _towers() -> _Towers:
    states = _V1.get_default_graph().get_collection_ref(_STATE)
    if not states:
        states.append(_Towers())
    found: _Towers = states[-1]
    return found


class TowerOptimizer(tf.compat.v1.train.Optimizer):
    """Adds the gradients of all towers, and applies them with the last one."""

    def __init__(self, optimizer_or_optimizer_fn: Any) -> None:
        self._given = optimizer_or_optimizer_fn

    @property
    def _optimizer(self) -> Any:
        if callable(self._given):
            self._given = self._given()
        _towers().has_optimizer = True
        return self._given

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """The optimizer's."""
        return self._optimizer.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """The optimizer's."""
        return self._optimizer.get_slot_names(*args, **kwargs)

    def get_name(self) -> Any:
        """The optimizer's."""
        return self._optimizer.get_name()

    def variables(self) -> Any:
        """The optimizer's."""
        return self._optimizer.variables()

    def compute_gradients(self, loss: Any, *args: Any, **kwargs: Any) -> Any:
        """Those of this tower's part of the loss."""
        return self._optimizer.compute_gradients(_towers().scaled(loss), *args, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, **kwargs: Any) -> Any:
        """Keep them, and in the last tower apply the sums."""
        towers, optimizer, gradients = _towers(), self._optimizer, list(grads_and_vars)
        if towers.count == 1:
            return optimizer.apply_gradients(gradients, global_step, **kwargs)
        towers.collect(gradients)
        if not towers.is_last:
            made = [gradient for gradient, _ in gradients if gradient is not None]
            with tf.control_dependencies([getattr(one, "values", one) for one in made]):
                return tf.no_op("train_op_placeholder")
        with towers.first():
            with tf.name_scope("gradient_aggregating"):
                sums = [(_sum(grads, variable.device), variable) for variable, grads in towers.collected()]
            return optimizer.apply_gradients(sums, global_step=global_step, **kwargs)


def replicate_model_fn(
    model_fn: Callable[..., Any],
    loss_reduction: str = _V1.losses.Reduction.SUM_BY_NONZERO_WEIGHTS,
    devices: Sequence[str] | None = None,
) -> Callable[..., Any]:
    """A model function that splits each batch between a tower on each of the devices, by default all GPUs.

    Raises:
      ValueError: losses are not reduced.
    """
    if loss_reduction == _V1.losses.Reduction.NONE:
        raise ValueError(
            f"Tower losses need to be reduced in some way, yet {loss_reduction} reduction is specified."
        )
    places = list(devices or _local("GPU") or _local("CPU"))
    alone = len(places) == 1 and "GPU" in places[0].upper()
    host = places[0] if alone else "/CPU:0"
    summed = loss_reduction == _V1.losses.Reduction.SUM

    def replicated(features: Any, labels: Any, mode: str, params: Any = None, config: Any = None) -> Any:
        known = {"params": params, "config": config}
        asked = inspect.signature(model_fn).parameters
        optional = {name: value for name, value in known.items() if name in asked}
        states = _V1.get_default_graph().get_collection_ref(_STATE)
        states[:] = [_Towers(len(places), summed)]
        try:
            specs = _built(model_fn, places, host, features, labels, mode, optional)
        finally:
            del states[:]
        return specs[0] if len(specs) == 1 else _joined(specs, mode, host)

    return replicated


def _built(
    model_fn: Callable[..., Any],
    places: Sequence[str],
    host: str,
    features: Any,
    labels: Any,
    mode: str,
    optional: dict[str, Any],
) -> list[Any]:
    towers, count, specs = _towers(), len(places), []
    with tf.name_scope("split_inputs"), tf.device(host):
        feature_shards = _split(features, count)
        label_shards = [None] * count if labels is None else _split(labels, count)
    for index, place in enumerate(places):
        scope_name = f"tower_{index}" if index else ""
        with (
            _V1.variable_scope("", reuse=index > 0) as scope,
            tf.name_scope(scope_name) as name_scope,
            towers.tower(index, scope, name_scope),
            _V1.device(_placing(place, host)),
        ):
            spec = model_fn(features=feature_shards[index], labels=label_shards[index], mode=mode, **optional)
            if spec.train_op is not None and count > 1 and not towers.has_optimizer:
                raise ValueError(
                    "Please wrap optimizers with TowerOptimizer in order to use replicate_model_fn with "
                    "multiple `devices`."
                )
            specs.append(spec._replace(loss=towers.scaled(spec.loss)))
    towers.check()
    return specs


def _joined(specs: Sequence[Any], mode: str, host: str) -> Any:
    if mode == _estimator.ModeKeys.PREDICT:
        with tf.device(host):
            outputs = specs[0].export_outputs or {}
            exported = {name: _output([spec.export_outputs[name] for spec in specs]) for name in outputs}
            predictions = _concatenated([spec.predictions for spec in specs])
        return specs[0]._replace(predictions=predictions, export_outputs=exported or None)
    loss = _sum([spec.loss for spec in specs], host)
    if mode == _estimator.ModeKeys.TRAIN:
        return specs[-1]._replace(loss=loss)
    updates = [update for spec in specs for _, update in spec.eval_metric_ops.values()]
    with tf.control_dependencies(updates):
        reduced = _metrics_in_first_tower(len(specs))
    metrics = {name: (value, reduced) for name, (value, _) in specs[0].eval_metric_ops.items()}
    return specs[0]._replace(loss=loss, eval_metric_ops=metrics)


def _metrics_in_first_tower(count: int) -> Any:
    """The op that adds what the metrics of the other towers counted to those of the first."""
    variables = _V1.get_collection(_V1.GraphKeys.METRIC_VARIABLES)
    each, rest = divmod(len(variables), count)
    if rest:
        raise ValueError("Different `EstimatorSpec.eval_metric_ops` across `model_fn()` calls.")
    ops: list[Any] = []
    for index in range(each):
        others = variables[index + each :: each]
        added = _V1.assign_add(variables[index], tf.add_n([other.read_value() for other in others]))
        with tf.control_dependencies([added]):
            ops.extend(_V1.assign(other, tf.zeros_like(other)) for other in others)
    return tf.group(*ops)


def _output(outputs: Sequence[Any]) -> Any:
    kinds, first = _estimator.export, outputs[0]
    if isinstance(first, kinds.RegressionOutput):
        return kinds.RegressionOutput(tf.concat([output.value for output in outputs], 0))
    if isinstance(first, kinds.ClassificationOutput):
        scores, classes = first.scores, first.classes
        return kinds.ClassificationOutput(
            None if scores is None else tf.concat([output.scores for output in outputs], 0),
            None if classes is None else tf.concat([output.classes for output in outputs], 0),
        )
    return kinds.PredictOutput(_concatenated([output.outputs for output in outputs]))


def _concatenated(values: Sequence[Any]) -> Any:
    if isinstance(values[0], dict):
        return {name: tf.concat([value[name] for value in values], 0) for name in values[0]}
    return tf.concat(list(values), 0)


def _split(values: Any, count: int) -> list[Any]:
    if isinstance(values, dict):
        split = {name: _split(value, count) for name, value in values.items()}
        return [{name: shards[index] for name, shards in split.items()} for index in range(count)]
    if isinstance(values, tf.SparseTensor):
        return list(tf.sparse.split(sp_input=values, num_split=count, axis=0))
    size = tf.convert_to_tensor(values).shape.as_list()[0]
    if size is not None and size % count:  # what is not known splits when it runs
        raise ValueError(f"Batch size {size} needs to be divisible by the number of GPUs, which is {count}.")
    return list(tf.split(values, count))


def _sum(values: Sequence[Any], device: str) -> Any:
    with tf.device(device):
        if not isinstance(values[0], tf.IndexedSlices):
            return tf.add_n(list(values))
        rows = tf.concat([value.values for value in values], 0)
        return tf.IndexedSlices(
            rows, tf.concat([value.indices for value in values], 0), values[0].dense_shape
        )


def _placing(place: str, host: str) -> Callable[[Any], str]:
    """Variables on the host, all else where it is put, or in `place`."""

    def chosen(op: Any) -> str:
        default = tf.DeviceSpec.from_string(host if op.type in _VARIABLES else place)
        asked = tf.DeviceSpec.from_string(op.device or "")
        return str(default.make_merged_spec(asked).to_string())

    return chosen


def _local(kind: str) -> list[str]:
    return [device.name for device in tf.config.list_logical_devices(kind)]
