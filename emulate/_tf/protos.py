"""Translating the device names inside TensorFlow's protocol buffers."""

from collections.abc import Callable, Iterable
from typing import Any

from tensorflow.core.protobuf import rewriter_config_pb2
from tensorflow.python.framework import errors_impl

from .._names import MISSING
from .active import is_active, names


def raw_config(config: Any, gpus: int = 0) -> Any:
    """Returns a copy of a ConfigProto that asks for logical CPUs: the emulated devices and the host's.

    If `gpus` are more than are emulated, the others are found where graphs look for what is missing.
    """
    if not is_active():
        return config
    raw = type(config)()
    raw.CopyFrom(config)
    layout = names.layout
    raw.device_count["CPU"] = layout.gpus + layout.tpus + max(1, config.device_count.get("CPU", 1))
    if gpus > layout.gpus:
        raw.device_count["CPU"] = MISSING + gpus
    raw.device_count["GPU"] = 0
    raw.device_count.pop("TPU", None)
    raw.gpu_options.visible_device_list = ""
    raw.gpu_options.ClearField("experimental")
    # On CPUs, and only there, this pass composes chains of unary ops into one, whatever devices they are on.
    raw.graph_options.rewrite_options.arithmetic_optimization = rewriter_config_pb2.RewriterConfig.OFF
    for i, device in enumerate(config.device_filters):
        raw.device_filters[i] = names.to_raw(device)
    return raw


def session_gpus(config: Any) -> int:
    """Returns how many GPUs a Session of this ConfigProto sees: `/gpu:0` to one below it.

    As TensorFlow, it counts those of `visible_device_list`, each once for each of its `virtual_devices`, and
    of these no more than `device_count`. Emulated GPUs being alike, it does not matter which are listed.

    Raises:
        InvalidArgumentError: a GPU is listed that does not exist, or one is twice.
    """
    layout = names.layout
    listed = [entry.strip() for entry in config.gpu_options.visible_device_list.split(",") if entry.strip()]
    for entry in listed:
        if not entry.isdecimal() or int(entry) >= layout.gpus:
            raise errors_impl.InvalidArgumentError(
                None,
                None,
                f"'visible_device_list' listed an invalid Device id '{entry}' "
                f"but visible device count is {layout.gpus}",
            )
    if len(set(listed)) < len(listed):
        raise errors_impl.InvalidArgumentError(
            None, None, f"visible_device_list contained a duplicate entry: {','.join(listed)}"
        )
    seen = len(listed) or layout.gpus
    virtual = [len(v.memory_limit_mb) or 1 for v in config.gpu_options.experimental.virtual_devices]
    if virtual:
        seen = sum(virtual) + max(0, seen - len(virtual))
    return min(seen, int(config.device_count.get("GPU", seen)))


def map_nodes(nodes: Iterable[Any], translate: Callable[[str], str]) -> None:
    """Translates the devices of NodeDefs in place."""
    for node in nodes:
        if node.device:
            node.device = translate(node.device)


def map_graph(graph_def: Any, translate: Callable[[str], str]) -> Any:
    """Translates a GraphDef and its functions in place, and returns it."""
    map_nodes(graph_def.node, translate)
    for function in graph_def.library.function:
        map_nodes(function.node_def, translate)
    return graph_def


def copied_function(function_def: Any, translate: Callable[[str], str]) -> Any:
    """Returns a translated copy of a FunctionDef."""
    copy = type(function_def)()
    copy.CopyFrom(function_def)
    map_nodes(copy.node_def, translate)
    return copy


def map_run_metadata(metadata: Any) -> Any:
    """Translates a RunMetadata (or None) to the program's names in place, and returns it."""
    if metadata is None:
        return None
    for stats in metadata.step_stats.dev_stats:
        stats.device = names.to_user(stats.device)
    graphs = list(metadata.partition_graphs)
    for functions in metadata.function_graphs:
        graphs += [functions.pre_optimization_graph, functions.post_optimization_graph]
        graphs += functions.partition_graphs
    for graph_def in graphs:
        map_graph(graph_def, names.to_user)
    return metadata
