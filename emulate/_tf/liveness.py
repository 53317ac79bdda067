"""What a graph needs of each device's memory, by estimate: which values are alive between its ops."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tensorflow.core.framework import types_pb2
from tensorflow.python.framework import device as pydev
from tensorflow.python.framework import function_def_to_graph

from .nodes import CALLED_FUNCTIONS, data_inputs, value_of
from .shapes import Handle, shape_of, sizes_of, with_fed
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
_RESOURCE_INPUT = types_pb2.DT_RESOURCE


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
        shaped = with_fed(graph_def, fed, handles)
        sizes = sizes_of(shaped, list(fetches))
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
            for value in map(value_of, data_inputs(node)):
                last[owner.get(value, value), devices[node.name]] = place
            if node.op in _VIEWS:
                for slot, name in enumerate(data_inputs(node)):
                    source = value_of(name)
                    owner[(node.name, slot)] = owner.get(source, source)
        for name in kept:
            last[owner.get((name, 0), (name, 0)), devices.get(name, self._default)] = len(nodes)
        tally = Tally(last)
        for place, node in enumerate(nodes):
            device = devices[node.name]
            for value in map(value_of, data_inputs(node)):
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
        behind = handles.get(value_of(first)[0]) if first is not None else None
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
                name, slot = value_of(outer)
                if argument.type == _RESOURCE_INPUT:
                    inner_handles[argument.name] = handles.get(name, Handle(self._default))
                else:
                    fed[argument.name] = (shape_of(sizes, name, slot), argument.type)
            known = {
                name: (shape, kind)
                for name, (shape, kind) in fed.items()
                if shape is not None and min(shape, default=0) >= 0
            }
            shaped = with_fed(body, known, inner_handles)
            shaped.library.function.extend(library.values())
            returned = {value_of(value)[0] for value in function.ret.values()}
            inner_sizes = sizes_of(shaped, sorted(returned))
            device = self._default
            peaks.append(
                self._walk(shaped, inner_sizes, library, inner_handles, dict.fromkeys(fed, device), set())
            )
        return peaks


def _made(owner: Mapping[Value, Value]) -> Callable[[str], Value]:
    """Returns what gives the value that an input's name stands for, behind all views."""
    return lambda name: owner.get(value_of(name), value_of(name))
