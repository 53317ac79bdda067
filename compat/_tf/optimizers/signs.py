"""Optimizers that ask whether gradient and mean gradient agree (arxiv.org/abs/1709.07417)."""

from __future__ import annotations

import abc
import math
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from .operations import apply, cast

_V1 = tf.compat.v1
Decay = Callable[[Any], Any]


class _Sign(tf.compat.v1.train.Optimizer, abc.ABC):
    def __init__(
        self, learning_rate: Any, beta: Any, sign_decay_fn: Decay | None, use_locking: bool, name: str
    ) -> None:
        super().__init__(use_locking, name)
        self._lr = learning_rate
        self._beta = beta
        self._sign_decay_fn = sign_decay_fn
        self._sign_decay_t: Any = None

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """As that of other optimizers; the signs' decay is that of `global_step`."""
        if self._sign_decay_fn is not None:
            self._sign_decay_t = tf.convert_to_tensor(self._sign_decay_fn(global_step), name="sign_decay")
        return super().apply_gradients(grads_and_vars, global_step=global_step, name=name)

    def _create_slots(self, var_list: Any) -> None:
        for variable in var_list:
            self._zeros_slot(variable, "m", self._name)

    def _prepare(self) -> None:
        self._lr_t = tf.convert_to_tensor(self._lr, name="learning_rate")
        self._beta_t = tf.convert_to_tensor(self._beta, name="beta")
        if self._sign_decay_fn is None:
            self._sign_decay_t = tf.convert_to_tensor(1.0, name="sign_decay")

    def _dense(self, name: str, grad: Any, var: Any, **values: Any) -> Any:
        return apply(
            name,
            var,
            {"m": self.get_slot(var, "m")},
            lr=cast(self._lr_t, var),
            sign_decay=cast(self._sign_decay_t, var),
            beta=cast(self._beta_t, var),
            grad=grad,
            use_locking=self._use_locking,
            **values,
        )

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        m, beta = self.get_slot(var, "m"), cast(self._beta_t, var)
        mean = _V1.assign(m, m * beta + grad * (1 - beta), use_locking=self._use_locking)
        agreed = tf.gather(tf.sign(mean), grad.indices) * tf.sign(grad.values)
        factor = self._factor(cast(self._sign_decay_t, var) * agreed, var)
        change = cast(self._lr_t, var) * factor * grad.values
        return tf.group(_V1.scatter_sub(var, grad.indices, change, use_locking=self._use_locking), mean)

    @abc.abstractmethod
    def _factor(self, agreed: Any, var: Any) -> Any:
        """What a gradient is multiplied by where its sign and that of the mean are `agreed`, from -1 to 1."""


class AddSignOptimizer(_Sign):
    """Updates by `alpha`, and one more or less where the signs agree or do not."""

    def __init__(
        self,
        learning_rate: Any = 0.1,
        alpha: Any = 1.0,
        beta: Any = 0.9,
        sign_decay_fn: Decay | None = None,
        use_locking: bool = False,
        name: str = "AddSignOptimizer",
    ) -> None:
        super().__init__(learning_rate, beta, sign_decay_fn, use_locking, name)
        self._alpha = alpha

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        return self._dense("ApplyAddSign", grad, var, alpha=cast(self._alpha, var))

    _resource_apply_dense = _apply_dense

    def _factor(self, agreed: Any, var: Any) -> Any:
        return cast(self._alpha, var) + agreed


class PowerSignOptimizer(_Sign):
    """Updates by a power of `base`, which is one or minus one where the signs agree or do not."""

    def __init__(
        self,
        learning_rate: Any = 0.1,
        base: float = math.e,
        beta: Any = 0.9,
        sign_decay_fn: Decay | None = None,
        use_locking: bool = False,
        name: str = "PowerSignOptimizer",
    ) -> None:
        super().__init__(learning_rate, beta, sign_decay_fn, use_locking, name)
        self._logbase = math.log(base)

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        return self._dense("ApplyPowerSign", grad, var, logbase=cast(self._logbase, var))

    _resource_apply_dense = _apply_dense

    def _factor(self, agreed: Any, var: Any) -> Any:
        return tf.pow(cast(math.e, var), cast(self._logbase, var) * agreed)


def get_linear_decay_fn(decay_steps: Any) -> Decay:
    """From one to zero in `decay_steps`."""

    def decayed(global_step: Any) -> Any:
        remaining = tf.cast(decay_steps, tf.int32) - tf.cast(_bounded(global_step, decay_steps), tf.int32)
        return tf.maximum(0.0, tf.cast(remaining, tf.float32) / tf.cast(decay_steps, tf.float32))

    return decayed


def get_cosine_decay_fn(decay_steps: Any, num_periods: float = 0.5, zero_after: Any = None) -> Decay:
    """Half a cosine, or `num_periods` of it, in `decay_steps`; zero after `zero_after` periods."""

    def decayed(global_step: Any) -> Any:
        step = _bounded(global_step, decay_steps)
        fraction = 2.0 * num_periods * (tf.cast(step, tf.float32) / tf.cast(decay_steps, tf.float32))
        wave = 0.5 * (1.0 + tf.cos(tf.constant(math.pi) * fraction))
        return wave if zero_after is None else tf.where(fraction >= 2 * zero_after, 0.0, wave)

    return decayed


def get_restart_decay_fn(decay_steps: Any, num_periods: int = 1, zero_after: Any = None) -> Decay:
    """Half a cosine `num_periods` times over in `decay_steps`; zero after `zero_after` of them."""

    def decayed(global_step: Any) -> Any:
        step = tf.cast(num_periods * _bounded(global_step, decay_steps), tf.float32)
        whole = tf.cast(decay_steps, tf.float32)
        wave = 0.5 * (1.0 + tf.cos(tf.constant(math.pi) * (tf.math.floormod(step, whole) / whole)))
        return wave if zero_after is None else tf.where(step / whole >= zero_after, 0.0, wave)

    return decayed


def _bounded(global_step: Any, decay_steps: Any) -> Any:
    if global_step is None:
        raise ValueError("global_step is required for a decay.")
    step = tf.convert_to_tensor(global_step)
    return tf.minimum(step, tf.cast(decay_steps, step.dtype))
