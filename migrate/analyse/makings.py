"""Where the objects of a class are made, and by what names alone they are known."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of
from migrate.syntax.branches import are_alternatives

from .names import of_super
from .passing import Parameter, Passing, reads

ClassOf: TypeAlias = Callable[[Bindings, ast.AST], Any]


class Makings:
    """Where objects of the classes of some modules are made."""

    def __init__(self, modules: Sequence[Bindings], class_of: ClassOf, passing: Passing) -> None:
        self._modules = modules
        self._passing = passing
        self._named: dict[ast.AST, list[ast.AST]] = {}
        self._unresolved: Counter[str] = Counter()
        self._calls: dict[ast.AST, ast.Call] = {}
        self._homes: dict[ast.AST, Bindings] = {}
        harmless: set[ast.AST] = set()
        for bindings in modules:
            for node in nodes_of(bindings.module.tree):  # a call comes before what is in it
                if isinstance(node, ast.Call):
                    self._calls[node.func] = node
                    self._homes[node] = bindings
                    harmless.update(of_super(node))
                elif node in harmless:
                    continue
                elif isinstance(node, (ast.Name, ast.Attribute)):
                    found = class_of(bindings, node)
                    if found is not None:
                        self._named.setdefault(found.node, []).append(node)
                    elif not (isinstance(node, ast.Name) and node.id in bindings.objects):
                        self._unresolved[node.id if isinstance(node, ast.Name) else node.attr] += 1

    def of(self, owner: ast.ClassDef) -> dict[ast.Call, str | None]:
        """The calls that make an object of a class, and the only names of these objects.

        None where the class is named for anything else.
        """
        return {call: self._only_name(owner, call) for call in self.calls(owner)}

    def calls(self, owner: ast.ClassDef) -> list[ast.Call]:
        """The calls that make an object of a class; none where it is named for anything else."""
        named = self._named.get(owner, [])
        if self._unresolved[owner.name] or any(node not in self._calls for node in named):
            return []
        return [self._calls[node] for node in named]

    def passed(self, owner: ast.ClassDef) -> Mapping[Parameter, frozenset[ast.AST]]:
        """The parameters of functions that are an object of a class in every call, and what is passed."""
        values: set[ast.AST] = set()
        for making in self.calls(owner):
            target = self._target(making)
            if target is not None:
                values.update(reads(self.home(making), target.id))
        return self._passing.parameters(values) if values else {}

    def _target(self, making: ast.Call) -> ast.Name | None:
        """The name that a statement gives to the object that it makes."""
        nodes = nodes_of(self.home(making))
        assigned = (node for node in nodes if isinstance(node, ast.Assign) and node.value is making)
        targets = next((node.targets for node in assigned), [])
        return targets[0] if len(targets) == 1 and isinstance(targets[0], ast.Name) else None

    def home(self, making: ast.Call) -> ast.Module:
        """The module that an object is made in."""
        return self._homes[making].module.tree

    def _only_name(self, owner: ast.ClassDef, making: ast.Call) -> str | None:
        """The name of an object that is known by it alone: it is kept nowhere else.

        It may be passed to functions of which all calls pass such an object, and which know it by a name too.
        """
        home = self._homes[making]
        nodes = list(nodes_of(home.module.tree))
        target = self._target(making)
        everywhere = (node for bindings in self._modules for node in nodes_of(bindings.module.tree))
        if target is None or _leaves([owner], "self"):
            return None
        if any(_gives_names(node) for node in nodes) or any(
            _is_by_name(node, target.id) for node in everywhere
        ):
            return None
        passed = self.passed(owner)
        handed = frozenset[ast.AST]().union(*passed.values())
        if any(
            _leaves([function], name, handed) or any(map(_gives_names, nodes_of(function)))
            for function, name in passed
        ):
            return None
        stored = [node for node in nodes if isinstance(node, ast.Name) and node.id == target.id]
        stored = [node for node in stored if not isinstance(node.ctx, ast.Load)]
        taken = {arg for function, _ in passed for arg in nodes_of(function.args)}
        is_parameter = any(
            isinstance(node, ast.arg) and node.arg == target.id and node not in taken for node in nodes
        )
        others = [bindings for bindings in self._modules if bindings is not home]
        is_imported = any(
            dotted.endswith(f".{target.id}")
            for bindings in others
            for dotted in (*bindings.dotted.values(), *bindings.imports)
        )
        stem = home.module.path.stem
        is_imported |= any(star.rpartition(".")[2] == stem for bindings in others for star in bindings.stars)
        exempt = {making.func, *handed}
        if is_parameter or is_imported or _leaves([home.module.tree], target.id, exempt):
            return None
        return target.id if self._are_makings(home, stored) else None

    def _are_makings(self, home: Bindings, stored: Sequence[ast.AST]) -> bool:
        """Whether a name is given an object of one class or another, once or in one branch or another."""
        makings = {
            self._calls[node] for named in self._named.values() for node in named if node in self._calls
        }
        tree = home.module.tree
        given = [
            node.targets[0]
            for node in nodes_of(tree)
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and node.value in makings
        ]
        return all(node in given for node in stored) and _in_each(tree, stored)


def _in_each(tree: ast.Module, stored: Sequence[ast.AST]) -> bool:
    """Whether a name is given one thing in each block: those that functions have for it are others."""
    declared = any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in nodes_of(tree))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    blocks = [[one for one in stored if one in set(nodes_of(function))] for function in functions]
    beside = [one for one in stored if not any(one in block for block in blocks)]
    if declared or beside:
        return are_alternatives(tree, stored)
    return all(are_alternatives(tree, block) for block in blocks)


def _gives_names(node: ast.AST) -> bool:
    """Whether a call gives what names stand for by their text."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return False
    return node.func.id in ("eval", "exec") or node.func.id in ("globals", "locals", "vars") and not node.args


def _is_by_name(node: ast.AST, name: str) -> bool:
    """Whether a call asks a module, perhaps, for what a name stands for."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr"):
        return False
    return any(isinstance(one, ast.Constant) and one.value == name for one in node.args)


def _leaves(roots: Sequence[ast.AST], name: str, handed: Collection[ast.AST] = ()) -> bool:
    """Whether a name is read for more than an attribute of what it stands for, or where it is `handed`."""
    nodes = [node for root in roots for node in nodes_of(root)]
    bases: set[ast.AST] = {node.value for node in nodes if isinstance(node, ast.Attribute)}
    bases.update(argument for node in nodes for argument in of_super(node))
    return any(
        isinstance(node, ast.Name)
        and node.id == name
        and isinstance(node.ctx, ast.Load)
        and node not in bases
        and node not in handed
        for node in nodes
    )
