"""What serving is given: `tf.contrib.learn.utils.input_fn_utils`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import tensorflow as tf

from ..._listing import listed

__dir__ = listed(__name__)


class InputFnOps(NamedTuple):
    """Features for the model, labels if there are any, and the tensors that are fed."""

    features: Any
    labels: Any
    default_inputs: Any


def build_parsing_serving_input_fn(
    feature_spec: Mapping[str, Any], default_batch_size: int | None = None
) -> Callable[[], InputFnOps]:
    """Reads features out of `tf.Example` protocol buffers."""

    def serving_input_fn() -> InputFnOps:
        examples = tf.compat.v1.placeholder(tf.string, [default_batch_size], "input_example_tensor")
        features = tf.io.parse_example(examples, dict(feature_spec))
        return InputFnOps(features, None, {"examples": examples})

    return serving_input_fn


def build_default_serving_input_fn(
    features: Mapping[str, Any], default_batch_size: int | None = None
) -> Callable[[], InputFnOps]:
    """Is fed each of the features, which are like these tensors."""

    def serving_input_fn() -> InputFnOps:
        fed = {
            name: tf.compat.v1.placeholder(
                tensor.dtype, [default_batch_size, *tensor.shape.as_list()[1:]], tensor.op.name
            )
            for name, tensor in features.items()
        }
        return InputFnOps(fed, None, dict(fed))

    return serving_input_fn
