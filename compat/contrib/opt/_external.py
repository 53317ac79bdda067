"""Optimizers outside of TensorFlow, such as SciPy's, on variables of a graph."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

_V1 = tf.compat.v1


class ExternalOptimizerInterface:
    """Gives a subclass's `_minimize` functions of one vector, which holds all variables.

    `equalities` are tensors that are to become zero, `inequalities` those that are not to be negative, and
    `var_to_bounds` the least and the largest value of variables.
    """

    def __init__(
        self,
        loss: Any,
        var_list: Any = None,
        equalities: Sequence[Any] | None = None,
        inequalities: Sequence[Any] | None = None,
        var_to_bounds: Any = None,
        **optimizer_kwargs: Any,
    ) -> None:
        self._loss = loss
        self._equalities = list(equalities or [])
        self._inequalities = list(inequalities or [])
        self._vars = _V1.trainable_variables() if var_list is None else list(var_list)
        self.optimizer_kwargs = optimizer_kwargs
        self._shapes = [tuple(variable.shape.as_list()) for variable in self._vars]
        ends = np.cumsum([0, *(math.prod(shape) for shape in self._shapes)])
        self._slices = [slice(*ends[index : index + 2]) for index in range(len(self._vars))]
        self._packed_bounds = self._bounds(var_to_bounds)
        self._placeholders = [_V1.placeholder(variable.dtype.base_dtype) for variable in self._vars]
        self._var_updates = [
            variable.assign(tf.reshape(placeholder, shape))
            for variable, placeholder, shape in zip(self._vars, self._placeholders, self._shapes, strict=True)
        ]
        self._packed_var = _packed(self._vars)
        self._packed_loss_grad = self._gradient(loss)
        self._packed_equality_grads = [self._gradient(one) for one in self._equalities]
        self._packed_inequality_grads = [self._gradient(one) for one in self._inequalities]

    def minimize(
        self,
        session: Any = None,
        feed_dict: Any = None,
        fetches: Any = None,
        step_callback: Callable[[Any], Any] | None = None,
        loss_callback: Callable[..., Any] | None = None,
        **run_kwargs: Any,
    ) -> None:
        """Let `_minimize` find values, and give them to the variables.

        `loss_callback` is called with what `fetches` gave whenever the loss is computed, `step_callback` with
        the vector after each step.
        """
        session = session or _V1.get_default_session()
        feeds, fetches = dict(feed_dict or {}), list(fetches or [])

        def function(tensors: list[Any], called: Callable[..., Any] | None = None) -> Callable[[Any], Any]:
            def evaluated(x: Any) -> Any:
                values = {
                    variable: x[part].reshape(shape)
                    for variable, part, shape in zip(self._vars, self._slices, self._shapes, strict=True)
                }
                found = session.run(tensors + fetches, feed_dict={**values, **feeds})
                if called is not None:
                    called(*found[len(tensors) :])
                return found[: len(tensors)]

            return evaluated

        result = self._minimize(
            initial_val=session.run(self._packed_var),
            loss_grad_func=function([self._loss, self._packed_loss_grad], loss_callback),
            equality_funcs=[function([one]) for one in self._equalities],
            equality_grad_funcs=[function([one]) for one in self._packed_equality_grads],
            inequality_funcs=[function([one]) for one in self._inequalities],
            inequality_grad_funcs=[function([one]) for one in self._packed_inequality_grads],
            packed_bounds=self._packed_bounds,
            step_callback=step_callback or (lambda xk: None),
            optimizer_kwargs=self.optimizer_kwargs,
        )
        values = [result[part] for part in self._slices]
        session.run(self._var_updates, dict(zip(self._placeholders, values, strict=True)), **run_kwargs)

    def _minimize(self, **given: Any) -> Any:
        """The vector that minimises; the arguments are those that `minimize` gives.

        Raises:
          NotImplementedError: the subclass does not define it, as in TF 1, where it may be made all the same.
        """
        raise NotImplementedError(
            "To use ExternalOptimizerInterface, subclass from it and implement the _minimize() method."
        )

    def _gradient(self, tensor: Any) -> Any:
        gradients = _V1.gradients(tensor, self._vars)
        return _packed(
            [
                tf.zeros_like(variable) if gradient is None else gradient
                for variable, gradient in zip(self._vars, gradients, strict=True)
            ]
        )

    def _bounds(self, var_to_bounds: Any) -> list[tuple[Any, Any]] | None:
        if var_to_bounds is None:
            return None
        packed: list[tuple[Any, Any]] = []
        for variable, shape in zip(self._vars, self._shapes, strict=True):
            given = [bounds for known, bounds in var_to_bounds.items() if known is variable]
            low, high = given[0] if given else (-np.inf, np.inf)
            packed += zip(np.broadcast_to(low, shape).flat, np.broadcast_to(high, shape).flat, strict=True)
        return packed


def _packed(tensors: Sequence[Any]) -> Any:
    return tf.concat([tf.reshape(tensor, [-1]) for tensor in tensors], 0)


class ScipyOptimizerInterface(ExternalOptimizerInterface):
    """`scipy.optimize.minimize`, by `L-BFGS-B` unless `method` says otherwise; SciPy is to be installed."""

    _DEFAULT_METHOD = "L-BFGS-B"

    def _minimize(self, **given: Any) -> Any:
        minimize = importlib.import_module("scipy.optimize").minimize
        options = dict(given["optimizer_kwargs"])
        method = options.pop("method", self._DEFAULT_METHOD)
        taken = {"jac", "callback", "constraints", "bounds"} & set(options)
        if "bounds" in taken:
            raise ValueError("Bounds must be set using the var_to_bounds argument")
        if taken:
            raise ValueError(f"Optimizer keyword args {sorted(taken)} are set automatically")
        constraints = [
            {"type": kind, "fun": function, "jac": gradient}
            for kind, functions, gradients in (
                ("eq", given["equality_funcs"], given["equality_grad_funcs"]),
                ("ineq", given["inequality_funcs"], given["inequality_grad_funcs"]),
            )
            for function, gradient in zip(functions, gradients, strict=True)
        ]

        def loss_and_gradient(x: Any) -> Any:
            loss, gradient = given["loss_grad_func"](x)
            return loss, gradient.astype("float64")

        result = minimize(
            loss_and_gradient,
            given["initial_val"],
            jac=True,
            callback=given["step_callback"],
            method=method,
            constraints=constraints,
            bounds=given["packed_bounds"],
            **options,
        )
        _V1.logging.info(
            "Optimization terminated with:\n  Message: %s\n  Objective function value: %f",
            result.message,
            result.fun,
        )
        return result["x"]
