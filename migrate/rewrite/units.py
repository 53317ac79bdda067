"""Rewrites the files of one unit: all of them, or none."""

from __future__ import annotations

import ast
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Arguments, FileEdits, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.outcome import FileChange, ProgramOutcome, Tier, UnitOutcome
from migrate.model.plan import UnitPlan
from migrate.model.source import Module, NotPutBack

from .attribution import edited_lines
from .engine import NotFollowed, rewritten
from .registry import all_rules
from .rule import Edits, Rule
from .runtime import importing
from .versions import is_tf1

_OF_A_NAME = "API20"  # what diagnostics of names begin with that are not there


def rewrite(plan: UnitPlan) -> UnitOutcome:
    """Make the plan's edits, and those of every rule, in the unit's files."""
    found: list[Diagnostic] = list(plan.diagnostics)
    if any(one.severity is Severity.ERROR for one in found):
        return _unchanged(plan, found)
    rules = all_rules()
    may_stay = plan.tier is None and not _has_to_change(plan.modules)
    if may_stay:
        rules = tuple(rule for rule in rules if rule.of_tf2)
    asked = [(module, _edits(plan, module, rules, found)) for module in plan.modules]
    if any(one.severity is Severity.ERROR for one in found):
        return _unchanged(plan, [one for one in found if one.severity is Severity.ERROR])
    if may_stay and all(edits == FileEdits() for _, (edits, _) in asked):
        return _unchanged(plan, found)
    changes = []
    for module, (edits, by_rules) in asked:
        source = module.bindings.module.source
        try:
            code = rewritten(module.bindings.module, importing(plan.runtime, edits))
        except NotFollowed as error:
            found_there = f"a line that Python's parser takes, and LibCST, which edits, does not: {error}"
            told = Diagnostic("SRC001", Severity.ERROR, Span(source.path), found_there, "write it otherwise")
            return _unchanged(plan, [told])
        try:
            after = _file(module.bindings.module, code)
        except NotPutBack as error:
            return _unchanged(plan, [_not_put_back(source.path, error)])
        if after != source.data:
            edited = edited_lines(plan, module, edits, by_rules)
            changes.append(FileChange(source.path, source.data, after, edited))
    return UnitOutcome(plan.programs, tuple(changes), tuple(found))


def _has_to_change(modules: Sequence[ModuleFacts]) -> bool:
    """Whether modules without programs use names that TensorFlow 2 lacks, or TensorFlow in Python 2."""
    if any(is_tf1(module.bindings) for module in modules):
        return True
    uses = any(module.bindings.tensorflow(node) for module in modules for node in module.bindings.dotted)
    return uses and any(module.bindings.module.was_python2 for module in modules)


def _file(module: Module, code: bytes) -> bytes:
    """The file that holds the code."""
    return module.conversion.put_back(code) if module.conversion else code


def _not_put_back(path: Path, error: NotPutBack) -> Diagnostic:
    return Diagnostic(error.code, Severity.ERROR, Span(path), error.found, error.instead)


def _unchanged(plan: UnitPlan, found: list[Diagnostic]) -> UnitOutcome:
    programs = tuple(ProgramOutcome(program.path, None) for program in plan.programs)
    return UnitOutcome(programs, (), tuple(found))


def _edits(
    plan: UnitPlan, module: ModuleFacts, rules: Sequence[Rule], found: list[Diagnostic]
) -> tuple[FileEdits, Mapping[ast.AST, str]]:
    """All edits of a module, and the rules that asked for those that are not the plan's; `found` grows."""
    planned = plan.edits.get(module.bindings.module.path, FileEdits())
    replacements = {edit.node: edit for edit in planned.replacements}
    arguments = {edit.call: edit for edit in planned.arguments}
    of_plan = {*replacements, *arguments}
    asked = list(_asked_by_rules(module, rules, plan))
    by_rules: dict[ast.AST, str] = {}
    for code, edit in asked:
        if isinstance(edit, Arguments):
            arguments.setdefault(edit.call, edit)
            by_rules.setdefault(edit.call, code)
        elif isinstance(edit, Replacement):
            replacements.setdefault(edit.node, edit)
            by_rules.setdefault(edit.node, code)
    gone = set(_left_out(replacements.values()))
    replacements = {node: edit for node, edit in replacements.items() if node not in gone}
    planned_at = _starts(edit.node for edit in planned.replacements)
    gone_at = _starts(gone)
    for _, edit in asked:
        if isinstance(edit, Diagnostic):
            at = (edit.span.line, edit.span.column)  # what is replaced is not missed
            if at not in planned_at and not (at in gone_at and edit.code.startswith(_OF_A_NAME)):
                found.append(edit)
    imports = {line for edit in replacements.values() for line in edit.code.imports} | {*planned.imports}
    edits = replace(
        planned,
        replacements=tuple(replacements.values()),
        arguments=tuple(arguments.values()),
        imports=tuple(sorted(imports)),
    )
    return edits, {node: code for node, code in by_rules.items() if node not in of_plan | gone}


def _starts(nodes: Iterable[ast.expr | ast.stmt]) -> frozenset[tuple[int, int]]:
    return frozenset((node.lineno, node.col_offset + 1) for node in nodes)


def _left_out(replacements: Iterable[Replacement]) -> Iterator[ast.expr]:
    """What is called, in calls that are written anew without it."""
    for edit in replacements:
        if isinstance(edit.node, ast.Call):
            kept = (node for part in edit.code.parts.values() for node in nodes_of(part))
            if edit.node.func not in kept:
                yield edit.node.func


def _asked_by_rules(
    module: ModuleFacts, rules: Sequence[Rule], plan: UnitPlan
) -> Iterator[tuple[str, Replacement | Arguments | Diagnostic]]:
    """What the rules ask for, each with the code of its rule."""
    tier, has_steps = plan.tier, plan.tier in (Tier.NATIVE, Tier.COMPAT)
    for rule in rules:
        if rule.of_keras3 and plan.without_keras3:
            continue
        if rule.of_steps:
            is_for = has_steps
        elif rule.of_eager_mode:
            is_for = has_steps or tier is None
        else:
            is_for = rule.in_every_tier or tier is not Tier.GRAPH
        if rule.edits is not None and is_for:
            yield from ((rule.code, edit) for edit in _asked(rule, rule.edits, module.bindings))


def _asked(rule: Rule, edits: Edits, bindings: Bindings) -> Sequence[Replacement | Arguments | Diagnostic]:
    """What a rule asks for in a module."""
    known = _ASKED.setdefault(bindings, {})
    if rule.code not in known:
        known[rule.code] = tuple(edits(bindings))
    return known[rule.code]


# What each rule asks for in a module, by its code, for as long as the bindings of the module live. They alone
# decide it, so that it is found once for all tiers and parts of a unit.
_ASKED: weakref.WeakKeyDictionary[Bindings, dict[str, Sequence[Replacement | Arguments | Diagnostic]]] = (
    weakref.WeakKeyDictionary()
)
