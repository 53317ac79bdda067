"""Which code runs instead of which."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import combinations

from migrate.model.nodes import nodes_of


def are_alternatives(root: ast.AST, nodes: Sequence[ast.AST]) -> bool:
    """Whether a condition under `root` stands between any two of some nodes: only one of them is run."""
    branches = [
        (_inside(node.body), _inside(node.orelse)) for node in nodes_of(root) if isinstance(node, ast.If)
    ]
    return all(
        any(one in yes and other in no or one in no and other in yes for yes, no in branches)
        for one, other in combinations(nodes, 2)
    )


def _inside(body: Sequence[ast.stmt]) -> frozenset[ast.AST]:
    return frozenset(node for statement in body for node in nodes_of(statement))
