"""CKP101: a program that waits for the error of a checkpoint that is not there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.edit import Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.calls import written
from migrate.rewrite.rule import Rule

# Which of them is raised, and when, has changed; who waits for any exception need not know.
_CHANGED = frozenset({"ValueError", "tf.errors.NotFoundError", "tf.errors.OpError"})


def edits(bindings: Bindings) -> Iterator[Replacement]:
    """`saver.restore(sess, path)` where one of these errors is caught: the path is looked at as in 1.15."""
    tree = bindings.module.tree
    tried = [
        call
        for node in nodes_of(tree)
        if isinstance(node, ast.Try) and any(_waits(bindings, one) for one in node.handlers)
        for statement in node.body
        for call in nodes_of(statement)
    ]
    for call in dict.fromkeys(tried):
        path = _restored(call)
        if isinstance(call, ast.Call) and path is not None and _is_saver(bindings, call):
            code = written(call, around={path: "compat.restorable({})"}, imports=("import compat",))
            yield Replacement(call, code)


def _waits(bindings: Bindings, handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = (bindings.tensorflow(kind) or getattr(kind, "id", None) for kind in kinds if kind is not None)
    return any(name in _CHANGED for name in names)


def _restored(node: ast.AST) -> ast.expr | None:
    """The path in `saver.restore(sess, path)`, if that is what a node may be."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return None
    if node.func.attr != "restore" or any(isinstance(one, ast.Starred) for one in node.args):
        return None
    named = [word.value for word in node.keywords if word.arg == "save_path"]
    path = next(iter([*node.args[1:2], *named]), None)
    if len(node.args) + len(node.keywords) != 2 or path is None or _is_wrapped(path):
        return None
    return path


def _is_wrapped(path: ast.expr) -> bool:
    return isinstance(path, ast.Call) and ast.unparse(path.func) == "compat.restorable"


def _is_saver(bindings: Bindings, call: ast.Call) -> bool:
    """Whether what the method is called of can be nothing but a saver of TensorFlow's."""
    assert isinstance(call.func, ast.Attribute)
    name = ast.unparse(call.func.value)
    nodes = [*nodes_of(bindings.module.tree)]
    made = {one.targets[0]: one.value for one in nodes if isinstance(one, ast.Assign) and not one.targets[1:]}
    bound = [
        node
        for node in nodes
        if isinstance(node, (ast.Name, ast.Attribute))
        and isinstance(node.ctx, ast.Store)
        and ast.unparse(node) == name
    ]
    is_parameter = any(isinstance(node, ast.arg) and node.arg == name for node in nodes)
    return bool(bound) and not is_parameter and all(_makes_saver(bindings, made.get(one)) for one in bound)


def _makes_saver(bindings: Bindings, value: ast.expr | None) -> bool:
    return isinstance(value, ast.Call) and bindings.tensorflow(value.func) == "tf.train.Saver"


RULE = Rule(
    code="CKP101",
    title="A checkpoint that is not there",
    explanation=(
        "For a folder with a slash behind its name TF 1.15's savers raised a ValueError, today's raise a "
        "DataLossError; where the folder of a checkpoint is missing, NotFoundErrors became ValueErrors. "
        "A program that waits for one of them, to start anew, gets the one that it waits for."
    ),
    before="import tensorflow as tf\n\n\ndef start(sess, path):\n    saver = tf.train.Saver()\n"
    "    try:\n        saver.restore(sess, path)\n    except ValueError:\n        print('a new one')\n",
    after="import compat\nimport tensorflow as tf\n\n\ndef start(sess, path):\n"
    "    saver = tf.compat.v1.train.Saver()\n    try:\n"
    "        saver.restore(sess, compat.restorable(path))\n"
    "    except ValueError:\n        print('a new one')\n",
    edits=edits,
)
