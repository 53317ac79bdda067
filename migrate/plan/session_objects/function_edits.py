"""The edits that blocks make in functions that they hand their session to, of other modules too."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from pathlib import Path

from migrate.model.driver import Callee
from migrate.model.edit import FileEdits, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to

from ..lowering.lowering import Lowering


def check_visits(modules: Sequence[ModuleFacts], lowered: Mapping[Path, Sequence[Lowering]]) -> None:
    """Nothing is done with such a function but that blocks call it, and all of them make the same of it.

    Raises:
      Refused: something else may call it, or two blocks would change it in two ways.
    """
    visits: dict[ast.FunctionDef, list[tuple[Callee, Lowering]]] = {}
    for module in modules:
        lowerings = lowered.get(module.bindings.module.path, ())
        for facts, lowering in zip(module.drivers, lowerings, strict=True):
            for callee in facts.driver.callees:
                visits.setdefault(callee.node, []).append((callee, lowering))
    paths = {module.bindings.module.path for module in modules}
    for function, several in visits.items():
        path = several[0][0].bindings.module.path
        if path not in paths:
            found = f"{function.name}(), of a module that no import leads to"
            object_to(Refused("SES220", path, function, found, "import it where it is used"))
        called = {call.func for callee, _ in several for call in callee.calls}
        for other, node in several[0][0].named:
            if node not in called:
                found = f"{function.name}(), which runs the session, used beside its calls here"
                object_to(Refused("SES220", other, node, found, "a function for each use"))
        nodes = frozenset(nodes_of(function))
        changes = [_by_node(_edits_at(nodes, [lowering])) for _, lowering in several]
        if any(change != changes[0] for change in changes):
            found = f"{function.name}(), which two blocks would change in two ways"
            object_to(Refused("SES220", path, function, found, "a function for each use"))


def _by_node(edits: FileEdits) -> list[Mapping[ast.AST, object]]:
    return [
        {edit.node: edit for edit in edits.replacements},
        {edit.owner: edit for edit in edits.layouts},
        {edit.function: edit for edit in edits.signatures},
        {edit.call: edit for edit in edits.arguments},
    ]


def file_edits(
    module: ModuleFacts, inputs: Sequence[Replacement], own: Sequence[Lowering], others: Sequence[Lowering]
) -> FileEdits:
    """All edits of one file.

    Args:
      module: what is known of it.
      inputs: edits that no block asks for.
      own: what becomes of its blocks.
      others: what becomes of the blocks of other files, some of which may run in functions of this one.

    Raises:
      Refused: what a block of another file writes here means something else in this one.
    """
    nodes = frozenset(nodes_of(module.bindings.module.tree))
    visits = _edits_at(nodes, others)
    for replacement in visits.replacements:
        _check_names(module, replacement)
    mine = _edits_at(nodes, own)
    return FileEdits(
        (*inputs, *mine.replacements, *visits.replacements),
        (*mine.layouts, *visits.layouts),
        tuple(sorted({text for one in own for text in one.imports})),
        (*mine.signatures, *visits.signatures),
        (*mine.arguments, *visits.arguments),
    )


def _edits_at(nodes: frozenset[ast.AST], lowerings: Sequence[Lowering]) -> FileEdits:
    """Those of the edits of some blocks that stand in a file with these nodes."""
    return FileEdits(
        tuple(edit for one in lowerings for edit in one.replacements if edit.node in nodes),
        tuple(edit for one in lowerings for edit in one.layouts if edit.owner in nodes),
        signatures=tuple(edit for one in lowerings for edit in one.signatures if edit.function in nodes),
        arguments=tuple(edit for one in lowerings for edit in one.arguments if edit.call in nodes),
    )


def _check_names(module: ModuleFacts, edit: Replacement) -> None:
    """What is written into a module finds TensorFlow under its own name there."""
    bindings, path = module.bindings, module.bindings.module.path
    if "tf." in edit.code.template and bindings.aliases.get("tf") != "tensorflow":
        object_to(
            Refused("API203", path, edit.node, "TensorFlow under another name", "`import tensorflow as tf`")
        )
