"""NPY102: rows that may differ in length, of which NumPy no longer makes an array unasked."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic
from migrate.model.edit import Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.calls import written
from migrate.rewrite.rule import Rule

_Scope: TypeAlias = "ast.Module | ast.FunctionDef | ast.Lambda"

# Which of its arguments a function makes an array of.
_MAKING_ARRAYS: Mapping[str, int] = {
    "numpy.array": 0,
    "numpy.asanyarray": 0,
    "numpy.asarray": 0,
    "numpy.random.permutation": 0,
    "numpy.save": 1,
}
# What is asked of rows that are reordered and cut into batches.
_COUNTING = frozenset({"shape", "size"})
_PASSING = frozenset({"enumerate", "len", "list", "zip"})


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Each array that is made of rows whose lengths nothing says."""
    if "compat" in bindings.bound and bindings.aliases.get("compat") != "compat":
        return
    for scope in nodes_of(bindings.module.tree):
        if isinstance(scope, (ast.Module, ast.FunctionDef, ast.Lambda)):
            names = _Names(scope)
            for call in names.calls:
                place = _MAKING_ARRAYS.get(bindings.dotted.get(call.func, ""))
                if place is not None and _is_plain(call, place) and _may_be_ragged(call, place, names):
                    around = {call.args[place]: "compat.ragged({})"}
                    yield Replacement(call, written(call, around=around, imports=("import compat",)))


def _is_plain(call: ast.Call, place: int) -> bool:
    """Whether the rows come by position, and neither a type nor anything else that decides is given."""
    is_named = {keyword.arg for keyword in call.keywords} <= {"allow_pickle", "copy"}
    return len(call.args) == place + 1 and is_named and not any(isinstance(a, ast.Starred) for a in call.args)


def _may_be_ragged(call: ast.Call, place: int, names: _Names) -> bool:
    rows = call.args[place]
    if place == 1 and isinstance(rows, (ast.List, ast.Tuple)) and len(rows.elts) > 1:
        return not all(_is_number(one) for one in rows.elts)  # several results, saved together
    if isinstance(rows, ast.Name):
        return rows.id in names.ragged or names.is_cut_anew(call, rows.id)
    return _has_rows(rows)


def _has_rows(node: ast.expr) -> bool:
    """Whether an expression gives rows, of lengths that need not agree."""
    if isinstance(node, ast.ListComp):
        targets = [one for turn in node.generators for one in nodes_of(turn.target)]
        return _is_row(node.elt, frozenset(one.id for one in targets if isinstance(one, ast.Name)))
    if isinstance(node, ast.Call) and _name(node.func) == "list" and node.args:
        pairs = node.args[0]
        return isinstance(pairs, ast.Call) and _name(pairs.func) == "zip"
    if isinstance(node, (ast.List, ast.Tuple)):
        return _lengths_differ(node)
    return False


def _is_row(node: ast.expr, targets: frozenset[str] | None = None) -> bool:
    """Whether an element is a list of a length that depends on `targets`; without, on more than a number."""
    if isinstance(node, ast.ListComp):
        return any(_depends(turn.iter, targets) or turn.ifs for turn in node.generators)
    if not isinstance(node, ast.Call):
        return False
    is_split = isinstance(node.func, ast.Attribute) and node.func.attr == "split"
    return is_split or _name(node.func) == "list" and any(_depends(one, targets) for one in node.args)


def _depends(node: ast.expr, targets: frozenset[str] | None) -> bool:
    if targets is None:
        return not (isinstance(node, ast.Call) and _name(node.func) == "range")
    return any(isinstance(one, ast.Name) and one.id in targets for one in nodes_of(node))


def _lengths_differ(node: ast.List | ast.Tuple) -> bool:
    inner = [one for one in node.elts if isinstance(one, (ast.List, ast.Tuple))]
    if any(isinstance(part, ast.Starred) for one in inner for part in one.elts):
        return False
    if inner and (len(inner) < len(node.elts) and any(map(_is_number, node.elts))):
        return True
    return len({len(one.elts) for one in inner}) > 1 or any(_lengths_differ(one) for one in inner)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or isinstance(node, ast.UnaryOp) and _is_number(node.operand)


def _name(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


class _Names:
    """The calls of one scope, not of functions in it, and which of its names may have ragged rows."""

    def __init__(self, scope: _Scope) -> None:
        self.calls: list[ast.Call] = []
        self.ragged: set[str | None] = set()
        self._parents: dict[ast.AST, ast.AST] = {}
        arguments = [] if isinstance(scope, ast.Module) else scope.args.args
        self._parameters = {argument.arg for argument in arguments}
        self._visit(scope)

    def _visit(self, parent: ast.AST) -> None:
        for node in ast.iter_child_nodes(parent):
            self._parents[node] = parent
            if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
                continue
            if isinstance(node, ast.Assign) and _has_rows(node.value):
                self.ragged.add(_name(node.targets[0]))
            elif isinstance(node, ast.Call):
                self.calls.append(node)
                if isinstance(node.func, ast.Attribute) and node.func.attr == "append":
                    self.ragged.update(_name(node.func.value) for row in node.args if _is_row(row))
            self._visit(node)

    def is_cut_anew(self, call: ast.Call, name: str) -> bool:
        """Whether the array takes the place of a parameter that is only counted, reordered and cut."""
        parent = self._parents.get(call)
        if not isinstance(parent, ast.Assign) or name not in self._parameters:
            return False
        if [_name(target) for target in parent.targets] != [name]:
            return False
        seen: set[str] = set()
        waiting = {name}
        while waiting:
            seen |= waiting
            uses = [node for node in self._parents if isinstance(node, ast.Name) and node.id in waiting]
            passed = [self._passed_to(use) for use in uses if isinstance(use.ctx, ast.Load)]
            if any(names is None for names in passed):
                return False
            waiting = {one for names in passed for one in names or ()} - seen
        return True

    def _passed_to(self, node: ast.AST) -> set[str] | None:
        """The names that what stands at `node` gets; `None` where it is computed with."""
        parent = self._parents[node]
        if isinstance(parent, ast.Subscript) and node is parent.value:
            return None if isinstance(parent.slice, ast.Tuple) else self._passed_to(parent)
        if isinstance(parent, ast.Tuple):
            return self._passed_to(parent)
        if isinstance(parent, ast.Attribute):
            return set() if parent.attr in _COUNTING else None
        if isinstance(parent, ast.Call):
            is_array = _MAKING_ARRAYS.get("numpy." + getattr(parent.func, "attr", "")) == 0
            return set() if is_array or _name(parent.func) in _PASSING else None
        if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
            return {parent.targets[0].id}
        is_given = isinstance(parent, (ast.Yield, ast.Return, ast.For, ast.comprehension, ast.Starred))
        return set() if is_given else None


RULE = Rule(
    code="NPY102",
    title="Rows that may differ in length",
    explanation=(
        "NumPy made an array of objects of rows that differ in length; since 1.24 it raises a ValueError. "
        "compat.ragged gives the array that it made. It is written where rows are likely to differ: in a "
        "zip, in a list of lists, in results that are saved together, and in a parameter that is only "
        "reordered and cut into batches."
    ),
    before=(
        "import numpy as np\nimport tensorflow as tf\n\n\ndef batches(data, size):\n"
        "    data = np.array(data)\n    for start in range(0, len(data), size):\n"
        "        yield tf.to_float(len(data)), data[start:start + size]\n"
    ),
    after=(
        "import numpy as np\nimport compat\nimport tensorflow as tf\n\n\ndef batches(data, size):\n"
        "    data = np.array(compat.ragged(data))\n    for start in range(0, len(data), size):\n"
        "        yield tf.compat.v1.to_float(len(data)), data[start:start + size]\n"
    ),
    edits=edits,
    in_every_tier=True,
)
