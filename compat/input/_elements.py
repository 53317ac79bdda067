"""Traced input code as a dataset: what a queue runner of TF 1 ran again and again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import tensorflow as tf

from .. import _tf
from .. import _traces as traces
from .._errors import InputError
from ._feeds import Feed


def feed(
    kind: str,
    identity: Sequence[Hashable],
    taken: Sequence[Any],
    make: Callable[[], tf.data.Dataset],
) -> Feed:
    """The feed of the dataset of `make`, which is called in the first trace that asks, outside of it.

    Args:
      kind: what TF 1 called it.
      identity: what tells it from others of its kind: the values of its arguments.
      taken: the tensors of the trace that the dataset computes in its place.
      make: makes the dataset.
    """
    trace = traces.current(kind)
    taken = flattened(taken)
    key = trace.key(kind, *identity, trace.fingerprint(taken))
    made = trace.state.once(key, lambda: Feed(make()))
    trace.went_into_pipeline(taken)
    return made


def dataset_of(tensors: Sequence[Any], threads: int = 1) -> tf.data.Dataset:
    """The values of `tensors` of the trace, computed anew for each element, in order.

    What pulls elements is run one after the other, so that the order holds; all that follows is run by
    `threads` threads. It ends when what it pulls from does; without anything to pull from, never.

    Args:
      tensors: dense, sparse or ragged; the elements are tuples of them.
      threads: how many elements are computed at the same time.

    Raises:
      InputError: a tensor depends on an argument of the step.
    """
    flat = flattened(tensors)
    trace = traces.of(flat[0].graph)
    if trace is None:
        raise InputError("Input functions cannot be called inside tf.cond or tf.while_loop")
    pulled = [output for op in trace.pulls_before(flat) for output in op.outputs]
    try:
        transform = _tf.cut(flat, pulled)
        pull = _tf.cut(pulled, []) if pulled else None
    except Exception as error:
        raise InputError(
            "What a queue is filled with depends on an argument of the step, which a call gives anew: "
            "build a tf.data.Dataset outside the step, and give its elements to the step"
        ) from error
    dataset = tf.data.Dataset.counter()
    if pull is not None:
        dataset = _until_out_of_range(dataset, pull)

    def element(*values: tf.Tensor) -> Any:
        packed = tf.nest.pack_sequence_as(
            list(tensors), transform(*values[: len(pulled)]), expand_composites=True
        )
        return tuple(packed)

    if threads > 1:
        return dataset.map(element, num_parallel_calls=threads, deterministic=True)
    return dataset.map(element)


def taking_turns(datasets: Sequence[tf.data.Dataset]) -> tf.data.Dataset:
    """The elements of all `datasets`, one of each in turn; those that end are left out."""
    if len(datasets) == 1:
        return datasets[0]
    turns = tf.data.Dataset.range(len(datasets)).repeat()
    return tf.data.Dataset.choose_from_datasets(list(datasets), turns, stop_on_empty_dataset=False)


def shaped(dataset: tf.data.Dataset, shapes: Sequence[Any]) -> tf.data.Dataset:
    """`dataset`, whose dense components have `shapes`; another shape is an error of the step."""

    def element(*tensors: Any) -> tuple[Any, ...]:
        return tuple(
            tf.ensure_shape(tensor, shape) if isinstance(tensor, tf.Tensor) else tensor
            for tensor, shape in zip(tensors, shapes, strict=True)
        )

    return dataset.map(element)


def traced(value: Any, dtype: tf.DType | None = None) -> tf.Tensor:
    """`value` as a tensor of the graph being traced."""
    tensor = tf.convert_to_tensor(value, dtype)
    return tensor if _tf.is_traced(tensor) else tf.identity(tensor)


def flattened(tensors: Sequence[Any]) -> list[tf.Tensor]:
    """The dense tensors that `tensors` consist of."""
    return list(tf.nest.flatten(list(tensors), expand_composites=True))


def _until_out_of_range(counter: tf.data.Dataset, pull: Callable[[], list[tf.Tensor]]) -> tf.data.Dataset:
    """Elements of `pull`, until it raises `OutOfRangeError`; `Dataset.map` would raise another error then."""
    # The attribute is how the runtime tells the functions of datasets from those that steps call.
    function = tf.function(
        lambda number: pull(), autograph=False, experimental_attributes={"_tf_data_function": True}
    ).get_concrete_function(tf.TensorSpec([], tf.int64))
    spec = tuple(tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in function.outputs)
    variant = tf.raw_ops.MapDataset(
        input_dataset=tf.data.experimental.to_variant(counter),
        other_arguments=function.captured_inputs,
        f=function,
        output_types=[one.dtype for one in spec],
        output_shapes=[one.shape for one in spec],
        use_inter_op_parallelism=True,
        preserve_cardinality=False,
    )
    dataset = tf.data.experimental.from_variant(variant, spec)
    dataset.keeps = function  # the runtime forgets a function with its last Python reference
    return dataset
