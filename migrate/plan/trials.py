"""Blocks that try a module out build graphs, whatever becomes of the programs that import it."""

from __future__ import annotations

from dataclasses import replace

from migrate.model.edit import Code, FileEdits, Kept, Layout
from migrate.model.facts import ModuleFacts
from migrate.model.refusal import Refused

from .names import Names


def with_trial(module: ModuleFacts, edits: FileEdits) -> FileEdits:
    """The edits of a file of which a block is tried out by itself, as a graph.

    Raises:
      Refused: the module has a name `compat` of its own, and would need ours.
    """
    trial, tree = module.trial, module.bindings.module.tree
    if trial is None:
        return edits
    if Names(tree).has("compat"):
        path = module.bindings.module.path
        raise Refused("API204", path, trial, "a name `compat` of the program's own", "rename it")
    begun = Layout(trial, (Code("compat.build_graph()"), *map(Kept, trial.body)))
    return replace(edits, layouts=(*edits.layouts, begun), imports=(*edits.imports, "import compat"))
