"""Data sets of what a run fed to their iterator's initialiser, as placeholders said what it would be."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from .. import _tf
from .._steps import converted


class FedDataset:
    """A data set that is not there until an iterator is initialised with what it is made of.

    `make` is traced here, once, as the graph of a data set was built once; what `Iterator.initialize` is
    given runs it. So the elements' types and shapes are known before.

    Args:
      make: gives the data set, of tensors.
      signature: one `tf.TensorSpec` for each argument of `make`, in its order.

    Attributes:
      element_spec: the structure of `tf.TypeSpec` of an element.
    """

    element_spec: Any

    def __init__(self, make: Callable[..., tf.data.Dataset], signature: Sequence[tf.TensorSpec]) -> None:
        self._signature = inspect.signature(make)
        self._specs = dict(zip(self._signature.parameters, signature, strict=True))

        def traced(*args: tf.Tensor) -> tf.Tensor:
            dataset = make(*args)
            self.element_spec = dataset.element_spec
            return tf.data.experimental.to_variant(dataset)

        # Unlike `tf.function` without AutoGraph, it lets data sets convert the functions that they map.
        self._made = _tf.flat_call(tf.compat.v1.wrap_function(traced, list(signature)))

    def of(self, *args: Any, **kwargs: Any) -> tf.data.Dataset:
        """The data set of these values, taken as `Session.run` took what was fed.

        Raises:
          ValueError: a value does not fit the shape of its argument.
        """
        given = self._signature.bind(*args, **kwargs).arguments
        tensors = [converted(given[name], spec) for name, spec in self._specs.items()]
        return tf.data.experimental.from_variant(self._made(tensors), self.element_spec)


def fed_dataset(*, input_signature: Sequence[tf.TensorSpec]) -> Callable[..., FedDataset]:
    """Make a `FedDataset` of a function that gives a data set; a decorator.

    Args:
      input_signature: one `tf.TensorSpec` for each argument of the function, as TensorFlow 1's placeholders
        said what a run would feed.

    Raises:
      ValueError: there are not as many as arguments.
    """
    return lambda make: FedDataset(make, input_signature)
