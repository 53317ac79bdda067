"""Calls as TensorFlow 2 wants them, where it computes the same by other names of functions and arguments."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from migrate.rewrite.tables.symbols import symbols
from migrate.syntax.old_names import old_names
from migrate.syntax.texts import is_text

Named = Mapping["ast.expr | ast.keyword", str]


def respelled(symbol: str, written: str, instead: str, call: ast.Call) -> tuple[str, Named] | None:
    """The TF 2 name for a call of `symbol`, and the arguments that need another keyword there, or one at all.

    `written` is the name that the call has, which may be one of before 1.0, and `instead` one for whatever
    TF 1's function took. `None` where even that does not take these arguments.
    """
    row = symbols().get(symbol)
    if row is None or symbol == "tf.device" and not is_text(call.args[0] if call.args else None):
        return instead, {}  # today's tf.device takes no function
    old = old_names().get(written)
    before, renamed = row.arguments, {}
    if old is not None and old.arguments:
        before, renamed = old.arguments, dict(old.renamed)
    in_1_15 = {name: renamed.get(name, name) for name in (*before, *row.arguments)}
    today = {name: row.renamed.get(later, later) for name, later in in_1_15.items()}
    if row.alike:
        named = keywords(call, before, today, row.arguments_alike)
        if named is not None:
            return row.alike, named
    if not _is_shown(call) or instead != row.instead:
        return instead, {}
    if row.arguments_instead is not None:
        named = keywords(call, before, today, row.arguments_instead)
    elif before != row.arguments:
        named = keywords(call, before, renamed, row.arguments)
    else:
        return instead, {}
    return None if named is None else (instead, named)


def _is_shown(call: ast.Call) -> bool:
    """Whether a call shows which arguments it gives."""
    return not any(isinstance(one, ast.Starred) for one in call.args) and all(
        one.arg for one in call.keywords
    )


def keywords(
    call: ast.Call, before: Sequence[str], renamed: Mapping[str, str], today: Sequence[str]
) -> Named | None:
    """What to call the arguments of `call`, so that a function that takes `today` gets each where it belongs.

    Without those that are right as they are; `None` if it does not take one of them, or if the call does not
    show which they are. They keep their order, so that what they compute does.
    """
    if not _is_shown(call) or len(call.args) > len(before):
        return None
    given: list[tuple[ast.expr | ast.keyword, str | None]] = list(zip(call.args, before, strict=False))
    given += [(word, word.arg) for word in call.keywords]
    names = [renamed.get(name or "", name) for _, name in given]
    if len(set(names)) < len(names) or "**kwargs" not in today and not set(names) <= set(today):
        return None
    count = len(call.args)
    moved = next((place for place in range(count) if [names[place]] != [*today[place : place + 1]]), count)
    return {
        one: name or ""
        for index, ((one, known), name) in enumerate(zip(given, names, strict=True))
        if (index >= moved if index < count else known != name)
    }
