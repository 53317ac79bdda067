"""Which scope each name of a module belongs to, found apart from how `migrate` finds it."""

from __future__ import annotations

import ast
from collections import defaultdict

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SCOPES = (ast.Module, ast.ClassDef, *FUNCTIONS, *COMPREHENSIONS)


class Scope:
    """A scope with the names that it binds."""

    def __init__(self, node: ast.AST, parent: Scope | None) -> None:
        self.node = node
        self.parent = parent
        self.bound: set[str] = set()
        self.of_module: set[str] = set()
        self.of_others: set[str] = set()

    @property
    def unit(self) -> Scope:
        """The function or module that it runs in."""
        return self if isinstance(self.node, (ast.Module, *FUNCTIONS)) else self._around.unit

    @property
    def module(self) -> Scope:
        return self if self.parent is None else self.parent.module

    @property
    def _around(self) -> Scope:
        assert self.parent is not None
        return self.parent

    def owner(self, name: str) -> Scope:
        """The scope that a name used here belongs to; what is bound nowhere is the module's."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.of_module:
                return self.module
            is_seen = scope is self or not isinstance(scope.node, ast.ClassDef)
            if is_seen and name in scope.bound and name not in scope.of_others:
                return scope
            scope = scope.parent
        return self.module

    @property
    def binding(self) -> Scope:
        """The scope in which `:=` binds a name."""
        return self._around.binding if isinstance(self.node, COMPREHENSIONS) else self


class Scopes(ast.NodeVisitor):
    """The scopes of a module by their nodes, and the units that use each name of a scope."""

    def __init__(self, tree: ast.Module) -> None:
        self.of: dict[ast.AST, Scope] = {}
        self._scope = Scope(tree, None)
        self._used: list[tuple[Scope, str]] = []
        self._open(tree)
        self._units: dict[tuple[Scope, str], set[Scope]] = defaultdict(set)
        for scope, name in self._used:
            self._units[scope.owner(name), name].add(scope.unit)

    def is_shared(self, owner: Scope, name: str) -> bool:
        """Whether several functions use a name of a scope, or the module and a function."""
        return len(self._units[owner, name]) > 1

    def _open(self, node: ast.AST) -> None:
        around = self._scope
        self._scope = self.of[node] = Scope(node, around if node is not around.node else None)
        for part in inside(node):
            self.visit(part)
        if isinstance(node, FUNCTIONS):
            for one in ast.walk(node.args):
                if isinstance(one, ast.arg):
                    self._bind(one.arg)
        self._scope = around

    def _bind(self, name: str) -> None:
        self._scope.bound.add(name)
        self._used.append((self._scope, name))

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self._bind(node.name)
        if isinstance(node, SCOPES):
            for part in outside(node):
                self.visit(part)
            self._open(node)
            return
        if isinstance(node, ast.NamedExpr):
            around, self._scope = self._scope, self._scope.binding
            self._bind(node.target.id)
            self._scope = around
            self.visit(node.value)
            return
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                self._scope.bound.add(node.id)
            self._used.append((self._scope, node.id))
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            self._bind(node.name)
        elif isinstance(node, ast.alias) and node.name != "*":
            self._bind(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.Global):
            self._scope.of_module.update(node.names)
            self._scope.module.bound.update(node.names)
        elif isinstance(node, ast.Nonlocal):
            self._scope.of_others.update(node.names)
        self.generic_visit(node)


def inside(node: ast.AST) -> list[ast.AST]:
    """The parts of a scope that are evaluated in it."""
    if isinstance(node, ast.Lambda):
        return [node.body]
    if isinstance(node, COMPREHENSIONS):
        first, *others = node.generators
        values = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        return [first.target, *first.ifs, *others, *values]
    return list(node.body)  # type: ignore[attr-defined]


def outside(node: ast.AST) -> list[ast.AST]:
    """The parts of a scope that are evaluated around it, without annotations."""
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    if isinstance(node, COMPREHENSIONS):
        return [node.generators[0].iter]
    if isinstance(node, FUNCTIONS):
        defaults = [*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)]
        return [*getattr(node, "decorator_list", []), *defaults]
    return []
