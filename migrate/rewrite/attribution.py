"""Tells which rule asked for the edits of which lines."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from migrate.model.edit import FileEdits
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import EditedLines
from migrate.model.plan import UnitPlan
from migrate.model.source import Module

_TOWERS = "TWR101"
_STEPS = "SES101"


def edited_lines(
    plan: UnitPlan, module: ModuleFacts, edits: FileEdits, by_rules: Mapping[ast.AST, str]
) -> tuple[EditedLines, ...]:
    """The lines that the edits of a file are about, in order; `by_rules` are targets of rules' edits."""
    asked = [*by_rules.items()]
    if plan.rule:
        asked += [(node, plan.rule) for node in _targets(edits) if node not in by_rules]
    if plan.rule == _STEPS and _has_strategy(plan, module):
        asked += [(towers.loop, _TOWERS) for facts in module.drivers for towers in facts.towers]
    found = dict.fromkeys(_lines(module.bindings.module, node, code) for node, code in asked)
    return tuple(sorted(found, key=lambda one: (one.cell, one.first, one.last, one.code)))


def _targets(edits: FileEdits) -> Iterator[ast.AST]:
    for replacement in edits.replacements:
        yield replacement.node
    for layout in edits.layouts:
        yield layout.owner
    for signature in edits.signatures:
        yield signature.function
    for arguments in edits.arguments:
        yield arguments.call


def _has_strategy(plan: UnitPlan, module: ModuleFacts) -> bool:
    path = module.bindings.module.path
    return any(one.path == path and "Strategy" in one.strategy for one in plan.programs)


def _lines(module: Module, node: ast.AST, code: str) -> EditedLines:
    """Where a node is in the file that the user knows; a module is its first to its last line."""
    lines = module.code.count(b"\n") + 1
    first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or lines
    if module.conversion is None:
        return EditedLines(code, first, last)
    cell, first, _ = module.conversion.place(first, 1)
    last_cell, last, _ = module.conversion.place(last, 1)
    return EditedLines(code, first, last if last_cell == cell else first, cell)
