"""A points-to analysis of whole programs: which objects each variable, attribute and element may hold.

Andersen's, with fields by name and no order of statements: a location holds whatever any statement may put
there. A function is evaluated for each call of it in the text, a method for each object that it is bound to.

Invariant: when it is done, `held` is closed under every statement of every module body and of every function
that may be called. It ends because there are finitely many objects (one for each expression and context, one
bound method for each pair of an object and a function) and `held` only grows. A frame is evaluated anew only
when a location that it reads has grown: for n frames whose locations hold k objects, that is at most n * k
evaluations. In practice it is some three for each frame; what takes more than `_MOST_LOOKUPS` is given up.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from migrate.model.bindings import Bindings
from migrate.model.objects import (
    ANYTHING,
    COMPREHENSIONS,
    ELEMENTS,
    STATE,
    Above,
    BuiltinMethod,
    Cell,
    Defined,
    External,
    Field,
    Frame,
    Imported,
    Location,
    Made,
    Method,
    Object,
    Objects,
    Scope,
    Sort,
    element,
)

from . import externals, side_effects
from .exceptions import is_caught, raised
from .recorded import Did, Recorded
from .scopes import Names

Held = frozenset[Object]
NOTHING: Held = frozenset()
Find = Callable[[Bindings, str], Bindings | None]
_RETURNED = "<returned>"
_KEPT = "<kept>"  # a field of what a library made: the functions that it was given, and may call
_SOURCES = "<sources>"  # a field of iterators: those that they take their elements from
_KINDS_OF_METHODS = frozenset({"staticmethod", "classmethod", "property"})


class TooLarge(Exception):
    """Raised where a program takes more than the bounded number of steps to analyse."""


class PointsTo:
    """The objects that the locations of some modules may hold, and what each statement does to them.

    Args:
      modules: all modules of the run.
      find: which of them a dotted name means, where a module imports it.
      in_contexts: whether a function is evaluated for each call of it, and not once for all of them.

    Raises:
      TooLarge: it has looked up locations more than a bounded number of times.
    """

    def __init__(self, modules: Iterable[Bindings], find: Find, *, in_contexts: bool = True) -> None:
        self._in_contexts = in_contexts
        self.lookups = 0
        self._modules = {one.module.path: one for one in modules}
        self._find = find
        self._names = Names()
        self._objects = Objects()
        self._readers: dict[Location, set[Frame]] = defaultdict(set)
        self._fields: dict[Object, set[str]] = defaultdict(set)
        self._homes: dict[ast.AST, Bindings] = {}
        self._frames: dict[ast.AST, list[Frame]] = defaultdict(list)
        self._functions: dict[Defined, None] = {}
        self._lineages: dict[Defined, Held] = {}
        self._suspended: dict[Made, set[Frame]] = {}  # what runs when an element of an iterator is asked for
        self._arrays: set[Object] = set()
        self._of_graph: Held = NOTHING  # functions that a graph calls for each variable
        self._pending: dict[Frame, None] = {}
        self._called_back: Held = NOTHING  # the functions that are being called back: each once
        self._frame: Frame
        self._statement: ast.AST
        self._handlers: tuple[ast.ExceptHandler, ...] = ()  # those around the statement, in its function
        self.held: dict[Location, set[Object]] = defaultdict(set)
        self.recorded = Recorded()
        for home in self._modules.values():
            self._homes[home.module.tree] = home
            self._pending[self._enter(home.module.tree, None, ())] = None
        self._run()
        # What nobody here calls may be called from elsewhere: a function that the module defines, a method.
        while uncalled := [one for one in self._functions if not self._frames[one.node]]:
            for function in uncalled:
                self._reach(self._enter(function.node, None, _seen_inside(function.frame)))
            self._run()

    def frames(self, scope: Scope) -> Sequence[Frame]:
        """The contexts in which a scope runs."""
        return self._frames[scope]

    def of(self, frame: Frame, name: str) -> Held:
        """The objects that a name may stand for."""
        return frozenset(self.held.get(self._names.cell(frame.chain, name), ()))

    def reachable(self, objects: Iterable[Object]) -> Held:
        """Some objects, and all that they hold, directly or through others."""
        found, pending = set[Object](), list(objects)
        while pending:
            one = pending.pop()
            if one not in found:
                found.add(one)
                pending.extend(
                    inner for name in self._fields.get(one, ()) for inner in self.held[Field(one, name)]
                )
                if isinstance(one, (Method, BuiltinMethod, Above)):
                    pending.append(one.receiver)
        return frozenset(found)

    # Scopes and statements.

    def _run(self) -> None:
        while self._pending:
            frame = next(iter(self._pending))
            del self._pending[frame]
            self._frame, self._handlers, scope = frame, (), frame.scope
            if isinstance(scope, ast.Lambda):
                self._statement = scope.body
                self._put(Cell(frame, _RETURNED), self._value(scope.body))
            elif isinstance(scope, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
                self._block(scope.body)

    def _enter(self, scope: Scope, context: ast.AST | None, around: tuple[Frame, ...]) -> Frame:
        frame = self._objects.frame(scope, context, around)
        if frame not in self._frames[scope]:
            self._frames[scope].append(frame)
        return frame

    def _reach(self, frame: Frame) -> None:
        """A function may be called."""
        if frame not in self.recorded.reached:
            self.recorded.reached.add(frame)
            self._pending[frame] = None

    @property
    def _home(self) -> Bindings:
        """The module that is evaluated."""
        return self._homes[self._frame.chain[-1].scope]

    @property
    def _did(self) -> Did:
        """What the statement does that is evaluated."""
        return self.recorded.at(self._statement, self._unit(self._frame))

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self._statement = statement
            self._execute(statement)

    def _execute(self, node: ast.stmt) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self._assign(ast.Name(node.name, ast.Store()), self._function(node))
        elif isinstance(node, ast.ClassDef):
            self._class(node)
        elif isinstance(node, ast.Assign):
            value = self._value(node.value)
            for target in node.targets:
                self._assign(target, value)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self._assign(node.target, self._value(node.value))
        elif isinstance(node, ast.AugAssign):
            added, old = self._read(node.value), self._value(_loaded(node.target))
            for one in old:
                if isinstance(one, Made) and (one.sort is Sort.CONTAINER or one in self._arrays):
                    self._write(one, ELEMENTS, self._elements(added))
            self._assign(node.target, old | self._computed(node, [old, added]))
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self._assign(node.target, self._consumed(self._value(node.iter)))
            self._block(node.body)
            self._block(node.orelse)
        elif isinstance(node, (ast.If, ast.While)):
            self._read(node.test)
            self._block(node.body)
            self._block(node.orelse)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                entered = self._entered(self._value(item.context_expr), item.context_expr)
                if item.optional_vars is not None:
                    self._assign(item.optional_vars, entered)
            self._block(node.body)
        elif isinstance(node, _TRIES):
            self._handlers, around = (*self._handlers, *node.handlers), self._handlers
            self._block(node.body)
            self._handlers = around
            for handler in node.handlers:
                self._block(handler.body)
            self._block(node.orelse)
            self._block(node.finalbody)
        elif isinstance(node, ast.Match):
            value = self._read(node.subject)
            for case in node.cases:
                for inner in ast.walk(case.pattern):
                    if isinstance(inner, (ast.MatchAs, ast.MatchStar)) and inner.name is not None:
                        found = value | self._elements(value)
                        self._assign(ast.Name(inner.name, ast.Store()), found)
                self._block(case.body)
        elif isinstance(node, ast.Return):
            if node.value is not None:
                self._put(Cell(self._unit(self._frame), _RETURNED), self._value(node.value))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self._import(node)
        elif isinstance(node, ast.Delete):
            for deleted in node.targets:
                if isinstance(deleted, ast.Name):
                    self._assign(ast.Name(deleted.id, ast.Store()), NOTHING)
                elif isinstance(deleted, (ast.Subscript, ast.Attribute)):
                    field = deleted.attr if isinstance(deleted, ast.Attribute) else ELEMENTS
                    for one in self._value(deleted.value):
                        self._write(one, field, NOTHING)
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self._value(child) if isinstance(node, ast.Expr) else self._read(child)
            if isinstance(node, (ast.Raise, ast.Assert)) and not is_caught(raised(node), self._handlers):
                self._did.ends.add(raised(node))

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        home = self._home
        for alias in node.names:
            if isinstance(node, ast.Import):
                name = alias.name if alias.asname else alias.name.partition(".")[0]
                self._assign(ast.Name(alias.asname or name, ast.Store()), self._module(home, name))
                continue
            base = "." * node.level + (node.module or "")
            if alias.name == "*":
                continue  # looked up where a name is found nowhere else
            value = self._attribute(self._module(home, base), alias.name)
            inner = f"{base}.{alias.name}" if node.module else f"{base}{alias.name}"
            found = self._find(home, inner)
            value |= {self._objects.imported(found.module.path)} if found is not None else set()
            self._assign(ast.Name(alias.asname or alias.name, ast.Store()), value)

    def _module(self, home: Bindings, name: str) -> Held:
        found = self._find(home, name)
        return frozenset(
            {self._objects.imported(found.module.path) if found is not None else self._objects.external(name)}
        )

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Held:
        """What the definition of a function gives: itself, or what its decorators make of it."""
        defined = self._objects.defined(node, self._frame)
        self._functions[defined] = None
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        for parameter, default in zip(positional[::-1], arguments.defaults[::-1], strict=False):
            self._put(_default(defined, parameter.arg), self._value(default))
        for parameter, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            if value is not None:
                self._put(_default(defined, parameter.arg), self._value(value))
        result: Held = frozenset({defined})
        for decorator in reversed(getattr(node, "decorator_list", [])):
            if isinstance(decorator, ast.Name) and decorator.id in _KINDS_OF_METHODS:
                continue
            made = self._called(self._value(decorator), decorator, [result], {})
            result |= made
        return result

    def _class(self, node: ast.ClassDef) -> None:
        defined = self._objects.defined(node, self._frame)
        self._lineages[defined] = frozenset().union(*(self._value(base) for base in node.bases))
        self._assign(ast.Name(node.name, ast.Store()), frozenset({defined}))
        around = self._frame, self._statement
        self._frame = self._enter(node, None, self._frame.chain)
        self._block(node.body)
        self._frame, self._statement = around

    def _own_class(self) -> Defined | None:
        """The class whose body is evaluated, if one is."""
        scope = self._frame.scope
        return (
            self._objects.defined(scope, self._frame.around[0]) if isinstance(scope, ast.ClassDef) else None
        )

    def _entered(self, objects: Held, node: ast.expr) -> Held:
        """What `with` gives a name: what `__enter__` returns, of objects of the program, else the object."""
        found: Held = NOTHING
        for one in objects:
            method = self._of_class(one, "__enter__")
            found |= self._called(method, node, [], {}) if method else {one}
            self._callbacks(self._get(Field(one, _KEPT)), node)
            self._called(self._of_class(one, "__exit__"), node, [], {})
        return found

    # Locations.

    def _put(self, location: Location, objects: Iterable[Object]) -> None:
        """A location may hold these objects, too; what reads it is evaluated anew if that is new."""
        held = self.held[location]
        before = len(held)
        held.update(objects)
        if len(held) != before:
            for frame in self._readers[location]:
                self._pending[frame] = None

    def _get(self, location: Location) -> Held:
        self.lookups += 1
        if self.lookups > _MOST_LOOKUPS:
            raise TooLarge
        self._readers[location].add(self._unit(self._frame))
        return frozenset(self.held.get(location, ()))

    def _unit(self, frame: Frame) -> Frame:
        """The function or module that a frame is evaluated with."""
        while isinstance(frame.scope, (ast.ClassDef, *COMPREHENSIONS)):
            frame = frame.around[0]
        return frame

    def _is_own(self, cell: Cell) -> bool:
        """Whether a variable belongs to the function or module that is evaluated."""
        return self._unit(cell.frame) is self._unit(self._frame)

    def _write(self, one: Object, field: str, objects: Iterable[Object]) -> None:
        """A statement changes a field of an object."""
        location = Field(one, field)
        if field not in self._fields[one]:
            self._fields[one].add(field)
            for frame in self._readers[Field(one, ANYTHING)]:
                self._pending[frame] = None
        self._did.writes.add(location)
        self._put(location, objects)

    def _load(self, one: Object, field: str) -> Held:
        """What a statement finds in a field of an object."""
        self._did.reads.add(Field(one, field))
        found = self._get(Field(one, field)) | self._get(Field(one, ANYTHING))
        if field == ANYTHING:
            for name in tuple(self._fields[one]):
                found |= self._get(Field(one, name))
        return found

    def _elements(self, objects: Held) -> Held:
        """The elements of containers; nothing is used up."""
        found: Held = NOTHING
        for one in objects:
            if isinstance(one, Made):
                found |= self._load(one, ELEMENTS) | ({one} if one.sort is Sort.VALUE else NOTHING)
                for name in tuple(self._fields[one]):
                    if name != ELEMENTS and name.startswith("["):
                        found |= self._get(Field(one, name))
        return found

    def _element(self, objects: Held, key: object) -> Held:
        """What stands at a place of tuples and lists, or under a key, where that is known; else any."""
        found: Held = NOTHING
        for one in objects:
            if isinstance(one, Made) and element(key) in self._fields[one]:
                found |= self._load(one, ELEMENTS) | self._get(Field(one, element(key)))
            else:
                found |= self._consumed(frozenset({one}))
        return found

    def _consumed(self, objects: Held) -> Held:
        """The elements of what a statement goes through, which uses iterators up."""
        found = self._elements(objects)
        for one in objects:
            if isinstance(one, Made) and one.sort is Sort.ITERATOR:
                for source in self.reachable([one]):
                    if isinstance(source, Made) and source.sort is Sort.ITERATOR:
                        self._did.calls.update(self._suspended.get(source, ()))
                        self._did.writes.add(Field(source, ELEMENTS))
            elif isinstance(one, Made) and one.sort is Sort.INSTANCE:
                for special in ("__iter__", "__next__", "__getitem__"):
                    method = self._of_class(one, special)
                    found |= self._elements(self._called(method, one.node, [], {})) if method else NOTHING
        return found

    def _read(self, node: ast.expr) -> Held:
        """The value of an expression whose contents a statement looks at."""
        objects = self._value(node)
        self._elements(objects)
        return objects

    # Targets.

    def _assign(self, target: ast.expr, objects: Held) -> None:
        if isinstance(target, ast.Name):
            if "." in target.id:  # the attribute of an object, read as a name of its class's block
                base, _, attribute = target.id.partition(".")
                for one in self._get(self._names.cell(self._frame.chain, base)):
                    self._put(Field(one, attribute), objects)
                    self._fields[one].add(attribute)
                return
            own_class = self._own_class()
            if own_class is not None:
                self._put(Field(own_class, target.id), objects)
                self._fields[own_class].add(target.id)
                return
            cell = self._names.cell(self._frame.chain, target.id)
            if not self._is_own(cell):
                self._did.writes.add(cell)
            self._put(cell, objects)
        elif isinstance(target, ast.Attribute):
            for one in self._value(target.value):
                self._set(one, target.attr, objects)
        elif isinstance(target, ast.Subscript):
            self._read(target.slice)
            key = target.slice.value if isinstance(target.slice, ast.Constant) else None
            for one in self._value(target.value):
                if isinstance(one, Imported) and isinstance(key, str):
                    self._set(one, key, objects)
                is_known = key is not None and element(key) in self._fields[one]
                self._write(one, element(key) if is_known else ELEMENTS, objects)
        elif isinstance(target, ast.Starred):
            made = self._objects.made(target, Sort.CONTAINER, self._unit(self._frame).context)
            self._put(Field(made, ELEMENTS), objects)
            self._fields[made].add(ELEMENTS)
            self._assign(target.value, frozenset({made}))
        elif isinstance(target, (ast.Tuple, ast.List)):
            in_order = not any(isinstance(inner, ast.Starred) for inner in target.elts)
            elements = NOTHING if in_order else self._consumed(objects)
            for place, inner in enumerate(target.elts):
                self._assign(inner, self._element(objects, place) if in_order else elements)

    def _set(self, one: Object, name: str, objects: Held) -> None:
        """A statement gives an object, a class or a module an attribute."""
        if isinstance(one, Imported):
            cell = Cell(self._objects.frame(self._modules[one.path].module.tree, None, ()), name)
            self._did.writes.add(cell)
            self._put(cell, objects)
            return
        self._write(one, name, objects)
        for owner in self._lineage(one.owner) if isinstance(one, Made) and one.owner is not None else ():
            for setter in self._get(Field(owner, name)):
                if isinstance(setter, Defined) and f"{name}.setter" in _decorators(setter.node):
                    method = self._objects.method(one, setter)
                    self._called(frozenset({method}), setter.node, [objects], {})

    # Expressions.

    def _value(self, node: ast.expr) -> Held:
        """The objects that an expression may give; tensors, numbers and texts are none."""
        if isinstance(node, ast.Constant):
            return NOTHING
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.Attribute):
            return self._attribute(self._value(node.value), node.attr)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Subscript):
            self._read(node.slice)
            base = self._value(node.value)
            self._adds_to_graph(node)
            key = node.slice.value if isinstance(node.slice, ast.Constant) else None
            found = self._elements(base) if key is None else self._element(base, key)
            for one in base:
                if isinstance(one, Imported):  # `globals()`
                    found |= self._of_module(one, key) if isinstance(key, str) else self._of_any_name(one)
            if isinstance(node.slice, ast.Slice):
                views = frozenset(one for one in base if isinstance(one, Made) and one.sort is Sort.VALUE)
                return views | self._make(node, Sort.CONTAINER, found)
            is_outside = any(isinstance(one, External) for one in base)
            return found | self._make(node, Sort.VALUE) if is_outside else found
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            if isinstance(node, ast.Set) or any(isinstance(one, ast.Starred) for one in node.elts):
                values = [(isinstance(one, ast.Starred), self._value(one)) for one in node.elts]
                parts = [self._consumed(value) if starred else value for starred, value in values]
                return self._make(node, Sort.CONTAINER, frozenset().union(*parts))
            return self._tuple(node, [self._value(one) for one in node.elts])
        if isinstance(node, ast.Dict):
            keyed, held = dict[Any, Held](), NOTHING
            for name, value in zip(node.keys, node.values, strict=True):
                found = self._value(value)
                if isinstance(name, ast.Constant):
                    keyed[name.value] = keyed.get(name.value, NOTHING) | found
                elif name is None:
                    held |= self._elements(found)
                else:
                    self._read(name)
                    held |= found
            return self._keyed(node, keyed, held)
        if isinstance(node, COMPREHENSIONS):
            return self._comprehension(node)
        if isinstance(node, ast.Lambda):
            return self._function(node)
        if isinstance(node, ast.IfExp):
            self._read(node.test)
            return self._value(node.body) | self._value(node.orelse)
        if isinstance(node, ast.BoolOp):
            found = frozenset().union(*(self._value(one) for one in node.values))
            self._elements(found)
            return found
        if isinstance(node, ast.NamedExpr):
            found = self._value(node.value)
            self._assign(node.target, found)
            return found
        if isinstance(node, ast.BinOp):
            both = self._read(node.left) | self._read(node.right)
            containers = any(isinstance(one, Made) and one.sort is Sort.CONTAINER for one in both)
            if containers:
                return self._make(node, Sort.CONTAINER, self._elements(both))
            return self._computed(node, [both])
        if isinstance(node, (ast.Await, ast.Starred)):
            return self._value(node.value)
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            if node.value is not None:
                found = self._value(node.value)
                found = self._consumed(found) if isinstance(node, ast.YieldFrom) else found
                unit = self._unit(self._frame)
                generator = self._objects.made(unit.scope, Sort.ITERATOR, unit.context)
                self._suspended.setdefault(generator, set()).add(unit)
                self._put(Field(generator, ELEMENTS), found)
                self._fields[generator].add(ELEMENTS)
                self._put(Cell(self._unit(self._frame), _RETURNED), {generator})
            return NOTHING
        parts = [self._read(one) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]
        return self._computed(node, parts) if isinstance(node, (ast.UnaryOp, ast.Compare)) else NOTHING

    def _computed(self, node: ast.AST, operands: Sequence[Held]) -> Held:
        """What arithmetic gives: with arrays, or tensors, an object of its own."""
        values = [one for one in NOTHING.union(*operands) if isinstance(one, Made) and one.sort is Sort.VALUE]
        self._adds_to_graph(node)
        made = self._make(node, Sort.VALUE) if values else NOTHING
        return self._array(made) if self._arrays.issuperset(values) else made

    def _array(self, made: Held) -> Held:
        """Results that are arrays: `+=` changes them, where it gives a tensor's name another one."""
        self._arrays.update(made)
        return made

    def _make(
        self, node: ast.AST, sort: Sort, elements: Held = NOTHING, owner: Defined | None = None
    ) -> Held:
        made = self._objects.made(node, sort, self._unit(self._frame).context, owner)
        self._did.makes.add(made)
        self._put(Field(made, ELEMENTS), elements)
        self._fields[made].add(ELEMENTS)
        return frozenset({made})

    def _tuple(self, node: ast.AST, parts: Sequence[Held]) -> Held:
        """A tuple or a list of known length, each of whose elements is known by its place."""
        return self._keyed(node, dict(enumerate(parts)))

    def _keyed(self, node: ast.AST, parts: Mapping[Any, Held], others: Held = NOTHING) -> Held:
        """A container some of whose elements are known by their keys."""
        made = self._make(node, Sort.CONTAINER, others)
        for one in made:
            for key, part in parts.items():
                self._fields[one].add(element(key))
                self._put(Field(one, element(key)), part)
        return made

    def _name(self, name: str) -> Held:
        chain = self._frame.chain
        if "." in name:
            base, _, attribute = name.partition(".")
            found: Held = NOTHING
            for one in self._get(self._names.cell(chain, base)):
                found |= self._get(Field(one, attribute)) | self._of_class(one, attribute)
            return found
        home = self._home
        meant = [dotted for one, dotted in home.module.meant if one == name]
        if meant:
            return self._module(home, meant[0])
        own_class = self._own_class()
        if own_class is not None and name in self._fields[own_class]:
            return self._get(Field(own_class, name))
        cell = self._names.cell(chain, name)
        if not self._is_own(cell):
            self._did.reads.add(cell)
        found = self._get(cell)
        if found or not isinstance(cell.frame.scope, ast.Module):
            return found
        home = self._home
        if name in home.bound or name in home.aliases:
            dotted = home.aliases.get(name, "")
            return (
                frozenset({self._objects.external(dotted)})
                if dotted.partition(".")[0] == "tensorflow"
                else NOTHING
            )
        for node in home.module.tree.body:
            if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
                starred = self._module(home, "." * node.level + (node.module or ""))
                found |= self._attribute(frozenset(one for one in starred if isinstance(one, Imported)), name)
        return found or frozenset({self._objects.external(name)})

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Held:
        outside = self._frame
        inside = self._enter(node, None, _seen_inside(outside))
        statement = self._statement
        for generator in node.generators:
            objects = self._value(generator.iter)
            if isinstance(node, ast.GeneratorExp):
                self._statement = node  # which is executed where its elements are asked for
            elements = self._consumed(objects)
            self._frame = inside  # in which all but the first is evaluated
            self._assign(generator.target, elements)
            for condition in generator.ifs:
                self._read(condition)
        if isinstance(node, ast.DictComp):
            self._read(node.key)
        found = self._value(node.value if isinstance(node, ast.DictComp) else node.elt)
        self._frame, self._statement = outside, statement
        if not isinstance(node, ast.GeneratorExp):
            return self._make(node, Sort.CONTAINER, found)
        self.recorded.by_statement.setdefault(node, {})[inside] = self.recorded.at(node, self._unit(outside))
        self._did.calls.add(inside)
        made = self._make(node, Sort.ITERATOR, found)
        for one in made:
            if isinstance(one, Made):
                self._suspended.setdefault(one, set()).add(inside)
        return made

    # Attributes.

    def _attribute(self, objects: Held, name: str, *, called: bool = False) -> Held:
        found: Held = NOTHING
        for one in objects:
            found |= self._attribute_of(one, name, called=called)
        return found

    def _attribute_of(self, one: Object, name: str, *, called: bool = False) -> Held:
        if isinstance(one, Imported):
            return self._of_module(one, name)
        if isinstance(one, External):
            if one.name.count(".") >= _DEEPEST:
                return frozenset({one})
            inner = self._find(self._home, f"{one.name}.{name}")
            whole: Object = (
                self._objects.imported(inner.module.path)
                if inner is not None
                else self._objects.external(f"{one.name}.{name}")
            )
            return self._load(one, name) | {whole}
        if isinstance(one, (BuiltinMethod, Method)):
            return frozenset({self._objects.builtin_method(one.receiver, name)})
        found = self._load(one, name) if not isinstance(one, Above) else NOTHING
        found |= self._of_class(one, name)
        is_plain = isinstance(one, Defined) or isinstance(one, Made) and one.sort is Sort.INSTANCE
        if found and is_plain:
            return found
        if isinstance(one, Made) and self._is_record(one):
            return self._elements(frozenset({one}))
        if isinstance(one, Made) and one.sort is Sort.VALUE and name == "dtype":
            return found  # which has a name of its own
        if isinstance(one, Made) and not called and name not in externals.METHODS:
            return found if one.sort is Sort.INSTANCE else found | {one}  # a part of it
        return found | {self._objects.builtin_method(one.receiver if isinstance(one, Above) else one, name)}

    def _is_record(self, one: Made) -> bool:
        """Whether an object is one of named values, such as `collections.namedtuple` gives."""
        above = (self._lineages.get(each, NOTHING) for each in self._lineage(one.owner)) if one.owner else ()
        return any(isinstance(base, Made) and base.sort is Sort.VALUE for bases in above for base in bases)

    def _of_module(self, one: Imported, name: str) -> Held:
        home = self._modules[one.path]
        cell = Cell(self._objects.frame(home.module.tree, None, ()), name)
        if not self._is_own(cell):
            self._did.reads.add(cell)
        found = self._get(cell)
        inner = one.path.parent / f"{name}.py", one.path.parent / name / "__init__.py"
        if one.path.name == "__init__.py":
            found |= {self._objects.imported(path) for path in inner if path in self._modules}
        if not found:
            for node in home.module.tree.body:
                if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
                    handed_on = self._module(home, "." * node.level + (node.module or "")) - {one}
                    found |= self._attribute(handed_on, name)
        return found

    def _of_class(self, one: Object, name: str) -> Held:
        """What an object, or a class, has from its class, or from one above it: the nearest."""
        if isinstance(one, Above):
            classes, receiver = list(self._lineage(one.owner))[1:], one.receiver
        elif isinstance(one, Made) and one.owner is not None:
            classes, receiver = list(self._lineage(one.owner)), one
        elif isinstance(one, Defined) and isinstance(one.node, ast.ClassDef):
            classes, receiver = list(self._lineage(one)), one
        else:
            return NOTHING
        for owner in classes:
            self._did.reads.add(Field(owner, name))
            found = self._get(Field(owner, name))
            if found:
                return self._bound(found, receiver)
        return NOTHING

    def _bound(self, found: Held, receiver: Object) -> Held:
        """What a class holds, as its object has it: functions are methods, properties are called."""
        result: Held = NOTHING
        for one in found:
            is_function = isinstance(one, Defined) and not isinstance(one.node, ast.ClassDef)
            kinds = _decorators(one.node) if isinstance(one, Defined) and is_function else None
            if kinds is None or not isinstance(one, Defined) or "staticmethod" in kinds:
                result |= {one}
            elif "classmethod" in kinds:
                owner = receiver.owner if isinstance(receiver, Made) else receiver
                result |= {self._objects.method(owner or receiver, one)}
            elif isinstance(receiver, Defined):
                result |= {one}
            elif kinds & _PROPERTIES:
                result |= self._called(frozenset({self._objects.method(receiver, one)}), one.node, [], {})
            else:
                result |= {self._objects.method(receiver, one)}
        return result

    def _lineage(self, owner: Defined, seen: frozenset[Defined] = frozenset()) -> list[Defined]:
        """A class and those of the program above it, the nearest first."""
        found = [owner]
        for base in self._lineages.get(owner, NOTHING):
            if isinstance(base, Defined) and isinstance(base.node, ast.ClassDef) and base not in seen:
                found += [one for one in self._lineage(base, seen | {owner}) if one not in found]
        return found

    # Calls.

    def _call(self, node: ast.Call) -> Held:
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            for one in node.args:
                self._value(one)
            return self._above(node)
        if isinstance(node.func, ast.Attribute):
            functions = self._attribute(self._value(node.func.value), node.func.attr, called=True)
        else:
            functions = self._value(node.func)
        positional, spread = list[Held](), NOTHING
        for one in node.args:
            if isinstance(one, ast.Starred):
                spread |= self._consumed(self._value(one.value))
            else:
                positional.append(self._value(one))
        keywords: dict[str, Held] = {}
        for keyword in node.keywords:
            value = self._value(keyword.value)
            if keyword.arg is None:
                spread |= self._elements(value)
            else:
                keywords[keyword.arg] = value
        if isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr") and len(node.args) > 1:
            return self._by_name(node, positional)
        return self._called(functions, node, positional, keywords, spread)

    def _above(self, node: ast.Call) -> Held:
        """What `super()` gives: the object of the method, as the classes above its own see it."""
        frame = next((one for one in self._frame.chain if isinstance(one.scope, ast.FunctionDef)), None)
        method = frame.scope if frame is not None else None
        owner = next((one for one in self._lineages if method in getattr(one.node, "body", ())), None)
        if frame is None or owner is None or not isinstance(method, ast.FunctionDef) or not method.args.args:
            return NOTHING
        receivers = self._get(Cell(frame, method.args.args[0].arg))
        return frozenset(self._objects.above(one, owner) for one in receivers if not isinstance(one, Above))

    def _by_name(self, node: ast.Call, positional: Sequence[Held]) -> Held:
        """`getattr` and `setattr`: of one attribute, where its name is written out, and of any otherwise."""
        name = node.args[1].value if isinstance(node.args[1], ast.Constant) else ANYTHING
        reads = isinstance(node.func, ast.Name) and node.func.id == "getattr"
        if not isinstance(name, str):
            return NOTHING
        if not reads:
            for one in positional[0]:
                self._set(one, name, positional[2] if len(positional) > 2 else NOTHING)
            return NOTHING
        default = positional[2] if len(positional) > 2 else NOTHING
        if name != ANYTHING:
            return self._attribute(positional[0], name) | default
        found = default
        for one in positional[0]:
            found |= self._load(one, ANYTHING)
            owner = one.owner if isinstance(one, Made) else one if isinstance(one, Defined) else None
            for above in self._lineage(owner) if owner is not None else ():
                for field in tuple(self._fields[above]):
                    found |= self._attribute_of(one, field)
            if isinstance(one, Imported):
                found |= self._of_any_name(one)
        return found

    def _of_any_name(self, one: Imported) -> Held:
        names = self._modules[one.path].bound
        return NOTHING.union(*(self._of_module(one, each) for each in names))

    def _called(
        self,
        functions: Held,
        node: ast.AST,
        positional: Sequence[Held],
        keywords: Mapping[str, Held],
        spread: Held = NOTHING,
    ) -> Held:
        """What calls of some functions give; the arguments of `spread` may be for any parameter."""
        found: Held = NOTHING
        if not functions:  # such as a method of a text
            self._look(spread.union(*positional, *keywords.values()))
            asked = node.func if isinstance(node, ast.Call) else None
            if isinstance(asked, ast.Attribute) and asked.attr in externals.LISTS_OF_TEXTS:
                return self._make(node, Sort.CONTAINER)
        for one in functions:
            if isinstance(one, Method):
                context = one.receiver.node if isinstance(one.receiver, Made) else node
                arguments = [frozenset({one.receiver}), *positional]
                found |= self._enter_function(one.function, context, arguments, keywords, spread)
            elif isinstance(one, Defined) and not isinstance(one.node, ast.ClassDef):
                found |= self._enter_function(one, node, positional, keywords, spread)
            elif isinstance(one, Defined):
                made = self._make(node, Sort.INSTANCE, owner=one)
                found |= made
                start = self._of_class(next(iter(made)), "__init__")
                self._called(start, node, positional, keywords, spread)
                if not start:  # a class of a library is above it: its objects hold what they are made of
                    for each in made:
                        self._put(Field(each, ELEMENTS), spread.union(*positional, *keywords.values()))
            elif isinstance(one, BuiltinMethod):
                found |= self._builtin_method(one, node, positional, keywords, spread)
            elif isinstance(one, External):
                found |= self._external(one.name, node, positional, keywords, spread)
            elif isinstance(one, Made) and one.sort is Sort.INSTANCE:
                method = self._of_class(one, "__call__") or frozenset(
                    {self._objects.builtin_method(one, "__call__")}
                )
                found |= self._called(method, node, positional, keywords, spread)
            elif isinstance(one, Made):
                given = spread.union(*positional, *keywords.values())
                kept = self._get(Field(one, _KEPT))
                self._look(given)
                self._callbacks(given | kept, node)
                found |= self._keep(self._make(node, Sort.VALUE, given), given | kept)
        return found

    def _enter_function(
        self,
        function: Defined,
        context: ast.AST,
        positional: Sequence[Held],
        keywords: Mapping[str, Held],
        spread: Held,
    ) -> Held:
        """What a function gives in a context, with these arguments."""
        node = function.node
        assert not isinstance(node, ast.ClassDef)
        frame = self._enter(node, context if self._in_contexts else None, _seen_inside(function.frame))
        self._reach(frame)
        self._did.calls.add(frame)
        names = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
        known = [*names, *(one.arg for one in node.args.kwonlyargs)]
        for place, name in enumerate(known):
            rest = NOTHING if place < len(positional) else spread
            self._put(Cell(frame, name), self._get(_default(function, name)) | rest)
        for name, value in zip(names, positional, strict=False):
            self._put(Cell(frame, name), value)
        others = spread.union(*positional[len(names) :])
        for keyword, value in keywords.items():
            if keyword in known:
                self._put(Cell(frame, keyword), value)
            else:
                others |= value
        for collecting in (node.args.vararg, node.args.kwarg):
            if collecting is not None and others:
                made = self._objects.made(collecting, Sort.CONTAINER, frame.context)
                self._put(Field(made, ELEMENTS), others)
                self._fields[made].add(ELEMENTS)
                self._put(Cell(frame, collecting.arg), {made})
        return self._get(Cell(frame, _RETURNED))

    def _adds_to_graph(self, node: ast.AST, given: Held = NOTHING) -> None:
        """A statement may make operations or variables, for which the graph calls functions."""
        if self._of_graph:
            self._callbacks(self._of_graph, node, given)

    def _kept_by_graph(self, functions: Held) -> None:
        if not functions <= self._of_graph:
            self._of_graph |= functions
            self._pending.update(dict.fromkeys(self.recorded.reached))

    def _callbacks(self, given: Held, node: ast.AST, values: Held = NOTHING) -> Held:
        """What calls back give that a function from outside of the run is passed, by any of its arguments.

        They may be given what is in the arguments, and some `values`.
        """
        functions = self._functions_in(given) - self._called_back
        if not functions:
            return NOTHING
        found, values = NOTHING, values | self._elements(given)
        around, self._called_back = self._called_back, self._called_back.union(functions)
        statement = self._statement
        for one in functions:
            of_hook = one.function.node if isinstance(one, Method) and self._is_hook(one.receiver) else None
            if isinstance(of_hook, ast.FunctionDef):
                # None of the statements around them does what they do: what runs hooks keeps their order.
                self._statement = of_hook.args
                self._called(frozenset({one}), node, [], {})
                self._statement = statement
                continue
            found |= self._called(frozenset({one}), node, [], {}, values)
        self._called_back = around
        return found

    def _functions_in(self, given: Held) -> Held:
        """The functions that a library may call that is given some objects.

        Those of objects whose class has a class of a library above it are among them, such as hooks.
        """
        found, pending = set[Object](), list(given)
        for one in pending:
            if (
                isinstance(one, (Method, BuiltinMethod))
                or isinstance(one, Defined)
                and not isinstance(one.node, ast.ClassDef)
            ):
                found.add(one)
            elif isinstance(one, Made) and one.sort is Sort.INSTANCE and self._is_of_library(one):
                found |= self._methods_of(one)
        return frozenset(found)

    def _given_in(self, one: Object) -> Held:
        """The objects of a list that is given to a library, such as one of hooks."""
        if not isinstance(one, Made) or one.sort is not Sort.CONTAINER:
            return NOTHING
        return frozenset(
            each
            for name in tuple(self._fields[one])
            for each in self._get(Field(one, name))
            if isinstance(each, Made) and each.sort is Sort.INSTANCE
        )

    def _is_of_library(self, one: Made) -> bool:
        return any("." in name for name in self._libraries_above(one))

    def _is_hook(self, one: Object) -> bool:
        """Whether it is one that a session calls around its runs, in TensorFlow 2 as in TensorFlow 1."""
        return isinstance(one, Made) and any(name.endswith("Hook") for name in self._libraries_above(one))

    def _libraries_above(self, one: Made) -> set[str]:
        above = (self._lineages.get(each, NOTHING) for each in self._lineage(one.owner)) if one.owner else ()
        return {base.name for bases in above for base in bases if isinstance(base, External)}

    def _methods_of(self, one: Made) -> Held:
        assert one.owner is not None
        names = ((owner, name) for owner in self._lineage(one.owner) for name in tuple(self._fields[owner]))
        held = (self._get(Field(owner, name)) for owner, name in names if name != "__init__")
        functions = (each for objects in held for each in objects if isinstance(each, Defined))
        return frozenset(
            self._objects.method(one, each) for each in functions if isinstance(each.node, ast.FunctionDef)
        )

    def _keep(self, made: Held, given: Held) -> Held:
        """What a library made of some objects, and calls their functions later."""
        functions = self._functions_in(given)
        for one in made if functions else ():
            if isinstance(one, Made) and one.sort in (Sort.VALUE, Sort.STATEFUL):
                self._put(Field(one, _KEPT), functions)
        return made

    def _builtin_method(
        self,
        method: BuiltinMethod,
        node: ast.AST,
        positional: Sequence[Held],
        keywords: Mapping[str, Held],
        spread: Held,
    ) -> Held:
        """A method of a list or dictionary, or of what a library gave."""
        receiver, name = method.receiver, method.name
        given = spread.union(*positional, *keywords.values())
        self._callbacks(
            given | self._get(Field(receiver, _KEPT)) | self._functions_in(frozenset({receiver})), node
        )
        if side_effects.method_acts(name) or self._is_of_unknown(receiver):
            self._did.outside.add(name)
        if isinstance(receiver, Made) and receiver.sort is Sort.STREAM:
            self._write(receiver, ANYTHING, NOTHING)
            self._look(given)
            return self._array(self._make(node, Sort.VALUE))
        if not isinstance(receiver, Made) or receiver.sort in (Sort.STATEFUL, Sort.INSTANCE):
            self._write(receiver, ANYTHING, given)
            self._load(receiver, ANYTHING)
            self._escape(given)
            return self._make(node, Sort.STATEFUL, given)
        if receiver.sort is Sort.ITERATOR:
            return self._consumed(frozenset({receiver}))
        if name in externals.CHANGING_METHODS and not (
            receiver.sort is Sort.VALUE and name in ("add", "put")
        ):
            inner = self._consumed(given) if name in ("extend", "update", "extendleft") else NOTHING
            self._write(receiver, ELEMENTS, given | inner)
            return self._elements(frozenset({receiver})) if name in externals.GIVING_METHODS else NOTHING
        elements = self._elements(frozenset({receiver}))
        if name in externals.READING_METHODS and receiver.sort is Sort.CONTAINER:
            if name in ("get", "__getitem__"):
                return elements | given
            if name in ("items", "iteritems", "viewitems"):
                return self._made_of_pairs(node, elements)
            return self._make(node, Sort.CONTAINER, elements | self._consumed(given))
        if receiver.sort is Sort.CONTAINER:
            self._write(receiver, ANYTHING, given)
            return elements | self._make(node, Sort.STATEFUL, given)
        self._look(given | {receiver})
        self._adds_to_graph(node)
        views = frozenset({receiver}) if name in externals.VIEWS else NOTHING
        made = self._make(node, Sort.VALUE)
        is_array = receiver in self._arrays or name in externals.FETCHES
        return views | (self._array(made) if is_array else made)

    def _is_of_unknown(self, receiver: Object) -> bool:
        """Whether an object has methods from a class, or a function, that is not known."""
        if not isinstance(receiver, Made) or receiver.owner is None:
            return isinstance(receiver, Made) and receiver.sort is Sort.STATEFUL
        above = (self._lineages.get(each, NOTHING) for each in self._lineage(receiver.owner))
        bases = (base for found in above for base in found if isinstance(base, External))
        return any(side_effects.acts_outside(base.name, receiver.node) for base in bases)

    def _made_of_pairs(self, node: ast.AST, values: Held) -> Held:
        """The pairs of a dictionary."""
        pairs = self._objects.made(node, Sort.VALUE, self._unit(self._frame).context)
        self._fields[pairs].update({element(0), element(1)})
        self._put(Field(pairs, element(1)), values)
        return self._make(node, Sort.CONTAINER, frozenset({pairs}))

    def _escape(self, objects: Held) -> None:
        """Held are given to code that is not known, which may change them and all that they hold."""
        self._did.escapes.update(objects)

    def _look(self, objects: Held) -> None:
        """A library looks at some objects and at what containers hold, and uses up iterators by that."""
        seen, pending = set[Object](), list(objects)
        while pending:
            one = pending.pop()
            if isinstance(one, Made) and one not in seen:
                seen.add(one)
                if one.sort is Sort.ITERATOR:
                    pending.extend(self._consumed(frozenset({one})))
                else:
                    held = self._elements(frozenset({one}))
                    pending.extend(held if one.sort is Sort.CONTAINER else ())

    def _external(
        self,
        name: str,
        node: ast.AST,
        positional: Sequence[Held],
        keywords: Mapping[str, Held],
        spread: Held,
    ) -> Held:
        """A function from outside of the run."""
        given = spread.union(*positional, *keywords.values())
        first = positional[0] if positional else NOTHING
        handed = given.union(*(self._given_in(one) for one in given))
        called = self._callbacks(handed, node)
        if name.partition(".")[0] == "tensorflow":
            if name in externals.KEPT_BY_GRAPH:
                self._kept_by_graph(self._functions_in(given))
            self._adds_to_graph(node, given if externals.makes_variables(name) else NOTHING)
        if name == "globals":
            return frozenset({self._objects.imported(self._home.module.path)})
        if name in externals.RUNS_MAIN and not given:
            self._called(self._get(Cell(self._frame.chain[-1], "main")), node, [NOTHING], {})
        stream = externals.stream_of(name)
        if side_effects.acts_outside(name, node) and stream is None:
            self._did.outside.add(name)
        if stream is not None:
            self._write(self._objects.external(stream), STATE, NOTHING)
            self._load(self._objects.external(stream), STATE)
        owner, _, method = name.rpartition(".")
        if owner in externals.STATES:
            self._load(self._objects.external(owner), ELEMENTS)
            if method in externals.CHANGING_METHODS:
                self._write(self._objects.external(owner), ELEMENTS, given)
        if name in externals.CHANGES_FIRST:
            for one in first:
                self._write(one, ELEMENTS, NOTHING)
        if name in externals.GIVES_ITSELF:
            return given
        if name in externals.GIVES_ELEMENT:
            elements = self._consumed(first) | given
            return elements | (
                self._make(node, Sort.CONTAINER, self._elements(elements)) if name == "sum" else NOTHING
            )
        if name in externals.STATEFUL:
            return self._make(node, Sort.STREAM, given)
        if name in externals.COPIES:
            return self._make(node, Sort.CONTAINER, self._consumed(given) | (given if keywords else NOTHING))
        if name in externals.EMPTY:
            return self._make(node, Sort.CONTAINER, called)
        if name in externals.ITERATORS:
            return self._iterator(name, node, positional, given, called)
        if externals.is_pure(name):
            self._look(given)
            views = first if name in externals.GIVES_VIEW else NOTHING
            made = self._keep(self._make(node, Sort.VALUE, called), handed)
            return views | (self._array(made) if name.partition(".")[0] in externals.ARRAYS else made)
        self._escape(given)
        return self._keep(self._make(node, Sort.STATEFUL, given | called), handed)

    def _iterator(
        self, name: str, node: ast.AST, positional: Sequence[Held], given: Held, called: Held
    ) -> Held:
        """What goes through other iterators, or containers, one element after the other."""
        if name in externals.PAIRS and given == frozenset[Object]().union(*positional):
            parts = [self._elements(one) for one in positional]
            elements = self._tuple(node, [NOTHING, *parts] if name == "enumerate" else parts)
        else:
            elements = self._elements(given)
            if name in externals.TAKES_NESTED or name in externals.PAIRS:
                elements |= self._elements(elements)
            if name in externals.PAIRS:
                elements = self._make(node, Sort.CONTAINER, elements)
        made = self._make(node, Sort.ITERATOR, elements | called)
        for one in made:
            self._put(Field(one, _SOURCES), given)
            self._fields[one].add(_SOURCES)
        return made


def _loaded(target: ast.expr) -> ast.expr:
    """The same place as a target of `+=`, to read what it holds."""
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    if isinstance(target, ast.Attribute):
        return ast.Attribute(target.value, target.attr, ast.Load())
    if isinstance(target, ast.Subscript):
        return ast.Subscript(target.value, target.slice, ast.Load())
    return target


def _default(function: Defined, name: str) -> Field:
    """Where the default value of a parameter is."""
    return Field(function, f"<default of {name}>")


def _seen_inside(frame: Frame) -> tuple[Frame, ...]:
    """The frames whose names a function sees that is defined in one: a class's own are not among them."""
    return tuple(one for one in frame.chain if not isinstance(one.scope, ast.ClassDef))


def _decorators(node: ast.AST) -> frozenset[str]:
    """The names of a function's decorators."""
    found = getattr(node, "decorator_list", ())
    return frozenset(ast.unparse(one.func if isinstance(one, ast.Call) else one) for one in found)


_MOST_LOOKUPS = 400_000  # some ten seconds
_DEEPEST = 8  # the parts of a dotted name that are told apart
_TRIES = (ast.Try, ast.TryStar) if sys.version_info >= (3, 11) else (ast.Try,)
_PROPERTIES = frozenset({"property", "functools.cached_property", "cached_property", "lazy_property"})
