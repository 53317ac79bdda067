"""Private TensorFlow behind `compat.device`: device functions for variables, and for what runs at once."""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.core.framework import node_def_pb2
from tensorflow.python import pywrap_tfe
from tensorflow.python.eager import context
from tensorflow.python.framework import func_graph, ops


class Asked:
    """What a device function is asked about that is no operation of a graph.

    It looks like one of TF 1: an operation that is about to run at once, without inputs and outputs, or a
    variable, with its one output and the attributes `dtype` and `shape`.
    """

    def __init__(self, kind: str, name: str, attributes: Mapping[str, Any] | None = None) -> None:
        self.type = kind
        self.name = name
        self.device = ""
        self.inputs: Sequence[Any] = ()
        self.control_inputs: Sequence[Any] = ()
        self._attributes = attributes or {}
        self.outputs = [_Output(self, self._attributes)] if self._attributes else []

    @property
    def node_def(self) -> Any:
        """The operation as a NodeDef, as setters ask for it that take either."""
        node = node_def_pb2.NodeDef(name=self.name, op=self.type, device=self.device)
        if self._attributes:
            node.attr["dtype"].type = self._attributes["dtype"].as_datatype_enum
            node.attr["shape"].shape.CopyFrom(self._attributes["shape"].as_proto())
        return node

    def get_attr(self, name: str) -> Any:
        """The attribute `name`; raises ValueError where there is none."""
        if name not in self._attributes:
            raise ValueError(f"Operation {self.name!r} has no attr named {name!r}.")
        return self._attributes[name]


class _Output:
    def __init__(self, op: Asked, attributes: Mapping[str, Any]) -> None:
        self.op, self.name = op, f"{op.name}:0"
        self.dtype, self.shape = attributes["dtype"], attributes["shape"]

    def get_shape(self) -> tf.TensorShape:
        return self.shape


class _Scopes(threading.local):
    """The device scopes of a thread around what it runs at once, from the outermost function on."""

    def __init__(self) -> None:
        self.all: tuple[Any, ...] = ()
        self.ambient: str | None = None  # the device that a scope has set; tf.device sets others within it


_scopes = _Scopes()


def chosen(op: Any, scopes: Iterable[Any]) -> str:
    """The device that `scopes`, the innermost first, give `op`, as a graph applies them."""
    for scope in scopes:
        if scope.is_null_merge:
            continue
        if scope.function is None:
            break
        op.device = scope.string_merge(op)
    return str(op.device)


def has_functions() -> bool:
    """Whether a device function is to be asked where something is created now."""
    return bool(_scopes.all) or func_graph.device_stack_has_callable(_stack())


def in_scope(name: str) -> str:
    """`name` under the current name scope."""
    return "/".join(filter(None, (ops.get_name_scope(), name)))


def of_variable(name: str, dtype: Any, shape: Any) -> str:
    """The device that the scopes around give a variable, which they see as TF 1 made it."""
    op = Asked("VariableV2", name, {"dtype": tf.as_dtype(dtype), "shape": tf.TensorShape(shape)})
    return chosen(op, itertools.chain(_stack().peek_objs(), reversed(_scopes.all)))


def _stack() -> Any:
    return ops.get_default_graph()._device_function_stack


@contextlib.contextmanager
def only(device: str) -> Iterator[None]:
    """What is created inside goes to `device`, or where TensorFlow likes for "", whatever is around it."""
    before, _scopes.all = _scopes.all, ()
    try:
        with ops.device(None), ops.device(device or None):
            yield
    finally:
        _scopes.all = before


@contextlib.contextmanager
def at_once(name_or_function: Any) -> Iterator[None]:
    """A device scope around operations that run at once; constants go where it puts a `Const`."""
    _install()
    before = _scopes.all, _scopes.ambient
    _scopes.all = (*_within(), ops._UserDeviceSpec(name_or_function))
    try:
        with context.device(None), context.device(_of_operation("Const", "Const") or None):
            _scopes.ambient = context.context().device_name
            yield
    finally:
        _scopes.all, _scopes.ambient = before


def any_at_once() -> bool:
    """Whether a device function is around what runs at once now."""
    return bool(_scopes.all)


def _within() -> tuple[Any, ...]:
    """The scopes around, with what tf.device has said inside of them, or before the first of them."""
    name = context.context().device_name
    if name == _scopes.ambient and _scopes.all or not name:
        return _scopes.all
    return (*_scopes.all, ops._UserDeviceSpec(name))


def _of_operation(kind: str, name: str) -> str:
    return chosen(Asked(kind, name), reversed(_within()))


_installed = threading.Lock()
_is_installed = False


def _install() -> None:
    """Let what runs at once ask the functions around it; where there is none, as before."""
    global _is_installed
    with _installed:
        if not _is_installed:
            pywrap_tfe.TFE_Py_FastPathExecute = _asking_fast(pywrap_tfe.TFE_Py_FastPathExecute)
            pywrap_tfe.TFE_Py_Execute = _asking(pywrap_tfe.TFE_Py_Execute)
            _is_installed = True


def _asking_fast(execute: Callable[..., Any]) -> Callable[..., Any]:
    def TFE_Py_FastPathExecute(ctx: Any, kind: str, name: Any, *args: Any) -> Any:
        if not _scopes.all:
            return execute(ctx, kind, name, *args)
        with only(_of_operation(kind, name or kind)):
            return execute(ctx, kind, name, *args)

    return TFE_Py_FastPathExecute


def _asking(execute: Callable[..., Any]) -> Callable[..., Any]:
    def TFE_Py_Execute(handle: Any, device: Any, kind: Any, *args: Any) -> Any:
        if not _scopes.all:
            return execute(handle, device, kind, *args)
        ctx = context.context()
        asked = "StatefulPartitionedCall" if ctx.has_function(kind) else tf.compat.as_str(kind)
        with only(_of_operation(asked, asked)):
            return execute(handle, ctx.device_name, kind, *args)

    return TFE_Py_Execute
