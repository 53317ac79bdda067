"""What a graph needs of each device's memory, by estimate: which values are alive between its ops."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from tensorflow.core.framework import types_pb2
from tensorflow.core.protobuf import meta_graph_pb2
from tensorflow.python.framework import device as pydev
from tensorflow.python.framework import dtypes, errors_impl, function_def_to_graph
from tensorflow.python.grappler import item as grappler

from .tally import Tally, Value

# Ops whose output is their input's buffer under another name.
_VIEWS = frozenset(
    [
        "Identity",
        "IdentityN",
        "StopGradient",
        "PreventGradient",
        "Reshape",
        "Squeeze",
        "ExpandDims",
        "EnsureShape",
        "ReadVariableOp",
        "Snapshot",
        "Switch",
        "Merge",
        "RefSwitch",
        "Enter",
        "Exit",
        "NextIteration",
        "RefEnter",
        "RefExit",
        "VariableV2",
        "Variable",
        "CheckNumerics",
        "Assign",
        "AssignAdd",
        "AssignSub",
        "_Retval",
        "Print",
        "PrintV2",
    ]
)
# Ops that write into the buffer of an input that nobody reads afterwards, where it has their output's size.
_IN_PLACE = frozenset(
    [
        "Abs",
        "Add",
        "AddV2",
        "AddN",
        "BiasAdd",
        "Cast",
        "Ceil",
        "Cos",
        "Div",
        "DivNoNan",
        "Elu",
        "Exp",
        "Floor",
        "LeakyRelu",
        "Log",
        "Log1p",
        "Maximum",
        "Minimum",
        "Mul",
        "Neg",
        "Pow",
        "RealDiv",
        "Reciprocal",
        "Relu",
        "Relu6",
        "ReluGrad",
        "Rsqrt",
        "RsqrtGrad",
        "Selu",
        "SelectV2",
        "Sigmoid",
        "SigmoidGrad",
        "Sign",
        "Sin",
        "Softmax",
        "Softplus",
        "Sqrt",
        "Square",
        "SquaredDifference",
        "Sub",
        "Tanh",
        "TanhGrad",
    ]
)
CALLED_FUNCTIONS = {
    "PartitionedCall": ("f",),
    "StatefulPartitionedCall": ("f",),
    "While": ("cond", "body"),
    "StatelessWhile": ("cond", "body"),
    "If": ("then_branch", "else_branch"),
    "StatelessIf": ("then_branch", "else_branch"),
}
_RESOURCE_INPUT = types_pb2.DT_RESOURCE
_UNKNOWN_SHAPE_BYTES = 0


class Handle(NamedTuple):
    """The variable behind a resource: its device, and its shape and data type where they are known."""

    device: str
    shape: list[int] | None = None
    dtype: int = types_pb2.DT_FLOAT


class Liveness:
    """Estimates peaks for graphs whose ops are placed as `default` and `cpu_only` say where nobody did.

    `default` is the device of an op that nobody placed, `host` that of one whose type is in `cpu_only`.
    """

    def __init__(self, default: str, host: str, cpu_only: frozenset[str]) -> None:
        self._default = default
        self._host = host
        self._cpu_only = cpu_only

    def peaks(
        self,
        graph_def: Any,
        fed: Mapping[str, tuple[list[int], int]],
        handles: Mapping[str, Handle],
        fetches: Iterable[str],
        outside: Mapping[str, str],
    ) -> Counter[str]:
        """Returns the bytes that the values of a graph need on each device, variables not counted.

        `fed` gives shape and data type of each node that is fed, `handles` what is behind each node that
        gives a resource, `outside` the device of each fed value that its caller keeps and counts.
        """
        shaped = _with_fed(graph_def, fed, handles)
        sizes = _sizes(shaped, list(fetches))
        library = {function.signature.name: function for function in graph_def.library.function}
        return self._walk(shaped, sizes, library, dict(handles), outside, set(fetches))

    def _walk(
        self,
        graph_def: Any,
        sizes: Mapping[str, list[int]],
        library: Mapping[str, Any],
        handles: dict[str, Handle],
        outside: Mapping[str, str],
        kept: set[str],
    ) -> Counter[str]:
        nodes = list(graph_def.node)
        devices: dict[str, str] = {}
        owner: dict[Value, Value] = {}  # a view's value is that of the op that made it
        last: dict[tuple[Value, str], int] = {}  # who reads a value last on a device
        for place, node in enumerate(nodes):
            devices[node.name] = self._device(node, devices, handles)
            for value in map(_value, data_inputs(node)):
                last[owner.get(value, value), devices[node.name]] = place
            if node.op in _VIEWS:
                for slot, name in enumerate(data_inputs(node)):
                    source = _value(name)
                    owner[(node.name, slot)] = owner.get(source, source)
        for name in kept:
            last[owner.get((name, 0), (name, 0)), devices.get(name, self._default)] = len(nodes)
        tally = Tally(last)
        for place, node in enumerate(nodes):
            device = devices[node.name]
            for value in map(_value, data_inputs(node)):
                tally.copy(owner.get(value, value), device)
            if node.name in outside:
                for slot, size in enumerate(sizes.get(node.name, ())):
                    tally.know((node.name, slot), outside[node.name], size)
            elif node.op not in _VIEWS:
                reusable = tally.dying_here(map(_made(owner), data_inputs(node)), place, device)
                for slot, size in enumerate(sizes.get(node.name, ())):
                    in_place = node.op in _IN_PLACE and size in reusable
                    tally.make((node.name, slot), device, size, in_place=in_place)
                for inner in self._calls(node, sizes, library, handles):
                    tally.burst(inner)
            tally.end(place)
        return tally.peak

    def _device(self, node: Any, devices: Mapping[str, str], handles: dict[str, Handle]) -> str:
        first = next(data_inputs(node), None)
        behind = handles.get(_value(first)[0]) if first is not None else None
        if node.op in _VIEWS and behind is not None:
            handles[node.name] = behind
        if node.name in handles:
            return handles[node.name].device
        spec = pydev.DeviceSpec.from_string(node.device)
        if spec.device_type is not None:
            name = f"/{spec.device_type.lower()}:{spec.device_index or 0}"
            if node.op in ("VarHandleOp", "VariableV2"):
                handles[node.name] = Handle(name)
            return name
        if behind is not None:
            return behind.device
        for place in node.attr["_class"].list.s if "_class" in node.attr else ():
            beside = devices.get(place.decode().removeprefix("loc:@"))
            if beside is not None:
                return beside
        return self._host if node.op in self._cpu_only else self._default

    def _calls(
        self,
        node: Any,
        sizes: Mapping[str, list[int]],
        library: Mapping[str, Any],
        handles: Mapping[str, Handle],
    ) -> list[Counter[str]]:
        """Returns the peaks of the functions that an op calls, each on its own."""
        peaks = []
        for attribute in CALLED_FUNCTIONS.get(node.op, ()):
            function = library.get(node.attr[attribute].func.name)
            if function is None:
                continue
            body, _ = function_def_to_graph.function_def_to_graph_def(function)
            arguments = list(data_inputs(node))
            if node.op.endswith("If"):
                arguments = arguments[1:]
            inner_handles, fed = {}, {}
            for argument, outer in zip(function.signature.input_arg, arguments, strict=False):
                name, slot = _value(outer)
                if argument.type == _RESOURCE_INPUT:
                    inner_handles[argument.name] = handles.get(name, Handle(self._default))
                else:
                    fed[argument.name] = (_shape_of(sizes, name, slot), argument.type)
            known = {
                name: (shape, kind)
                for name, (shape, kind) in fed.items()
                if shape is not None and min(shape, default=0) >= 0
            }
            shaped = _with_fed(body, known, inner_handles)
            shaped.library.function.extend(library.values())
            returned = {_value(value)[0] for value in function.ret.values()}
            inner_sizes = _sizes(shaped, sorted(returned))
            device = self._default
            peaks.append(
                self._walk(shaped, inner_sizes, library, inner_handles, dict.fromkeys(fed, device), set())
            )
        return peaks


class _Sizes(dict[str, list[int]]):
    """The bytes of each output of each node; `shapes` holds their shapes."""

    shapes: dict[str, list[list[int] | None]]


def _shape_of(sizes: Mapping[str, list[int]], name: str, slot: int) -> list[int] | None:
    shapes = getattr(sizes, "shapes", {}).get(name, [])
    return shapes[slot] if slot < len(shapes) else None


def _with_fed(graph_def: Any, fed: Mapping[str, tuple[list[int], int]], handles: Mapping[str, Handle]) -> Any:
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


def _sizes(graph_def: Any, fetches: list[str]) -> _Sizes:
    """Returns the bytes of what each node gives, as Grappler infers the shapes; zero where it cannot."""
    meta = meta_graph_pb2.MetaGraphDef(graph_def=graph_def)
    there = {node.name for node in graph_def.node}
    wanted = [name for name in fetches if name in there] or [node.name for node in graph_def.node][-1:]
    meta.collection_def["train_op"].node_list.value.extend(wanted)
    sizes = _Sizes()
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
    try:
        return int(dtypes.as_dtype(kind).base_dtype.size or 8)
    except TypeError:  # a type that only C++ knows
        return 8


def data_inputs(node: Any) -> Any:
    return (name for name in node.input if not name.startswith("^"))


def _value(name: str) -> tuple[str, int]:
    node, _, slot = name.partition(":")
    return node, int(slot.rpartition(":")[2]) if slot else 0


def _made(owner: Mapping[Value, Value]) -> Callable[[str], Value]:
    """Returns what gives the value that an input's name stands for, behind all views."""
    return lambda name: owner.get(_value(name), _value(name))


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
    return _sizes(_with_fed(plain, shapes, {}), [])
