"""A model unrolled once for each of several lengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from ._losses import sequence_loss, sequence_loss_by_example

_V1 = tf.compat.v1


def model_with_buckets(
    encoder_inputs: Sequence[Any],
    decoder_inputs: Sequence[Any],
    targets: Sequence[Any],
    weights: Sequence[Any],
    buckets: Sequence[tuple[int, int]],
    seq2seq: Callable[[Any, Any], tuple[list[Any], Any]],
    softmax_loss_function: Any = None,
    per_example_loss: bool = False,
    name: Any = None,
) -> tuple[list[list[Any]], list[Any]]:
    """The outputs and the loss of each bucket, of (source length, target length); all share their variables.

    Raises:
      ValueError: there are fewer inputs, targets or weights than the last bucket takes.
    """
    sources, wanted = buckets[-1]
    for what, given, least in (
        ("encoder_inputs", encoder_inputs, sources),
        ("targets", targets, wanted),
        ("weights", weights, wanted),
    ):
        if len(given) < least:
            raise ValueError(
                f"Length of {what} ({len(given)}) must be at least that of last bucket ({least})."
            )
    loss = sequence_loss_by_example if per_example_loss else sequence_loss
    outputs, losses = [], []
    with _V1.name_scope(name, "model_with_buckets", [*encoder_inputs, *decoder_inputs, *targets, *weights]):
        for index, (source, target) in enumerate(buckets):
            with _V1.variable_scope(_V1.get_variable_scope(), reuse=True if index > 0 else None):
                found, _ = seq2seq(encoder_inputs[:source], decoder_inputs[:target])
                outputs.append(found)
                losses.append(
                    loss(
                        found,
                        targets[:target],
                        weights[:target],
                        softmax_loss_function=softmax_loss_function,
                    )
                )
    return outputs, losses
