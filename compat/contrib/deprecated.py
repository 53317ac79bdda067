"""`tf.contrib.deprecated`: summaries from before TensorFlow 1.0, whose tags are taken as they are given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import tensorflow as tf

from .. import _tf
from .. import _towers as _towers
from .._listing import listed

__dir__ = listed(__name__)

_V1 = tf.compat.v1


def audio_summary(
    tag: Any,
    tensor: Any,
    sample_rate: Any,
    max_outputs: int = 3,
    collections: Iterable[Any] | None = None,
    name: str | None = None,
) -> Any:
    """A summary of sounds, [batch, frames] or [batch, frames, channels]."""
    rate = tf.convert_to_tensor(sample_rate, tf.float32)
    return _collected(
        tf.raw_ops.AudioSummaryV2(
            tag=tag, tensor=tensor, sample_rate=rate, max_outputs=max_outputs, name=name or "AudioSummary"
        ),
        collections,
    )


def histogram_summary(
    tag: Any, values: Any, collections: Iterable[Any] | None = None, name: str | None = None
) -> Any:
    """A summary of how values are spread."""
    return _collected(
        tf.raw_ops.HistogramSummary(tag=tag, values=values, name=name or "HistogramSummary"), collections
    )


def image_summary(
    tag: Any,
    tensor: Any,
    max_images: int = 3,
    collections: Iterable[Any] | None = None,
    name: str | None = None,
) -> Any:
    """A summary of images, [batch, height, width, channels]."""
    return _collected(
        tf.raw_ops.ImageSummary(tag=tag, tensor=tensor, max_images=max_images, name=name or "ImageSummary"),
        collections,
    )


def merge_all_summaries(key: Any = _V1.GraphKeys.SUMMARIES) -> Any:
    """All summaries of the graph in one, or `None` where there is none."""
    return _V1.summary.merge_all(key)


def merge_summary(inputs: Any, collections: Iterable[Any] | None = None, name: str | None = None) -> Any:
    """Several summaries in one."""
    return _collected(tf.raw_ops.MergeSummary(inputs=inputs, name=name or "MergeSummary"), collections or ())


def scalar_summary(
    tags: Any, values: Any, collections: Iterable[Any] | None = None, name: str | None = None
) -> Any:
    """A summary of numbers, each with its tag."""
    return _collected(
        tf.raw_ops.ScalarSummary(tags=tags, values=values, name=name or "ScalarSummary"), collections
    )


def _collected(summary: Any, collections: Iterable[Any] | None) -> Any:
    # As tf.summary's, summaries are those of the first replica alone.
    if _tf.in_replica() and _towers.replica_index() > 0:
        return tf.constant(b"")
    for key in [_V1.GraphKeys.SUMMARIES] if collections is None else collections:
        _V1.add_to_collection(key, summary)
    return summary
