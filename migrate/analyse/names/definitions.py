"""Which function, class or method of the modules of a run a name or an attribute stands for."""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from migrate.model.bindings import Bindings, symbol
from migrate.model.driver import Obstacle
from migrate.model.effects import Detail, Effects
from migrate.model.nodes import nodes_of
from migrate.model.objects import FUNCTIONS, BuiltinMethod, Defined, Made, Method, Object, made_at
from migrate.model.source import Module
from migrate.syntax.closure import closure, connected
from migrate.syntax.imports import Imports
from migrate.values import ProgramEffects

from .bindings import RECORDS, bind, parameters


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
      details: in which the modules may be analysed, the most first.
    """

    def __init__(
        self,
        modules: Sequence[Module],
        imports: Imports | None = None,
        details: Sequence[Detail] = tuple(Detail),
    ) -> None:
        self._details = details
        self._bindings = {module.path.resolve(): bind(module) for module in modules}
        self.imports = imports or Imports(modules)
        self._effects: dict[Path, ProgramEffects] = {}
        for unit in self._units:
            self._analyse(unit)
        self._forget()

    def _forget(self) -> None:
        """Find anew what nodes stand for: a tree was edited."""
        self._functions: dict[tuple[Bindings, ast.AST], Function | None] = {}
        self._classes: dict[tuple[Bindings, ast.AST], Function | None] = {}
        self._methods: dict[ast.AST, dict[str, tuple[Bindings, ast.FunctionDef]]] = {}

    def bindings(self, module: Module) -> Bindings:
        """The bindings of `module`."""
        return self._bindings[module.path.resolve()]

    def effects(self, bindings: Bindings) -> Effects:
        """What the statements of a module, and of those that it is connected with by imports, do to objects.

        What is too large or fails in programs beside them is nothing to them.
        """
        return self._effects[bindings.module.path]

    @functools.cached_property
    def _units(self) -> Sequence[Sequence[Bindings]]:
        """The modules that imports connect, which are analysed together."""
        every = [*self._bindings.values()]
        pairs = ((one.module.path, other.module.path) for one in every for other in self.imported(one))
        units = connected((one.module.path for one in every), pairs)
        return [[one for one in every if one.module.path in paths] for paths in units]

    def _analyse(self, unit: Sequence[Bindings]) -> None:
        """The modules of a unit are analysed together, as they are when that is first asked."""
        paths = {one.module.path for one in unit}

        def find(home: Bindings, name: str) -> Bindings | None:
            found = self.module(home, name)
            return found if found is not None and found.module.path in paths else None

        before = self._effects.get(unit[0].module.path)  # where names in the text have changed since
        details = before.details if before is not None else self._details  # what was too large then still is
        self._effects.update(dict.fromkeys(paths, ProgramEffects(unit, find, details)))

    def imported(self, bindings: Bindings) -> Iterator[Bindings]:
        """The modules of the tree that a module imports."""
        paths = self.imports.imported(bindings.module)
        return (self._bindings[path] for path in paths if path in self._bindings)

    def module(self, home: Bindings, name: str) -> Bindings | None:
        """The module of the tree that a dotted name stands for where `home` imports it."""
        found = self.imports.find(home.module, name)
        return self._bindings.get(found) if found is not None else None

    def of_processes(self, bindings: Bindings) -> Sequence[Bindings]:
        """The modules that a process may import which imports a module, this one included."""
        unit = self.together(bindings)
        importing = closure([bindings], lambda one: (other for other in unit if one in self.imported(other)))
        return list(closure(importing, self.imported))

    def function(self, bindings: Bindings, node: ast.AST) -> Function | None:
        """The function of the tree that a call's `func` refers to."""
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return None
        key = bindings, node
        if key not in self._functions:
            self._functions[key] = self._function(bindings, node)
        return self._functions[key]

    def _function(self, bindings: Bindings, node: ast.Name | ast.Attribute) -> Function | None:
        given = self.given(bindings, node)
        meant = {one.function if isinstance(one, Method) else one for one in given}
        one = meant.pop() if len(meant) == 1 else None
        if not (isinstance(one, Defined) and isinstance(one.node, ast.FunctionDef)):
            return None
        function = self._placed[one.node]
        if function.owner is None:
            return function if isinstance(one.frame.scope, ast.Module) else None
        owner = self.class_of(bindings, node.value) if isinstance(node, ast.Attribute) else None
        is_of_object = not one.node.decorator_list and parameters(one.node)[:1] == ["self"]
        return replace(function, owner=owner) if owner is not None and not is_of_object else None

    def class_of(self, bindings: Bindings, node: ast.AST) -> Function | None:
        """The class of the tree that a call's `func` refers to."""
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return None
        key = bindings, node
        if key not in self._classes:
            self._classes[key] = self._class_of(bindings, node)
        return self._classes[key]

    def _class_of(self, bindings: Bindings, node: ast.Name | ast.Attribute) -> Function | None:
        given = self.given(bindings, node)
        only = bindings.objects.get(node.id) if isinstance(node, ast.Name) else None
        if only is node:  # where an object takes over the name of its class, this one alone means that
            given = frozenset(one for one in given if isinstance(one, Defined))
        one = next(iter(given)) if len(given) == 1 and only in (None, node) else None
        if not (isinstance(one, Defined) and isinstance(one.node, ast.ClassDef)):
            return None
        is_global = isinstance(one.frame.scope, ast.Module)
        return Function(self._by_tree[one.frame.scope], one.node) if is_global else None

    def given(self, bindings: Bindings, node: ast.expr) -> frozenset[Object]:
        """What an expression gives; nothing is known where no module of the unit names TensorFlow."""
        effects = self.effects(bindings)
        is_known = bindings.module.path in self._with_tensorflow and effects.known
        return effects.given(node) if is_known else frozenset()

    def defines(self, owner: Defined, name: str) -> bool:
        """Whether a class of the tree, or one of the tree that it inherits from, has a method of a name."""
        return self.method(self._class_function(owner), name) is not None

    def _class_function(self, owner: Defined) -> Function:
        return Function(self._by_tree[owner.frame.chain[-1].scope], owner.node)

    def defined(self, given: Iterable[Object]) -> Iterator[Function]:
        """The functions of the tree among some objects; of a class, those that make its objects."""
        for one in given:
            function = one.function if isinstance(one, Method) else one
            if not isinstance(function, Defined):
                continue
            if isinstance(function.node, ast.ClassDef):
                made = self.method(self._class_function(function), "__init__")
                if made is not None:
                    yield made
            elif function.node in self._placed:
                yield self._placed[function.node]

    @functools.cached_property
    def homes(self) -> Mapping[ast.AST, Bindings]:
        """The module that each call stands in, each part of a value that is asked for, and each loop."""
        every = ((node, one) for one in self._bindings.values() for node in nodes_of(one.module.tree))
        return {node: one for node, one in every if isinstance(node, _MAKING)}

    def within(self, bindings: Bindings, node: ast.expr) -> frozenset[Object]:
        """What an expression gives, and all that this holds, where that is known as for `given`."""
        return self.effects(bindings).within(node) if self.given(bindings, node) else frozenset()

    def is_followed(self, bindings: Bindings, call: ast.Call) -> bool:
        """Whether what is called is surely the program's own, or a method of a container."""
        given = self.given(bindings, call.func)
        own = (
            one.receiver.is_container
            if isinstance(one, BuiltinMethod) and isinstance(one.receiver, Made)
            else isinstance(one, (Defined, Method))
            for one in given
        )
        return bool(given) and all(own)

    def are_made_by(self, bindings: Bindings, node: ast.expr, symbols: Collection[str]) -> bool:
        """Whether all that an expression gives is made by calls of some symbols of TensorFlow."""
        made = list(map(made_at, self.given(bindings, node)))
        return bool(made) and all(nodes and all(map(partial(self._calls, symbols), nodes)) for nodes in made)

    def _calls(self, symbols: Collection[str], node: ast.AST) -> bool:
        home = self.homes.get(node)
        return isinstance(node, ast.Call) and home is not None and home.tensorflow(node.func) in symbols

    def together(self, bindings: Bindings) -> Sequence[Bindings]:
        """The modules that imports connect with a module, and this."""
        return next(unit for unit in self._units if bindings in unit)

    def is_too_large(self, bindings: Bindings) -> bool:
        """Whether a module is of a program with TensorFlow that is too large to be analysed."""
        return bindings.module.path in self._with_tensorflow and not self.effects(bindings).known

    @functools.cached_property
    def _with_tensorflow(self) -> frozenset[Path]:
        units = (unit for unit in self._units if any(map(_names_tensorflow, unit)))
        return frozenset(one.module.path for unit in units for one in unit)

    @functools.cached_property
    def _by_tree(self) -> Mapping[ast.AST, Bindings]:
        return {one.module.tree: one for one in self._bindings.values()}

    @functools.cached_property
    def _placed(self) -> Mapping[ast.AST, Function]:
        """The functions of the tree and its lambdas, where they stand; of a method, with its class."""
        found: dict[ast.AST, Function] = {}
        for bindings in self._bindings.values():
            for node in nodes_of(bindings.module.tree):
                if isinstance(node, FUNCTIONS):
                    found.setdefault(node, Function(bindings, node))
                elif isinstance(node, ast.ClassDef):
                    owner = Function(bindings, node)
                    methods = (one for one in node.body if isinstance(one, FUNCTIONS))
                    found.update({method: Function(bindings, method, owner) for method in methods})
        return found

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
                is_plain |= one.bindings.tensorflow(base) in _CELLS
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
    def used_names(self) -> frozenset[str]:
        """All that any code of the tree reads, calls, imports or has as a text."""
        nodes = (node for one in self._bindings.values() for node in nodes_of(one.module.tree))
        return frozenset(name for node in nodes for name in _used(node))


def _names_tensorflow(bindings: Bindings) -> bool:
    return any(map(symbol, bindings.dotted.values()))


# Classes of TensorFlow above those of a program, which do nothing but call its methods to build.
_CELLS = frozenset(f"tf.{home}.RNNCell" for home in ("contrib.rnn", "nn.rnn_cell", "rnn_cell"))


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


# What stands for what it makes, or takes out of something.
_MAKING = (ast.Call, ast.Attribute, ast.Subscript, ast.For, ast.comprehension)
_SETTING = frozenset({"delattr", "setattr", "vars", "exec", "eval"})


_COMPUTED = ("__getattr__", "__getattribute__", "__setattr__")
