"""What a program runs beside its drivers, and what of that looks at the graph: steps leave none behind."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of

from .bindings import walk_scope
from .definitions import Function
from .module_graphs import run_by_app
from .tree import Tree

_LOOKS = frozenset({Role.READS_COLLECTION, Role.EDITS_COLLECTION, Role.READS_SUMMARIES, Role.READS_VARIABLES})
# What is done with the default graph that tells nothing of it.
_BLIND = ("as_default", "finalize")


def looks_beside(tree: Tree, modules: Sequence[ModuleFacts]) -> Iterator[tuple[Bindings, ast.Call]]:
    """The calls that ask for what a graph has, in code that is run and that is part of no driver."""
    beside = _Beside(tree, modules)
    for bindings, root in beside.run():
        blind = {
            node.value
            for node in nodes_of(root)
            if isinstance(node, ast.Attribute) and node.attr in _BLIND and isinstance(node.value, ast.Call)
        }
        for node in beside.nodes(root):
            if not isinstance(node, ast.Call):
                continue
            is_graph = bindings.tensorflow(node.func) == "tf.get_default_graph" and node not in blind
            if is_graph or tree.call_role(bindings, node)[0] in _LOOKS:
                yield bindings, node


class _Beside:
    """The code of some modules that their statements run, by functions and methods too, without drivers.

    A method runs if an object of its class is made and its name is seen, in any order: each pair of a class
    and a name is looked up once (`_asked` is how many of the names a class was asked for).
    """

    def __init__(self, tree: Tree, modules: Sequence[ModuleFacts]) -> None:
        self._tree = tree
        self._bindings = [module.bindings for module in modules]
        drivers = [facts.driver for module in modules for facts in module.drivers]
        inside: list[ast.AST] = [statement for driver in drivers for statement in driver.body]
        inside += [
            owner for driver in drivers for owner in driver.owners if isinstance(owner, ast.FunctionDef)
        ]
        inside += [callee.node for driver in drivers for callee in driver.callees]
        inside += tree.object_drivers
        inside += [module.trial for module in modules if module.trial is not None]
        self._inside = {node for root in inside for node in nodes_of(root)}
        self._made: dict[ast.ClassDef, Function] = {}
        self._names = ["__init__", "__new__", "__call__", "__enter__", "__exit__"]
        self._seen_names = set(self._names)
        self._asked: dict[ast.ClassDef, int] = {}

    def run(self) -> Iterator[tuple[Bindings, ast.AST]]:
        """Each function, and each statement of a module, that may run, with the bindings of its module."""
        pending: list[tuple[Bindings, ast.AST]] = [
            (bindings, statement)
            for bindings in self._bindings
            for statement in bindings.module.tree.body
            if not isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        ]
        seen: set[ast.AST] = set()
        while pending:
            bindings, root = pending.pop()
            if root in seen or root in self._inside:
                continue
            seen.add(root)
            yield bindings, root
            for node in self.nodes(root):
                pending.extend((one.bindings, one.node) for one in self._named(bindings, node))
            for owner in self._made:
                pending.extend((method.bindings, method.node) for method in self._newly_called(owner))

    def nodes(self, root: ast.AST) -> Iterator[ast.AST]:
        """The nodes that run with a function or statement, and are part of no driver."""
        nodes = nodes_of(root) if isinstance(root, ast.FunctionDef) else walk_scope(root)
        return (node for node in nodes if node not in self._inside)

    def _named(self, bindings: Bindings, node: ast.AST) -> Iterator[Function]:
        """The function that a node names; objects that are made, and methods that are called, are noted."""
        named = run_by_app(bindings, node) if isinstance(node, ast.Call) else node
        function = self._tree.function(bindings, named) if named is not None else None
        if function is not None:
            yield function
        if isinstance(node, ast.Attribute) and node.attr not in self._seen_names:
            self._seen_names.add(node.attr)
            self._names.append(node.attr)
        owner = self._tree.class_of(bindings, node)
        if owner is not None and isinstance(owner.node, ast.ClassDef):
            self._made.setdefault(owner.node, owner)

    def _newly_called(self, owner: ast.ClassDef) -> Iterator[Function]:
        """The methods of a class whose names are seen since it was last asked."""
        names = self._names[self._asked.get(owner, 0) :]
        self._asked[owner] = len(self._names)
        found = (self._tree.method(self._made[owner], name) for name in names)
        return (method for method in found if method is not None)
