"""The messages that an export says in which tensors are what: those of TensorFlow 1.15, made here.

A module of this name is usually compiled. TensorFlow 2 has the messages no more, and what reads exports finds
them by their names and by the numbers of their fields.
"""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from ..._listing import listed

__dir__ = listed(__name__)

_PACKAGE = "tensorflow.serving"
_FILE = "tensorflow/contrib/session_bundle/manifest.proto"
_TEXT = "string"
# The types of the fields in the order of their numbers; `{…}` is a map from strings.
_MESSAGES: Mapping[str, Mapping[str, str]] = {
    "Signatures": {"default_signature": "Signature", "named_signatures": "{Signature}"},
    "TensorBinding": {"tensor_name": _TEXT},
    "AssetFile": {"tensor_binding": "TensorBinding", "filename": _TEXT},
    "Signature": {
        "regression_signature": "RegressionSignature",
        "classification_signature": "ClassificationSignature",
        "generic_signature": "GenericSignature",
    },
    "RegressionSignature": {"input": "TensorBinding", "output": "TensorBinding"},
    "ClassificationSignature": {
        "input": "TensorBinding",
        "classes": "TensorBinding",
        "scores": "TensorBinding",
    },
    "GenericSignature": {"map": "{TensorBinding}"},
}
_ONE_OF = "Signature"  # of whose fields a message has one


def _described() -> descriptor_pb2.FileDescriptorProto:
    file = descriptor_pb2.FileDescriptorProto(name=_FILE, package=_PACKAGE, syntax="proto3")
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        if name == _ONE_OF:
            message.oneof_decl.add(name="type")
        for number, (field, kind) in enumerate(fields.items(), 1):
            if kind.startswith("{"):
                entry = "".join(part.title() for part in field.split("_")) + "Entry"
                inner = message.nested_type.add(name=entry)
                inner.options.map_entry = True
                _add(inner, "key", 1, _TEXT)
                _add(inner, "value", 2, kind.strip("{}"))
                added = _add(message, field, number, f"{name}.{entry}")
                added.label = added.LABEL_REPEATED
            else:
                added = _add(message, field, number, kind)
                if name == _ONE_OF:
                    added.oneof_index = 0
    return file


def _add(
    message: descriptor_pb2.DescriptorProto, name: str, number: int, kind: str
) -> descriptor_pb2.FieldDescriptorProto:
    field = message.field.add(name=name, number=number)
    field.label = field.LABEL_OPTIONAL
    field.type = field.TYPE_STRING if kind == _TEXT else field.TYPE_MESSAGE
    if kind != _TEXT:
        field.type_name = f".{_PACKAGE}.{kind}"
    return field


_pool = descriptor_pool.DescriptorPool()
DESCRIPTOR = _pool.Add(_described()) or _pool.FindFileByName(_FILE)


def _message(name: str) -> type:
    found: type = message_factory.GetMessageClass(_pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))
    return found


Signatures = _message("Signatures")
TensorBinding = _message("TensorBinding")
AssetFile = _message("AssetFile")
Signature = _message("Signature")
RegressionSignature = _message("RegressionSignature")
ClassificationSignature = _message("ClassificationSignature")
GenericSignature = _message("GenericSignature")
