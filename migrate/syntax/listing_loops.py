"""What TensorFlow lists of the variables, and loops over that."""

from __future__ import annotations

import ast

# What lists variables, and of these what lists all, or all that are trained, where it is told nothing.
WHOLE = {
    "tf.all_variables": "global_variables",
    "tf.contrib.framework.get_trainable_variables": "trainable_variables",
    "tf.contrib.slim.get_trainable_variables": "trainable_variables",
    "tf.global_variables": "global_variables",
    "tf.trainable_variables": "trainable_variables",
}
LISTING = frozenset(WHOLE) | {
    "tf.contrib.framework.get_variables_to_restore",
    "tf.contrib.slim.get_model_variables",
    "tf.contrib.slim.get_variables",
    "tf.contrib.slim.get_variables_to_restore",
    "tf.local_variables",
    "tf.model_variables",
}
LISTS = {symbol.rpartition(".")[2]: name for symbol, name in WHOLE.items()}


def listed_for(loop: ast.stmt, name: str) -> ast.Call | None:
    """The call that seems to list variables, of which `name` is each in turn, if a loop does that.

    Such as `tf.trainable_variables()` of `for index, name in enumerate(tf.trainable_variables()):`.
    """
    if not isinstance(loop, ast.For) or loop.orelse:
        return None
    targets, lists = [loop.target], [loop.iter]
    function = loop.iter.func if isinstance(loop.iter, ast.Call) else None
    together = function.id if isinstance(function, ast.Name) else ""
    if isinstance(loop.iter, ast.Call) and isinstance(loop.target, ast.Tuple):
        targets = loop.target.elts
        if together == "enumerate" and len(targets) == 2:
            lists = [ast.Constant(0), *loop.iter.args[:1]]
        elif together == "zip":
            lists = loop.iter.args
    found = [
        one
        for target, one in zip(targets, lists, strict=False)
        if isinstance(target, ast.Name) and target.id == name
    ]
    only = found[0] if len(found) == 1 and len(targets) == len(lists) else None
    is_list = isinstance(only, ast.Call) and isinstance(only.func, ast.Attribute) and only.func.attr in LISTS
    return only if is_list and isinstance(only, ast.Call) else None
