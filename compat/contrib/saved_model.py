"""`tf.contrib.saved_model`: models of Keras as SavedModels, and what a SavedModel's signatures are."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import tensorflow as tf
import tf_keras

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

_V1 = tf.compat.v1

__getattr__ = lookup("saved_model", [])


def get_signature_def_by_key(meta_graph_def: Any, signature_def_key: str) -> Any:
    """The signature of that name.

    Raises:
      ValueError: there is none.
    """
    if signature_def_key not in meta_graph_def.signature_def:
        raise ValueError(f"No SignatureDef with key '{signature_def_key}' found in MetaGraphDef.")
    return meta_graph_def.signature_def[signature_def_key]


def save_keras_model(
    model: Any,
    saved_model_path: str,
    custom_objects: Mapping[str, Any] | None = None,
    as_text: bool | None = None,
    input_signature: Any = None,
    serving_only: bool = False,
) -> None:
    """Write a model of `tf.keras` as a SavedModel."""
    del custom_objects, as_text, serving_only
    tf_keras.models.save_model(model, saved_model_path, save_format="tf", signatures=input_signature)


def load_keras_model(saved_model_path: str, custom_objects: Mapping[str, Any] | None = None) -> Any:
    """Read what `save_keras_model` wrote."""
    return tf_keras.models.load_model(os.fspath(saved_model_path), custom_objects=custom_objects)
