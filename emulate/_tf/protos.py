"""Translating the device names inside TensorFlow's protocol buffers."""

from collections.abc import Callable, Iterable
from typing import Any

from tensorflow.core.protobuf import rewriter_config_pb2

from ..errors import EmulateError
from .active import names


def raw_config(config: Any) -> Any:
    """Returns a copy of a ConfigProto that asks for logical CPUs: the emulated GPUs, then the host's.

    Raises:
        EmulateError: it asks for some of the emulated GPUs only. TensorFlow would renumber them for one
        Session,
            which names in an already built graph cannot follow.
    """
    _refuse_subset(config)
    raw = type(config)()
    raw.CopyFrom(config)
    raw.device_count["CPU"] = names.gpus + max(1, config.device_count.get("CPU", 1))
    raw.device_count["GPU"] = 0
    raw.gpu_options.visible_device_list = ""
    raw.gpu_options.ClearField("experimental")
    # On CPUs, and only there, this pass composes chains of unary ops into one, whatever devices they are on.
    raw.graph_options.rewrite_options.arithmetic_optimization = rewriter_config_pb2.RewriterConfig.OFF
    for i, device in enumerate(config.device_filters):
        raw.device_filters[i] = names.to_raw(device)
    return raw


def _refuse_subset(config: Any) -> None:
    gpus = names.gpus
    listed = [entry for entry in config.gpu_options.visible_device_list.split(",") if entry]
    asked = min(config.device_count.get("GPU", gpus), len(listed) if listed else gpus)
    virtual = config.gpu_options.experimental.virtual_devices
    if asked < gpus and not virtual:
        raise EmulateError(
            f"a ConfigProto asks for {asked} of {gpus} emulated GPUs (device_count or visible_device_list): "
            "emulate as many as the program uses, or hide the others by CUDA_VISIBLE_DEVICES"
        )


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
