"""`tf.contrib.session_bundle.exporter`: a graph and its variables, in a folder for each version."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf
from google.protobuf.any_pb2 import Any as AnyMessage

from ..._listing import listed
from . import constants, gc, manifest_pb2

__dir__ = listed(__name__)

_V1 = tf.compat.v1
_gfile = tf.io.gfile


def gfile_copy_callback(files_to_copy: Mapping[str, str], export_dir_path: str) -> None:
    """Copy files into a folder, under the names that they are mapped to."""
    _gfile.makedirs(export_dir_path)
    for path, name in files_to_copy.items():
        _gfile.copy(path, os.path.join(export_dir_path, name), overwrite=True)


def regression_signature(input_tensor: Any, output_tensor: Any) -> Any:
    """Which tensor is fed, and which is the result."""
    signature: Any = manifest_pb2.Signature()
    signature.regression_signature.input.tensor_name = input_tensor.name
    signature.regression_signature.output.tensor_name = output_tensor.name
    return signature


def classification_signature(input_tensor: Any, classes_tensor: Any = None, scores_tensor: Any = None) -> Any:
    """Which tensor is fed, and which are the classes and their scores."""
    signature: Any = manifest_pb2.Signature()
    signature.classification_signature.input.tensor_name = input_tensor.name
    if classes_tensor is not None:
        signature.classification_signature.classes.tensor_name = classes_tensor.name
    if scores_tensor is not None:
        signature.classification_signature.scores.tensor_name = scores_tensor.name
    return signature


def generic_signature(name_tensor_map: Mapping[str, Any]) -> Any:
    """Tensors by names of the program's own."""
    signature: Any = manifest_pb2.Signature()
    for name, tensor in name_tensor_map.items():
        signature.generic_signature.map[name].tensor_name = tensor.name
    return signature


class Exporter:
    """Writes what `saver` saves, with the graph and its signatures, to folders that `export` numbers."""

    def __init__(self, saver: Any) -> None:
        definition = saver.as_saver_def()
        definition.ClearField("max_to_keep")  # exports are removed as wholes
        self._saver = _V1.train.Saver(saver_def=definition)
        self._assets_callback: Callable[[Mapping[str, str], str], None] | None = None
        self._assets: dict[str, str] = {}
        self._is_initialised = False

    def init(
        self,
        graph_def: Any = None,
        init_op: Any = None,
        clear_devices: bool = False,
        default_graph_signature: Any = None,
        named_graph_signatures: Mapping[str, Any] | None = None,
        assets_collection: Sequence[Any] | None = None,
        assets_callback: Callable[[Mapping[str, str], str], None] | None = gfile_copy_callback,
    ) -> None:
        """Note in the graph's collections what an export says of it.

        Raises:
          RuntimeError: it was called before.
          TypeError: `init_op` is no operation, or an asset no constant string.
          ValueError: an asset names no file.
        """
        assets = [(_path_in(tensor), tensor) for tensor in assets_collection or ()]
        if self._is_initialised:
            raise RuntimeError("init should be called only once")
        self._is_initialised = True
        self._assets = {path: os.path.basename(path) for path, _ in assets}
        self._assets_callback = assets_callback
        if graph_def or clear_devices:
            copy = _V1.GraphDef()
            copy.CopyFrom(graph_def or _V1.get_default_graph().as_graph_def())
            for node in copy.node if clear_devices else ():
                node.device = ""
            _collect(constants.GRAPH_KEY, copy)
        if init_op is not None:
            if not isinstance(init_op, tf.Operation):
                raise TypeError(f"init_op needs to be an Operation: {init_op}")
            _V1.add_to_collection(constants.INIT_OP_KEY, init_op)
        signatures: Any = manifest_pb2.Signatures()
        if default_graph_signature:
            signatures.default_signature.CopyFrom(default_graph_signature)
        for name, signature in (named_graph_signatures or {}).items():
            signatures.named_signatures[name].CopyFrom(signature)
        _collect(constants.SIGNATURES_KEY, signatures)
        for path, tensor in assets:
            asset: Any = manifest_pb2.AssetFile()
            asset.filename = os.path.basename(path)
            asset.tensor_binding.tensor_name = tensor.name
            _collect(constants.ASSETS_KEY, asset)

    def export(
        self,
        export_dir_base: str,
        global_step_tensor: Any,
        sess: Any = None,
        exports_to_keep: Callable[[Any], Any] | None = None,
    ) -> bytes:
        """Write an export of the version that the global step tells; returns its folder, as bytes.

        Args:
          export_dir_base: the folder of all versions.
          global_step_tensor: the step, or its name.
          sess: the session that has the variables.
          exports_to_keep: of the versions that are there then, those that stay; all by default.

        Raises:
          RuntimeError: there was no `init`, or that version is there.
        """
        if not self._is_initialised:
            raise RuntimeError("init must be called first")
        base = export_dir_base.rstrip("/")
        version = constants.VERSION_FORMAT_SPECIFIER % _V1.train.global_step(sess, global_step_tensor)
        folder = os.path.join(base, version)
        if _gfile.exists(folder):
            raise RuntimeError(
                f"{folder} is there: overwriting exports can cause corruption and is not allowed"
            )
        unfinished = f"{folder}-tmp"
        _gfile.makedirs(unfinished)
        path = os.path.join(unfinished, constants.EXPORT_BASE_NAME)
        self._saver.save(sess, path, meta_graph_suffix=constants.EXPORT_SUFFIX_NAME)
        if self._assets_callback and self._assets:
            self._assets_callback(self._assets, os.path.join(unfinished, constants.ASSETS_DIRECTORY))
        _gfile.rename(unfinished, folder)
        if exports_to_keep:
            _remove_others(base, exports_to_keep)
        return folder.encode()


def _remove_others(base: str, kept: Callable[[Any], Any]) -> None:
    def parsed(path: Any) -> Any:
        name = os.path.basename(path.path)
        return path._replace(export_version=int(name)) if len(name) == 8 and name.isdigit() else None

    for path in gc.negation(kept)(gc.get_paths(base, parser=parsed)):
        _gfile.rmtree(path.path)


def _collect(key: str, message: Any) -> None:
    packed = AnyMessage()
    packed.Pack(message)
    _V1.add_to_collection(key, packed)


def _path_in(tensor: Any) -> str:
    """The path that a constant tensor holds."""
    if not isinstance(tensor, tf.Tensor):
        raise TypeError("tensor is not a Tensor")
    if tensor.op.type != "Const":
        raise TypeError("Only constants tensor are supported")
    if tensor.dtype != tf.string:
        raise TypeError("File paths should be string")
    values = tensor.op.get_attr("value").string_val
    if len(values) != 1 or not values[0]:
        raise ValueError(f"invalid asset filepath tensor {tensor}")
    return str(values[0].decode())
