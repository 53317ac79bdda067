"""Applies the edits of one file: nested edits compose, comments and layout stay."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import libcst as cst

from migrate.model.edit import Arguments, FileEdits, Piece
from migrate.model.source import Module
from migrate.syntax.pairing import pair

from .comments import with_lost
from .imports import add_imports
from .parentheses import with_arguments, with_names, with_signature
from .pieces import Ahead, Renderer


def rewritten(module: Module, edits: FileEdits) -> bytes:
    """The code of the file with its edits made, in the encoding and newlines that it had."""
    concrete = cst.parse_module(module.code)
    transformer = _Transformer(concrete, pair(module.tree, concrete), edits)
    changed = concrete.visit(transformer)
    if transformer.is_ahead:  # it knows now what stands further down
        transformer.is_last = True
        changed = concrete.visit(transformer)
    return add_imports(changed, edits.imports).bytes


class _Transformer(cst.CSTTransformer):
    """Edits each node as its children leave it, and keeps every result for edits further out."""

    def __init__(self, module: cst.Module, nodes: dict[cst.CSTNode, ast.AST], edits: FileEdits) -> None:
        super().__init__()
        self._nodes = nodes
        self._replacements = {replacement.node: replacement.code for replacement in edits.replacements}
        self._layouts = {layout.owner: layout.pieces for layout in edits.layouts}
        self._signatures = {signature.function: signature for signature in edits.signatures}
        self._arguments = {arguments.call: arguments for arguments in edits.arguments}
        self._renderer = Renderer(module)
        self.is_ahead = self.is_last = False

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        if isinstance(original_node, cst.SimpleStatementLine):
            return self._leave_line(original_node, with_lost(updated_node, original_node))
        if isinstance(original_node, (cst.If, cst.While, cst.For, cst.With)):
            updated_node = with_lost(updated_node, original_node)
        node = self._nodes.get(original_node)
        if node is None:
            return updated_node
        if isinstance(node, ast.Call) and node in self._arguments:
            updated_node = self._with_arguments(original_node, updated_node, self._arguments[node])
        if isinstance(node, ast.FunctionDef) and node in self._signatures:
            updated_node = with_signature(updated_node, self._signatures[node])
        if isinstance(node, ast.expr) and node in self._replacements:
            updated_node = self._renderer.expression(self._replacements[node])
        if node in self._layouts:
            updated_node = self._laid_out(updated_node, self._layouts[node])
        if isinstance(updated_node, cst.BaseSmallStatement):  # of `def f(): return 1`; other lines follow
            line = cst.SimpleStatementLine([updated_node.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])
            self._renderer.remember(node, line)
        else:
            self._renderer.remember(node, updated_node)
        return updated_node

    def _laid_out(self, owner: Any, pieces: Sequence[Piece]) -> Any:
        try:
            return self._renderer.with_block(owner, pieces)
        except Ahead:
            if self.is_last:
                raise
            self.is_ahead = True
            return owner

    def _with_arguments(self, original: cst.Call, updated: cst.Call, edit: Arguments) -> cst.Call:
        places = [[self._nodes.get(one), self._nodes.get(one.value)] for one in original.args]
        taken = [i for i, nodes in enumerate(places) if any(node in edit.without for node in nodes)]
        names = {i: name for node, name in edit.named.items() for i, of in enumerate(places) if node in of}
        if edit.function:
            updated = updated.with_changes(func=cst.parse_expression(edit.function))
        if names:
            updated = with_names(updated, names)
        return with_arguments(updated, taken, edit.added) if taken or edit.added else updated

    def _leave_line(self, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine) -> Any:
        """Edits the statements of a line; if there are several, each gets a line when one of them changes."""
        statements = [self._nodes[small] for small in original.body]
        lines: list[Any] = []
        for statement, line in zip(statements, _one_each(updated), strict=True):
            self._renderer.remember(statement, line)
            code = self._replacements.get(statement)  # type: ignore[call-overload]
            replaced = [line] if code is None else self._renderer.statements(code, line)
            self._renderer.remember_all(statement, replaced)
            lines.extend(replaced)
        if not any(statement in self._replacements for statement in statements):
            return updated
        return cst.FlattenSentinel(lines)


def _one_each(line: cst.SimpleStatementLine) -> list[cst.SimpleStatementLine]:
    """A line for each of the statements on `line`, with its comments above the first and beside the last."""
    if len(line.body) == 1:
        return [line]
    lines = [
        cst.SimpleStatementLine([small.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])
        for small in line.body
    ]
    lines[0] = lines[0].with_changes(leading_lines=line.leading_lines)
    lines[-1] = lines[-1].with_changes(trailing_whitespace=line.trailing_whitespace)
    return lines
