"""A program that may take another form: its modules, where its calls stand, and what edits make of it."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from migrate import parse
from migrate.analyse.program.call_sites import CallSites
from migrate.analyse.program.constructions import Constructions
from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Code, Comments, FileEdits, Kept, Layout, Piece
from migrate.model.effects import Effects
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of, walk_scope
from migrate.model.source import Module
from migrate.rewrite.engine import rewritten

_RULE = "SES107"

Block: TypeAlias = "ast.Module | ast.FunctionDef | ast.ClassDef | ast.If | ast.For | ast.While | ast.With"
_BLOCKS = (ast.Module, ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.While, ast.With)


@dataclass(frozen=True, eq=False)
class Place:
    """A statement of a module, and the block that it stands in."""

    bindings: Bindings
    block: Block
    statement: ast.stmt


@dataclass(frozen=True)
class Form:
    """The edits of some files by which a program has another form, and what is told of nodes of them."""

    edits: Sequence[tuple[Path, FileEdits]]
    told: Sequence[tuple[Path, ast.AST, str]]


class Program:
    """What is known of the modules of a unit, which are analysed together."""

    def __init__(self, facts: Sequence[ModuleFacts], effects: Effects) -> None:
        self.facts = facts
        self.modules = [one.bindings for one in facts]
        self.effects = effects

    @functools.cached_property
    def constructions(self) -> Constructions:
        """The calls that make objects."""
        return Constructions(self.modules, self.effects)

    @functools.cached_property
    def callers(self) -> CallSites:
        """The calls of its functions."""
        return CallSites(self.modules, self.effects, self.constructions)

    def nodes(self) -> Iterator[ast.AST]:
        """The nodes of all modules."""
        return (node for one in self.modules for node in nodes_of(one.module.tree))

    def blocks(self) -> Iterator[tuple[Bindings, Block]]:
        """What has statements of its own, in all modules."""
        for bindings in self.modules:
            for node in nodes_of(bindings.module.tree):
                if isinstance(node, _BLOCKS):
                    yield bindings, node

    @functools.cached_property
    def places(self) -> Mapping[ast.AST, Place]:
        """Where calls stand: in simple statements, or in what a `with` enters, but in no class."""
        return {
            node: Place(bindings, block, statement)
            for bindings, block in self.blocks()
            for statement in (block.body if not isinstance(block, ast.ClassDef) else ())
            for root in _own_nodes(statement)
            for node in nodes_of(root)
            if isinstance(node, ast.Call)
        }

    def scope(self, place: Place) -> ast.FunctionDef | ast.Module:
        """The function or the module that a statement belongs to."""
        tree = place.bindings.module.tree
        functions = (node for node in nodes_of(tree) if isinstance(node, ast.FunctionDef))
        around = [one for one in functions if any(_is_in(place.statement, each) for each in one.body)]
        return around[-1] if around else tree

    def laid_out(self, instead: Mapping[ast.stmt, Sequence[Piece]]) -> Iterator[tuple[Path, FileEdits]]:
        """The edits of the blocks in which other pieces stand instead of some statements."""
        for bindings, block in self.blocks():
            if any(one in instead for one in block.body):
                pieces = (piece for one in block.body for piece in instead.get(one, (Kept(one),)))
                yield bindings.module.path, FileEdits(layouts=(Layout(block, tuple(pieces)),))

    def changed(self, form: Form) -> dict[Path, Module]:
        """The modules that are others in that form."""
        return {
            one.module.path: _changed(one.module, edits, form.told)
            for one in self.modules
            if (edits := [each for path, each in form.edits if path == one.module.path])
        }


def gone(statements: Mapping[ast.stmt, Sequence[ast.stmt]]) -> Mapping[ast.stmt, Sequence[Piece]]:
    """What stands instead of statements that go, each of a block, and of those that follow them.

    These take over their comments, and the blank lines above them.
    """
    instead: dict[ast.stmt, Sequence[Piece]] = {}
    for first, body in statements.items():
        behind = body[body.index(first) + 1]
        instead.setdefault(first, ())
        if behind in statements:
            instead[first] = (Comments(first),)
        else:
            instead[behind] = (Code("{one}", {"one": behind}, comments_of=first),)
    return instead


def _own_nodes(statement: ast.stmt) -> Sequence[ast.AST]:
    if isinstance(statement, ast.With):
        return [item.context_expr for item in statement.items]
    return [statement] if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr, ast.Return)) else ()


def _is_in(statement: ast.stmt, other: ast.stmt) -> bool:
    """Whether a statement is another one, or stands in it, and not in a function there."""
    return any(node is statement for node in walk_scope(other))


def _changed(module: Module, edits: Iterable[FileEdits], told: Iterable[tuple[Path, ast.AST, str]]) -> Module:
    """A module with all of its edits made, and what is told of them where it is written."""
    every = list(edits)
    joined = FileEdits(
        tuple(edit for one in every for edit in one.replacements),
        tuple(layout for one in every for layout in one.layouts),
        signatures=tuple(signature for one in every for signature in one.signatures),
        arguments=tuple(edit for one in every for edit in one.arguments),
    )
    changed = parse.changed(module, rewritten(module, joined))
    assert changed.conversion is not None
    found = [
        module.told(Diagnostic(_RULE, Severity.INFO, Span.of(path, node), words))
        for path, node, words in told
        if path == module.path
    ]
    conversion = replace(changed.conversion, findings=(*changed.conversion.findings, *found))
    return replace(changed, conversion=conversion)
