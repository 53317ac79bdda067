"""Patches that hold functions and Sessions to the memory limits of emulated GPUs."""

import weakref
from collections import Counter
from typing import Any

import numpy as np
from tensorflow.python import pywrap_tfe
from tensorflow.python.eager import context
from tensorflow.python.eager.polymorphic_function import concrete_function
from tensorflow.python.framework import device as pydev
from tensorflow.python.framework import dtypes, errors_impl, ops

from .._errors import EmulateError
from .active import emulation, is_active, names
from .fetches import fetched_ops, run_for
from .kernels import running_on_cpus
from .liveness import Liveness
from .patching import replace
from .shapes import Handle, item_size

_HOST = "/cpu:0"

_peaks: Counter[str] = Counter()
_resident: dict[str, int] = {}
_functions: "weakref.WeakKeyDictionary[Any, dict[Any, Counter[str]]]" = weakref.WeakKeyDictionary()


def limits() -> dict[str, int]:
    """Returns the limit in bytes of each logical GPU that has one, by its short name."""
    if not is_active():
        return {}
    ctx: Any = context.context()
    asked = emulation().request.memory_limit
    found: list[int | None] = []
    for gpu in ctx._visible_device_list:
        if gpu.device_type == "GPU":
            parts = ctx._virtual_device_map.get(gpu)
            found += [asked] if parts is None else [part.memory_limit * 2**20 for part in parts]
    return {f"/gpu:{i}": limit for i, limit in enumerate(found) if limit is not None}


def session_limits(config: Any, gpus: int) -> dict[str, int]:
    """Returns the limits of the GPUs of a Session with this ConfigProto: what it says of those there are."""
    there = limits()
    virtual = [mb for v in config.gpu_options.experimental.virtual_devices for mb in v.memory_limit_mb]
    fraction = config.gpu_options.per_process_gpu_memory_fraction
    found = {}
    for i in range(gpus):
        name = f"/gpu:{i}"
        if i < len(virtual):
            found[name] = int(virtual[i] * 2**20)
        elif name in there:
            found[name] = int(there[name] * fraction) if 0 < fraction <= 1 else there[name]
    return found


def memory_peak(device: str) -> int:
    """Returns the highest estimate of a run so far on a device."""
    if not is_active():
        raise EmulateError("this process emulates no devices: there is no estimate of their memory")
    return _peaks[_checked(device)]


def patch() -> None:
    """Checks each function and `Session.run` against the limits, and answers questions about memory."""
    replace(concrete_function.ConcreteFunction, "_call_flat", _checking)
    replace(pywrap_tfe, "TFE_GetMemoryInfo", _memory_info)
    replace(pywrap_tfe, "TFE_ResetMemoryStats", _reset)


def _checked(device: str) -> str:
    spec = pydev.DeviceSpec.from_string(device)
    name = f"/{(spec.device_type or 'cpu').lower()}:{spec.device_index or 0}"
    if name != _HOST and name not in names.layout.accelerators:
        raise EmulateError(
            f"{device}: there is only {', '.join(names.layout.accelerators) or 'no accelerator'}"
        )
    return name


def _memory_info(original: Any) -> Any:
    def TFE_GetMemoryInfo(handle: Any, device: str) -> Any:
        spec = pydev.DeviceSpec.from_string(names.to_user(device))
        if spec.device_type != "GPU":
            return original(handle, device)
        name = f"/gpu:{spec.device_index or 0}"
        current = _resident.get(name, 0)
        return {"current": current, "peak": max(current, _peaks[name])}

    return TFE_GetMemoryInfo


def _reset(original: Any) -> Any:
    def TFE_ResetMemoryStats(handle: Any, device: str) -> None:
        spec = pydev.DeviceSpec.from_string(names.to_user(device))
        if spec.device_type != "GPU":
            original(handle, device)
        _peaks.pop(f"/gpu:{spec.device_index or 0}", None)

    return TFE_ResetMemoryStats


def _checking(original: Any) -> Any:
    def _call_flat(self: Any, tensor_inputs: Any, captured_inputs: Any) -> Any:
        if is_active() and _has_limits() and context.executing_eagerly():
            _check_function(self, tensor_inputs, captured_inputs)
        return original(self, tensor_inputs, captured_inputs)

    return _call_flat


def _has_limits() -> bool:
    return emulation().request.memory_limit is not None or bool(context.context()._virtual_device_map)


def _check_function(function: Any, inputs: Any, captured: Any) -> None:
    there = limits()
    if not there:
        return
    known = _functions.setdefault(function, {})
    tensors = [value for value in (*inputs, *captured) if isinstance(value, ops.EagerTensor)]
    key = tuple(tuple(t.shape.as_list()) if t.dtype != dtypes.resource else None for t in tensors)
    scope = context.context().device_name or ""
    if (key, scope) not in known:
        known[key, scope] = _function_peaks(function, inputs, captured, scope)
    _judge(known[key, scope], there, f"function {function.name.decode()}")


def _function_peaks(function: Any, inputs: Any, captured: Any, scope: str) -> Counter[str]:
    graph = function.graph
    fed, handles, outside = {}, {}, {}
    resident: Counter[str] = Counter()
    for symbolic, value in zip(graph.inputs, (*inputs, *captured), strict=False):
        node = symbolic.op.name
        if symbolic.dtype in (dtypes.resource, dtypes.variant):
            handles[node] = _handle(value)
            continue
        shape = value.shape if isinstance(value, ops.EagerTensor) else symbolic.shape
        if shape.is_fully_defined():
            fed[node] = (shape.as_list(), symbolic.dtype.as_datatype_enum)
        if isinstance(value, ops.EagerTensor):
            outside[node] = _short(value.backing_device)
            resident[outside[node]] += _tensor_bytes(value.shape, value.dtype)
    variables: Counter[str] = Counter()
    for variable in {id(v.handle): v for v in graph.variables}.values():
        variables[_short(variable.device)] += _tensor_bytes(variable.shape, variable.dtype)
    _resident.update({device: max(size, _resident.get(device, 0)) for device, size in variables.items()})
    outputs = [output.op.name for output in graph.outputs] or [op.name for op in graph.control_outputs]
    walked = _liveness(scope).peaks(graph.as_graph_def(), fed, handles, outputs, outside)
    return walked + resident + variables


def _handle(value: Any) -> Handle:
    data = getattr(value, "_handle_data", None)
    device = _short(getattr(value, "device", "") or "")
    if data is None or not data.is_set or len(data.shape_and_type) != 1:
        return Handle(device)
    shape = data.shape_and_type[0].shape
    known = not shape.unknown_rank and all(dim.size >= 0 for dim in shape.dim)
    return Handle(device, [dim.size for dim in shape.dim] if known else None, data.shape_and_type[0].dtype)


def check_session(session: Any, fetches: Any, feed_dict: Any) -> None:
    """Fails if a run of a Session needs more of a GPU than its limit."""
    if not is_active():
        return
    there = getattr(session, "_emulated_limits", None)
    there = limits() if there is None else there
    if not there:
        return
    graph = session.graph
    try:
        fed = {graph.as_graph_element(key): np.shape(value) for key, value in (feed_dict or {}).items()}
    except (TypeError, ValueError, KeyError):
        return  # TensorFlow says what is wrong with them
    starts = fetched_ops(graph, fetches)
    shapes = {t.op.name: (list(shape), t.dtype.as_datatype_enum) for t, shape in fed.items()}
    key = (
        graph.version,
        tuple(op.name for op in starts),
        tuple(sorted((name, tuple(shape)) for name, (shape, _) in shapes.items())),
    )
    known = _functions.setdefault(session, {})
    if key not in known:
        known[key] = _session_peaks(graph, starts, shapes)
    _judge(known[key], there, "Session.run")


def _session_peaks(graph: Any, starts: list[Any], fed: dict[str, tuple[list[int], int]]) -> Counter[str]:
    needed = {op.name for op in run_for(starts, set(fed))}
    graph_def = graph.as_graph_def()
    kept = [node for node in graph_def.node if node.name in needed]
    variables: Counter[str] = Counter()
    liveness = _liveness("")
    for node in graph_def.node:  # all of the Session's variables stay, whatever is fetched
        if node.op in ("VarHandleOp", "VariableV2"):
            spec = pydev.DeviceSpec.from_string(node.device)
            name = f"/{(spec.device_type or 'gpu').lower()}:{spec.device_index or 0}"
            shape = [dim.size for dim in node.attr["shape"].shape.dim]
            count = max(0, int(np.prod(shape, dtype=np.int64)))
            variables[name] += count * item_size(node.attr["dtype"].type)
    del graph_def.node[:]
    graph_def.node.extend(kept)
    return liveness.peaks(graph_def, fed, {}, [op.name for op in starts], {}) + variables


def _judge(need: Counter[str], there: dict[str, int], what: str) -> None:
    for device, size in need.items():
        _peaks[device] = max(_peaks[device], size)
    for device, limit in there.items():
        if need[device] > limit:
            full = f"/job:localhost/replica:0/task:0/device:{device[1:].upper()}"
            raise errors_impl.ResourceExhaustedError(
                None,
                None,
                f"OOM on {full}: {what} needs {need[device]} bytes there at its peak, "
                f"and the memory limit is {limit} bytes (an estimate by emulate, "
                "from the shapes of what is alive between ops)",
            )


def _liveness(scope: str) -> Liveness:
    return Liveness(_default(scope), _HOST, running_on_cpus())


def _default(scope: str) -> str:
    return _short(scope) if scope else (names.layout.accelerators[:1] or [_HOST])[0]


def _short(device: str) -> str:
    spec = pydev.DeviceSpec.from_string(device or "")
    if spec.device_type is None:
        return _default("")
    return f"/{spec.device_type.lower()}:{spec.device_index or 0}"


def _tensor_bytes(shape: Any, dtype: Any) -> int:
    if dtype in (dtypes.resource, dtypes.variant) or not shape.is_fully_defined():
        return 0
    return int(shape.num_elements() * (dtype.base_dtype.size or 8))
