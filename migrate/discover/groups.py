"""Which modules import each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from migrate.model.source import Module
from migrate.syntax.closure import connected
from migrate.syntax.imports import Imports


def import_groups(modules: Sequence[Module], imports: Imports) -> Iterator[list[Module]]:
    """The modules in groups, none of which imports from another, in the order of their first files."""
    by_path = {one.path.resolve(): one for one in modules}
    pairs = ((path, other) for path, one in by_path.items() for other in imports.imported(one))
    for group in connected(by_path, pairs):
        yield [one for path, one in by_path.items() if path in group]
