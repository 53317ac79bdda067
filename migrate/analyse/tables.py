"""Tables of operations, such as `{'relu': tf.nn.relu}`, in one of which a model looks up what it calls."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of

from .bindings import parameters
from .names import mutations
from .vocabulary import has_updates, role_of


def role_of_table(bindings: Bindings, called: ast.expr) -> Role | None:
    """The role of a call of one of some symbols of TensorFlow, from a table that is made once.

    By its module, or by the function that looks up what it calls. `None` where the symbols have several
    roles, or there is more to them.
    """
    table = called.value if isinstance(called, ast.Subscript) else None
    if isinstance(table, ast.Name):
        table = _given_once(_around(bindings, table), bindings, table.id)
    if not isinstance(table, (ast.Dict, ast.List, ast.Tuple)):
        return None
    symbols = [bindings.tensorflow(part) for part in elements(table)]
    roles = {role_of(one) for one in symbols if one is not None and not has_updates(one)}
    is_one = len(roles) == 1 and None not in symbols and not any(map(has_updates, filter(None, symbols)))
    return next(iter(roles & _OF_TABLES), None) if is_one else None


# What a call of any of the symbols does alike.
_OF_TABLES = frozenset({Role.PURE, Role.OPTIMIZER})


def _around(bindings: Bindings, name: ast.Name) -> ast.Module | ast.FunctionDef | None:
    """What a name belongs to: its module, or the function around it, if that has no others inside."""
    module = bindings.module.tree
    if name not in bindings.shadowed:
        return module
    functions = (node for node in nodes_of(module) if isinstance(node, ast.FunctionDef))
    around = [one for one in functions if any(inner is name for inner in nodes_of(one))]
    return around[0] if len(around) == 1 else None


def _given_once(home: ast.Module | ast.FunctionDef | None, bindings: Bindings, name: str) -> ast.expr | None:
    """What a module or function gives a name at its top, if nothing else gives it one, or changes that."""
    if home is None or isinstance(home, ast.FunctionDef) and name in parameters(home):
        return None
    given = [
        one.value
        for one in home.body
        if isinstance(one, ast.Assign)
        and any(isinstance(to, ast.Name) and to.id == name for to in one.targets)
    ]
    named = [one for one in nodes_of(home) if isinstance(one, ast.Name) and one.id == name]
    looked_up = [one.value for one in nodes_of(home) if isinstance(one, ast.Subscript)]
    is_fixed = all(one in looked_up or not isinstance(one.ctx, ast.Load) for one in named)
    stores = sum(not isinstance(one.ctx, ast.Load) for one in named)
    changed = any(found == name for found, _ in mutations(bindings, home))
    return given[0] if len(given) == 1 and stores == 1 and is_fixed and not changed else None


def elements(table: ast.Dict | ast.List | ast.Tuple) -> Sequence[ast.expr]:
    """What is in a table."""
    return table.values if isinstance(table, ast.Dict) else table.elts
