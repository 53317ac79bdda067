"""PY2101: `xrange`, which Python 3 calls `range`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic
from migrate.model.edit import Code, Replacement
from migrate.rewrite.rule import Rule


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Each `xrange` that no import or assignment of the module defines."""
    if "xrange" in bindings.bound:
        return
    for node in ast.walk(bindings.module.tree):
        if isinstance(node, ast.Name) and node.id == "xrange" and node not in bindings.shadowed:
            yield Replacement(node, Code("range"))


RULE = Rule(
    code="PY2101",
    title="xrange is range",
    explanation="Python 3 has no xrange; its range is as lazy.",
    before="import tensorflow as tf\n\ntf.set_random_seed(1)\nfor i in xrange(3):\n    print(i)\n",
    after="import tensorflow as tf\n\ntf.compat.v1.set_random_seed(1)\nfor i in range(3):\n    print(i)\n",
    edits=edits,
    in_every_tier=True,
)
