"""Blocks that try a module out build graphs, whatever becomes of the programs that import it."""

from __future__ import annotations

from dataclasses import replace

from migrate.model.edit import Code, FileEdits, Kept, Layout
from migrate.model.facts import ModuleFacts


def with_trial(module: ModuleFacts, edits: FileEdits) -> FileEdits:
    """The edits of a file of which a block is tried out by itself, as a graph."""
    trial = module.trial
    if trial is None:
        return edits
    begun = Layout(trial, (Code("compat.build_graph()"), *map(Kept, trial.body)))
    return replace(edits, layouts=(*edits.layouts, begun), imports=(*edits.imports, "import compat"))
