"""`tf.contrib.tensorboard.plugins.projector`, which TensorFlow 2 leaves to TensorBoard: its configuration."""

from __future__ import annotations

import os
from typing import Any

import tensorflow as tf
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format

from ...._listing import listed

__dir__ = listed(__name__)

_FIELD = descriptor_pb2.FieldDescriptorProto
_PACKAGE = "compat.projector"
# TensorBoard's own messages, field by field: name, type, whether there may be several.
_MESSAGES = {
    "SpriteMetadata": (("image_path", "string", False), ("single_image_dim", "uint32", True)),
    "EmbeddingInfo": (
        ("tensor_name", "string", False),
        ("metadata_path", "string", False),
        ("bookmarks_path", "string", False),
        ("tensor_shape", "uint32", True),
        ("sprite", "SpriteMetadata", False),
        ("tensor_path", "string", False),
    ),
    "ProjectorConfig": (
        ("model_checkpoint_path", "string", False),
        ("embeddings", "EmbeddingInfo", True),
        ("model_checkpoint_dir", "string", False),
    ),
}


def _classes() -> dict[str, Any]:
    file = descriptor_pb2.FileDescriptorProto(
        name="compat/contrib/projector.proto", package=_PACKAGE, syntax="proto3"
    )
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for number, (field, kind, several) in enumerate(fields, 1):
            added = message.field.add(name=field, number=number)
            added.label = _FIELD.LABEL_REPEATED if several else _FIELD.LABEL_OPTIONAL
            if kind in _MESSAGES:
                added.type, added.type_name = _FIELD.TYPE_MESSAGE, f".{_PACKAGE}.{kind}"
            else:
                added.type = _FIELD.TYPE_STRING if kind == "string" else _FIELD.TYPE_UINT32
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))
        for name in _MESSAGES
    }


_found = _classes()
SpriteMetadata = _found["SpriteMetadata"]
EmbeddingInfo = _found["EmbeddingInfo"]
ProjectorConfig = _found["ProjectorConfig"]


def visualize_embeddings(summary_writer: Any, config: Any) -> None:
    """Write `config`, a `ProjectorConfig`, where the projector looks: beside the writer's event files.

    Raises:
      ValueError: the writer has no folder.
    """
    folder = summary_writer.get_logdir()
    if folder is None:
        raise ValueError("Summary writer must have a logdir")
    with tf.io.gfile.GFile(os.path.join(folder, "projector_config.pbtxt"), "w") as file:
        file.write(text_format.MessageToString(config))
