"""Turns the pieces of a plan into LibCST statements."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Any, TypeAlias

import libcst as cst

from migrate.model.edit import Around, Block, Code, Comments, Kept, Piece

from .comments import (
    all_comments,
    comment_line,
    header_comments,
    in_place_of,
    prepended,
    spaced,
    tidied,
    unspaced,
)
from .originals import Originals

# Statements, and comments that are left over behind the last of them.
_Written: TypeAlias = "tuple[list[Any], list[cst.EmptyLine]]"


class Ahead(LookupError):
    """New code needs a node that stands further down in the file, whose own edits are not made yet."""


class Renderer:
    """Knows what each node of the file has become so far, and writes new code out of it."""

    def __init__(self, module: cst.Module, originals: Originals) -> None:
        self._module = module
        self._originals = originals
        self._config = module.config_for_parsing
        self._results: dict[ast.AST, Any] = {}
        self._statements: dict[ast.AST, list[Any]] = {}

    def remember(self, node: ast.AST, result: cst.CSTNode) -> None:
        """Note what `node` has become: for a simple statement, the line it stands on."""
        self._results[node] = result

    def remember_all(self, node: ast.AST, statements: Sequence[cst.BaseStatement]) -> None:
        """Note the statements that stand for a simple statement."""
        self._statements[node] = list(statements)

    def _result(self, node: ast.AST) -> Any:
        found = self._results.get(node) or self._originals.of(node)
        if found is None:
            raise Ahead(node)
        return found

    def expression(self, code: Code) -> cst.BaseExpression:
        """The new expression of an edit."""
        return cst.parse_expression(self._text(code), self._config)

    def statements(self, code: Code, place: Any = None) -> list[Any]:
        """The new statements of an edit, with the comments of what stood in their place; none of no code."""
        body: list[Any] = list(cst.parse_module(self._text(code) + "\n", self._config).body)
        if not body:
            return []
        if code.comment:
            body[0] = prepended(body[0], [comment_line(f"# {line}") for line in code.comment])
        if code.comments_of is not None:
            place = self._result(code.comments_of)
        return body if place is None else in_place_of(place, body)

    def with_block(self, owner: Any, pieces: Sequence[Piece]) -> Any:
        """`owner` (a module, function or `if`) with its block laid out anew.

        Raises:
          Ahead: a part of it stands further down.
        """
        is_module = isinstance(owner, cst.Module)
        body, rest = self._block(pieces, blank_lines=2 if is_module else 1)
        if is_module:
            return owner.with_changes(body=body, footer=[*rest, *owner.footer])
        return _with_body(owner, body, rest)

    def _block(self, pieces: Sequence[Piece], blank_lines: int) -> _Written:
        """The statements of a block; new functions and other pieces that stand apart get blank lines."""
        done: list[Any] = []
        waiting: list[cst.EmptyLine] = []
        apart = False
        for piece in pieces:
            if isinstance(piece, Comments):
                comments = header_comments if piece.own_lines else all_comments
                waiting.extend(comments(self._result(piece.node)))
                continue
            statements, rest = self._piece(piece, blank_lines)
            if not statements:
                waiting.extend(rest)
                continue
            first = prepended(tidied(statements[0]), waiting)
            is_function = isinstance(piece, Block) and isinstance(statements[0], cst.FunctionDef)
            if apart or is_function or isinstance(piece, Code) and piece.apart:
                first = spaced(first, blank_lines)
            done.extend([first, *map(tidied, statements[1:])])
            waiting, apart = rest, is_function
        return done, waiting

    def _piece(self, piece: Piece, blank_lines: int) -> _Written:
        if isinstance(piece, Code):
            return self.statements(piece), []
        if isinstance(piece, Kept):
            kept = self._statements.get(piece.node) or [self._result(piece.node)]
            return list(kept), []
        if isinstance(piece, Block):
            return [self._new_block(piece)], []
        if isinstance(piece, Around):
            return self._around(piece, blank_lines)
        raise TypeError(piece)

    def _new_block(self, piece: Block) -> Any:
        (new,) = self.statements(Code(piece.header.template + "\n    pass", piece.header.parts))
        body, rest = self._block(piece.body, blank_lines=1)
        body = body or list(new.body.body)  # such as of a step that runs a `tf.no_op()`
        body = [unspaced(body[0], 0), *(unspaced(statement, 1) for statement in body[1:])]
        new = new.with_changes(body=cst.IndentedBlock(body=body, footer=rest))
        return _with_otherwise(new, *self._block(piece.otherwise, blank_lines=1)) if piece.otherwise else new

    def _around(self, piece: Around, blank_lines: int) -> _Written:
        owner = self._result(piece.node)
        items = list(getattr(owner, "items", ()))
        kept = [item for index, item in enumerate(items) if index not in piece.without]
        if items and not kept:
            body, rest = self._block(piece.body, blank_lines)
            return (in_place_of(owner, body), rest) if body else ([], [*header_comments(owner), *rest])
        body, rest = self._block(piece.body, blank_lines=1)
        otherwise, last_rest = self._block(piece.otherwise, blank_lines=1)
        if not body and not otherwise and not isinstance(owner, cst.Try):
            return [], [*header_comments(owner), *rest, *last_rest]
        if isinstance(owner, cst.If):
            if not otherwise:
                last_rest = [*_else_comments(owner.orelse), *last_rest]
            owner = _with_otherwise(owner, otherwise, last_rest)
            last_rest = last_rest if not otherwise else []
        body = body or [cst.parse_statement("pass", self._config)]
        if kept:
            last = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            owner = owner.with_changes(items=[*kept[:-1], last])
        body = [unspaced(body[0], 0), *body[1:]]
        return [_with_body(owner, body, rest)], last_rest

    def _text(self, code: Code) -> str:
        parts = {name: self._code_of(node) for name, node in code.parts.items()}
        template = code.template
        for name, node in code.parts.items():
            if getattr(self._result(node), "lpar", ()):  # it has parentheses of its own
                template = re.sub(rf"(?<![\w)\]}}])\((\{{{name}\}})\)", r"\1", template)
        return template.format(**parts)

    def _code_of(self, node: ast.AST) -> str:
        return self._module.code_for_node(self._result(node)).strip()


def _with_body(owner: Any, body: list[Any], rest: list[cst.EmptyLine]) -> Any:
    """A compound statement with another block, in front of whose last comments are those of `rest`."""
    if isinstance(owner.body, cst.SimpleStatementSuite):  # `def f(): return 1`, all on one line
        header = owner.body.trailing_whitespace
        return owner.with_changes(body=cst.IndentedBlock(body=body, header=header, footer=rest))
    footer = [*rest, *owner.body.footer]
    return owner.with_changes(body=owner.body.with_changes(body=body, footer=footer))


def _else_comments(otherwise: Any) -> list[cst.EmptyLine]:
    """The comments of an `else` that goes; an `elif` is a statement of its own."""
    return header_comments(otherwise) if isinstance(otherwise, cst.Else) else []


def _with_otherwise(owner: cst.If, otherwise: list[Any], rest: list[cst.EmptyLine]) -> cst.If:
    """An `if` with new statements in its other branch, which stays an `elif` where it can, or without one."""
    if not otherwise:
        return owner.with_changes(orelse=None)
    first = unspaced(otherwise[0], 0)
    if isinstance(owner.orelse, cst.If) and len(otherwise) == 1 and isinstance(first, cst.If) and not rest:
        return owner.with_changes(orelse=first)
    block = cst.IndentedBlock(body=[first, *otherwise[1:]], footer=rest)
    if isinstance(owner.orelse, cst.Else):
        own = owner.orelse.body
        header = {"header": own.header} if isinstance(own, cst.IndentedBlock) else {}
        footer = [*rest, *getattr(own, "footer", ())]
        return owner.with_changes(
            orelse=owner.orelse.with_changes(body=block.with_changes(footer=footer, **header))
        )
    return owner.with_changes(orelse=cst.Else(body=block))
