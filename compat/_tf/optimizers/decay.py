"""Weight decay that does not go through the gradients (arxiv.org/abs/1711.05101)."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

_V1 = tf.compat.v1


class DecoupledWeightDecayExtension:
    """Makes an optimizer that is inherited beside it decay the weights before it updates them.

    Of each variable `weight_decay` of itself is taken; or of those in `decay_var_list` of `minimize` and
    `apply_gradients` alone. TF 1 did not multiply this by the learning rate.
    """

    _use_locking: bool

    def __init__(self, weight_decay: Any, *args: Any, **kwargs: Any) -> None:
        self._decayed: frozenset[Any] = frozenset()
        self._weight_decay = weight_decay
        super().__init__(*args, **kwargs)

    def minimize(
        self,
        loss: Any,
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: int = _V1.train.Optimizer.GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
        decay_var_list: Any = None,
    ) -> Any:
        """As that of the optimizer, but for the variables that decay."""
        self._decayed = _references(decay_var_list)
        return super().minimize(  # type: ignore[misc]
            loss,
            global_step=global_step,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            name=name,
            grad_loss=grad_loss,
        )

    def apply_gradients(
        self,
        grads_and_vars: Any,
        global_step: Any = None,
        name: str | None = None,
        decay_var_list: Any = None,
    ) -> Any:
        """As that of the optimizer, but for the variables that decay."""
        if decay_var_list:
            self._decayed = _references(decay_var_list)
        return super().apply_gradients(grads_and_vars, global_step=global_step, name=name)  # type: ignore[misc]

    def _decay(self, grad: Any, var: Any, indices: Any = None) -> list[Any]:
        """The decay of a variable, or of some of its rows; after the gradient, which TF 1 left open."""
        if self._decayed and var.ref() not in self._decayed:
            return []
        with tf.control_dependencies([grad]):
            if indices is None:
                return [var.assign_sub(self._weight_decay * var, self._use_locking)]
            return [_V1.scatter_add(var, indices, -self._weight_decay * tf.gather(var, indices))]

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        with tf.control_dependencies(self._decay(grad, var)):
            return super()._apply_dense(grad, var)  # type: ignore[misc]

    def _resource_apply_dense(self, grad: Any, var: Any) -> Any:
        with tf.control_dependencies(self._decay(grad, var)):
            return super()._resource_apply_dense(grad, var)  # type: ignore[misc]

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        with tf.control_dependencies(self._decay(grad.values, var, grad.indices)):
            return super()._apply_sparse(grad, var)  # type: ignore[misc]

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        with tf.control_dependencies(self._decay(grad, var, indices)):
            return super()._resource_apply_sparse(grad, var, indices)  # type: ignore[misc]


def _references(variables: Any) -> frozenset[Any]:
    return frozenset(variable.ref() for variable in variables or ())


def extend_with_decoupled_weight_decay(base_optimizer: type) -> type:
    """A class that is `base_optimizer` with weight decay, whose first argument is that."""

    return type(
        "OptimizerWithDecoupledWeightDecay",
        (DecoupledWeightDecayExtension, base_optimizer),
        {"__doc__": "An optimizer with weight decay."},
    )


class MomentumWOptimizer(DecoupledWeightDecayExtension, tf.compat.v1.train.MomentumOptimizer):
    """`MomentumOptimizer` with weight decay."""

    def __init__(
        self,
        weight_decay: Any,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "MomentumW",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(
            weight_decay,
            learning_rate=learning_rate,
            momentum=momentum,
            use_locking=use_locking,
            name=name,
            use_nesterov=use_nesterov,
        )


class AdamWOptimizer(DecoupledWeightDecayExtension, tf.compat.v1.train.AdamOptimizer):
    """`AdamOptimizer` with weight decay."""

    def __init__(
        self,
        weight_decay: Any,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "AdamW",
    ) -> None:
        super().__init__(
            weight_decay,
            learning_rate=learning_rate,
            beta1=beta1,
            beta2=beta2,
            epsilon=epsilon,
            use_locking=use_locking,
            name=name,
        )
