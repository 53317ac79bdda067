"""Files of pickles, which Python 3 wants opened as bytes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .text import Splice, Text

_PICKLES = frozenset({"cPickle", "pickle", "pkl"})
_MODES = {"r": "rb", "w": "wb", "a": "ab", "rt": "rb", "wt": "wb"}


def splices(text: Text) -> Iterator[Splice]:
    """`pickle.load(open(path))` and `with open(path) as f:` whose `f` is for pickles alone, as bytes."""
    for call in _openings(text):
        if len(call.args) == 1 and not call.keywords:
            yield Splice(text.end(call.args[0]), text.end(call.args[0]), ", 'rb'")
        elif len(call.args) == 2 and isinstance(call.args[1], ast.Constant):
            mode = call.args[1]
            if mode.value in _MODES:
                written = text.source(mode)
                yield Splice(
                    text.start(mode),
                    text.end(mode),
                    written.replace(str(mode.value), _MODES[str(mode.value)]),
                )


def _openings(text: Text) -> Iterator[ast.Call]:
    for node in text.nodes:
        if not isinstance(node, ast.Call) or not _is_open(text, node) or node.lineno in text.guarded:
            continue
        parent = text.parents[node]
        if _takes_a_pickle(parent, node):
            yield node
        elif isinstance(parent, ast.withitem) and isinstance(parent.optional_vars, ast.Name):
            uses = _uses(text, parent, parent.optional_vars.id)
            if uses and all(_takes_a_pickle(text.parents[use], use) for use in uses):
                yield node


def _is_open(text: Text, call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in ("file", "open") and text.is_builtin(call.func)


def _uses(text: Text, item: ast.withitem, name: str) -> list[ast.Name]:
    """Where a name that a `with` binds is read in its body."""
    body = text.parents[item]
    nodes = (node for node in ast.walk(body) if isinstance(node, ast.Name) and node.id == name)
    return [node for node in nodes if isinstance(node.ctx, ast.Load)]


def _takes_a_pickle(parent: ast.AST, file: ast.expr) -> bool:
    """Whether a file is given to `pickle.load` or `pickle.dump`."""
    if not isinstance(parent, ast.Call) or not isinstance(parent.func, ast.Attribute):
        return False
    owner, place = parent.func.value, {"load": 0, "dump": 1}.get(parent.func.attr)
    is_pickle = isinstance(owner, ast.Name) and owner.id in _PICKLES
    return is_pickle and place is not None and len(parent.args) > place and parent.args[place] is file
