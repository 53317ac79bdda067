"""`tf.train.batch` and its kin: what a queue of single elements gave in batches.

All take what the code computed for one element (with `enqueue_many`: for several). The pipeline computes it
anew for each element, ahead of the step; random operations draw anew, and what it pulls from stays in order.
The functions are signatures: `_Batching` does what the arguments say, whichever of them a function has.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec

import tensorflow as tf

from .._types import Shapes
from . import _elements as elements
from ._graphs import in_graphs
from ._queue import batch_size as static_size

_P = ParamSpec("_P")


def _function(signature: Callable[_P, Any]) -> Callable[_P, Any]:
    """The function that batches what the arguments of `signature` say."""
    parameters = inspect.signature(signature)

    @in_graphs(getattr(tf.compat.v1.train, signature.__name__))
    @functools.wraps(signature)
    def batches(*args: _P.args, **kwargs: _P.kwargs) -> Any:
        given = parameters.bind(*args, **kwargs)
        given.apply_defaults()
        return _Batching(signature.__name__, **given.arguments).batches()

    return batches


@_function
def batch(
    tensors: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Shapes = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of `batch_size` elements, in order, as `tf.compat.v1.train.batch` gave them.

    Args:
      tensors: of one element: a tensor, a list or a dictionary of them.
      batch_size: how many elements a batch has.
      num_threads: how many elements are computed at the same time.
      capacity: how many elements may wait.
      enqueue_many: `tensors` are several elements each, along their first dimension.
      shapes: of one element, where they are not known.
      dynamic_pad: pad with zeros to the longest element of a batch, where shapes are not known.
      allow_smaller_final_batch: what is left at the end is a batch, too.
      shared_name: without an effect.
      name: of the operation that gives the batch.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors` is one; a tensor where there is one
      member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known, and neither `shapes` nor `dynamic_pad` is given.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """


@_function
def maybe_batch(
    tensors: Any,
    keep_input: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Shapes = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`tf.compat.v1.train.maybe_batch`: `batch` of the elements that `keep_input` says.

    Args:
      tensors: of one element: a tensor, a list or a dictionary of them.
      keep_input: whether an element is kept: a boolean; with `enqueue_many` it may be one for each, [N].
      batch_size: how many elements a batch has.
      num_threads: how many elements are computed at the same time.
      capacity: how many elements may wait.
      enqueue_many: `tensors` are several elements each, along their first dimension.
      shapes: of one element, where they are not known.
      dynamic_pad: pad with zeros to the longest element of a batch, where shapes are not known.
      allow_smaller_final_batch: what is left at the end is a batch, too.
      shared_name: without an effect.
      name: of the operation that gives the batch.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors` is one; a tensor where there is one
      member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known, and neither `shapes` nor `dynamic_pad` is given.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """


@_function
def batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Shapes = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of elements of several kinds of input, which take turns, as `tf.compat.v1.train.batch_join`.

    Args:
      tensors_list: one such for each kind of input; each is read by a thread of its own in TF 1.
      batch_size: how many elements a batch has.
      capacity: how many elements may wait.
      enqueue_many: the tensors are several elements each, along their first dimension.
      shapes: of one element, where they are not known.
      dynamic_pad: pad with zeros to the longest element of a batch, where shapes are not known.
      allow_smaller_final_batch: what is left at the end is a batch, too.
      shared_name: without an effect.
      name: of the operation that gives the batch.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors_list[0]` is one; a tensor where there
      is one member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known, and neither `shapes` nor `dynamic_pad` is given.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """


@_function
def maybe_batch_join(
    tensors_list: Any,
    keep_input: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Shapes = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`tf.compat.v1.train.maybe_batch_join`: `batch_join` of the elements that `keep_input` says.

    Args:
      tensors_list: one such for each kind of input; each is read by a thread of its own in TF 1.
      keep_input: whether an element is kept: a boolean; with `enqueue_many` it may be one for each, [N].
      batch_size: how many elements a batch has.
      capacity: how many elements may wait.
      enqueue_many: the tensors are several elements each, along their first dimension.
      shapes: of one element, where they are not known.
      dynamic_pad: pad with zeros to the longest element of a batch, where shapes are not known.
      allow_smaller_final_batch: what is left at the end is a batch, too.
      shared_name: without an effect.
      name: of the operation that gives the batch.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors_list[0]` is one; a tensor where there
      is one member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known, and neither `shapes` nor `dynamic_pad` is given.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """


@_function
def shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Shapes = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches drawn at random from `capacity` elements, which is how far TF 1's queue filled.

    Args:
      tensors: of one element: a tensor, a list or a dictionary of them.
      batch_size: how many elements a batch has.
      capacity: how many elements may wait.
      min_after_dequeue: how many elements stay behind a batch, as `capacity` must allow.
      num_threads: how many elements are computed at the same time.
      seed: of the order.
      enqueue_many: `tensors` are several elements each, along their first dimension.
      shapes: of one element, where they are not known.
      allow_smaller_final_batch: what is left at the end is a batch, too.
      shared_name: without an effect.
      name: of the operation that gives the batch.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors` is one; a tensor where there is one
      member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known and `shapes` is not given, or `capacity` is too small.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """


@_function
def maybe_shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Shapes = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`tf.compat.v1.train.maybe_shuffle_batch`: `shuffle_batch` of the elements that `keep_input` says.

    Args:
      tensors: of one element: a tensor, a list or a dictionary of them.
      batch_size: how many elements a batch has.
      capacity: how many elements may wait.
      min_after_dequeue: how many elements stay behind a batch, as `capacity` must allow.
      keep_input: whether an element is kept: a boolean; with `enqueue_many` it may be one for each, [N].
      num_threads: how many elements are computed at the same time.
      seed: of the order.
      enqueue_many: `tensors` are several elements each, along their first dimension.
      shapes: of one element, where they are not known.
      allow_smaller_final_batch: what is left at the end is a batch, too.
      shared_name: without an effect.
      name: of the operation that gives the batch.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors` is one; a tensor where there is one
      member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known and `shapes` is not given, or `capacity` is too small.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """


@_function
def shuffle_batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Shapes = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`tf.compat.v1.train.shuffle_batch_join`: batches drawn at random from several inputs, which take turns.

    Args:
      tensors_list: one such for each kind of input; each is read by a thread of its own in TF 1.
      batch_size: how many elements a batch has.
      capacity: how many elements may wait.
      min_after_dequeue: how many elements stay behind a batch, as `capacity` must allow.
      seed: of the order.
      enqueue_many: the tensors are several elements each, along their first dimension.
      shapes: of one element, where they are not known.
      allow_smaller_final_batch: what is left at the end is a batch, too.
      shared_name: without an effect.
      name: of the operation that gives the batch.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors_list[0]` is one; a tensor where there
      is one member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known and `shapes` is not given, or `capacity` is too small.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """


@_function
def maybe_shuffle_batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Shapes = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`tf.compat.v1.train.maybe_shuffle_batch_join`: `shuffle_batch_join` of what `keep_input` says.

    Args:
      tensors_list: one such for each kind of input; each is read by a thread of its own in TF 1.
      batch_size: how many elements a batch has.
      capacity: how many elements may wait.
      min_after_dequeue: how many elements stay behind a batch, as `capacity` must allow.
      keep_input: whether an element is kept: a boolean; with `enqueue_many` it may be one for each, [N].
      seed: of the order.
      enqueue_many: the tensors are several elements each, along their first dimension.
      shapes: of one element, where they are not known.
      allow_smaller_final_batch: what is left at the end is a batch, too.
      shared_name: without an effect.
      name: of the operation that gives the batch.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors_list[0]` is one; a tensor where there
      is one member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known and `shapes` is not given, or `capacity` is too small.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """


@dataclass(frozen=True)
class _Batching:
    """One call: the name of the function, and its arguments by TF 1's names."""

    function: str
    batch_size: Any
    capacity: int
    enqueue_many: bool
    shapes: Any
    allow_smaller_final_batch: bool
    shared_name: str | None
    name: str | None
    tensors: Any = None
    tensors_list: Any = None
    keep_input: Any = True
    num_threads: int = 1
    dynamic_pad: bool = False
    min_after_dequeue: int | None = None
    seed: int | None = None

    def batches(self) -> Any:
        """One batch of each call of the step."""
        self._check_capacity()
        inputs = self.tensors_list if self.tensors is None else [self.tensors]
        if not inputs:
            raise ValueError("Expected at least one set of tensors")
        lists = [[_converted(tensor) for tensor in _listed(tensors, inputs[0])] for tensors in inputs]
        keep = self._checked_keep()
        _check_types(lists)
        shapes = self._element_shapes(lists)

        def make() -> tf.data.Dataset:
            kept = [self._kept(tensors, keep) for tensors in lists]
            return self._batched(elements.shaped(elements.taking_turns(kept), shapes), shapes)

        taken = lists if keep is True else [*lists, keep]
        feed = elements.feed(self.function, self._identity(shapes), taken, make)
        batches = list(feed.next(self.name))
        if isinstance(inputs[0], dict):
            return dict(zip(sorted(inputs[0], key=str), batches, strict=True))
        return batches[0] if len(batches) == 1 else batches

    def _identity(self, shapes: Sequence[tf.TensorShape]) -> tuple[Any, ...]:
        form = (self.enqueue_many, self.dynamic_pad, self.allow_smaller_final_batch, self.seed)
        return (static_size(self.batch_size), *form, *map(str, shapes))

    def _batched(self, dataset: tf.data.Dataset, shapes: Sequence[tf.TensorShape]) -> tf.data.Dataset:
        size, only_full = static_size(self.batch_size), not self.allow_smaller_final_batch
        if self.min_after_dequeue is not None:
            dataset = dataset.shuffle(self.capacity, self.seed)
        if self.dynamic_pad:
            dataset = dataset.padded_batch(size, tuple(shapes), drop_remainder=only_full)
        else:
            dataset = dataset.batch(size, drop_remainder=only_full)
        return dataset.prefetch(max(1, self.capacity // size))

    def _kept(self, tensors: Sequence[Any], keep: Any) -> tf.data.Dataset:
        """The elements of one input: those that `keep` lets through, one by one."""
        if keep is True:
            dataset = elements.dataset_of(tensors, self.num_threads)
            return dataset.unbatch() if self.enqueue_many else dataset
        dataset = elements.dataset_of([keep, *tensors], self.num_threads)
        if keep.shape.rank == 1:
            return _without_flag(dataset.unbatch().filter(lambda flag, *element: flag))
        dataset = _without_flag(dataset.filter(lambda flag, *element: flag))
        return dataset.unbatch() if self.enqueue_many else dataset

    def _check_capacity(self) -> None:
        capacity, least = self.capacity, self.min_after_dequeue
        if least is not None and capacity <= least:
            raise ValueError(f"capacity {capacity} must be bigger than min_after_dequeue {least}.")

    def _checked_keep(self) -> Any:
        if isinstance(self.keep_input, bool) and self.keep_input:
            return True
        keep = elements.traced(self.keep_input)
        if keep.shape.rank is None:
            raise ValueError("`keep_input` dimensions must be known at graph construction.")
        if not self.enqueue_many and keep.shape.rank == 1:
            raise ValueError("`keep_input` cannot be a vector when `enqueue_many=False`.")
        if keep.shape.rank > 1:
            raise ValueError("`keep_input` must be 0 or 1 dimensions.")
        return keep

    def _element_shapes(self, lists: Sequence[Sequence[Any]]) -> list[tf.TensorShape]:
        if self.shapes is not None:
            given = [tf.TensorShape(shape) for shape in self.shapes]
        else:
            given = [_merged(tensors, many=self.enqueue_many) for tensors in zip(*lists, strict=True)]
        dense = [
            shape
            for shape, tensor in zip(given, lists[0], strict=True)
            if not isinstance(tensor, tf.SparseTensor)
        ]
        if not self.dynamic_pad and not all(shape.is_fully_defined() for shape in dense):
            raise ValueError(f"All shapes must be fully defined: {given}")
        return given


def _without_flag(dataset: tf.data.Dataset) -> tf.data.Dataset:
    return dataset.map(lambda flag, *element: element)


def _listed(tensors: Any, first: Any) -> list[Any]:
    if not isinstance(tensors, dict):
        return list(tensors)
    if set(tensors) != set(first):
        raise ValueError("All dictionaries in tensors_list must have the same keys")
    return [tensors[key] for key in sorted(tensors, key=str)]


def _converted(tensor: Any) -> Any:
    return tensor if isinstance(tensor, tf.SparseTensor) else elements.traced(tensor)


def _check_types(lists: Sequence[Sequence[Any]]) -> None:
    if not lists[0]:
        raise ValueError("Expected at least one tensor in batch().")
    types = [tensor.dtype for tensor in lists[0]]
    for other in lists[1:]:
        if [tensor.dtype for tensor in other] != types:
            raise TypeError(
                f"Expected types to be consistent: {', '.join(one.name for one in types)} vs. "
                f"{', '.join(tensor.dtype.name for tensor in other)}."
            )


def _merged(tensors: Sequence[Any], *, many: bool) -> tf.TensorShape:
    merged = tf.TensorShape(None)
    for tensor in tensors:
        if tensor.shape.rank is None and not isinstance(tensor, tf.SparseTensor):
            raise ValueError(f"Cannot infer Tensor's rank: {tensor}")
        shape = tensor.shape[1:] if many else tensor.shape
        if merged.rank is not None and shape.rank is not None and merged.rank != shape.rank:
            raise ValueError(f"Shapes {merged} and {shape} are not compatible")
        merged = merged.most_specific_compatible_shape(shape) if merged.rank is not None else shape
    return merged
