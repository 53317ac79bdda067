"""Branches that flags decide, where the user says which values these have: only those that are taken stay.

A program whose branches were taken away refuses, where it starts, to be launched with other values.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import libcst as cst
from libcst import metadata

from migrate.model.choices import Assumption
from migrate.model.nodes import last_name, nodes_of

from .python2.results import Remark


class SetByItself(Exception):
    """The program gives a value to a flag that is taken to have one; `line` and `column` tell where."""

    def __init__(self, assumption: Assumption, node: ast.AST) -> None:
        super().__init__(assumption.name)
        self.assumption = assumption
        self.line = getattr(node, "lineno", 1)
        self.column = getattr(node, "col_offset", 0) + 1


def set_in(tree: ast.Module, assumptions: Sequence[Assumption]) -> None:
    """Look whether a program gives flags another value than they were launched with.

    Raises:
      SetByItself: it may.
    """
    for node in nodes_of(tree):
        for one in assumptions:
            if one.name.rpartition(".")[2] in _given_value(node):
                raise SetByItself(one, node)


def _given_value(node: ast.AST) -> Iterator[str]:
    """The attributes that a node may give a value."""
    is_stored = isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load)
    called = node.func if isinstance(node, ast.Call) else None
    if isinstance(node, ast.Attribute) and is_stored:
        yield node.attr
    if is_stored or last_name(called) in _SETTING:
        constants = (one.value for one in nodes_of(node) if isinstance(one, ast.Constant))
        yield from (one for one in constants if isinstance(one, str))


_SETTING = ("setattr", "__setattr__", "set_default", "set_defaults", "update")


def with_branches_taken(
    text: str, assumptions: Sequence[Assumption]
) -> tuple[str, Mapping[Assumption, Remark]]:
    """The text without the branches that flags do not take, and what is to be told of its lines, by flags."""
    tree = ast.parse(text)
    known = dict(_named(tree, assumptions))
    if not known:
        return text, {}
    module = cst.parse_module(text)
    wrapper = cst.MetadataWrapper(module, unsafe_skip_copy=True)
    places = wrapper.resolve(metadata.PositionProvider)
    taking = _Taking(_Values(known), places, wrapper.resolve(metadata.ParentNodeProvider))
    changed = wrapper.module.visit(taking)
    remarks = {
        known[name]: Remark("CFG103", line, column + 1, _told(name, known[name]), _INSTEAD, is_warning=False)
        for name, (line, column) in taking.told.items()
    }
    return changed.code, remarks


_INSTEAD = "launch it with this value, or rewrite it without"


def _told(name: str, assumption: Assumption) -> str:
    value = f"{assumption.value!r} by {assumption.where}"
    return f"{name}, taken to be {value}: the program refuses to start with another value"


def _named(tree: ast.Module, assumptions: Sequence[Assumption]) -> Iterator[tuple[str, Assumption]]:
    """The flags as the text calls them: by what `parse_args()` gave, or TensorFlow's `FLAGS`, or in full."""
    nodes = list(nodes_of(tree))
    holders = {name for node in nodes if isinstance(node, ast.Assign) for name in _holders(node)}
    holders |= {one.asname or one.name for node in nodes for one in _imported(node) if one.name == "FLAGS"}
    read = {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)}
    for one in assumptions:
        names = [one.name] if "." in one.name else [f"{holder}.{one.name}" for holder in sorted(holders)]
        yield from ((name, one) for name in names if name in read)


def _holders(node: ast.Assign) -> Iterator[str]:
    called = node.value.func if isinstance(node.value, ast.Call) else node.value
    attribute = called.attr if isinstance(called, ast.Attribute) else ""
    target = node.targets[0]
    is_pair = attribute == "parse_known_args" and isinstance(target, ast.Tuple)
    first = target.elts[0] if isinstance(target, ast.Tuple) and is_pair else target
    if attribute in ("FLAGS", "parse_args", "parse_known_args") and isinstance(first, ast.Name):
        yield first.id


def _imported(node: ast.AST) -> Sequence[ast.alias]:
    return node.names if isinstance(node, ast.ImportFrom) else ()


@dataclass(frozen=True)
class _Known:
    value: Any


_COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class _Values:
    """What tests are, by flags whose values are known."""

    def __init__(self, known: Mapping[str, Assumption]) -> None:
        self.known = known
        self.used: set[str] = set()

    def of(self, node: ast.expr) -> _Known | ast.expr:
        """Its value; or where that is not known, what it depends on beside the flags, as a test."""
        if isinstance(node, ast.Constant):
            return _Known(node.value)
        if isinstance(node, ast.Attribute) and ast.unparse(node) in self.known:
            self.used.add(ast.unparse(node))
            return _Known(self.known[ast.unparse(node)].value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.of(node.operand)
            return _Known(not inner.value) if isinstance(inner, _Known) else ast.UnaryOp(ast.Not(), inner)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARED:
            sides = [self.of(node.left), self.of(node.comparators[0])]
            left, right = sides
            if isinstance(left, _Known) and isinstance(right, _Known):
                return self._compared(node, left, right)
        return self._several(node) if isinstance(node, ast.BoolOp) else node

    def _compared(self, node: ast.Compare, left: _Known, right: _Known) -> _Known | ast.expr:
        try:
            return _Known(_COMPARED[type(node.ops[0])](left.value, right.value))
        except TypeError:
            return node

    def _several(self, node: ast.BoolOp) -> _Known | ast.expr:
        ends = isinstance(node.op, ast.Or)  # which value of one part is that of all
        left: list[ast.expr] = []
        for part in node.values:
            value = self.of(part)
            if not isinstance(value, _Known):
                left.append(value)
            elif bool(value.value) is ends:
                if any(isinstance(inner, ast.Call) for one in left for inner in nodes_of(one)):
                    return node  # what is called before it may do something
                return _Known(ends)
        if not left:
            return _Known(not ends)
        return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


class _Taking(cst.CSTTransformer):
    """Leaves the branches that are taken, and puts what guards them where each function begins."""

    def __init__(
        self,
        values: _Values,
        places: Mapping[cst.CSTNode, Any],
        parents: Mapping[cst.CSTNode, cst.CSTNode],
    ) -> None:
        super().__init__()
        self._values = values
        self._places = places
        self._parents = parents
        self._guarded: set[tuple[cst.CSTNode | None, str]] = set()  # for all that follows in a function
        self._functions: list[tuple[cst.FunctionDef, set[str]]] = []
        self._elifs: set[cst.CSTNode] = set()
        self.told: dict[str, tuple[int, int]] = {}

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self._functions.append((node, set()))

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.BaseStatement:
        _, guarded = self._functions.pop()
        body = updated_node.body
        if not guarded or not isinstance(body, cst.IndentedBlock):
            return updated_node
        first = 1 if _is_text(body.body[0]) else 0
        guards = [guard for name in sorted(guarded) for guard in self._guards([name])]
        new = [*body.body[:first], *guards, *body.body[first:]]
        return updated_node.with_changes(body=body.with_changes(body=new))

    def visit_If(self, node: cst.If) -> None:
        if isinstance(node.orelse, cst.If):
            self._elifs.add(node.orelse)

    def leave_If(self, original_node: cst.If, updated_node: cst.If) -> Any:
        if _is_guard(original_node):
            return updated_node
        value, used = self._value(original_node.test)
        if not used:
            return updated_node
        place = self._places[original_node].start
        is_elif = original_node in self._elifs
        if is_elif and self._unguarded(used):
            return updated_node  # where nothing can stand before it
        before = self._before(original_node, used)
        for name in used:
            self.told.setdefault(name, (place.line, place.column))
        if not isinstance(value, _Known):
            kept = updated_node.with_changes(test=cst.parse_expression(ast.unparse(value)))
            return cst.FlattenSentinel([*before, kept]) if before else kept
        if is_elif:
            return (
                cst.Else(updated_node.body) if value.value else updated_node.orelse or cst.RemoveFromParent()
            )
        taken: list[Any] = _statements(updated_node.body)
        if not value.value:
            other = updated_node.orelse
            taken = _statements(other.body) if isinstance(other, cst.Else) else [other] if other else []
        if taken:
            lines = [*updated_node.leading_lines, *taken[0].leading_lines]
            taken = [taken[0].with_changes(leading_lines=lines), *taken[1:]]
        return cst.FlattenSentinel([*before, *taken]) if before or taken else cst.RemoveFromParent()

    def leave_IfExp(self, original_node: cst.IfExp, updated_node: cst.IfExp) -> cst.BaseExpression:
        value, used = self._value(original_node.test)
        if not isinstance(value, _Known) or not used or self._unguarded(used):
            return updated_node
        self._before(original_node, used)
        place = self._places[original_node].start
        for name in used:
            self.told.setdefault(name, (place.line, place.column))
        return updated_node.body if value.value else updated_node.orelse

    def _value(self, test: cst.BaseExpression) -> tuple[_Known | ast.expr, list[str]]:
        self._values.used = set()
        value = self._values.of(ast.parse(cst.Module([]).code_for_node(test).strip(), mode="eval").body)
        return value, sorted(self._values.used)

    def _unguarded(self, used: Sequence[str]) -> list[str]:
        """The flags that cannot be looked at where the function begins, and have not been before."""
        inner = self._functions[-1][0] if self._functions else None
        own = _bound(inner) if inner is not None else {name.partition(".")[0] for name in used}
        return [name for name in used if name.partition(".")[0] in own and (inner, name) not in self._guarded]

    def _before(self, node: cst.CSTNode, used: Sequence[str]) -> list[cst.BaseStatement]:
        """What guards a branch where it stands, if that cannot be done where its function begins."""
        alone = self._unguarded(used)
        inner, others = self._functions[-1] if self._functions else (None, set[str]())
        others |= {name for name in used if name not in alone and (inner, name) not in self._guarded}
        block = self._parents[node]
        if block is inner or isinstance(block, cst.Module) or self._parents.get(block) is inner:
            self._guarded |= {(inner, name) for name in alone}
        return self._guards(alone)

    def _guards(self, names: Collection[str]) -> list[cst.BaseStatement]:
        return [_guard(name, self._values.known[name]) for name in names]


def _guard(name: str, assumption: Assumption) -> cst.BaseStatement:
    value = assumption.value
    differs = "is not" if value is None or isinstance(value, bool) else "!="
    words = f"{name} is not {value!r}, for which alone tfmigrate has rewritten this program: {_INSTEAD}"
    return cst.parse_statement(f"if {name} {differs} {value!r}:\n    raise SystemExit({words!r})\n")


def _is_guard(node: cst.If) -> bool:
    """Whether a condition only refuses: it stays."""
    body = node.body.body
    only = body[0] if len(body) == 1 else None
    inner = only.body[0] if isinstance(only, cst.SimpleStatementLine) else only
    return node.orelse is None and isinstance(inner, cst.Raise)


def _bound(function: cst.FunctionDef) -> set[str]:
    """The names that a function has for itself."""
    tree = ast.parse(cst.Module([function.with_changes(leading_lines=[], decorators=[])]).code)
    names = {
        node.id for node in nodes_of(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return names | {node.arg for node in nodes_of(tree) if isinstance(node, ast.arg)}


def _statements(body: cst.BaseSuite) -> list[Any]:
    if isinstance(body, cst.SimpleStatementSuite):
        return [cst.SimpleStatementLine(body.body)]
    return [*body.body]


def _is_text(node: cst.CSTNode) -> bool:
    inner = node.body[0] if isinstance(node, cst.SimpleStatementLine) else None
    return isinstance(inner, cst.Expr) and isinstance(inner.value, (cst.SimpleString, cst.ConcatenatedString))
