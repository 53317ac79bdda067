"""Patches of Sessions, servers and the list of local devices."""

import re
from typing import Any

from tensorflow.core.protobuf import config_pb2
from tensorflow.python.client import device_lib, session
from tensorflow.python.framework import device as pydev
from tensorflow.python.framework import errors_impl
from tensorflow.python.training import server_lib

from .._names import MISSING
from . import active, context, memory
from .active import names
from .patching import changing_server_config, replace
from .protos import map_run_metadata, raw_config, session_gpus


def patch() -> None:
    """Makes Sessions speak the program's names."""
    _patch_session()
    _patch_errors()
    replace(server_lib, "_make_server_def", changing_server_config(raw_config))
    replace(device_lib, "list_local_devices", _local_devices)


def _patch_session() -> None:
    cls = session.BaseSession
    raw_list = cls.list_devices

    def init(original: Any) -> Any:
        def __init__(self: Any, target: Any = "", graph: Any = None, config: Any = None) -> None:
            self._session = None  # which its deletion looks for, should it be refused here
            seen = names.layout.gpus
            if isinstance(
                config, config_pb2.ConfigProto
            ):  # none: the context's, which is raw; else TF complains
                if active.is_active() and not target:
                    seen = session_gpus(config)
                self._emulated_limits = memory.session_limits(config, seen)
                self._emulated_cpus = max(1, config.device_count.get("CPU", 1))
                config = raw_config(config, seen)
            self._emulated_gpus = seen
            original(self, target, graph, config)
            if not target:
                _check_devices(raw_list(self))
            if self._config.log_device_placement:
                active.translate_output_if_asked()

        return __init__

    def extend(original: Any) -> Any:
        def _extend_graph(self: Any) -> None:
            active.fail_if_missing(self.graph, self._emulated_gpus, self._config.allow_soft_placement)
            _check_hidden(self)
            original(self)

        return _extend_graph

    def run(original: Any) -> Any:
        def run(
            self: Any, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
        ) -> Any:
            memory.check_session(self, fetches, feed_dict)
            try:
                return original(self, fetches, feed_dict, options, run_metadata)
            finally:
                map_run_metadata(run_metadata)

        return run

    replace(cls, "__init__", init)
    replace(cls, "list_devices", _named_devices)
    replace(cls, "_extend_graph", extend)
    replace(cls, "run", run)


def _check_devices(raw: list[Any]) -> None:
    there = {int(device.name.rsplit(":", 1)[1]) for device in raw}
    layout = names.layout
    lost = [name for name in layout.accelerators if context.raw_index(layout, name) not in there]
    if lost:
        active.fail(
            f"a Session started without the devices of {', '.join(lost)}: something in the program replaced "
            "its configuration. Configure devices by tf.config or ConfigProto only"
        )


def _check_hidden(session: Any) -> None:
    """Fails for an op on a GPU that exists but that the Session's ConfigProto hides, as TensorFlow would."""
    gpus = names.layout.gpus
    seen = getattr(session, "_emulated_gpus", gpus)
    if seen >= gpus:
        return
    for op in session.graph.get_operations():
        device = pydev.DeviceSpec.from_string(op.device)
        if device.device_type != "GPU" or (device.device_index or 0) < seen:
            continue
        if session._config.allow_soft_placement:
            active.fail(
                f"{op.name} is on {op.device}, which the Session's ConfigProto hides: soft placement would "
                "put it on a device with another name. Show the Session the GPUs that its graph names"
            )
        # raw names, for the error is on its way through the door that translates C++'s
        there = ", ".join(names.to_raw(d.name) for d in session.list_devices())
        named = names.to_raw(op.device)
        raise errors_impl.InvalidArgumentError(
            op.node_def,
            op,
            f"Cannot assign a device for operation {op.name}: {op.name} was explicitly assigned to "
            f"{named} but available devices are [ {there} ]. Make sure the device specification refers to a "
            "valid device.",
        )


def _named_devices(original: Any) -> Any:
    def list_devices(self: Any) -> list[Any]:
        devices = []
        for raw in original(self):
            name = names.to_user(raw.name)
            spec = pydev.DeviceSpec.from_string(name)
            if _is_hidden(self, spec, pydev.DeviceSpec.from_string(raw.name)):
                continue
            kind = spec.device_type if spec.device_type in ("GPU", "TPU") else raw.device_type
            devices.append(session._DeviceAttributes(name, kind, raw.memory_limit_bytes, raw.incarnation))
        return sorted(devices, key=lambda device: _order(device.name))

    return list_devices


def _is_hidden(session: Any, shown: Any, raw: Any) -> bool:
    """Whether a Session is not to show one of its raw devices: an unseen GPU, or a place held free."""
    if shown.device_type == "GPU":
        seen = getattr(session, "_emulated_gpus", shown.device_index + 1)
        stands_in = raw.device_index >= MISSING and shown.device_index < names.layout.gpus
        return bool(stands_in or shown.device_index >= seen)
    here = shown.job in (None, "localhost") and shown.device_type == "CPU"
    return bool(here and shown.device_index >= getattr(session, "_emulated_cpus", shown.device_index + 1))


def _local_devices(original: Any) -> Any:
    def list_local_devices(session_config: Any = None) -> list[Any]:
        devices = original(raw_config(session_config or config_pb2.ConfigProto()))
        for device in devices:
            device.name = names.to_user(device.name)
            if "device:GPU:" in device.name:
                _describe_as_gpu(device)
            elif "device:TPU:" in device.name:
                device.device_type = "TPU"
        return sorted(devices, key=lambda device: _order(device.name))

    return list_local_devices


def _describe_as_gpu(device: Any) -> None:
    """Gives a device the type, and the description that `tf.test.is_gpu_available` parses."""
    i = int(device.name.rsplit(":", 1)[1])
    device.device_type = "GPU"
    device.memory_limit = memory.limits().get(f"/gpu:{i}") or device.memory_limit
    device.physical_device_desc = (
        f"device: {i}, name: Emulated GPU, pci bus id: 0000:{i + 1:02x}:00.0, compute capability: 7.0"
    )


def _order(name: str) -> tuple[str, int, int]:
    """A task's CPUs come before its GPUs, as TensorFlow lists them."""
    task, _, device = name.partition("/device:")
    kind, _, index = device.partition(":")
    return task, ("CPU", "GPU", "TPU").index(kind), int(index)


# A session that splits GPUs has a thousand devices that its program does not see, and TensorFlow looks for
# what it may explain in a text by a pattern that takes half a minute on that of their names.
_AVAILABLE = re.compile(r"(?<=available devices are \[ )[^\]]*(?= \])")


def _shown(session: Any, listed: str) -> str:
    """Of the devices that an error message lists, those that the session shows, each once."""
    shown = {device.name for device in session.list_devices()}
    return ", ".join(dict.fromkeys(name for name in listed.split(", ") if name in shown))


def _patch_errors() -> None:
    """Translates an error of C++ where it enters Python: the Session then builds another one from it."""

    def translating(original: Any) -> Any:
        def _do_call(self: Any, fn: Any, *args: Any) -> Any:
            def call(*args: Any) -> Any:
                try:
                    return fn(*args)
                except errors_impl.OpError as error:
                    active.translate_error(error)
                    error._message = _AVAILABLE.sub(lambda found: _shown(self, found[0]), error._message)
                    raise

            return original(self, call, *args)

        return _do_call

    replace(session.BaseSession, "_do_call", translating)
