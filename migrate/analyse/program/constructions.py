"""Where the objects of the program's classes are made, and by which names blocks know them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.effects import Effects
from migrate.model.nodes import declared_names, nodes_of, walk_scope
from migrate.model.objects import Defined, Made
from migrate.syntax.branches import are_alternatives

from ..names.uses import of_super


class Constructions:
    """The calls that make the objects of the classes of some modules, which are analysed together.

    Args:
      modules: all of them.
      effects: what their expressions give.
    """

    def __init__(self, modules: Sequence[Bindings], effects: Effects) -> None:
        self._modules = modules
        self._effects = effects
        self._calls: dict[ast.AST, list[ast.Call]] = {}
        self._unclear: set[ast.AST] = set()
        for bindings in modules if effects.known else ():
            called: set[ast.AST] = set()
            apart: set[ast.AST] = set()
            for node in nodes_of(bindings.module.tree):  # a call comes before what is in it
                if isinstance(node, ast.Call):
                    called.add(node.func)
                    apart.update(of_super(node))
                    for owner in self._made(node):
                        self._calls.setdefault(owner, []).append(node)
                elif isinstance(node, (ast.Name, ast.Attribute)) and node not in apart:
                    only = bindings.objects.get(node.id, node) if isinstance(node, ast.Name) else node
                    if node is only:
                        self._unclear.update(self._named(node, is_called=node in called))

    def calls(self, owner: ast.ClassDef) -> list[ast.Call]:
        """The calls that make an object of a class; none where the class is named for anything else."""
        return [] if owner in self._unclear else list(dict.fromkeys(self._calls.get(owner, ())))

    def _made(self, call: ast.Call) -> Iterator[ast.AST]:
        """The classes of the objects that a call makes itself."""
        for one in self._effects.given(call):
            if isinstance(one, Made) and one.owner is not None and call in one.nodes:
                yield one.owner.node

    def _named(self, node: ast.Name | ast.Attribute, *, is_called: bool) -> Iterator[ast.AST]:
        """The classes that a name may stand for, where it does more than make an object of one."""
        given = self._effects.given(node)
        classes = [one.node for one in given if isinstance(one, Defined)]
        yield from classes if not is_called or len(set(classes)) > 1 else ()

    def names(self) -> dict[ast.Call, str]:
        """The names that blocks have for the objects that calls make, and for nothing else."""
        every = {call for calls in self._calls.values() for call in calls}
        found: dict[ast.Call, str] = {}
        for bindings in self._modules:
            tree = bindings.module.tree
            declared = declared_names(nodes_of(tree))
            for block in (one for one in nodes_of(tree) if isinstance(one, (ast.Module, ast.FunctionDef))):
                nodes = [node for statement in block.body for node in walk_scope(statement)]
                made = {
                    node.targets[0]: node.value
                    for node in nodes
                    if isinstance(node, ast.Assign) and len(node.targets) == 1 and node.value in every
                }
                stored: dict[str, list[ast.AST]] = {}
                for node in nodes if made else ():
                    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                        stored.setdefault(node.id, []).append(node)
                for target, call in made.items():
                    name = target.id if isinstance(target, ast.Name) else ""
                    is_one = name not in declared and all(one in made for one in stored.get(name, ()))
                    if name and is_one and are_alternatives(block, stored[name]):
                        assert isinstance(call, ast.Call)
                        found[call] = name
        return found
