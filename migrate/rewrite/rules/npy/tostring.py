"""NPY104: `tostring()` of arrays, which always gave bytes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule

_GIVING_ARRAYS = frozenset({"astype", "flatten", "ravel", "reshape", "transpose"})
_LIBRARIES_OF_ARRAYS = frozenset({"cv2", "numpy"})


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Each call of `tostring` that is seen to be an array's: other objects have one, too."""
    parents = {child: node for node in nodes_of(bindings.module.tree) for child in ast.iter_child_nodes(node)}
    for call in parents:
        if not isinstance(call, ast.Call) or call.args or call.keywords:
            continue
        method = call.func
        if not isinstance(method, ast.Attribute) or method.attr != "tostring" or method in bindings.dotted:
            continue
        if _is_array(method.value, call, parents, bindings) or _is_for_bytes(call, parents):
            yield Replacement(method, Code("{array}.tobytes", {"array": method.value}))


def _is_array(node: ast.expr, place: ast.AST, parents: Mapping[ast.AST, ast.AST], bindings: Bindings) -> bool:
    if isinstance(node, ast.Subscript):
        return True
    if isinstance(node, ast.Call):
        home = bindings.dotted.get(node.func, "").partition(".")[0]
        is_method = isinstance(node.func, ast.Attribute) and node.func.attr in _GIVING_ARRAYS
        return is_method or home in _LIBRARIES_OF_ARRAYS
    if not isinstance(node, ast.Name):
        return False
    given = _given(node.id, place, parents)
    is_seen = not any(
        isinstance(one, ast.Name) for one in given
    )  # by one name alone: two could go in a circle
    return bool(given) and is_seen and all(_is_array(one, place, parents, bindings) for one in given)


def _is_for_bytes(call: ast.Call, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether what it gives goes, by one name at most, into a call that speaks of bytes: `BytesList`."""
    parent = parents[call]
    uses: list[ast.AST] = [call]
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        target = parent.targets[0]
        uses = [
            node
            for node in nodes_of(_scope(call, parents))
            if isinstance(target, ast.Name) and isinstance(node, ast.Name) and node.id == target.id
        ]
    return any(_goes_into_bytes(use, parents) for use in uses)


def _goes_into_bytes(use: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    above = parents.get(use)
    while isinstance(above, (ast.List, ast.keyword)):
        above = parents.get(above)
    return isinstance(above, ast.Call) and "bytes" in ast.unparse(above.func).lower()


def _given(name: str, place: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> list[ast.expr]:
    """What the function around `place` assigns to a name."""
    return [
        node.value
        for node in nodes_of(_scope(place, parents))
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]


def _scope(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> ast.AST:
    while node in parents and not isinstance(node, (ast.FunctionDef, ast.Module)):
        node = parents[node]
    return node


RULE = Rule(
    code="NPY104",
    title="An array's tostring()",
    explanation=(
        "Arrays have lost tostring(), which gave bytes; tobytes() is the same. Other objects have methods "
        "of that name: only what comes from NumPy or from an index, or goes into a list of bytes, is taken "
        "for an array."
    ),
    before=(
        "import tensorflow as tf\n\n\ndef write(images):\n"
        "    with tf.python_io.TFRecordWriter('images') as writer:\n"
        "        for image in images.reshape([-1, 784]):\n"
        "            raw = image.tostring()\n"
        "            feature = {'raw': tf.train.Feature(bytes_list=tf.train.BytesList(value=[raw]))}\n"
        "            example = tf.train.Example(features=tf.train.Features(feature=feature))\n"
        "            writer.write(example.SerializeToString())\n"
    ),
    after=(
        "import tensorflow as tf\n\n\ndef write(images):\n"
        "    with tf.io.TFRecordWriter('images') as writer:\n"
        "        for image in images.reshape([-1, 784]):\n"
        "            raw = image.tobytes()\n"
        "            feature = {'raw': tf.train.Feature(bytes_list=tf.train.BytesList(value=[raw]))}\n"
        "            example = tf.train.Example(features=tf.train.Features(feature=feature))\n"
        "            writer.write(example.SerializeToString())\n"
    ),
    edits=edits,
    in_every_tier=True,
)
