"""What a session would run for its fetches and feeds, as the nodes of a function."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import tensorflow as tf

from .._errors import ProgramError
from .place import Place
from .randomness import drawing_nodes, has_stream, stream_name

# Ops on a variable's handle that leave the variable as it is.
READS = frozenset(
    ("ReadVariableOp", "ResourceGather", "ResourceGatherNd", "VarIsInitializedOp", "VariableShape")
)
# Resources that take no name of ours: variables without one share one, and one-shot iterators refuse any.
UNNAMED = frozenset(("VarHandleOp", "OneShotIterator"))
UNSUPPORTED = {
    "GetSessionHandle": "tensors that stay in the session",
    "GetSessionHandleV2": "tensors that stay in the session",
    "GetSessionTensor": "tensors that stay in the session",
}


def is_handle(op: Any) -> bool:
    """Whether `op` does nothing but name a resource, which can be made once and given to every function."""
    if op.inputs or op.control_inputs or len(op.outputs) != 1 or op.outputs[0].dtype != tf.resource:
        return False
    return op.type == "OneShotIterator" or "shared_name" in op.node_def.attr


def variable_handle(tensor: Any) -> Any | None:
    """The handle of the variable that a fetch of `tensor` asks for, or None if it asks for something else.

    A variable stands for its first read, or, by name, for its handle: what was the variable itself in
    TensorFlow 1.
    """
    op = tensor.op
    if op.type == "VarHandleOp":
        return op.outputs[0]
    if op.type == "ReadVariableOp" and not op.control_inputs:
        handle = op.inputs[0]
        if handle.op.type == "VarHandleOp" and op.name == f"{handle.op.name}/Read/ReadVariableOp":
            return handle
    return None


@dataclass
class Lifted:
    """The nodes of one function, and what its arguments, results and targets are called there."""

    nodes: Any
    handles: list[Any]
    streams: list[Any]
    arguments: list[str]
    results: list[str]
    targets: list[str]


@dataclass
class Lifting:
    """One walk from the fetches back to the feeds and the resources."""

    place: Place
    feeds: dict[str, str]  # fed tensor to argument
    fed_placeholders: Collection[str]
    found: dict[str, Any] = field(default_factory=dict)
    handles: dict[str, Any] = field(default_factory=dict)
    reads_first: dict[str, list[str]] = field(default_factory=dict)

    def walk(self, ops: Iterable[Any]) -> None:
        """Find what `ops` need, as a session does: a fed tensor is not computed, but its op may still be."""
        pending = list(ops)
        while pending:
            op = pending.pop()
            if op.name in self.found or op.name in self.handles:
                continue
            if is_handle(op):
                self.handles[op.name] = op
                continue
            if op.type in UNSUPPORTED:
                raise ProgramError(
                    f"{op.name}: {UNSUPPORTED[op.type]} need a Session; fetch the value instead"
                )
            self.found[op.name] = op
            pending.extend(tensor.op for tensor in op.inputs if tensor.name not in self.feeds)
            pending.extend(before for before in op.control_inputs if before.name not in self.fed_placeholders)

    def order_reads(self) -> None:
        """Let what only reads a variable run before what changes it, unless the graph says otherwise.

        A session leaves it to chance, which favours the read: it can run at once.
        """
        users: dict[str, list[str]] = {}
        for op in self.found.values():
            for other in (*(tensor.op for tensor in op.inputs), *op.control_inputs):
                users.setdefault(other.name, []).append(op.name)
        for name in self.handles:
            of_variable = [self.found[user] for user in users.get(name, ()) if user in self.found]
            reads = [op for op in of_variable if op.type == "ReadVariableOp" and is_free(op)]
            for write in of_variable:
                if reads and write.type not in READS and write.graph.is_fetchable(write):
                    later = reachable(write.name, users)
                    first = [read.name for read in reads if read.name not in later]
                    self.reads_first[write.name] = first
                    for read in first:
                        users.setdefault(read, []).append(write.name)

    def source(self, tensor: Any) -> str:
        """What `tensor` is called in the function."""
        name = tensor.name
        argument = self.feeds.get(name) or (
            handle_argument(tensor.op) if tensor.op.name in self.handles else None
        )
        return argument or str(name)

    def nodes(self, op: Any) -> list[Any]:
        """The node of `op`, or what stands for it where a session keeps something in its kernel."""
        node = self.node(op)
        return drawing_nodes(op, node) if has_stream(op) else [node]

    def node(self, op: Any) -> Any:
        """The node of `op`, with this program's resources in place of the session's."""
        node = own_resources(op.node_def, self.place)
        node.device = self.place.device(op)
        del node.input[:]
        node.input.extend(self.source(tensor) for tensor in op.inputs)
        before = {other.name for other in op.control_inputs if other.name in self.found}
        before.update(self.reads_first.get(op.name, ()))
        node.input.extend(f"^{name}" for name in sorted(before))
        where = [name for name in node.attr["_class"].list.s if name[len(b"loc:@") :].decode() in self.found]
        del node.attr["_class"].list.s[:]
        node.attr["_class"].list.s.extend(where)
        if not where:
            del node.attr["_class"]
        return node

    def writes(self, handle: Any) -> bool:
        """Whether something that runs may change the variable behind `handle`."""
        return any(
            op.type not in READS and any(tensor is handle for tensor in op.inputs)
            for op in self.found.values()
        )


def is_free(read: Any) -> bool:
    """Whether `read` waits for nothing: it is in no loop and no branch, and told to come after nothing."""
    return not read.control_inputs and bool(read.graph.is_fetchable(read))


def reachable(start: str, users: Mapping[str, Sequence[str]]) -> set[str]:
    """What comes after `start`, through the `users` of each op."""
    seen: set[str] = set()
    pending = [start]
    while pending:
        new = [user for user in users.get(pending.pop(), ()) if user not in seen]
        seen.update(new)
        pending.extend(new)
    return seen


def own_resources(node: Any, place: Place) -> Any:
    """`node` with its resource in the container that it has at `place`.

    A session keeps one queue, reader or table per node. Functions would keep one each, unless it has a name
    to share: the node's, which is what sessions name it by.
    """
    if "container" in node.attr:
        given = node.attr["container"].s.decode()
        node.attr["container"].s = place.container(given).encode()
        if node.op not in UNNAMED and "shared_name" in node.attr and not node.attr["shared_name"].s:
            node.attr["shared_name"].s = node.name.encode()
    return node


def handle_argument(op: Any) -> str:
    """What the function's argument for the resource `op` is called."""
    return f"program.resource/{op.name}"


def argument_node(name: str, tensor: Any) -> Any:
    """A node that stands for an argument like `tensor`."""
    node = tf.compat.v1.NodeDef(name=name, op="Placeholder")
    node.attr["dtype"].type = tensor.dtype.base_dtype.as_datatype_enum
    node.attr["shape"].shape.CopyFrom(tensor.shape.as_proto())
    return node


def lift(fetches: Sequence[Any], targets: Sequence[Any], feeds: Sequence[Any], place: Place) -> Lifted:
    """The nodes that a session would run for `fetches` and `targets`, given `feeds`.

    A variable that is fetched as such is read when everything else has run, as TensorFlow 1.15 did with
    reference variables; one on another task is read first, as it did with these. Any other tensor is computed
    as the graph says.

    Raises:
      ProgramError: a fetch needs what only a session has.
    """
    placeholders = {tensor.op.name for tensor in feeds if tensor.op.type in ("Placeholder", "PlaceholderV2")}
    lifting = Lifting(place, {t.name: f"program.feed/{i}" for i, t in enumerate(feeds)}, placeholders)
    fetches = [first_read(tensor) if is_elsewhere(tensor, place) else tensor for tensor in fetches]
    bare = {
        tensor.name: handle
        for tensor in fetches
        if (handle := variable_handle(tensor)) is not None and not is_elsewhere(tensor, place)
    }
    lifting.walk([*targets, *(tensor.op for tensor in fetches if tensor.name not in bare)])
    effects = sorted({*(op.name for op in targets), *(t.op.name for t in fetches if t.name not in bare)})
    effects = [name for name in effects if name in lifting.found]
    lifting.walk(handle.op for handle in bare.values())
    lifting.order_reads()

    nodes = tf.compat.v1.GraphDef()
    nodes.node.extend(argument_node(lifting.feeds[tensor.name], tensor) for tensor in feeds)
    nodes.node.extend(node for op in lifting.found.values() for node in lifting.nodes(op))
    results, read = [], set[str]()
    for index, tensor in enumerate(fetches):
        name = lifting.source(tensor)
        copy = f"program.fetch/{index}"
        if (handle := bare.get(tensor.name)) is not None:
            name = f"{handle.op.name}/Read/ReadVariableOp"
            if (
                name in lifting.found or name in read
            ):  # its value of before is needed too, or the same once more
                name = copy
            read.add(name)
            after = effects if lifting.writes(handle) else []
            nodes.node.append(read_node(name, lifting.source(handle), handle, place.device(handle.op), after))
        elif is_reference(tensor):
            nodes.node.append(identity_node(copy, tensor, name, place.device(tensor.op), effects))
            name = copy
        elif place.is_shared:
            nodes.node.append(identity_node(copy, tensor, name, place.host, []))
            name = copy
        results.append(name)
    used = {source for node in nodes.node for source in node.input}
    ops = [op for op in lifting.handles.values() if handle_argument(op) in used]
    streams = [op for op in lifting.found.values() if has_stream(op)]
    arguments = [*lifting.feeds.values(), *map(handle_argument, ops), *map(stream_name, streams)]
    return Lifted(
        nodes, ops, streams, arguments, results, [op.name for op in targets if op.name in lifting.found]
    )


def is_elsewhere(tensor: Any, place: Place) -> bool:
    """Whether `tensor` asks for a variable that is on another task."""
    handle = variable_handle(tensor)
    return handle is not None and place.is_elsewhere(handle.op)


def first_read(tensor: Any) -> Any:
    """The tensor that is read first of the variable for which `tensor` stands."""
    name = f"{variable_handle(tensor).op.name}/Read/ReadVariableOp:0"  # type: ignore[union-attr]
    return tensor.graph.get_tensor_by_name(name)


def is_reference(tensor: Any) -> bool:
    """Whether `tensor` is a reference variable, or an alias of one: functions return values only."""
    return bool(tensor.dtype.as_datatype_enum != tensor.dtype.base_dtype.as_datatype_enum)


def read_node(name: str, source: str, handle: Any, device: str, after: Sequence[str]) -> Any:
    """A node that reads the variable behind `handle` when the ops `after` have run."""
    node = tf.compat.v1.NodeDef(name=name, op="ReadVariableOp", device=device)
    node.input.extend([source, *(f"^{before}" for before in after)])
    node.attr["dtype"].CopyFrom(handle.op.node_def.attr["dtype"])
    return node


def identity_node(name: str, tensor: Any, source: str, device: str, after: Sequence[str]) -> Any:
    """A node that copies `tensor` when the ops `after` have run."""
    node = tf.compat.v1.NodeDef(name=name, op="Identity", device=device)
    node.input.extend([source, *(f"^{before}" for before in after if before != tensor.op.name)])
    node.attr["T"].type = tensor.dtype.base_dtype.as_datatype_enum
    return node


def handle_node(op: Any, place: Place) -> Any:
    """A node that makes nothing but the handle of the resource `op`."""
    node = own_resources(op.node_def, place)
    if op.type == "IteratorV2" and not op.node_def.attr["shared_name"].s:
        # By a name, others may use an iterator; it then calls no function on another device, as one that
        # feeds several devices does.
        node.op = "AnonymousIteratorV2"
    node.device = place.device_of(op)
    node.attr.pop("_class", None)
    return node
