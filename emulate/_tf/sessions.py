"""Patches of Sessions, servers and the list of local devices."""

from typing import Any

from tensorflow.core.protobuf import config_pb2
from tensorflow.python.client import device_lib, session
from tensorflow.python.framework import errors_impl
from tensorflow.python.training import server_lib

from . import active
from .active import names
from .patching import replace
from .protos import map_run_metadata, raw_config


def patch() -> None:
    """Makes Sessions speak the program's names."""
    _patch_session()
    _patch_errors()
    replace(server_lib, "_make_server_def", _with_raw_config)
    replace(device_lib, "list_local_devices", _local_devices)


def _patch_session() -> None:
    cls = session.BaseSession
    raw_list = cls.list_devices

    def init(original: Any) -> Any:
        def __init__(self: Any, target: Any = "", graph: Any = None, config: Any = None) -> None:
            if isinstance(
                config, config_pb2.ConfigProto
            ):  # none: the context's, which is raw; else TF complains
                config = raw_config(config)
            original(self, target, graph, config)
            if not target:
                _check_devices(raw_list(self))
            if self._config.log_device_placement:
                active.translate_output_if_asked()

        return __init__

    def extend(original: Any) -> Any:
        def _extend_graph(self: Any) -> None:
            active.fail_if_missing(self._config.allow_soft_placement)
            original(self)

        return _extend_graph

    def run(original: Any) -> Any:
        def run(
            self: Any, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
        ) -> Any:
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
    lost = [f"/gpu:{i}" for i in range(names.gpus) if i not in there]
    if lost:
        active.fail(
            f"a Session started without the devices of {', '.join(lost)}: something in the program replaced "
            "its configuration. Configure devices by tf.config or ConfigProto only"
        )


def _named_devices(original: Any) -> Any:
    def list_devices(self: Any) -> list[Any]:
        devices = []
        for raw in original(self):
            name = names.to_user(raw.name)
            kind = "GPU" if "device:GPU:" in name else raw.device_type
            devices.append(session._DeviceAttributes(name, kind, raw.memory_limit_bytes, raw.incarnation))
        return sorted(devices, key=lambda device: _order(device.name))

    return list_devices


def _local_devices(original: Any) -> Any:
    def list_local_devices(session_config: Any = None) -> list[Any]:
        devices = original(raw_config(session_config or config_pb2.ConfigProto()))
        for device in devices:
            device.name = names.to_user(device.name)
            if "device:GPU:" in device.name:
                _describe_as_gpu(device)
        return sorted(devices, key=lambda device: _order(device.name))

    return list_local_devices


def _describe_as_gpu(device: Any) -> None:
    """Gives a device the type, and the description that `tf.test.is_gpu_available` parses."""
    i = int(device.name.rsplit(":", 1)[1])
    device.device_type = "GPU"
    device.physical_device_desc = (
        f"device: {i}, name: Emulated GPU, pci bus id: 0000:{i + 1:02x}:00.0, compute capability: 7.0"
    )


def _order(name: str) -> tuple[str, bool, int]:
    """A task's CPUs come before its GPUs, as TensorFlow lists them."""
    task, _, device = name.partition("/device:")
    kind, _, index = device.partition(":")
    return task, kind == "GPU", int(index)


def _with_raw_config(original: Any) -> Any:
    def _make_server_def(*args: Any, **kwargs: Any) -> Any:
        server_def = original(*args, **kwargs)
        server_def.default_session_config.CopyFrom(raw_config(server_def.default_session_config))
        return server_def

    return _make_server_def


def _patch_errors() -> None:
    """Translates an error of C++ where it enters Python: the Session then builds another one from it."""

    def translating(original: Any) -> Any:
        def _do_call(self: Any, fn: Any, *args: Any) -> Any:
            def call(*args: Any) -> Any:
                try:
                    return fn(*args)
                except errors_impl.OpError as error:
                    active.translate_error(error)
                    raise

            return original(self, call, *args)

        return _do_call

    replace(session.BaseSession, "_do_call", translating)
