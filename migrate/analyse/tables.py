"""Tables of operations, such as `{'relu': tf.nn.relu}`, in one of which a model looks up what it calls."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of

from .names import mutations
from .vocabulary import has_updates, role_of


def is_operation_of_table(bindings: Bindings, called: ast.expr) -> bool:
    """Whether a call is of one of some operations of TensorFlow, from a table that its module makes once."""
    table = called.value if isinstance(called, ast.Subscript) else None
    if isinstance(table, ast.Name) and table not in bindings.shadowed:
        table = _given_once(bindings, table.id)
    if not isinstance(table, (ast.Dict, ast.List, ast.Tuple)):
        return False
    symbols = [bindings.tensorflow(part) for part in elements(table)]
    return all(one is not None and role_of(one) is Role.PURE and not has_updates(one) for one in symbols)


def _given_once(bindings: Bindings, name: str) -> ast.expr | None:
    """What a module gives a name at its top, if nothing gives it something else, or changes that."""
    module = bindings.module.tree
    given = [
        one.value
        for one in module.body
        if isinstance(one, ast.Assign)
        and any(isinstance(to, ast.Name) and to.id == name for to in one.targets)
    ]
    named = [one for one in nodes_of(module) if isinstance(one, ast.Name) and one.id == name]
    looked_up = [one.value for one in nodes_of(module) if isinstance(one, ast.Subscript)]
    is_fixed = all(one in looked_up or not isinstance(one.ctx, ast.Load) for one in named)
    stores = sum(not isinstance(one.ctx, ast.Load) for one in named)
    changed = any(found == name for found, _ in mutations(bindings, module))
    return given[0] if len(given) == 1 and stores == 1 and is_fixed and not changed else None


def elements(table: ast.Dict | ast.List | ast.Tuple) -> Sequence[ast.expr]:
    """What is in a table."""
    return table.values if isinstance(table, ast.Dict) else table.elts
