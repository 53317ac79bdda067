"""What the plan asks the rewriter to do to one file, in terms of the nodes of its `ast` tree."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

_NO_PARTS: Mapping[str, ast.AST] = MappingProxyType({})
_NOTHING_ADDED: Mapping[str, str] = MappingProxyType({})
_NONE_NAMED: Mapping[ast.expr | ast.keyword, str] = MappingProxyType({})


@dataclass(frozen=True)
class Code:
    """New code: a template, in which `{name}` stands for a node of the file as its own edits leave it.

    As a statement it may take over the comments of the statement that it stands for. `comment` lines go
    above it, and a blank line where it stands `apart` from what is before it. `imports` are the import
    lines that its names need.
    """

    template: str
    parts: Mapping[str, ast.AST] = field(default_factory=lambda: _NO_PARTS)
    comments_of: ast.stmt | None = None
    comment: tuple[str, ...] = ()
    apart: bool = False
    imports: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kept:
    """A statement of the file, where it is or moved, as its own edits leave it."""

    node: ast.stmt


@dataclass(frozen=True)
class Around:
    """The header of a compound statement around other pieces.

    `without` are the indices of the `with` items that are left out; where all are, the pieces stand alone.
    `otherwise` are the pieces of an `if`'s other branch.
    """

    node: ast.stmt
    body: tuple[Piece, ...]
    without: frozenset[int] = frozenset()
    otherwise: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Block:
    """A new compound statement, such as a function: its header, decorators included, and its body.

    `otherwise` are the pieces of an `if`'s other branch.
    """

    header: Code
    body: tuple[Piece, ...]
    otherwise: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Comments:
    """The comments of a statement that itself is gone; they go above what follows.

    Where the statements in its block are not gone, only those of its `own_lines` are meant.
    """

    node: ast.stmt
    own_lines: bool = False


Piece: TypeAlias = "Code | Kept | Around | Block | Comments"


@dataclass(frozen=True)
class Replacement:
    """Puts new code in the place of an expression or of a simple statement.

    Where it `holds_in_graphs`, the new code does there what the old one did, and in steps too: so a program
    that keeps its graph can share it with one that has steps.
    """

    node: ast.expr | ast.stmt
    code: Code
    holds_in_graphs: bool = False


@dataclass(frozen=True)
class Layout:
    """Gives the block of a function, of a module or of an `if` a new order."""

    owner: ast.AST
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Signature:
    """Takes parameters out of a function; new ones stand in the place of the first of them.

    Where none is taken out of a method, they stand behind that for its object. Where the first had a default,
    the new ones have it too, so that what is left is still a signature.
    """

    function: ast.FunctionDef
    without: frozenset[str]
    added: tuple[str, ...] = ()


@dataclass(frozen=True)
class Arguments:
    """Takes arguments out of a call; new ones stand in the place of the first of them.

    `added` tells the value of each new one by the name of its parameter, which is written where the place is
    that of a keyword, or where nothing is taken out: they stand at the end then, or if they `lead`, without
    names in front of all others. Those that are `named` get another keyword, or one at all. `function` is
    written for what is called, whatever the edits of that say.
    """

    call: ast.Call
    without: frozenset[ast.expr | ast.keyword] = frozenset()
    added: Mapping[str, str] = field(default_factory=lambda: _NOTHING_ADDED)
    named: Mapping[ast.expr | ast.keyword, str] = field(default_factory=lambda: _NONE_NAMED)
    function: str = ""
    lead: bool = False


@dataclass(frozen=True)
class FileEdits:
    """All edits of one file; they compose, an inner one inside an outer one."""

    replacements: tuple[Replacement, ...] = ()
    layouts: tuple[Layout, ...] = ()
    imports: tuple[str, ...] = ()
    signatures: tuple[Signature, ...] = ()
    arguments: tuple[Arguments, ...] = ()

    @property
    def holds_in_graphs(self) -> bool:
        """Whether programs with steps and programs with graphs can share what these edits make."""
        others = (*self.layouts, *self.imports, *self.signatures, *self.arguments)
        return not others and all(edit.holds_in_graphs for edit in self.replacements)

    def of(self, nodes: Collection[ast.AST]) -> FileEdits:
        """Those of some nodes of the file, without imports for what they write."""
        return FileEdits(
            tuple(one for one in self.replacements if one.node in nodes),
            tuple(one for one in self.layouts if one.owner in nodes),
            (),
            tuple(one for one in self.signatures if one.function in nodes),
            tuple(one for one in self.arguments if one.call in nodes),
        )
