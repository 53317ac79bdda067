"""Patches of eager execution: the list of devices, device scopes, ops and eager tensors."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tensorflow.python import pywrap_tfe
from tensorflow.python.eager import context, core
from tensorflow.python.framework import constant_op, errors_impl, ops
from tensorflow.python.framework import device as pydev

from .._errors import EmulateError
from .._names import Layout
from . import active
from .active import names
from .kernels import running_on_cpus
from .patching import replace, replace_property
from .protos import copied_function, map_run_metadata, raw_config

_KINDS = ("CPU", "GPU", "TPU")  # the order in which TensorFlow lists them


def refuse_if_initialised() -> None:
    """Raises `EmulateError` if the process's devices exist already: every name would mean what it meant."""
    ctx = context._context
    if ctx is None:
        return
    if ctx._context_handle is not None:
        raise EmulateError(
            "TensorFlow has already initialised its devices: emulate GPUs before the first op, Session or "
            "list of logical devices"
        )
    ctx._physical_devices = None  # listed, but not in use: to be listed again
    ctx._virtual_device_map.clear()


def is_initialised() -> bool:
    """Whether the process's devices exist already."""
    return context._context is not None and context._context._context_handle is not None


def forget_devices() -> None:
    """Lets the next op initialise devices anew; values that live on those there are, are dead."""
    ctx = context._context
    if ctx is None:
        return
    if ctx._context_handle is not None:
        context._reset_context()
    else:
        ctx._physical_devices = None
        ctx._virtual_device_map.clear()


def patch() -> None:
    """Makes eager TensorFlow speak the program's names."""
    _patch_physical_devices()
    _patch_logical_devices()
    _patch_scopes()
    _patch_execution()
    _patch_tensors()


def _patch_physical_devices() -> None:
    hosts: list[bytes] = []

    def list_devices(original: Any) -> Any:
        def TF_ListPhysicalDevices() -> Any:
            if not active.is_active():
                return original()
            hosts[:] = [name for name in original() if b":GPU:" not in name]
            running = active.emulation()
            tpus = [b"/physical_device:TPU:%d" % i for i in range(running.request.tpus)]
            return hosts + [b"/physical_device:GPU:%d" % i for i in range(running.visible())] + tpus

        return TF_ListPhysicalDevices

    def details(original: Any) -> Any:
        def TF_GetDeviceDetails(index: int) -> Any:
            if index < len(hosts):
                return original(index)
            return {"device_name": "Emulated GPU", "compute_capability": "7.0"}

        return TF_GetDeviceDetails

    replace(pywrap_tfe, "TF_ListPhysicalDevices", list_devices)
    replace(pywrap_tfe, "TF_GetDeviceDetails", details)


def _patch_logical_devices() -> None:
    cls = context.Context

    def forgetting(original: Any) -> Any:
        def configure(self: Any, *args: Any, **kwargs: Any) -> Any:
            names.forget()
            return original(self, *args, **kwargs)

        return configure

    def initialize(original: Any) -> Any:
        def _initialize_logical_devices(self: Any) -> None:
            original(self)
            names.forget()
            if not active.is_active():
                return
            _name_devices(self)
            if self.log_device_placement:
                active.translate_output_if_asked()

        return _initialize_logical_devices

    def on_log_placement(self: Any, enabled: bool) -> None:
        if enabled and self._context_handle is not None:
            active.translate_output_if_asked()

    for name in ("set_visible_devices", "set_logical_device_configuration"):
        replace(cls, name, forgetting)
    replace(cls, "_initialize_logical_devices", initialize)
    replace_property(cls, "config", lambda read: lambda self: raw_config(read(self)))
    replace_property(cls, "log_device_placement", lambda read: read, on_log_placement)


def _name_devices(ctx: Any) -> None:
    """Gives a context that lists raw devices the program's: a task's CPUs first, as TensorFlow does."""
    raw = [pydev.DeviceSpec.from_string(name) for name in ctx._context_devices]
    server = ctx._server_def or ctx._collective_ops_server_def
    own = (server.job_name, server.task_index) if server is not None else None
    mine = {s.device_index for s in raw if s.device_type == "CPU" and own in (None, (s.job, s.task))}
    layout = names.layout
    lost = [name for name in layout.accelerators if raw_index(layout, name) not in mine]
    if lost or layout.raw_index("cpu", 0) not in mine:
        ctx._context_devices = None
        active.fail(
            f"TensorFlow initialised without the devices of {', '.join(lost) or '/cpu:0'}: something in the "
            "program replaced the device configuration. Configure devices by tf.config or ConfigProto only"
        )
    tasks = list(dict.fromkeys((spec.job, spec.task) for spec in raw))
    specs = [pydev.DeviceSpec.from_string(names.to_user(spec.to_string())) for spec in raw]
    specs.sort(key=lambda s: (tasks.index((s.job, s.task)), _KINDS.index(s.device_type), s.device_index))
    ctx._context_devices = [pydev.canonical_name(spec.to_string()) for spec in specs]
    ctx._logical_devices = [_logical_device(spec) for spec in specs]
    ctx._num_gpus = sum(s.device_type == "GPU" and own in (None, (s.job, s.task)) for s in specs)


def raw_index(layout: Layout, name: str) -> int | None:
    """The raw CPU of an accelerator such as `/gpu:0`."""
    kind, _, index = name.removeprefix("/").partition(":")
    return layout.raw_index(kind, int(index))


def _logical_device(spec: Any) -> Any:
    if spec.job == "localhost":  # no cluster: TensorFlow shows the short name
        spec = spec.replace(job=None, replica=None, task=None)
    return context.LogicalDevice(name=spec.to_string(), device_type=spec.device_type)


def _patch_scopes() -> None:
    """The thread's device is raw, for C++ reads it there; Python reads it through `device_name`.

    Both run several times a step: they go to the thread's data without the original in between.
    """

    def set_device(original: Any) -> Any:
        def _set_device(self: Any, device_name: Any, device_spec: Any) -> None:
            local = self._thread_local_data
            local.device_name = names.to_raw(device_name) if device_name else device_name
            local.device_spec = device_spec

        return _set_device

    def device_name(read: Any) -> Any:
        def get(self: Any) -> Any:
            name = self._thread_local_data.device_name
            return names.to_user(name) if name else name

        return get

    replace(context.Context, "_set_device", set_device)
    replace_property(context.Context, "device_name", device_name)


def _patch_execution() -> None:
    cpu_only = running_on_cpus()
    cpu_only_bytes = frozenset(op.encode() for op in cpu_only)  # the slow path's spelling, but not always

    def slow_path(original: Any) -> Any:
        def execute(handle: Any, device: Any, op_name: Any, *args: Any) -> Any:
            if device:
                device = names.to_raw(device)
            elif op_name in cpu_only_bytes or op_name in cpu_only:
                device = names.host
            try:
                return original(handle, device, op_name, *args)
            except errors_impl.OpError as error:
                active.translate_error(error)
                raise

        return execute

    def fast_path(original: Any) -> Any:
        def TFE_Py_FastPathExecute(ctx: Any, op_name: Any, *args: Any) -> Any:
            if op_name in cpu_only and not ctx._thread_local_data.device_name:
                with _pinned(ctx):
                    return original(ctx, op_name, *args)
            return original(ctx, op_name, *args)

        return TFE_Py_FastPathExecute

    def second_is_device(original: Any) -> Any:
        return lambda handle, device, *args: original(handle, names.to_raw(device), *args)

    def status(original: Any) -> Any:
        def _status_to_exception(status: Any) -> Any:
            message = active.error_to_user(
                status.message
            )  # a copy, for `str(status)` comes through here again
            return original(core._NotOkStatusException(message, status.code, status.payloads))

        return _status_to_exception

    for name in ("TFE_Py_Execute", "TFE_Py_ExecuteCancelable"):
        replace(pywrap_tfe, name, slow_path)
    replace(pywrap_tfe, "TFE_Py_FastPathExecute", fast_path)
    for name in ("TFE_GetMemoryInfo", "TFE_ResetMemoryStats"):
        replace(pywrap_tfe, name, second_is_device)
    replace(core, "_status_to_exception", status)
    _patch_functions()


@contextmanager
def _pinned(ctx: Any) -> Iterator[None]:
    """Puts the thread on the host CPU, for an op that nobody placed and that no GPU could run."""
    local = ctx._thread_local_data
    ctx.ensure_initialized()
    local.device_name = names.host
    try:
        yield
    finally:
        local.device_name = ""


def _patch_functions() -> None:
    cls = context.Context

    def add(original: Any) -> Any:
        def add_function_def(self: Any, function_def: Any) -> Any:
            # A function that a data set maps is known already, and comes again with the graph that it is in.
            if self.has_function(function_def.signature.name):
                return None
            return original(self, copied_function(function_def, names.to_raw))

        return add_function_def

    def get(original: Any) -> Any:
        return lambda self, name: copied_function(original(self, name), names.to_user)

    def export(original: Any) -> Any:
        return lambda self: map_run_metadata(original(self))

    def compiler_ir(original: Any) -> Any:
        def TF_GetCompilerIr(handle: Any, name: Any, stage: Any, device: Any, *args: Any) -> Any:
            return original(handle, name, stage, names.to_raw(device), *args)

        return TF_GetCompilerIr

    replace(cls, "add_function_def", add)
    replace(cls, "get_function_def", get)
    replace(cls, "export_run_metadata", export)
    replace(pywrap_tfe, "TF_GetCompilerIr", compiler_ir)


class _RawContext:
    """A context whose `device_name` is raw: making an eager tensor hands it straight to C++."""

    __slots__ = ("_ctx", "device_name")

    def __init__(self, ctx: Any) -> None:
        self._ctx = ctx
        self.device_name = ctx._thread_local_data.device_name

    def ensure_initialized(self) -> None:
        self._ctx.ensure_initialized()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ctx, name)


def _patch_tensors() -> None:
    def copy(original: Any) -> Any:
        return lambda self, device: original(self, names.to_raw(device) if device else device)

    def convert(original: Any) -> Any:
        def convert_to_eager_tensor(value: Any, ctx: Any, dtype: Any = None) -> Any:
            try:
                return original(value, _RawContext(ctx), dtype)
            except errors_impl.OpError as error:
                active.translate_error(error)
                raise

        return convert_to_eager_tensor

    for name in ("device", "backing_device"):
        replace_property(ops.EagerTensor, name, lambda read: lambda self: names.to_user(read(self)))
    replace(ops.EagerTensor, "_copy_to_device", copy)
    replace(constant_op, "convert_to_eager_tensor", convert)
