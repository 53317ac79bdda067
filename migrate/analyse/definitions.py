"""Which function, class or method of the modules of a run a name or an attribute stands for."""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.driver import Obstacle
from migrate.model.nodes import nodes_of
from migrate.model.source import Module
from migrate.syntax.imports import Imports

from .bindings import RECORDS, bind
from .namespaces import assigned_attributes, function_in, renamed


@dataclass(frozen=True)
class Function:
    """A function or class of the tree, and where it stands; of a method, also the class of its object."""

    bindings: Bindings
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
    owner: Function | None = None

    @property
    def name(self) -> str:
        """Its name, if it has one."""
        return "" if isinstance(self.node, ast.Lambda) else self.node.name

    @property
    def body(self) -> Sequence[ast.AST]:
        """Its statements, or what a lambda gives."""
        return [self.node.body] if isinstance(self.node, ast.Lambda) else self.node.body


class Definitions:
    """What some modules define, seen together.

    What a node stands for is found once, since every question about calls asks it; who edits a tree calls
    `_forget`.

    Args:
      modules: those that are seen.
      imports: what imports mean, where there are other modules beside these.
    """

    def __init__(self, modules: Sequence[Module], imports: Imports | None = None) -> None:
        self._bindings = {module.path.resolve(): bind(module) for module in modules}
        self.imports = imports or Imports(modules)
        self._assigned: frozenset[str] | None = None
        self._renamed: dict[Path, Mapping[str, ast.expr]] = {}
        self._forget()

    def _forget(self) -> None:
        """Find anew what nodes stand for: a tree was edited."""
        self._functions: dict[tuple[Bindings, ast.AST], Function | None] = {}
        self._classes: dict[tuple[Bindings, ast.AST], Function | None] = {}
        self._methods: dict[ast.AST, dict[str, tuple[Bindings, ast.FunctionDef]]] = {}

    def bindings(self, module: Module) -> Bindings:
        """The bindings of `module`."""
        return self._bindings[module.path.resolve()]

    def imported(self, bindings: Bindings) -> Iterator[Bindings]:
        """The modules of the tree that a module imports."""
        paths = self.imports.imported(bindings.module)
        return (self._bindings[path] for path in paths if path in self._bindings)

    def module(self, home: Bindings, name: str) -> Bindings | None:
        """The module of the tree that a dotted name stands for where `home` imports it."""
        found = self.imports.find(home.module, name)
        return self._bindings.get(found) if found is not None else None

    def function(self, bindings: Bindings, node: ast.AST) -> Function | None:
        """The function of the tree that a call's `func` refers to."""
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return None
        key = bindings, node
        if key not in self._functions:
            found = self._plain_function(bindings, node)
            if found is None and isinstance(node, ast.Attribute):
                found = self._function_of_class(bindings, node)
            self._functions[key] = found
        return self._functions[key]

    def _plain_function(self, bindings: Bindings, node: ast.AST) -> Function | None:
        """The function of a module that a name refers to, and no class."""
        if isinstance(node, ast.Name) and node.id in bindings.functions and node not in bindings.shadowed:
            return Function(bindings, bindings.functions[node.id])
        found = self._defined(bindings, node)
        if found is not None and found[1] in found[0].functions:
            return Function(found[0], found[0].functions[found[1]])
        return None

    def _defined(self, bindings: Bindings, node: ast.AST) -> tuple[Bindings, str] | None:
        """The module of the tree that gives what is imported its name, and that name."""
        dotted = bindings.dotted.get(node)
        if dotted is not None:
            return self._exported(bindings, dotted)
        if not isinstance(node, ast.Name) or node in bindings.shadowed:
            return None
        if node.id in bindings.bound:
            return self._handed_on(bindings, node.id)
        found = (self._exported(bindings, f"{module}.{node.id}") for module in bindings.stars)
        return next((one for one in found if one is not None and one[1] in one[0].bound), None)

    def _exported(
        self, bindings: Bindings, dotted: str, seen: tuple[Path, ...] = ()
    ) -> tuple[Bindings, str] | None:
        """Where an imported name is from, through modules that only hand it on."""
        owner, _, name = dotted.rpartition(".")
        home = self.module(bindings, owner) if owner else None
        if home is None or home.module.path in seen:
            return None
        if name in home.bound and name not in home.aliases:
            return self._handed_on(home, name, (*seen, home.module.path)) or (home, name)
        handed_on = [home.aliases[name]] if name in home.aliases else []
        handed_on += [f"{module}.{name}" for module in home.stars]
        found = (self._exported(home, one, (*seen, home.module.path)) for one in handed_on)
        return next((one for one in found if one is not None), None)

    def _handed_on(
        self, bindings: Bindings, name: str, seen: tuple[Path, ...] = ()
    ) -> tuple[Bindings, str] | None:
        """The function that a module gives another name, as in `scope = other.scope`."""
        path = bindings.module.path
        if path not in self._renamed:
            self._renamed[path] = renamed(bindings.module.tree)
        value = self._renamed[path].get(name)
        dotted = bindings.dotted.get(value) if value is not None else None
        found = self._exported(bindings, dotted, seen) if dotted is not None else None
        return found if found is not None and found[1] in found[0].functions else None

    def _function_of_class(self, bindings: Bindings, node: ast.Attribute) -> Function | None:
        """The function that `Net.build` refers to, for a class that is called by its own name."""
        owner = self.class_of(bindings, node.value)
        if owner is None or any(self._inherited(owner)):
            return None
        lineage = list(self._lineage(owner))
        found = function_in([one.node for one in lineage if isinstance(one.node, ast.ClassDef)], node.attr)
        home = next((one for one in lineage if found in one.body), None)
        if found is None or home is None or self._is_replaced(lineage):
            return None
        return Function(home.bindings, found, owner)

    def is_plain(self, owner: Function) -> bool:
        """Whether the methods of a class are those that the tree has for them, whoever calls them."""
        return not any(self._inherited(owner)) and not self._is_replaced(list(self._lineage(owner)))

    def _is_replaced(self, lineage: Iterable[Function]) -> bool:
        """Whether something in the tree may put another function in the place of one of a class."""
        if self._assigned is None:
            trees = (bindings.module.tree for bindings in self._bindings.values())
            self._assigned = frozenset(name for tree in trees for name in assigned_attributes(tree))
        inside = (node for one in lineage for node in one.body)
        return any(isinstance(node, ast.FunctionDef) and node.name in self._assigned for node in inside)

    def class_of(self, bindings: Bindings, node: ast.AST) -> Function | None:
        """The class of the tree that a call's `func` refers to."""
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return None
        key = bindings, node
        if key not in self._classes:
            self._classes[key] = None  # of names that stand for each other
            self._classes[key] = self._class_of(bindings, node)
        return self._classes[key]

    def _class_of(self, bindings: Bindings, node: ast.Name | ast.Attribute) -> Function | None:
        if isinstance(node, ast.Name) and bindings.objects.get(node.id, node) is not node:
            return None
        if isinstance(node, ast.Name) and node.id in bindings.classes and node not in bindings.shadowed:
            return Function(bindings, bindings.classes[node.id])
        found = self._defined(bindings, node)
        if found is not None and found[1] in found[0].classes:
            return Function(found[0], found[0].classes[found[1]])
        if not isinstance(node, ast.Name) or node in bindings.shadowed:
            return None
        alias = bindings.same_classes.get(node.id)
        return self.class_of(bindings, alias) if alias is not None else None

    def method(self, owner: Function, name: str) -> Function | None:
        """The method of a class of the tree, or of one that it inherits from."""
        if owner.node not in self._methods:
            known: dict[str, tuple[Bindings, ast.FunctionDef]] = {}
            for one in self._lineage(owner):
                for node in one.body:
                    if isinstance(node, ast.FunctionDef):
                        known.setdefault(node.name, (one.bindings, node))
            self._methods[owner.node] = known
        found = self._methods[owner.node].get(name)
        return Function(*found, owner) if found is not None else None

    def _lineage(self, owner: Function) -> Iterator[Function]:
        """A class and those of the tree that it inherits from, the nearest first."""
        assert isinstance(owner.node, ast.ClassDef)
        yield owner
        for base in owner.node.bases:
            above = self.class_of(owner.bindings, base)
            if above is not None and above.node is not owner.node:
                yield from self._lineage(above)

    def _inherited(self, owner: Function) -> Iterator[Obstacle]:
        """A class that inherits from one outside of the tree, or whose attributes are computed."""
        for one in self._lineage(owner):
            assert isinstance(one.node, ast.ClassDef)
            path = one.bindings.module.path
            for base in one.node.bases:
                is_plain = _is_builtin(one.bindings, base) or _is_record(one.bindings, base)
                if not is_plain and self.class_of(one.bindings, base) is None:
                    found = f"the class {one.node.name}, which inherits from one that is not seen here"
                    yield Obstacle(path, base, found)
            for node in one.node.body:
                if (
                    isinstance(node, ast.FunctionDef)
                    and node.name.startswith("__")
                    and node.name in _COMPUTED
                ):
                    yield Obstacle(path, node, f"the class {one.node.name}, which computes its attributes")

    def references(self, function: Function) -> Iterator[tuple[Path, ast.AST]]:
        """Every place of the tree that names a function."""
        for bindings in self._bindings.values():
            for node in nodes_of(bindings.module.tree):
                found = self.function(bindings, node)
                if found is not None and found.node is function.node and node not in bindings.prefixes:
                    yield bindings.module.path, node

    def is_method(self, name: str) -> bool:
        """Whether an object of the tree may have a method of this name, or compute such an attribute."""
        return name in self._method_names

    def is_of_objects(self, name: str) -> bool:
        """Whether objects of the tree give themselves an attribute of this name."""
        return name in self._own_attributes

    @functools.cached_property
    def _own_attributes(self) -> frozenset[str]:
        nodes = (node for one in self._bindings.values() for node in nodes_of(one.module.tree))
        return frozenset(
            node.attr
            for node in nodes
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
            if isinstance(node.value, ast.Name) and node.value.id == "self"
        )

    @functools.cached_property
    def _method_names(self) -> frozenset[str]:
        owners = (owner for one in self._bindings.values() for owner in nodes_of(one.module.tree))
        bodies = (owner.body for owner in owners if isinstance(owner, ast.ClassDef))
        return frozenset(
            node.name for body in bodies for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        )

    def attributes_named(self, name: str) -> Iterator[tuple[Path, ast.AST]]:
        """Every place of the tree where some object has an attribute of this name."""
        for bindings in self._bindings.values():
            for node in nodes_of(bindings.module.tree):
                if isinstance(node, ast.Attribute) and node.attr == name:
                    yield bindings.module.path, node

    def calls(self) -> Iterator[tuple[Bindings, ast.Call]]:
        """Every call in the tree, with the bindings of its module."""
        for bindings in self._bindings.values():
            for node in nodes_of(bindings.module.tree):
                if isinstance(node, ast.Call):
                    yield bindings, node

    def is_ever_set(self, name: str) -> bool:
        """Whether any code may give an object an attribute of this name."""
        nodes = (node for one in self._bindings.values() for node in nodes_of(one.module.tree))
        return any(
            isinstance(node, ast.Attribute)
            and (node.attr == name and not isinstance(node.ctx, ast.Load) or node.attr == "__dict__")
            or isinstance(node, ast.Name)
            and (node.id == f"self.{name}" and not isinstance(node.ctx, ast.Load) or node.id in _SETTING)
            or isinstance(node, (ast.FunctionDef, ast.ClassDef))
            and (node.name == name or node.name in _COMPUTED)
            or isinstance(node, ast.Name)
            and node.id == name
            and not isinstance(node.ctx, ast.Load)
            for node in nodes
        )

    @functools.cached_property
    def named_functions(self) -> frozenset[ast.AST]:
        """The functions of all modules whose name stands for nothing else there."""
        return frozenset(one for bindings in self._bindings.values() for one in bindings.functions.values())

    @functools.cached_property
    def used_names(self) -> frozenset[str]:
        """All that any code of the tree reads, calls, imports or has as a text."""
        nodes = (node for one in self._bindings.values() for node in nodes_of(one.module.tree))
        return frozenset(name for node in nodes for name in _used(node))


def _is_builtin(bindings: Bindings, base: ast.expr) -> bool:
    """Whether a class above is Python's `object`, or one of its exceptions, whose methods build nothing."""
    if not isinstance(base, ast.Name):
        return False
    own = base.id in bindings.bound or bool(bindings.stars)
    known = getattr(builtins, base.id, None)
    is_error = isinstance(known, type) and issubclass(known, BaseException)
    return base.id == "object" or is_error and not own


def _is_record(bindings: Bindings, base: ast.expr) -> bool:
    """Whether a class above is one of named values, as `namedtuple('Block', ['scope', 'size'])` gives it."""
    made = base.func if isinstance(base, ast.Call) else base
    return bindings.dotted.get(made) in RECORDS


def _used(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.alias):
        yield from (node.name, node.name.rpartition(".")[2])
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


_SETTING = frozenset({"delattr", "setattr", "vars", "exec", "eval"})


_COMPUTED = ("__getattr__", "__getattribute__", "__setattr__")
