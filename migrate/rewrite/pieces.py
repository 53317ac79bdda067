"""Turns the pieces of a plan into LibCST statements, carrying comments along."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any

import libcst as cst

from migrate.model.edit import Around, Block, Code, Comments, Kept, Piece


class Renderer:
    """Knows what each node of the file has become so far, and writes new code out of it."""

    def __init__(self, module: cst.Module) -> None:
        self._module = module
        self._config = module.config_for_parsing
        self._results: dict[ast.AST, cst.CSTNode] = {}
        self._statements: dict[ast.AST, list[cst.BaseStatement]] = {}

    def remember(self, node: ast.AST, result: cst.CSTNode) -> None:
        """Note what `node` has become: for a simple statement, the line it stands on."""
        self._results[node] = result

    def remember_all(self, node: ast.AST, statements: Sequence[cst.BaseStatement]) -> None:
        """Note the statements that stand for a simple statement."""
        self._statements[node] = list(statements)

    def expression(self, code: Code) -> cst.BaseExpression:
        """The new expression of an edit."""
        return cst.parse_expression(self._text(code), self._config)

    def statements(self, code: Code, place: Any = None) -> list[Any]:
        """The new statements of an edit, with the comments of what stood in their place."""
        body: list[Any] = list(cst.parse_module(self._text(code) + "\n", self._config).body)
        if code.comment:
            body[0] = _prepend(body[0], [_comment_line(f"# {line}") for line in code.comment])
        if code.apart:
            body[0] = _spaced(body[0])
        if code.comments_of is not None:
            place = self._results[code.comments_of]
        return body if place is None else _with_comments(body, place)

    def with_block(self, owner: Any, pieces: Sequence[Piece]) -> Any:
        """`owner` (a module, function or `if`) with its block laid out anew."""
        body = self._block(pieces)
        if isinstance(owner, cst.Module):
            return owner.with_changes(body=body)
        return owner.with_changes(body=owner.body.with_changes(body=body))

    def _block(self, pieces: Sequence[Piece]) -> list[cst.BaseStatement]:
        done: list[cst.BaseStatement] = []
        waiting: list[cst.EmptyLine] = []
        after_function = False
        for piece in pieces:
            if isinstance(piece, Comments):
                waiting.extend(_comments(self._results[piece.node]))
                continue
            statements = [_tidy(statement) for statement in self._piece(piece)]
            if statements and waiting:
                statements = [_prepend(statements[0], waiting), *statements[1:]]
                waiting = []
            if statements and after_function:
                statements[0] = _spaced(statements[0])
            if statements:
                after_function = isinstance(piece, Block) and isinstance(statements[-1], cst.FunctionDef)
            done.extend(statements)
        return done

    def _piece(self, piece: Piece) -> list[Any]:
        if isinstance(piece, Code):
            return self.statements(piece)
        if isinstance(piece, Kept):
            return [statement.deep_clone() for statement in self._of(piece.node)]
        if isinstance(piece, Block):
            return [self._new_block(piece)]
        if isinstance(piece, Around):
            return self._around(piece)
        raise TypeError(piece)

    def _of(self, node: ast.stmt) -> Iterable[cst.BaseStatement]:
        if node in self._statements:
            return self._statements[node]
        return [self._results[node]]  # type: ignore[list-item]

    def _new_block(self, piece: Block) -> Any:
        (statement,) = self.statements(Code(piece.header.template + "\n    pass", piece.header.parts))
        new: Any = statement
        body = _without_blank_start(self._block(piece.body)) or new.body.body
        new = new.with_changes(body=cst.IndentedBlock(body=body))
        return _spaced(new) if isinstance(new, cst.FunctionDef) or piece.header.apart else new

    def _around(self, piece: Around) -> list[cst.BaseStatement]:
        owner: Any = self._results[piece.node].deep_clone()
        body = self._block(piece.body)
        if isinstance(owner, cst.With):
            items = [item for index, item in enumerate(owner.items) if index not in piece.without]
            if not items:
                return _with_comments(body, owner) if body else []
            items[-1] = items[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            owner = owner.with_changes(items=items)
        return [owner.with_changes(body=owner.body.with_changes(body=_without_blank_start(body)))]

    def _text(self, code: Code) -> str:
        parts = {name: self._code_of(node) for name, node in code.parts.items()}
        return code.template.format(**parts) if parts else code.template.replace("{{", "{").replace("}}", "}")

    def _code_of(self, node: ast.AST) -> str:
        return self._module.code_for_node(self._results[node]).strip()


def _comment_line(text: str) -> cst.EmptyLine:
    return cst.EmptyLine(comment=cst.Comment(text))


def _comments(statement: Any) -> list[cst.EmptyLine]:
    """The comments of a statement, as lines: those above, beside and at the end of its block."""
    lines = [line for line in getattr(statement, "leading_lines", ()) if line.comment]
    beside = getattr(statement, "trailing_whitespace", None)
    body = getattr(statement, "body", None)
    if isinstance(body, cst.IndentedBlock):
        beside = body.header
    if beside is not None and beside.comment is not None:
        lines.append(cst.EmptyLine(comment=beside.comment))
    if isinstance(body, cst.IndentedBlock):
        for inner in body.body:
            lines.extend(_comments(inner))
        lines.extend(line for line in body.footer if line.comment)
    return lines


def _own_comments(statement: Any) -> list[cst.EmptyLine]:
    """As `_comments`, blank lines above included, without those inside its block."""
    lines = list(getattr(statement, "leading_lines", ()))
    beside = getattr(statement, "trailing_whitespace", None)
    body = getattr(statement, "body", None)
    if isinstance(body, cst.IndentedBlock):
        beside = body.header
    if beside is not None and beside.comment is not None:
        lines.append(cst.EmptyLine(comment=beside.comment))
    return lines


def _tidy(statement: Any) -> Any:
    """`statement` with blank lines above that stay blank wherever it moves to."""
    lines = [
        line if line.comment else line.with_changes(indent=False, whitespace=cst.SimpleWhitespace(""))
        for line in statement.leading_lines
    ]
    return statement.with_changes(leading_lines=lines)


def _spaced(statement: Any) -> Any:
    """`statement` with a blank line above."""
    lines = statement.leading_lines
    if lines and lines[0].comment is None:
        return statement
    return statement.with_changes(leading_lines=[cst.EmptyLine(indent=False), *lines])


def _without_blank_start(body: list[Any]) -> list[Any]:
    """`body` without blank lines above its first statement."""
    if not body:
        return body
    lines = body[0].leading_lines
    return [body[0].with_changes(leading_lines=lines[_blank_lines(lines) :]), *body[1:]]


def _prepend(statement: Any, lines: Sequence[cst.EmptyLine]) -> Any:
    own = list(statement.leading_lines)
    blank = own[: _blank_lines(own)]
    return statement.with_changes(leading_lines=[*blank, *lines, *own[len(blank) :]])


def _blank_lines(lines: Sequence[cst.EmptyLine]) -> int:
    count = 0
    while count < len(lines) and lines[count].comment is None:
        count += 1
    return count


def _with_comments(body: list[cst.BaseStatement], place: Any) -> list[cst.BaseStatement]:
    """`body` with the comments of the statement that stood in its place."""
    if not body:
        return body
    first: Any = body[0]
    lines = [*_own_comments(place), *first.leading_lines]
    body = [first.with_changes(leading_lines=lines), *body[1:]]
    footer = [line for line in getattr(getattr(place, "body", None), "footer", ()) if line.comment]
    if footer and isinstance(getattr(body[-1], "body", None), cst.IndentedBlock):
        last: Any = body[-1]
        body[-1] = last.with_changes(body=last.body.with_changes(footer=[*last.body.footer, *footer]))
    return body
