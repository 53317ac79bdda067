"""`tf.train.batch` and its kin: what a queue of single elements gave in batches.

All take what the code computed for one element (with `enqueue_many`: for several). The pipeline computes it
anew for each element, ahead of the step; random operations draw anew, and what it pulls from stays in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from . import elements
from .queue import batch_size as static_size


@dataclass(frozen=True)
class _Form:
    """How elements become batches: what the functions take besides the tensors."""

    kind: str
    size: Any
    capacity: int
    many: bool
    shapes: Any
    smaller: bool
    name: str | None
    threads: int = 1
    pad: bool = False
    shuffle: bool = False
    seed: int | None = None

    def identity(self, shapes: Sequence[tf.TensorShape]) -> tuple[Any, ...]:
        return (static_size(self.size), self.many, self.pad, self.smaller, self.seed, *map(str, shapes))

    def of(self, dataset: tf.data.Dataset, shapes: Sequence[tf.TensorShape]) -> tf.data.Dataset:
        size = static_size(self.size)
        if self.shuffle:
            dataset = dataset.shuffle(self.capacity, self.seed)
        if self.pad:
            dataset = dataset.padded_batch(size, tuple(shapes), drop_remainder=not self.smaller)
        else:
            dataset = dataset.batch(size, drop_remainder=not self.smaller)
        return dataset.prefetch(max(1, self.capacity // size))


def batch(
    tensors: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of `batch_size` elements, in order, as `tf.compat.v1.train.batch` gave them.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors` is one; a tensor where there is one
      member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known, and neither `shapes` nor `dynamic_pad` is given.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """
    del shared_name
    form = _Form(
        "batch",
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        threads=num_threads,
        pad=dynamic_pad,
    )
    return _batches([tensors], True, form)


def maybe_batch(
    tensors: Any,
    keep_input: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`batch` of the elements for which `keep_input` is true.

    `keep_input` is a boolean; with `enqueue_many` it may be one for each element, `[N]`.
    See `batch`.
    """
    del shared_name
    form = _Form(
        "maybe_batch",
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        threads=num_threads,
        pad=dynamic_pad,
    )
    return _batches([tensors], keep_input, form)


def batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of elements of several kinds of input, which take turns.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors_list[0]` is one; a tensor where there
      is one member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known, and neither `shapes` nor `dynamic_pad` is given.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """
    del shared_name
    form = _Form(
        "batch_join",
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        pad=dynamic_pad,
    )
    return _batches(tensors_list, True, form)


def maybe_batch_join(
    tensors_list: Any,
    keep_input: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`batch_join` of the elements for which `keep_input` is true.

    `keep_input` is a boolean; with `enqueue_many` it may be one for each element, `[N]`.
    See `batch_join`.
    """
    del shared_name
    form = _Form(
        "maybe_batch_join",
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        pad=dynamic_pad,
    )
    return _batches(tensors_list, keep_input, form)


def shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches drawn at random from `capacity` elements, which is how far TF 1's queue filled.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors` is one; a tensor where there is one
      member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known and `shapes` is not given, or `capacity` is too small.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """
    del shared_name
    _check_capacity(capacity, min_after_dequeue)
    form = _Form(
        "shuffle_batch",
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        threads=num_threads,
        shuffle=True,
        seed=seed,
    )
    return _batches([tensors], True, form)


def maybe_shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`shuffle_batch` of the elements for which `keep_input` is true.

    `keep_input` is a boolean; with `enqueue_many` it may be one for each element, `[N]`.
    See `shuffle_batch`.
    """
    del shared_name
    _check_capacity(capacity, min_after_dequeue)
    form = _Form(
        "maybe_shuffle_batch",
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        threads=num_threads,
        shuffle=True,
        seed=seed,
    )
    return _batches([tensors], keep_input, form)


def shuffle_batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches drawn at random from several kinds of input, which take turns.

    Returns:
      A list of tensors `[batch_size, ...]`; a dictionary where `tensors_list[0]` is one; a tensor where there
      is one member. With `allow_smaller_final_batch` the first dimension is not known.

    Raises:
      ValueError: a shape is not fully known and `shapes` is not given, or `capacity` is too small.
      InputError: an element depends on an argument of the step.
      tf.errors.OutOfRangeError: from the step, when too few elements are left.
    """
    del shared_name
    _check_capacity(capacity, min_after_dequeue)
    form = _Form(
        "shuffle_batch_join",
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        shuffle=True,
        seed=seed,
    )
    return _batches(tensors_list, True, form)


def maybe_shuffle_batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """`shuffle_batch_join` of the elements for which `keep_input` is true.

    `keep_input` is a boolean; with `enqueue_many` it may be one for each element, `[N]`.
    See `shuffle_batch_join`.
    """
    del shared_name
    _check_capacity(capacity, min_after_dequeue)
    form = _Form(
        "maybe_shuffle_batch_join",
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        shuffle=True,
        seed=seed,
    )
    return _batches(tensors_list, keep_input, form)


def _batches(tensors_list: Sequence[Any], keep_input: Any, form: _Form) -> Any:
    if not tensors_list:
        raise ValueError("Expected at least one set of tensors")
    first = tensors_list[0]
    lists = [[_converted(tensor) for tensor in _listed(tensors, first)] for tensors in tensors_list]
    keep = _checked_keep(keep_input, many=form.many)
    _check_types(lists)
    shapes = _element_shapes(lists, form)

    def make() -> tf.data.Dataset:
        kept = [_kept(tensors, keep, form) for tensors in lists]
        return form.of(elements.shaped(elements.taking_turns(kept), shapes), shapes)

    taken = lists if keep is True else [*lists, keep]
    feed = elements.feed(form.kind, form.identity(shapes), taken, make)
    batches = list(feed.next(form.name))
    if isinstance(first, dict):
        return dict(zip(sorted(first, key=str), batches, strict=True))
    return batches[0] if len(batches) == 1 else batches


def _kept(tensors: Sequence[Any], keep: Any, form: _Form) -> tf.data.Dataset:
    """The elements of one input: those that `keep` lets through, one by one."""
    if keep is True:
        dataset = elements.dataset_of(tensors, form.threads)
        return dataset.unbatch() if form.many else dataset
    dataset = elements.dataset_of([keep, *tensors], form.threads)
    if keep.shape.rank == 1:
        return _without_flag(dataset.unbatch().filter(lambda flag, *element: flag))
    dataset = _without_flag(dataset.filter(lambda flag, *element: flag))
    return dataset.unbatch() if form.many else dataset


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


def _checked_keep(keep_input: Any, *, many: bool) -> Any:
    if isinstance(keep_input, bool) and keep_input:
        return True
    keep = elements.traced(keep_input)
    if keep.shape.rank is None:
        raise ValueError("`keep_input` dimensions must be known at graph construction.")
    if not many and keep.shape.rank == 1:
        raise ValueError("`keep_input` cannot be a vector when `enqueue_many=False`.")
    if keep.shape.rank > 1:
        raise ValueError("`keep_input` must be 0 or 1 dimensions.")
    return keep


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


def _check_capacity(capacity: int, min_after_dequeue: int) -> None:
    if capacity <= min_after_dequeue:
        raise ValueError(f"capacity {capacity} must be bigger than min_after_dequeue {min_after_dequeue}.")


def _element_shapes(lists: Sequence[Sequence[Any]], form: _Form) -> list[tf.TensorShape]:
    if form.shapes is not None:
        given = [tf.TensorShape(shape) for shape in form.shapes]
    else:
        given = [_merged([tensors[i] for tensors in lists], many=form.many) for i in range(len(lists[0]))]
    dense = [
        shape
        for shape, tensor in zip(given, lists[0], strict=True)
        if not isinstance(tensor, tf.SparseTensor)
    ]
    if not form.pad and not all(shape.is_fully_defined() for shape in dense):
        raise ValueError(f"All shapes must be fully defined: {given}")
    return given


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
