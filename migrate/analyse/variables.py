"""Which expressions give variables, and nothing that is computed of them."""

from __future__ import annotations

import ast
from collections.abc import Callable

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of

from .definitions import Function
from .tree import Tree

_MAKING = (Role.SHARED_VARIABLE, Role.OWN_VARIABLE, Role.READS_VARIABLES)


class Variables:
    """Answers for one tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._returned: dict[ast.AST, bool] = {}

    def gives(self, bindings: Bindings, node: ast.expr, is_known: Callable[[str], bool]) -> bool:
        """Whether an expression is a variable, or a list or dictionary of variables, and nothing else.

        `is_known` tells which names stand for such.
        """
        if isinstance(node, ast.Name):
            return is_known(node.id)
        parts: list[ast.expr] | None = None
        if isinstance(node, (ast.List, ast.Tuple)):
            parts = node.elts
        elif isinstance(node, ast.Dict):
            parts = node.values
        elif isinstance(node, (ast.ListComp, ast.DictComp)):
            parts = [node.elt if isinstance(node, ast.ListComp) else node.value]
        if parts is not None:
            return all(self.gives(bindings, part, is_known) for part in parts)
        if not isinstance(node, ast.Call):
            return False
        function = self._tree.function(bindings, node.func)
        if function is not None:
            return self._returns(function)
        return self._tree.call_role(bindings, node)[0] in _MAKING

    def _returns(self, function: Function) -> bool:
        """Whether a function returns variables alone, under names that it gives nothing else."""
        if function.node not in self._returned:
            self._returned[function.node] = False  # where it calls itself
            nodes = list(nodes_of(function.node))
            stored = [one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
            given = {
                one.targets[0].id: one.value
                for one in nodes
                if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
            }

            def is_known(name: str) -> bool:
                value = given.get(name)
                if value is None or stored.count(name) != 1 or isinstance(value, ast.Name):
                    return False
                return self.gives(function.bindings, value, is_known)

            returned = [one.value for one in nodes if isinstance(one, ast.Return)]
            self._returned[function.node] = bool(returned) and all(
                value is not None and self.gives(function.bindings, value, is_known) for value in returned
            )
        return self._returned[function.node]
