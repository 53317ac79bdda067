"""What stands for a queue of TF 1 that input code filled: dequeued from in steps, filled by a pipeline."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import InputError
from . import _elements as elements
from ._feeds import Feed


class InputQueue:
    """A queue that a pipeline fills, as its queue runner did; elements are tuples of tensors.

    Args:
      feed: gives the elements.
      name: TF 1's name for it.
      names: of the components, where elements are dictionaries.
      pads: batches are padded to their longest element.
    """

    def __init__(self, feed: Feed, name: str, names: list[str] | None = None, *, pads: bool = False) -> None:
        self._feed = feed
        self.name = name
        self.names = names or []
        self._pads = pads

    @property
    def dtypes(self) -> list[tf.DType]:
        """The type of each component."""
        return [spec.dtype for spec in self._feed.resource.spec]

    @property
    def shapes(self) -> list[tf.TensorShape]:
        """The shape of each component of one element."""
        return [spec.shape for spec in self._feed.resource.spec]

    def dequeue(self, name: str | None = None) -> Any:
        """One element: a tensor, a list of them if there are several, a dictionary if they have names."""
        return self._packed(self._feed.next(name))

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """`n` elements, each component `[n, ...]`; the step raises OutOfRangeError where fewer are left."""
        return self._batched("dequeue_many", n, name, drop_remainder=True)

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
        """`n` elements, or fewer at the end; each component `[?, ...]`."""
        return self._batched("dequeue_up_to", n, name, drop_remainder=False)

    def size(self, name: str | None = None) -> tf.Tensor:
        """Refused: how far a pipeline is ahead is not known.

        Raises:
          InputError: always.
        """
        raise InputError(f"The size of {self.name!r} is not known: a pipeline fills it, not a queue runner")

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> tf.Operation:
        """Does nothing: a pipeline has no thread of the program's that waits."""
        del cancel_pending_enqueues
        return tf.no_op(name)

    def _batched(self, kind: str, n: Any, name: str | None, *, drop_remainder: bool) -> Any:
        one = list(self._feed.next())
        count = batch_size(n)

        def make() -> tf.data.Dataset:
            dataset = elements.dataset_of(one)
            if self._pads:
                return dataset.padded_batch(count, drop_remainder=drop_remainder)
            return dataset.batch(count, drop_remainder=drop_remainder)

        return self._packed(elements.feed(kind, [count], one, make).next(name))

    def _packed(self, element: tuple[Any, ...]) -> Any:
        if self.names:
            return dict(zip(self.names, element, strict=True))
        return element[0] if len(element) == 1 else list(element)


def batch_size(n: Any) -> int:
    """A number of elements as an integer.

    Raises:
      InputError: it is a tensor whose value is not known while a step is traced.
    """
    value = tf.get_static_value(n) if tf.is_tensor(n) else n
    if value is None:
        raise InputError(f"The batch size {n} is not known while the step is traced: give an integer")
    return int(value)
