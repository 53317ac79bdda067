"""New names that clash with nothing in some modules."""

from __future__ import annotations

import ast

from migrate.model.nodes import nodes_of


class Names:
    """The names taken in some modules; each new one is taken as well."""

    def __init__(self, *trees: ast.Module) -> None:
        nodes = [node for tree in trees for node in nodes_of(tree)]
        self._taken = {node.id for node in nodes if isinstance(node, ast.Name)}
        self._taken |= {name.removeprefix("self.") for name in self._taken}  # attributes of an object driver
        self._taken |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        self._taken |= {
            node.name
            for node in nodes
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler))
            and node.name is not None
        }
        self._taken |= {
            (node.asname or node.name).partition(".")[0] for node in nodes if isinstance(node, ast.alias)
        }

    def has(self, name: str) -> bool:
        """Whether a module uses the name."""
        return name in self._taken

    def new(self, wanted: str) -> str:
        """`wanted`, or `wanted_2`, `wanted_3` … where it is taken."""
        name, count = wanted, 1
        while name in self._taken:
            count += 1
            name = f"{wanted}_{count}"
        self._taken.add(name)
        return name
