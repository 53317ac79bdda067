"""Moving averages of tensors, such as losses, and what restores averages in the place of variables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import tensorflow as tf

from . import _traces as traces
from ._names import op_name
from ._types import Operation

_FLOATS = (tf.bfloat16, tf.float16, tf.float32, tf.float64)


class ExponentialMovingAverage(tf.train.ExponentialMovingAverage):
    """`tf.train.ExponentialMovingAverage` whose `apply` takes tensors too, in a step, as a TF 1 graph did.

    The average of a tensor starts at zero and is a variable of the step's store, named by the tensor's
    operation: that of `total_loss` is `total_loss/ExponentialMovingAverage`. Steps that apply it must build
    the same operations before the tensor, or they keep an average each.

    Args:
      decay: how much of the average stays at each update.
      num_updates: lowers the decay in early updates, to (1 + num_updates) / (10 + num_updates).
      zero_debias: divide averages of tensors by what is missing from them since they started at zero.
      name: the last part of the names of the averages.
    """

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """TensorFlow's own in a graph of TF 1, which takes tensors itself there."""
        if cls is ExponentialMovingAverage and traces.builds_plain_graph():
            return tf.train.ExponentialMovingAverage(*args, **kwargs)
        return super().__new__(cls)

    def __init__(
        self,
        decay: Any,
        num_updates: Any = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        super().__init__(decay, num_updates, zero_debias, name)
        self._of_tensors: dict[Any, tf.Variable] = {}
        self._rate_arguments = (decay, num_updates)
        self._debiases = zero_debias

    def apply(self, var_list: Iterable[Any] | None = None) -> Operation:
        """Update the averages of variables and tensors; returns the operation, in a trace.

        Raises:
          TypeError: one of them is of no type of floating-point numbers.
        """
        followed = list(tf.compat.v1.trainable_variables() if var_list is None else var_list)
        tensors = [value for value in followed if not isinstance(value, tf.Variable)]
        for tensor in tensors:
            if tensor.dtype.base_dtype not in _FLOATS:
                raise TypeError(f"Averages are of floating-point numbers, not of {op_name(tensor)}")
            if tensor.ref() not in self._of_tensors:
                self._of_tensors[tensor.ref()] = _zeros(f"{op_name(tensor)}/{self.name}", tensor)
        variables = [value for value in followed if isinstance(value, tf.Variable)]
        updates = [super().apply(variables)] if variables else []
        if tensors:
            with tf.name_scope(self.name):
                rate = self._rate()
                updates += [self._update(self._of_tensors[one.ref()], one, rate) for one in tensors]
        return tf.group(*updates)

    def average(self, var: Any) -> tf.Variable | None:
        """The variable that holds the average of a variable or a tensor; `None` if none is kept."""
        kept = self._of_tensors.get(var.ref())
        return super().average(var) if kept is None else kept

    def variables_to_restore(
        self, moving_avg_variables: Iterable[tf.Variable] | None = None
    ) -> dict[str, tf.Variable]:
        """What a saver restores, so that averages take the place of variables: each by its average's name.

        Without `moving_avg_variables`, those that optimizers update; all other variables by their own names.
        For a program that lists its variables: see `VariableStore.listed`.
        """
        averaged = (
            tf.compat.v1.trainable_variables() if moving_avg_variables is None else moving_avg_variables
        )
        found = {self.average_name(variable): variable for variable in averaged}
        with_averages = {op_name(variable) for variable in found.values()}
        for variable in tf.compat.v1.global_variables():
            if op_name(variable) not in with_averages:
                found.setdefault(op_name(variable), variable)
        return found

    def _rate(self) -> tf.Tensor:
        """What a new value counts for."""
        decay, num_updates = self._rate_arguments
        decay = tf.convert_to_tensor(decay, tf.float32)
        if num_updates is not None:
            count = tf.cast(num_updates, tf.float32)
            decay = tf.minimum(decay, (1.0 + count) / (10.0 + count))
        return tf.convert_to_tensor(1.0 - decay)

    def _update(self, average: tf.Variable, value: tf.Tensor, rate: tf.Tensor) -> Any:
        rate = tf.cast(rate, average.dtype)
        if not self._debiases:
            return average.assign_sub((average - value) * rate)
        with tf.compat.v1.variable_scope(op_name(average)):
            biased = _kept("biased", average.shape, average.dtype)
            count = _kept("local_step", (), average.dtype)
        now = biased.assign_sub((biased - value) * rate)
        return average.assign(now / (1 - tf.pow(1.0 - rate, count.assign_add(1))))


def _zeros(name: str, like: tf.Tensor) -> tf.Variable:
    # A scope by default takes the name, as the slots of optimizers do: a second one of it is another.
    with tf.compat.v1.variable_scope(None, default_name=name):
        return _kept("", like.shape, like.dtype)


def _kept(name: str, shape: Any, dtype: tf.DType) -> tf.Variable:
    initializer = tf.compat.v1.zeros_initializer()
    return tf.compat.v1.get_variable(name, shape, dtype, initializer, trainable=False)
