"""Which calls are of which functions of the program, and what they pass, as points-to analysis knows it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.effects import Effects
from migrate.model.nodes import nodes_of
from migrate.model.objects import Defined, Field, Method, Object, classes_of
from migrate.syntax.arguments import passed_arguments, spread_arguments

from .constructions import Constructions
from .object_attributes import has_plain_form, is_static, methods_of

Argument: TypeAlias = "ast.expr | ast.keyword"


class CallSites:
    """The calls of the functions of some modules, and of the methods of classes of a plain form.

    Args:
      modules: all of them.
      effects: what their expressions give.
      constructions: the calls that make objects, which call `__init__`.
    """

    def __init__(self, modules: Sequence[Bindings], effects: Effects, constructions: Constructions) -> None:
        self._effects = effects
        self._calls: dict[ast.AST, dict[ast.Call, None]] = {}
        self._callees: dict[ast.Call, dict[ast.FunctionDef, None]] = {}
        self._unclear: set[ast.AST] = set()
        self._methods: dict[ast.AST | None, dict[str, ast.FunctionDef]] = {}
        self._owners: dict[ast.AST, ast.ClassDef] = {}
        self._around: dict[ast.AST, ast.ClassDef] = {}
        self._made: dict[ast.AST | None, Sequence[Object]] = {}
        for bindings in modules:
            nodes = nodes_of(bindings.module.tree)
            for owner in (node for node in nodes if isinstance(node, ast.ClassDef)):
                self._around.update(dict.fromkeys(nodes_of(owner), owner))
                methods = {method.name: method for method in methods_of(owner)}
                self._methods[owner] = methods
                self._owners.update(dict.fromkeys(methods.values(), owner))
                is_plain = bindings.classes.get(owner.name) is owner and has_plain_form(bindings, owner)
                self._unclear.update(one for one in methods.values() if not is_plain or is_static(one))
                calls = constructions.calls(owner)
                self._made[owner] = [one for call in calls for one in effects.given(call)]
                for call in calls if "__init__" in methods else ():
                    self._add(methods["__init__"], call)
                if "__init__" in methods and not calls:
                    self._unclear.add(methods["__init__"])
        for bindings in modules:
            self._read(bindings.module.tree)

    def of(self, function: ast.FunctionDef) -> Sequence[ast.Call] | None:
        """The calls of a function; None where something else may call it."""
        return None if function in self._unclear else list(self._calls.get(function, ()))

    def called(self, call: ast.Call) -> Sequence[ast.FunctionDef]:
        """The functions that a call may be of."""
        return list(self._callees.get(call, ()))

    def passed(self, function: ast.FunctionDef, call: ast.Call) -> Mapping[str, Argument]:
        """What a call passes to a function, by parameter; nothing where that is unclear."""
        is_method = function in self._owners
        whole = ast.Call(call.func, [call.func, *call.args], call.keywords) if is_method else call
        passed = passed_arguments(function, whole)
        if passed is None or spread_arguments(call):
            return {}
        own = function.args.args[0].arg if is_method else None
        return {name: argument for name, argument in passed.items() if name != own}

    def given(self, node: ast.expr) -> frozenset[Object]:
        """What an expression gives; in a method that nothing calls, of the objects whose method it is."""
        given = self._effects.given(node)
        if given or not (isinstance(node, ast.Attribute) and _is_self(node.value)):
            return given
        made = self._made.get(self._around.get(node), ())
        return frozenset(held for one in made for held in self._effects.at(Field(one, node.attr)))

    def owner(self, function: ast.FunctionDef) -> ast.ClassDef | None:
        """The class that a method belongs to."""
        return self._owners.get(function)

    def _add(self, function: ast.FunctionDef, call: ast.Call) -> None:
        self._calls.setdefault(function, {})[call] = None
        self._callees.setdefault(call, {})[function] = None

    def _read(self, tree: ast.Module) -> None:
        called: dict[ast.AST, ast.Call] = {}
        for node in nodes_of(tree):  # a call comes before what is in it
            if isinstance(node, ast.Call):
                called[node.func] = node
            if isinstance(node, ast.FunctionDef) and node not in self._owners and node.decorator_list:
                self._unclear.add(node)
            if isinstance(node, ast.expr):
                self._use(node, called.get(node))

    def _use(self, node: ast.expr, call: ast.Call | None) -> None:
        """An expression gives functions, for a call or for something else."""
        given = self._effects.given(node)
        found = {_function_of(one): isinstance(one, Method) for one in given}
        found |= dict.fromkeys(self._methods_of(node) if not given else [], True)
        for function, is_bound in found.items():
            is_clear = call is not None and None not in found and is_bound is (function in self._owners)
            if function is not None and is_clear and call is not None:
                self._add(function, call)
            elif function is not None:
                self._unclear.add(function)

    def _methods_of(self, node: ast.expr) -> Iterator[ast.FunctionDef]:
        """The methods that a method which nothing calls names, of its object or of one that this has."""
        if isinstance(node, ast.Attribute):
            owners = classes_of(self.given(node.value))
            own = {self._around.get(node)} if _is_self(node.value) else frozenset[ast.AST]()
            found = (self._methods.get(owner, {}).get(node.attr) for owner in owners | own)
            yield from (one for one in found if one is not None)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _function_of(one: Object | ast.FunctionDef) -> ast.FunctionDef | None:
    """The function of the program that an object is, or that it calls as the method of another one."""
    if isinstance(one, ast.FunctionDef):
        return one
    defined: Object = one.function if isinstance(one, Method) else one
    if isinstance(defined, Defined) and isinstance(defined.node, ast.FunctionDef):
        return defined.node
    return None
