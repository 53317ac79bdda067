"""What statements do."""

from __future__ import annotations

import ast
import functools
import sys
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from migrate.model.objects import (
    ANYTHING,
    ELEMENTS,
    Cell,
    Defined,
    Imported,
    Made,
    Object,
    Sort,
)
from migrate.syntax.imports import names_imported

from .constants import decided_by
from .exceptions import raised
from .expressions import Expressions, key_of
from .flow import NOTHING, Node
from .heap import UNKNOWN, Arguments, Here, is_by_key


class Statements(Expressions):
    """What the statements of a scope do."""

    def block(self, here: Here, body: Sequence[ast.stmt]) -> None:
        """Some statements, each of which records what it does itself."""
        for statement in body:
            did = self.recorded.at(statement, here.unit)
            self._execute(here._replace(did=did, at=statement), statement)

    def _execute(self, here: Here, node: ast.stmt) -> None:
        for kinds, execute in _EXECUTED:
            if isinstance(node, kinds):
                execute(self, here, node)
                return
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.value(here, child) if isinstance(node, ast.Expr) else self.read(here, child)

    # Definitions.

    def _define_function(self, here: Here, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.assign(here, ast.Name(node.name, ast.Store()), self.function(here, node))

    def _define_class(self, here: Here, node: ast.ClassDef) -> None:
        defined = self.objects.defined(node, here.frame)
        bases = self.bases[defined]
        for base in node.bases:
            self.flow(self.value(here, base), bases)
        made = self.decorated(here, self.only(defined), node.decorator_list)
        self.assign(here, ast.Name(node.name, ast.Store()), made)
        self.block(here._replace(frame=self.enter(node, None, here.frame.chain)), node.body)

    def _import(self, here: Here, node: ast.Import | ast.ImportFrom) -> None:
        self.runs_modules(here, names_imported(node))
        for alias in node.names:
            if isinstance(node, ast.Import):
                name = alias.name if alias.asname else alias.name.partition(".")[0]
                value = self.only(self.module(here.home, name))
                self.assign(here, ast.Name(alias.asname or name, ast.Store()), value)
            elif alias.name != "*":  # that is looked up where a name is found nowhere else
                base = "." * node.level + (node.module or "")
                package = self.module(here.home, base)
                found = self.find(here.home, f"{base}.{alias.name}" if node.module else f"{base}{alias.name}")
                inside = self.only(self.objects.imported(found.module.path)) if found is not None else NOTHING
                if found is None or isinstance(package, Imported):  # else a folder alone
                    inside = self.join(self.attribute(here, self.only(package), alias.name), inside)
                self.assign(here, ast.Name(alias.asname or alias.name, ast.Store()), inside)

    # Statements with blocks.

    def _for(self, here: Here, node: ast.For | ast.AsyncFor) -> None:
        self.assign(here, node.target, self.consumed(here, self.value(here, node.iter)))
        self.block(here, node.body)
        self.block(here, node.orelse)

    def _if(self, here: Here, node: ast.If | ast.While) -> None:
        self.test(here, node.test)
        name, leads = decided_by(node.test) or ("", bool)
        if name not in self.deciding_in(here.frame.scope):
            self.block(here, node.body)
            self.block(here, node.orelse)
            return
        parameter = Cell(here.frame, name)
        self.constants.enter(parameter, leads, node.body, lambda: self.block(here, node.body))
        self.constants.enter(
            parameter, lambda value: not leads(value), node.orelse, lambda: self.block(here, node.orelse)
        )

    def _with(self, here: Here, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            if item.optional_vars is not None:
                self.sites.assign(here.frame.scope, [item.optional_vars], item.context_expr)
            entered = self._entered(here, item.context_expr)
            if item.optional_vars is not None:
                self.assign(here, item.optional_vars, entered)
        self.block(here, node.body)

    def _entered(self, here: Here, node: ast.expr) -> Node:
        """What `with` gives a name: what `__enter__` returns or a generator yields; else the object."""
        objects, entered = self.value(here, node), Node()

        def enter(one: Object) -> None:
            if isinstance(one, Made) and one.sort is Sort.ITERATOR:
                self.flow(self.consumed(here, self.only(one)), entered)
            if isinstance(one, Made) and one.sort is Sort.VALUE:
                self.flow(self.whole(one, elements=True), entered)
            self.call_kept(here, one, node, NOTHING)
            methods = Node()
            if self.of_class(here, one, "__enter__", methods) is not None:
                self.each(methods, lambda method: self.call(here, method, made_at(one), Arguments(), entered))
                self.special(here, one, ("__exit__",), Arguments(), NOTHING)
            self.if_missing(lambda: bool(methods.held), lambda: self.put(entered, [one]))

        self.each(objects, enter)
        return entered

    def _raise(self, here: Here, node: ast.Raise) -> None:
        if node.exc is not None:
            self.flow(self.read(here, node.exc), self.raised)
        if node.cause is not None:
            self.read(here, node.cause)
        self.may_end(here, raised(node))

    def _assert(self, here: Here, node: ast.Assert) -> None:
        self.test(here, node.test)
        if node.msg is not None:
            self.read(here, node.msg)
        self.may_end(here, raised(node))

    def _try(self, here: Here, node: ast.Try) -> None:
        self.block(here._replace(handlers=(*here.handlers, *node.handlers)), node.body)
        for handler in node.handlers:
            if handler.name is not None:
                self.assign(here, ast.Name(handler.name, ast.Store()), self.raised)
            self.block(here, handler.body)
        self.block(here, node.orelse)
        self.block(here, node.finalbody)

    def _match(self, here: Here, node: ast.Match) -> None:
        value = self.read(here, node.subject)
        found = self.join(value, self.elements(here, value))
        for case in node.cases:
            for inner in ast.walk(case.pattern):
                if isinstance(inner, (ast.MatchAs, ast.MatchStar)) and inner.name is not None:
                    self.assign(here, ast.Name(inner.name, ast.Store()), found)
            if case.guard is not None:
                self.read(here, case.guard)
            self.block(here, case.body)

    # Assignments.

    def _assign_each(self, here: Here, node: ast.Assign) -> None:
        self.sites.assign(here.frame.scope, node.targets, node.value)
        value = self.value(here, node.value)
        for target in node.targets:
            self.assign(here, target, value)

    def _assign_annotated(self, here: Here, node: ast.AnnAssign) -> None:
        self.read(here, node.annotation)
        if node.value is not None:
            self.sites.assign(here.frame.scope, [node.target], node.value)
            self.assign(here, node.target, self.value(here, node.value))

    def _assign_changed(self, here: Here, node: ast.AugAssign) -> None:
        self.sites.assign(here.frame.scope, [node.target], node)
        added, old = self.read(here, node.value), self.value(here, _loaded(node.target))
        self.recorded.give(node.target, old)
        elements, result = self.consumed(here, added), Node()

        def change(one: Object) -> None:
            if isinstance(one, Made) and one.is_container:
                self.write(here, one, ELEMENTS, elements)
                if one.sort is Sort.DICTIONARY:
                    self.write(here, one, ELEMENTS, self.elements(here, added))
                if not isinstance(node.op, ast.Add):
                    self.move_elements(one)
            self.if_array(one, lambda: self.write(here, one, ELEMENTS, elements))
            self.operate(here, one, added, result)

        self.each(old, change)
        self.computed(here, node, self.join(old, added), result)
        self.adds_to_graph(here, node)
        self.assign(here, node.target, self.join(old, result))

    def _return(self, here: Here, node: ast.Return) -> None:
        if node.value is not None:
            self.give_back(here, self.value(here, node.value))

    def _delete(self, here: Here, node: ast.Delete) -> None:
        for deleted in node.targets:
            if isinstance(deleted, ast.Name):
                self.assign(here, ast.Name(deleted.id, ast.Store()), NOTHING)
            elif isinstance(deleted, ast.Attribute):
                delete = functools.partial(self.write, here, name=deleted.attr, value=NOTHING)
                self.each(self.value(here, deleted.value), delete)
            elif isinstance(deleted, ast.Subscript):
                self._set_element(here, deleted, NOTHING, moves=True)
            else:
                self._delete(here, ast.Delete(list(getattr(deleted, "elts", ()))))

    def assign(self, here: Here, target: ast.expr, objects: Node) -> None:
        """A statement gives a target a value."""
        if isinstance(target, ast.Name):
            self._assign_name(here, target.id, objects)
        elif isinstance(target, ast.Attribute):
            self.each(
                self.value(here, target.value),
                lambda one: self.set_attribute(here, one, target.attr, objects),
            )
        elif isinstance(target, ast.Subscript):
            self._set_element(here, target, objects)
        elif isinstance(target, ast.Starred):
            made = self.objects.made(target, Sort.CONTAINER, here.unit.context)
            self.makers[made].add(here.unit)
            self.set_field(made, ELEMENTS, objects)
            self.assign(here, target.value, self.only(made))
        elif isinstance(target, (ast.Tuple, ast.List)):
            in_order = not any(isinstance(inner, ast.Starred) for inner in target.elts)
            elements = NOTHING if in_order else self.consumed(here, objects)
            for place, inner in enumerate(target.elts):
                self.assign(here, inner, self.unpacked(here, objects, place) if in_order else elements)

    def _assign_name(self, here: Here, name: str, objects: Node) -> None:
        if "." in name:  # the attribute of an object, read as a name of its class's block
            base, _, attribute = name.partition(".")
            holder = self.at(self.names.cell(here.frame.chain, base))
            self.each(holder, lambda one: self.set_field(one, attribute, objects))
            return
        own_class = self.own_class(here)
        if own_class is not None:
            self.set_field(own_class, name, objects)
            return
        cell = self.names.cell(here.frame.chain, name)
        if not self.is_own(here, cell):
            here.did.writes.add(cell)
        version = here.at if cell.frame is here.frame else None
        self.flow(objects, self.at(cell) if version is None else self.written(cell, version))

    def _set_element(self, here: Here, target: ast.Subscript, objects: Node, *, moves: bool = False) -> None:
        """An element, or a slice, of what stands before the brackets has another value, or is deleted."""
        key, key_objects = key_of(target.slice), self.read(here, target.slice)
        is_slice = isinstance(target.slice, ast.Slice)
        elements = self.join(objects, self.consumed(here, objects)) if is_slice else objects

        def change(one: Object) -> None:
            if not is_by_key(one) and isinstance(key, str):  # of `globals()` or `vars(one)`
                self.set_attribute(here, one, key, objects)
            elif not is_by_key(one) and not is_slice and not (isinstance(one, Made) and one.is_array):
                self.write(here, one, ANYTHING, objects)
            if is_slice or moves:
                self.move_elements(one)
            self.write_element(here, one, UNKNOWN if moves and not isinstance(key, str) else key, elements)
            if is_by_key(one) and not is_slice:
                self.write_key(one, key_objects)
            arguments = Arguments((key_objects, objects))
            self.special(here, one, ("__setitem__", "__delitem__"), arguments, NOTHING)

        self.each(self.value(here, target.value), change)

    @abstractmethod
    def give_back(self, here: Here, objects: Node) -> None:
        """The function returns some objects."""


def made_at(one: Object) -> ast.AST:
    """The expression that makes an object."""
    assert isinstance(one, (Made, Defined))
    return one.node


def _loaded(target: ast.expr) -> ast.expr:
    """The same place as a target of `+=`, to read what it holds."""
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    if isinstance(target, ast.Attribute):
        return ast.Attribute(target.value, target.attr, ast.Load())
    if isinstance(target, ast.Subscript):
        return ast.Subscript(target.value, target.slice, ast.Load())
    return target


_TRIES = (ast.Try, ast.TryStar) if sys.version_info >= (3, 11) else (ast.Try,)
_EXECUTED: tuple[tuple[Any, Callable[..., None]], ...] = (
    ((ast.FunctionDef, ast.AsyncFunctionDef), Statements._define_function),
    (ast.ClassDef, Statements._define_class),
    (ast.Assign, Statements._assign_each),
    (ast.AnnAssign, Statements._assign_annotated),
    (ast.AugAssign, Statements._assign_changed),
    ((ast.For, ast.AsyncFor), Statements._for),
    ((ast.If, ast.While), Statements._if),
    ((ast.With, ast.AsyncWith), Statements._with),
    (_TRIES, Statements._try),
    (ast.Match, Statements._match),
    (ast.Raise, Statements._raise),
    (ast.Assert, Statements._assert),
    (ast.Return, Statements._return),
    ((ast.Import, ast.ImportFrom), Statements._import),
    (ast.Delete, Statements._delete),
)
