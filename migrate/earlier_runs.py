"""Programs that an earlier run put on `wrapped` or `graph`, read again as the TensorFlow 1 that they were.

Such a program still has its graph and its sessions, by names that the earlier run gave them. Those of
TensorFlow 1 are given back, and the program is planned like any other. What comes of that is taken where a
program rises to a higher tier, for instance since what kept it down has been edited; else all stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from migrate import discover, parse
from migrate.analyse.names.bindings import bind
from migrate.model.bindings import TF1_IN_TF2, Bindings
from migrate.model.diagnostic import Diagnostic, Severity
from migrate.model.edit import Code, FileEdits, Replacement
from migrate.model.nodes import nodes_of
from migrate.model.outcome import Tier, UnitOutcome
from migrate.model.source import Module
from migrate.rewrite.engine import NotFollowed, rewritten
from migrate.rewrite.names import root_of
from migrate.syntax.imports import Imports
from migrate.syntax.runtimes import RUNTIMES
from migrate.tiers import failure

_BEGINNING = "build_graph"
# The names that programs with a graph have of `compat`, each with TensorFlow 1's, and longer ones first.
_NAMES = {
    "Program.interactive": "InteractiveSession",
    "Program": "Session",
    "TestCase": "test.TestCase",
    "contrib": "contrib",
    "estimator": "estimator",
    "examples": "examples",
    "layers": "layers",
    "reset_default_graph": "reset_default_graph",
    "rnn_cell": "nn.rnn_cell",
    "tf1": "",
    "tf_keras": "keras",
    "train.SharedServer": "train.Server",
    "train": "train",
}
# What TensorFlow has itself, under another name than TensorFlow 1's.
_TODAY = {"tf.distribute.Server": "train.Server"}
_MISSING = "API209"
_NUMPY = "numpy1"  # names of NumPy, which are the same in every tier
_ORDER = (None, Tier.GRAPH, Tier.WRAPPED, Tier.COMPAT, Tier.NATIVE)


@dataclass(frozen=True)
class Earlier:
    """The modules of a run, those of them that an earlier run wrote, and the tiers that it put programs on.

    `tiers` are of modules that begin a graph or open sessions; others belong to their programs. `defects` are
    ours: the modules that they are told of, and those that share imports with these, are read as they are.
    """

    modules: Sequence[Module]
    written: Set[Path]
    tiers: Mapping[Path, Tier]
    defects: Sequence[Diagnostic]


def read_again(modules: Sequence[Module]) -> Earlier:
    """The modules, with TensorFlow 1's names in those that an earlier run gave others.

    Where a module uses `compat` for anything else, it and those that it shares imports with stay as they are:
    they have steps, or were written for `compat`.
    """
    again: dict[Path, Module] = {}
    tiers: dict[Path, Tier] = {}
    defects = []
    importing = {one.path for one in modules if _imports_compat(one)}
    if importing:
        for group in discover.import_groups(modules, Imports(modules)):
            if importing.isdisjoint(one.path for one in group):
                continue  # no earlier run put a program of these on a tier
            named = [one for one in group if _mentions_compat(one)]
            try:
                known = [_as_it_was(one) for one in named]
            except Exception as error:  # a defect of ours, which leaves the other groups
                defects.append(failure(named[0], error))
                continue
            found = {one.path: was.tier for one, was in zip(named, known, strict=True) if was and was.tier}
            if found and all(known):
                tiers |= found
                again |= {one.path: was.module for one, was in zip(named, known, strict=True) if was}
    return Earlier([again.get(one.path, one) for one in modules], frozenset(again), tiers, defects)


def unless_none_rises(unit: UnitOutcome, earlier: Earlier) -> UnitOutcome:
    """What becomes of a unit; of what an earlier run wrote nothing changes unless a program of it rises.

    What the audit finds missing in the files stays an error; why a program is on no higher tier is none.
    """
    tiers = [(one.tier, earlier.tiers[one.path]) for one in unit.programs if one.path in earlier.tiers]
    rises = any(_ORDER.index(now) > _ORDER.index(was) for now, was in tiers)
    falls = any(_ORDER.index(now) < _ORDER.index(was) for now, was in tiers)
    if rises and not falls and not unit.has_errors:
        return unit
    # Other files of the unit go with the tier that was planned: not with one below the earlier run's.
    stays = {change.path for change in unit.changes} if falls else earlier.written
    programs = tuple(
        replace(one, tier=earlier.tiers[one.path]) if one.path in earlier.tiers else one
        for one in unit.programs
    )
    told = tuple(
        replace(one, severity=Severity.WARNING)
        if one.span.path in earlier.written and one.code != _MISSING
        else one
        for one in unit.diagnostics
        if one.severity is not Severity.INFO or one.span.path not in earlier.written
    )
    changes = tuple(change for change in unit.changes if change.path not in stays)
    return UnitOutcome(programs, changes, told)


@dataclass(frozen=True)
class _Was:
    """A module with TensorFlow 1's names, and the tier of its program; None of one that only has parts."""

    module: Module
    tier: Tier | None


def _as_it_was(module: Module) -> _Was | None:
    """The module as it was before an earlier run; None where it has what no such run wrote."""
    bindings = bind(module)
    names = {node: name for node in bindings.named if (name := _of_runtime(bindings.named[node])) is not None}
    used = {name for node, name in names.items() if node not in bindings.prefixes}
    if not all(map(_is_of_graphs, used)):
        return None
    tensorflow = next(_names_of_tensorflow(bindings), None)
    edits: list[Replacement] = []
    spelled: list[tuple[ast.Attribute, str]] = []
    for node in nodes_of(module.tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            edits += _import(node, uses_numpy=any(_is_of_numpy(name) for name in used))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            if names.get(node.value.func) == _BEGINNING:
                edits.append(Replacement(node, Code("" if node in module.tree.body else "pass")))
        elif isinstance(node, ast.Attribute) and bindings.tensorflow(node) in _TODAY:
            spelled.append((node, _TODAY[bindings.tensorflow(node) or ""]))
        elif isinstance(node, ast.Attribute) and node in names and node not in bindings.prefixes:
            instead = _in_tensorflow(names[node])
            if instead is not None and bindings.aliases.get(root_of(node)) in RUNTIMES:
                spelled.append((node, instead))
    if spelled and tensorflow is None:
        return None
    edits += [Replacement(node, Code(f"{tensorflow}.{name}")) for node, name in spelled]
    is_wrapped = any(name.split(".")[0] in (_BEGINNING, "Program") for name in used)
    every = (*names.values(), *filter(None, map(_of_runtime, bindings.stars)))
    is_graph = any(name.split(".")[0] == "tf1" for name in every)
    tier = Tier.WRAPPED if is_wrapped else Tier.GRAPH if is_graph else None
    try:
        before = parse.changed(module, rewritten(module, FileEdits(tuple(edits))))
    except NotFollowed:  # it is told where the file is edited
        return None
    assert before.conversion is not None
    return _Was(replace(before, conversion=replace(before.conversion, was_rewritten=True)), tier)


def _mentions_compat(module: Module) -> bool:
    return any(name.encode() in module.code for name in RUNTIMES)


def _imports_compat(module: Module) -> bool:
    """Whether it has something of `compat`: more files mention it, as TensorFlow has a part of that name."""
    if not _mentions_compat(module):
        return False
    names = [
        name
        for node in nodes_of(module.tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in _modules_of(node)
    ]
    return any(name.partition(".")[0] in RUNTIMES for name in names)


def _modules_of(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The modules that an import names."""
    if isinstance(node, ast.ImportFrom):
        return [node.module] if node.module and not node.level else []
    return [alias.name for alias in node.names]


def _of_runtime(dotted: str) -> str | None:
    """`train.Supervisor` of `compat.train.Supervisor`."""
    home, _, name = dotted.partition(".")
    return name if home in RUNTIMES else None


def _is_of_graphs(name: str) -> bool:
    """Whether a name of `compat` is one that programs with a graph have."""
    return name == _BEGINNING or _is_of_numpy(name) or _in_tensorflow(name) is not None


def _is_of_numpy(name: str) -> bool:
    return name.split(".")[0] == _NUMPY


def _in_tensorflow(name: str) -> str | None:
    """The name that something of `compat` has in TensorFlow 1."""
    for ours, theirs in _NAMES.items():
        if name == ours or name.startswith(f"{ours}."):
            return (theirs + name.removeprefix(ours)).removeprefix(".")
    return None


def _names_of_tensorflow(bindings: Bindings) -> Iterator[str]:
    for name, target in bindings.aliases.items():
        if target in ("tensorflow", TF1_IN_TF2, *(f"{runtime}.tf1" for runtime in RUNTIMES)):
            yield name


def _import(node: ast.Import | ast.ImportFrom, *, uses_numpy: bool) -> Iterator[Replacement]:
    """The import by which a module had what it has of `compat`."""
    lines = []
    for alias in node.names:
        whole = f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
        name = _of_runtime(whole) if not getattr(node, "level", 0) else None
        instead = None if name is None else _in_tensorflow(name)
        if name == "" and not uses_numpy:
            continue
        if instead is None:
            lines.append(ast.unparse(_with_names(node, alias)))
        elif isinstance(node, ast.Import):
            as_name = f" as {alias.asname}" if alias.asname else ""
            lines.append(f"import {f'tensorflow.{instead}'.removesuffix('.')}{as_name}")
        elif not instead:
            lines.append(f"import tensorflow as {alias.asname or alias.name}")
        else:
            home, _, last = f"tensorflow.{instead}".rpartition(".")
            bound = alias.asname or alias.name
            lines.append(f"from {home} import {last}" + (f" as {bound}" if bound != last else ""))
    if lines != [ast.unparse(_with_names(node, alias)) for alias in node.names]:
        yield Replacement(node, Code("\n".join(lines)))


def _with_names(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> ast.Import | ast.ImportFrom:
    if isinstance(node, ast.Import):
        return ast.Import([alias])
    return ast.ImportFrom(node.module, [alias], node.level)
