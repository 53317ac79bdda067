"""CFG123: what asks which devices there are, without starting them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import calls_in, nodes_of
from migrate.rewrite.names import root_of
from migrate.rewrite.rule import Rule

_LISTING = "tf.python.client.device_lib.list_local_devices"
_ASKING = "tf.test.is_gpu_available"
# What `tf.config.LogicalDevice` has of what such a list holds.
_KEPT = frozenset({"name", "device_type"})


def edits(bindings: Bindings) -> Iterator[Replacement]:
    """Each call that asks whether there are GPUs, or for a list of devices whose names and kinds are read."""
    tree = bindings.module.tree
    for call in calls_in(tree):
        symbol = bindings.tensorflow(call.func)
        if symbol == _ASKING and not call.args and all(_is_cuda_only(one) for one in call.keywords):
            root = root_of(call.func)
            yield Replacement(
                call, Code(f'bool({root}.config.list_physical_devices("GPU"))'), holds_in_graphs=True
            )
        elif symbol == _LISTING and not call.args and not call.keywords and _is_read_plainly(tree, call):
            code = Code("compat.local_devices()", imports=("import compat",))
            yield Replacement(call, code, holds_in_graphs=True)


def _is_cuda_only(word: ast.keyword) -> bool:
    return word.arg == "cuda_only"


def _is_read_plainly(tree: ast.Module, call: ast.Call) -> bool:
    """Whether of the devices that a call lists nothing is read but their names and kinds."""
    loops = [node for node in nodes_of(tree) if isinstance(node, (ast.For, ast.comprehension))]
    over = [loop for loop in loops if loop.iter is call]
    named = [
        node.targets[0].id
        for node in nodes_of(tree)
        if isinstance(node, ast.Assign) and node.value is call and isinstance(node.targets[0], ast.Name)
    ]
    for name in named:
        over += [loop for loop in loops if isinstance(loop.iter, ast.Name) and loop.iter.id == name]
        uses = [one for one in nodes_of(tree) if isinstance(one, ast.Name) and one.id == name]
        reads = [one for one in uses if isinstance(one.ctx, ast.Load)]
        if len(uses) - len(reads) != 1 or not all(any(loop.iter is one for loop in over) for one in reads):
            return False
    return bool(over) and all(_reads_kept(tree, loop) for loop in over)


def _reads_kept(tree: ast.Module, loop: ast.For | ast.comprehension) -> bool:
    """Whether a loop, or a comprehension, reads these attributes alone of each device."""
    if not isinstance(loop.target, ast.Name):
        return False
    around = next(node for node in nodes_of(tree) if loop in ast.iter_child_nodes(node) or node is loop)
    name = loop.target.id
    uses = [one for one in nodes_of(around) if isinstance(one, ast.Name) and one.id == name]
    kept = {one.value for one in nodes_of(around) if isinstance(one, ast.Attribute) and one.attr in _KEPT}
    counted = isinstance(around, (ast.ListComp, ast.GeneratorExp)) and _is_counted(tree, around)
    elements = {around.elt} if isinstance(around, (ast.ListComp, ast.GeneratorExp)) and counted else set()
    return all(one in kept or one in elements for one in uses if isinstance(one.ctx, ast.Load))


def _is_counted(tree: ast.Module, made: ast.expr) -> bool:
    """Whether a list is only counted: `len([…])`, or a condition."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("any", "bool", "len")
        and made in node.args
        for node in nodes_of(tree)
    )


RULE = Rule(
    code="CFG123",
    title="Which devices there are",
    explanation=(
        "device_lib.list_local_devices and tf.test.is_gpu_available start the GPUs to list them, with all of "
        "their memory: what is configured later comes too late. tf.config lists them without; of a list, "
        "compat.local_devices has the names that tf.device takes. Where a program reads more of a device "
        "than its name and kind, it stays as it is."
    ),
    before=(
        "import tensorflow as tf\nfrom tensorflow.python.client import device_lib\n\n"
        "x = tf.placeholder(tf.float32)\n"
        "names = [one.name for one in device_lib.list_local_devices() if one.device_type == 'GPU']\n"
        "found = tf.test.is_gpu_available()\n"
    ),
    after=(
        "import compat\nimport tensorflow as tf\nfrom tensorflow.python.client import device_lib\n\n"
        "x = tf.compat.v1.placeholder(tf.float32)\n"
        "names = [one.name for one in compat.local_devices() if one.device_type == 'GPU']\n"
        'found = bool(tf.config.list_physical_devices("GPU"))\n'
    ),
    edits=edits,
)
