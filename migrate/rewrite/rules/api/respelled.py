"""Calls as TensorFlow 2 wants them, where it computes the same by other names of functions and arguments."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from migrate.rewrite.tables.symbols import symbols
from migrate.syntax.old_names import old_names

Named = Mapping["ast.expr | ast.keyword", str]


def respelled(symbol: str, written: str, call: ast.Call) -> tuple[str, Named] | None:
    """The TF 2 name for a call of `symbol`, and the arguments that need another keyword there, or one at all.

    `written` is the name that the call has, which may be one of before 1.0. `None` where TensorFlow 2 does
    not compute the same for these arguments, or where nothing shows it.
    """
    row, old = symbols().get(symbol), old_names().get(written)
    if row is None or symbol == "tf.device" and not _is_text(call.args[0] if call.args else None):
        return None  # today's tf.device takes no function
    before, renamed = row.arguments, {}
    if old is not None and old.arguments:
        before, renamed = old.arguments, dict(old.renamed)
    if row.alike:
        in_1_15 = {name: renamed.get(name, name) for name in (*before, *row.arguments)}
        names = {name: row.renamed.get(later, later) for name, later in in_1_15.items()}
        named = keywords(call, before, names, row.arguments_alike)
        if named is not None:
            return row.alike, named
    if old is None or not old.arguments:
        return None
    named = keywords(call, before, renamed, row.arguments)
    return None if named is None else (row.instead, named)


def keywords(
    call: ast.Call, before: Sequence[str], renamed: Mapping[str, str], today: Sequence[str]
) -> Named | None:
    """What to call the arguments of `call`, so that a function that takes `today` gets each where it belongs.

    Without those that are right as they are; `None` if it does not take one of them, or if the call does not
    show which they are. They keep their order, so that what they compute does.
    """
    if any(isinstance(one, ast.Starred) for one in call.args) or len(call.args) > len(before):
        return None
    given: list[tuple[ast.expr | ast.keyword, str | None]] = list(zip(call.args, before, strict=False))
    given += [(word, word.arg) for word in call.keywords]
    names = [renamed.get(name or "", name) for _, name in given]
    if len(set(names)) < len(names) or not set(names) <= set(today):
        return None
    places = range(len(call.args))
    moved = next((place for place in places if names[place] != today[place]), len(call.args))
    return {
        one: name or ""
        for index, ((one, known), name) in enumerate(zip(given, names, strict=True))
        if (index >= moved if index < len(call.args) else known != name)
    }


def _is_text(node: ast.expr | None) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text(node.left)
    if isinstance(node, ast.Call):
        return (
            isinstance(node.func, ast.Attribute) and node.func.attr == "format" and _is_text(node.func.value)
        )
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)
