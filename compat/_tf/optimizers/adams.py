"""Relatives of Adam."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .operations import apply, cast

_V1 = tf.compat.v1


class AdaMaxOptimizer(tf.compat.v1.train.AdamOptimizer):
    """AdaMax (arxiv.org/abs/1412.6980)."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "AdaMax",
    ) -> None:
        super().__init__(learning_rate, beta1, beta2, epsilon, use_locking, name)

    def _power(self) -> Any:
        graph = None if tf.executing_eagerly() else _V1.get_default_graph()
        return self._get_non_slot_variable("beta1_power", graph=graph)

    def _create_slots(self, var_list: Any) -> None:
        first = min(var_list, key=lambda variable: variable.name)
        self._create_non_slot_variable(initial_value=self._beta1, name="beta1_power", colocate_with=first)
        for variable in var_list:
            self._zeros_slot(variable, "m", self._name)
            self._zeros_slot(variable, "v", self._name)

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        return apply(
            "ApplyAdaMax",
            var,
            {"m": self.get_slot(var, "m"), "v": self.get_slot(var, "v")},
            beta1_power=cast(self._power(), var),
            lr=cast(self._lr_t, var),
            beta1=cast(self._beta1_t, var),
            beta2=cast(self._beta2_t, var),
            epsilon=cast(self._epsilon_t, var),
            grad=grad,
            use_locking=self._use_locking,
        )

    _resource_apply_dense = _apply_dense

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        return self._resource_apply_sparse(grad.values, var, grad.indices)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        beta1, beta2 = cast(self._beta1_t, var), cast(self._beta2_t, var)
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        new_m = tf.gather(m, indices) * beta1 + grad * (1 - beta1)
        new_v = tf.maximum(tf.gather(v, indices) * beta2, tf.abs(grad))
        rate = cast(self._lr_t, var) / (1 - cast(self._power(), var))
        change = -rate * (new_m / (new_v + cast(self._epsilon_t, var)))
        with tf.control_dependencies([new_m, new_v]):
            updates = [_V1.scatter_update(m, indices, new_m), _V1.scatter_update(v, indices, new_v)]
        return tf.group(_V1.scatter_add(var, indices, change), *updates)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        with tf.control_dependencies(update_ops):
            power = self._power()
            with _V1.colocate_with(power):
                updated = power.assign(power * self._beta1_t, use_locking=self._use_locking)
        return tf.group(*update_ops, updated, name=name_scope)


class NadamOptimizer(tf.compat.v1.train.AdamOptimizer):
    """Adam with Nesterov's momentum."""

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        power1, power2 = self._get_beta_accumulators()
        return apply(
            "ApplyAdam",
            var,
            {"m": self.get_slot(var, "m"), "v": self.get_slot(var, "v")},
            beta1_power=cast(power1, var),
            beta2_power=cast(power2, var),
            lr=cast(self._lr_t, var),
            beta1=cast(self._beta1_t, var),
            beta2=cast(self._beta2_t, var),
            epsilon=cast(self._epsilon_t, var),
            grad=grad,
            use_locking=self._use_locking,
            use_nesterov=True,
        )

    _resource_apply_dense = _apply_dense

    def _apply_sparse_shared(self, grad: Any, var: Any, indices: Any, scatter_add: Any) -> Any:
        power1, power2 = (cast(power, var) for power in self._get_beta_accumulators())
        beta1, beta2 = cast(self._beta1_t, var), cast(self._beta2_t, var)
        rate = cast(self._lr_t, var) * tf.sqrt(1 - power2) / (1 - power1)
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        scaled = grad * (1 - beta1)
        with tf.control_dependencies([_V1.assign(m, m * beta1, use_locking=self._use_locking)]):
            new_m = scatter_add(m, indices, scaled)
            mean = scaled + beta1 * tf.gather(new_m, indices)
        with tf.control_dependencies([_V1.assign(v, v * beta2, use_locking=self._use_locking)]):
            new_v = scatter_add(v, indices, grad * grad * (1 - beta2))
        root = tf.sqrt(tf.gather(new_v, indices))
        update = scatter_add(var, indices, -rate * mean / (root + cast(self._epsilon_t, var)))
        return tf.group(update, mean, new_v)


class LazyAdamOptimizer(tf.compat.v1.train.AdamOptimizer):
    """Adam that, of what is looked up, updates the moments of those rows alone."""

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        return self._resource_apply_sparse(grad.values, var, grad.indices)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        power1, power2 = (cast(power, var) for power in self._get_beta_accumulators())
        beta1, beta2 = cast(self._beta1_t, var), cast(self._beta2_t, var)
        rate = cast(self._lr_t, var) * tf.sqrt(1 - power2) / (1 - power1)
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        new_m = beta1 * tf.gather(m, indices) + (1 - beta1) * grad
        new_v = beta2 * tf.gather(v, indices) + (1 - beta2) * tf.square(grad)
        change = rate * new_m / (tf.sqrt(new_v) + cast(self._epsilon_t, var))
        with tf.control_dependencies([new_m, new_v]):
            updates = [_V1.scatter_update(m, indices, new_m), _V1.scatter_update(v, indices, new_v)]
        return tf.group(_V1.scatter_sub(var, indices, change), *updates)
