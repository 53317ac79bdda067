"""What shapes, and so how many bytes, the nodes of a graph give, as Grappler infers it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tensorflow.core.framework import types_pb2
from tensorflow.core.protobuf import meta_graph_pb2
from tensorflow.python.framework import dtypes, errors_impl
from tensorflow.python.grappler import item as grappler

_UNKNOWN_SHAPE_BYTES = 0


class Handle(NamedTuple):
    """The variable behind a resource: its device, and its shape and data type where they are known."""

    device: str
    shape: list[int] | None = None
    dtype: int = types_pb2.DT_FLOAT


class Sizes(dict[str, list[int]]):
    """The bytes of each output of each node; `shapes` holds their shapes."""

    shapes: dict[str, list[list[int] | None]]


def sizes_of(graph_def: Any, fetches: list[str]) -> Sizes:
    """Returns the bytes of what each node gives, as Grappler infers the shapes; zero where it cannot."""
    there = {node.name: node for node in graph_def.node}
    if len(there) < len(graph_def.node):  # of results that an optimised function has twice: Grappler aborts
        graph_def = type(graph_def)(
            node=there.values(), library=graph_def.library, versions=graph_def.versions
        )
    meta = meta_graph_pb2.MetaGraphDef(graph_def=graph_def)
    wanted = [name for name in fetches if name in there] or [node.name for node in graph_def.node][-1:]
    meta.collection_def["train_op"].node_list.value.extend(wanted)
    sizes = Sizes()
    sizes.shapes = {}
    try:
        item = grappler.Item(meta, ignore_colocation=True, ignore_user_placement=True)
        properties = item.GetOpProperties()
    except errors_impl.OpError:  # an estimate that cannot be made must not stop a program that can run
        return sizes
    for name, outputs in properties.items():
        sizes[name] = [_bytes(output) for output in outputs]
        sizes.shapes[name] = [
            None if output.shape.unknown_rank else [dim.size for dim in output.shape.dim]
            for output in outputs
        ]
    return sizes


def shape_of(sizes: Mapping[str, list[int]], name: str, slot: int) -> list[int] | None:
    """Returns the shape of one output of a node, -1 for an unknown length; None if nothing is known."""
    shapes = getattr(sizes, "shapes", {}).get(name, [])
    return shapes[slot] if slot < len(shapes) else None


def with_fed(graph_def: Any, fed: Mapping[str, tuple[list[int], int]], handles: Mapping[str, Handle]) -> Any:
    """Returns a copy in which what is fed and the variables have the shapes that they will have."""
    shaped = type(graph_def)()
    shaped.CopyFrom(graph_def)
    for node in shaped.node:
        if node.name in fed:
            shape, kind = fed[node.name]
            node.op = "ImmutableConst"  # Grappler forgets the shapes of placeholders
            del node.input[:]
            for key in list(node.attr):
                node.attr.pop(key)
            node.attr["memory_region_name"].s = b"fed"
            node.attr["dtype"].type = kind
            for dim in shape:
                node.attr["shape"].shape.dim.add().size = dim
            node.attr["shape"].shape.SetInParent()
        elif node.op == "Placeholder":
            handle = handles.get(node.name)
            if handle is not None and handle.shape is not None:
                node.op = "VarHandleOp"
                for key in list(node.attr):
                    node.attr.pop(key)
                node.attr["dtype"].type = handle.dtype
                node.attr["shared_name"].s = node.name.encode()
                for dim in handle.shape:
                    node.attr["shape"].shape.dim.add().size = dim
                node.attr["shape"].shape.SetInParent()
            elif "shape" not in node.attr:
                node.attr["shape"].shape.unknown_rank = True
    return shaped


def output_bytes(graph_def: Any, arguments: list[tuple[list[int], int] | None]) -> Mapping[str, list[int]]:
    """Returns the bytes of what each node gives of a function's optimised graph, called with `arguments`."""
    shapes: dict[str, tuple[list[int], int]] = {}
    plain = type(graph_def)()
    plain.CopyFrom(graph_def)
    for node in plain.node:
        if node.op == "_Arg":
            index = node.attr["index"].i
            known = arguments[index] if index < len(arguments) else None
            if known is not None:
                shapes[node.name] = known
    return sizes_of(with_fed(plain, shapes, {}), [])


def _bytes(output: Any) -> int:
    if output.shape.unknown_rank or output.dtype in (types_pb2.DT_RESOURCE, types_pb2.DT_VARIANT):
        return _UNKNOWN_SHAPE_BYTES
    count = 1
    for dim in output.shape.dim:
        count *= dim.size
    return (
        0 if count < 0 or any(dim.size < 0 for dim in output.shape.dim) else count * item_size(output.dtype)
    )


def item_size(kind: int) -> int:
    """Returns the bytes of one element of a data type."""
    try:
        return int(dtypes.as_dtype(kind).base_dtype.size or 8)
    except TypeError:  # a type that only C++ knows
        return 8
