"""Random ops with a seed, whose stream goes on from run to run, whichever fetches the runs have.

The kernel of a random op counts what it has drawn, and a session keeps one kernel for all its runs. A
function keeps its own, so each set of fetches would begin again. Here the count is a resource of the program,
and the kernel one without a state: the numbers are the session's own, to the bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

STATELESS = {
    "RandomStandardNormal": "StatelessRandomNormalV2",
    "RandomUniform": "StatelessRandomUniformV2",
    "RandomUniformInt": "StatelessRandomUniformIntV2",
    "TruncatedNormal": "StatelessTruncatedNormalV2",
}
PHILOX = 1


def has_stream(op: Any) -> bool:
    """Whether `op` draws from a stream that a seed fixes.

    Inside of a loop or a branch it keeps its own kernel: what it needs from outside cannot be brought there.
    """
    if op.type not in STATELESS or not op.graph.is_fetchable(op):
        return False
    return bool(op.get_attr("seed") or op.get_attr("seed2"))


def stream_name(op: Any) -> str:
    """What the resource that counts for `op` is called."""
    return f"program.random/{op.name}"


def drawing_nodes(op: Any, node: Any) -> list[Any]:
    """The nodes that draw what the node of `op` would draw, and count it."""
    name, before = stream_name(op), [source for source in node.input if source.startswith("^")]
    shape, *bounds = [source for source in node.input if not source.startswith("^")]
    wide = f"{name}/shape"
    drawn = [
        made(wide, "Cast", [shape], SrcT=node.attr["T"].type, DstT=tf.int64)
        if op.inputs[0].dtype != tf.int64
        else made(wide, "Identity", [shape], T=tf.int64),
        constant(f"{name}/all", np.int32(0)),
        made(f"{name}/size", "Prod", [wide, f"{name}/all"], T=tf.int64, Tidx=tf.int32),
        made(f"{name}/delta", "Cast", [f"{name}/size"], SrcT=tf.int64, DstT=tf.uint64),
        constant(f"{name}/algorithm", np.int32(PHILOX)),
        made(f"{name}/drawn", "RngReadAndSkip", [name, f"{name}/algorithm", f"{name}/delta", *before]),
        made(f"{name}/state", "Bitcast", [f"{name}/drawn"], T=tf.int64, type=tf.uint64),
    ]
    for part, begin, size in (("counter", 0, 2), ("key", 2, 1)):
        places = (("begin", begin), ("size", size))
        ends = [constant(f"{name}/{part}/{e}", np.array([at], np.int32)) for e, at in places]
        inputs = [f"{name}/state", *(end.name for end in ends)]
        drawn += [*ends, made(f"{name}/{part}", "Slice", inputs, T=tf.uint64, Index=tf.int32)]
    dtype = op.outputs[0].dtype
    inputs = [shape, f"{name}/key", f"{name}/counter", f"{name}/algorithm", *bounds]
    values = made(op.name, STATELESS[op.type], inputs, Tshape=node.attr["T"].type, dtype=dtype)
    values.device = node.device
    return [*drawn, values]


def counter_nodes(op: Any, container: str) -> list[Any]:
    """The nodes that make what counts for `op`, and set it to the seed; the last is to be run."""
    name = stream_name(op)
    handle = made(name, "VarHandleOp", [], dtype=tf.int64)
    handle.attr["container"].s, handle.attr["shared_name"].s = container.encode(), name.encode()
    handle.attr["shape"].shape.dim.add().size = 3
    seeds = np.array([0, op.get_attr("seed2"), op.get_attr("seed")], np.int64)  # counter, counter, key
    start = constant(f"{name}/start", seeds)
    return [handle, start, made(f"{name}/set", "AssignVariableOp", [name, start.name], dtype=tf.int64)]


def constant(name: str, value: Any) -> Any:
    """A node that holds `value`."""
    node = made(name, "Const", [], dtype=tf.as_dtype(value.dtype))
    node.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(value))
    return node


def made(name: str, kind: str, inputs: list[str], **types: Any) -> Any:
    """A node on the host, with attributes that are types."""
    node = tf.compat.v1.NodeDef(name=name, op=kind, input=inputs, device="/device:CPU:0")
    for attribute, dtype in types.items():
        node.attr[attribute].type = tf.as_dtype(dtype).as_datatype_enum
    return node
