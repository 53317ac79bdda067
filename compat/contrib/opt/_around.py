"""Optimizers that do something around another one's updates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf

from ..._tf.optimizers import around_updates

_V1 = tf.compat.v1


class _Around(tf.compat.v1.train.Optimizer):
    """Another optimizer's gradients and slots."""

    def __init__(self, opt: Any, use_locking: bool, name: str) -> None:
        super().__init__(use_locking, name)
        self._opt = opt

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """Those of the optimizer inside."""
        return self._opt.compute_gradients(*args, **kwargs)

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """That of the optimizer inside."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """Those of the optimizer inside."""
        return self._opt.get_slot_names(*args, **kwargs)


class MovingAverageOptimizer(_Around):
    """Keeps moving averages of what another optimizer updates; `swapping_saver` saves them in its place."""

    def __init__(
        self, opt: Any, average_decay: Any = 0.9999, num_updates: Any = None, sequential_update: bool = True
    ) -> None:
        super().__init__(opt, False, "MovingAverage")
        self._ema = tf.train.ExponentialMovingAverage(average_decay, num_updates=num_updates)
        self._sequential_update = sequential_update
        self._swapped: dict[str, str] | None = None

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """Update the variables, then their averages."""
        pairs = list(grads_and_vars)
        update = self._opt.apply_gradients(pairs, global_step=global_step, name=name)
        updated = [variable for gradient, variable in pairs if gradient is not None]
        with tf.control_dependencies([update] if self._sequential_update else []):
            averaged = self._ema.apply(updated)
        self._swapped = {}
        for variable in updated:
            average = self._ema.average(variable).op.name
            self._swapped[variable.op.name] = average
            self._swapped[average] = variable.op.name
        return tf.group(update, averaged, name="train_with_avg")

    def swapping_saver(self, var_list: Any = None, name: str = "swapping_saver", **kwargs: Any) -> Any:
        """A saver that saves the average of each variable under the variable's name, and the other way round.

        Raises:
          RuntimeError: no gradients have been applied yet.
          ValueError: of a variable and its average one is not to be saved.
        """
        if self._swapped is None:
            raise RuntimeError("Must call apply_gradients or minimize before creating the swapping_saver")
        saved = _by_name(_V1.global_variables() if var_list is None else var_list)
        swapped = {}
        for key, variable in saved.items():
            other = self._swapped.get(key)
            if other is not None and other not in saved:
                raise ValueError(
                    f"Variable to swap {other} is not part of variables to save. "
                    "This breaks MovingAverageOptimizer."
                )
            swapped[key] = variable if other is None else saved[other]
        return _V1.train.Saver(swapped, name=name, **kwargs)


def _by_name(variables: Any) -> dict[str, Any]:
    if isinstance(variables, Mapping):
        return dict(variables)
    return {variable.op.name: variable for variable in variables}


class VariableClippingOptimizer(_Around):
    """Keeps the norms of variables, along `vars_to_clip_dims`, at most `max_norm` after each update."""

    def __init__(
        self,
        opt: Any,
        vars_to_clip_dims: Mapping[Any, Sequence[int]],
        max_norm: Any,
        use_locking: bool = False,
        colocate_clip_ops_with_vars: bool = False,
        name: str = "VariableClipping",
    ) -> None:
        super().__init__(opt, use_locking, name)
        self._locks = use_locking
        self._dimensions = {_key(variable): list(dims) for variable, dims in vars_to_clip_dims.items()}
        self._max_norm = max_norm
        self._colocate = colocate_clip_ops_with_vars

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """Update the variables, then clip those that are to be."""
        pairs = list(grads_and_vars)
        with _V1.name_scope(name, self.get_name()) as scope:
            update = self._opt.apply_gradients(pairs, global_step=global_step)
            with tf.control_dependencies([update]):
                clipped = [
                    self._clip(gradient, variable)
                    for gradient, variable in pairs
                    if gradient is not None and variable.ref() in self._dimensions
                ]
            return tf.group(update, *clipped, name=scope)

    def _clip(self, gradient: Any, variable: Any) -> Any:
        dimensions = self._dimensions[variable.ref()]
        rows = gradient.indices if isinstance(gradient, tf.IndexedSlices) and 0 not in dimensions else None
        with _V1.colocate_with(variable, ignore_existing=not self._colocate):
            value = variable.read_value() if rows is None else tf.gather(variable, rows)
            excess = value - tf.clip_by_norm(value, self._max_norm, dimensions)
            if rows is None:
                return variable.assign_sub(excess, use_locking=self._locks)
            return variable.scatter_sub(tf.IndexedSlices(excess, rows), use_locking=self._locks)


def _key(variable: Any) -> Any:
    return variable.ref() if hasattr(variable, "ref") else variable


class DropStaleGradientOptimizer(_Around):
    """Drops gradients during whose making more than `staleness` other updates happened."""

    def __init__(
        self, opt: Any, staleness: int, use_locking: bool = False, name: str = "DropStaleGradient"
    ) -> None:
        super().__init__(opt, use_locking, name)
        self._staleness = staleness
        self._local_step: Any = None

    def compute_gradients(self, loss: Any, *args: Any, **kwargs: Any) -> Any:
        """Gradients, with the global step at which they were begun."""
        with _V1.colocate_with(loss):
            self._local_step = _V1.train.get_global_step() + 0
        with tf.control_dependencies([self._local_step]):
            return self._opt.compute_gradients(tf.identity(loss), *args, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """Update the variables, or count what is dropped in `stale_counter`."""
        pairs = list(grads_and_vars)
        zeros = _V1.zeros_initializer()
        with _V1.colocate_with(global_step):
            counter = _V1.get_variable("stale_counter", [], initializer=zeros, trainable=False)
        gradients = [
            gradient if tf.is_tensor(gradient) and not isinstance(gradient, tf.IndexedSlices) else gradient.op
            for gradient, _ in pairs
            if gradient is not None
        ]
        with tf.control_dependencies(gradients), _V1.colocate_with(global_step):
            staleness = tf.reshape(global_step - self._local_step, [])

        def accepted() -> Any:
            with tf.control_dependencies([self._opt.apply_gradients(pairs, global_step, name)]):
                return tf.constant(0.0) + 0.0

        update = counter.assign_add(
            _V1.cond(staleness <= self._staleness, accepted, lambda: tf.constant(1.0))
        )
        part = counter / tf.cast(global_step + 1, tf.float32)
        _V1.summary.scalar("Gradient staleness percentage", part)
        return update


class MultitaskOptimizerWrapper:
    """Lets another optimizer leave variables alone whose gradient is all zeros.

    Raises:
      TypeError: `opt` is no optimizer.
    """

    def __init__(self, opt: Any) -> None:
        if not isinstance(opt, _V1.train.Optimizer):
            raise TypeError("Supplied optimizer must be an instance of tf.train.Optimizer")
        self._opt = opt
        around_updates(opt, _unless_zero)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._opt, name)


def _unless_zero(update: Callable[..., Any]) -> Callable[..., Any]:
    def updated(grad: Any, *args: Any, **kwargs: Any) -> Any:
        def happens() -> Any:
            with tf.control_dependencies([update(grad, *args, **kwargs)]):
                return tf.no_op()

        return _V1.cond(_is_zero(grad), tf.no_op, happens)

    return updated


def _is_zero(gradient: Any) -> Any:
    values = gradient.values if isinstance(gradient, tf.IndexedSlices) else gradient
    return tf.equal(tf.math.count_nonzero(values), 0)


def clip_gradients_by_global_norm(
    gradients_variables: Any, clip_norm: Any = 20.0
) -> tuple[list[tuple[Any, Any]], Any]:
    """Gradients scaled so that their common norm is at most `clip_norm`, with their variables; and that norm.

    Gradients that are all zeros do not count.
    """
    gradients, variables = zip(*gradients_variables, strict=True)

    def counted(gradient: Any) -> Any:
        if gradient is None:
            return None
        return _V1.cond(_is_zero(gradient), lambda: tf.zeros([], gradient.dtype), lambda: gradient)

    norm = tf.linalg.global_norm([counted(gradient) for gradient in gradients])
    clipped, _ = tf.clip_by_global_norm(gradients, clip_norm, use_norm=norm)
    return list(zip(clipped, variables, strict=True)), norm
