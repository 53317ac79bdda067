"""Applies the edits of one file: nested edits compose, comments and layout stay.

Only what holds an edit is visited. The time of a rendering is that of parsing the file and of visiting the
statements that change; what was asked for before is not rendered again, nor what nothing is asked of.
"""

from __future__ import annotations

import ast
import weakref
from collections.abc import Sequence
from typing import Any

import libcst as cst

from migrate.model.edit import Arguments, FileEdits, Piece
from migrate.model.nodes import children_of, nodes_of
from migrate.model.source import Module
from migrate.syntax.pairing import pair

from .comments import with_lost
from .form_feeds import marked, restored
from .imports import add_imports
from .originals import Originals, as_line, one_each
from .parentheses import with_arguments, with_names, with_signature
from .pieces import Ahead, Renderer


def rewritten(module: Module, edits: FileEdits) -> bytes:
    """The code of the file with its edits made, in the encoding and newlines that it had."""
    if edits == FileEdits():
        return module.code
    known = _RENDERED.setdefault(module.tree, [])
    found = next((code for asked, code in known if asked == edits), None)
    if found is None:
        found = _rendered(module, edits)
        ast.parse(found)  # what is written must parse: anything else is a defect of this tool
        known.append((edits, found))
    return found


# What was made of each module: the tiers and the parts of a unit often ask for the same.
_RENDERED: weakref.WeakKeyDictionary[ast.Module, list[tuple[FileEdits, bytes]]] = weakref.WeakKeyDictionary()


class NotFollowed(Exception):
    """LibCST does not take a file that Python's own parser does."""


def _rendered(module: Module, edits: FileEdits) -> bytes:
    try:
        code, mark = marked(module.code)
        concrete = cst.parse_module(code)
    except cst.ParserSyntaxError as error:
        raise NotFollowed(error.message) from error
    except cst.CSTValidationError as error:
        raise NotFollowed(str(error)) from error
    transformer = _Transformer(concrete, module.tree, edits)
    changed = concrete.visit(transformer)
    if transformer.is_ahead:  # it knows now what stands further down
        transformer.is_last = True
        changed = concrete.visit(transformer)
    return restored(add_imports(changed, edits.imports).bytes, mark)


class _Transformer(cst.CSTTransformer):
    """Edits each node as its children leave it, and keeps every result for edits further out.

    Nodes without an edit in them are left as they are.
    """

    def __init__(self, module: cst.Module, tree: ast.Module, edits: FileEdits) -> None:
        super().__init__()
        self._nodes = pair(tree, module)
        self._replacements = {replacement.node: replacement.code for replacement in edits.replacements}
        self._layouts = {layout.owner: layout.pieces for layout in edits.layouts}
        self._signatures = {signature.function: signature for signature in edits.signatures}
        self._arguments = {arguments.call: arguments for arguments in edits.arguments}
        targets = (self._replacements, self._layouts, self._signatures, self._arguments)
        self._holding = _holding(tree, {target for each in targets for target in each})
        self._renderer = Renderer(module, Originals(module, self._nodes, self._holding))
        self.is_ahead = self.is_last = False

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.SimpleStatementLine):
            return any(self._nodes[small] in self._holding for small in node.body)
        return node not in self._nodes or self._nodes[node] in self._holding

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        if not self.on_visit(original_node):
            return updated_node
        if isinstance(original_node, cst.SimpleStatementLine):
            return self._leave_line(original_node, with_lost(updated_node, original_node))
        if isinstance(original_node, cst.SimpleStatementSuite):
            return self._leave_suite(original_node, updated_node)
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
            self._renderer.remember(node, as_line(updated_node))
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
        if not (taken or edit.added):
            return updated
        return with_arguments(updated, taken, edit.added, lead=edit.lead)

    def _leave_line(self, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine) -> Any:
        """Edits the statements of a line; if there are several, each gets a line when one of them changes."""
        statements = [self._nodes[small] for small in original.body]
        lines = self._lines(statements, one_each(updated))
        return cst.FlattenSentinel(lines) if self._changes(statements) else updated

    def _leave_suite(self, original: cst.SimpleStatementSuite, updated: cst.SimpleStatementSuite) -> Any:
        """The same for statements on the line of their header: `for x in xs: train(x)`."""
        statements = [self._nodes[small] for small in original.body]
        lines = self._lines(statements, [as_line(small) for small in updated.body])
        if not self._changes(statements):
            return updated
        return cst.IndentedBlock(lines or [cst.parse_statement("pass")], header=original.trailing_whitespace)

    def _changes(self, statements: Sequence[ast.AST | None]) -> bool:
        return any(statement in self._replacements for statement in statements)

    def _lines(self, statements: Sequence[Any], written: Sequence[Any]) -> list[Any]:
        """The lines of some statements, each of which is `written` on one, as their own edits leave them."""
        lines: list[Any] = []
        for statement, line in zip(statements, written, strict=True):
            self._renderer.remember(statement, line)
            code = self._replacements.get(statement)
            replaced = [line] if code is None else self._renderer.statements(code, line)
            self._renderer.remember_all(statement, replaced)
            lines.extend(replaced)
        return lines


def _holding(tree: ast.Module, targets: set[ast.AST]) -> set[ast.AST]:
    """The nodes that are a target of an edit, or have one in them."""
    around = {child: node for node in nodes_of(tree) for child in children_of(node)}
    holding: set[ast.AST] = {tree}
    for target in targets:
        node: ast.AST | None = target
        while node is not None and node not in holding:
            holding.add(node)
            node = around.get(node)
    return holding
