"""Which dotted names of imported packages a module uses, and which of them it cannot do without."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from migrate.model.nodes import nodes_of

# What an import gives, an expression that stands for a part of that, or something else.
_Binding: TypeAlias = "str | ast.expr | None"
_Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"
_CATCHING = frozenset({"AttributeError", "BaseException", "Exception", "ImportError", "ModuleNotFoundError"})
# Tests of what is there, and names of such tests.
_OF_VERSIONS = re.compile(
    r"version|hasattr|is_?tf[12]|\btf[12]\b|use_?tf[12]|^PY[23]$|TYPE_CHECKING", re.IGNORECASE
)
_VERSION = re.compile(r"\d+\.\d+(\.\d+)?$")


@dataclass(eq=False)
class _Scope:
    """The names that one function, class or module binds."""

    around: _Scope | None = None
    is_class: bool = False
    bindings: dict[str, list[_Binding]] = field(default_factory=dict)
    elsewhere: dict[str, _Scope] = field(default_factory=dict)

    def bind(self, name: str, binding: _Binding) -> None:
        self.elsewhere.get(name, self).bindings.setdefault(name, []).append(binding)

    def find(self, name: str) -> tuple[_Scope, list[_Binding]] | None:
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.bindings and (scope is self or not scope.is_class):
                return scope, scope.bindings[name]
            scope = scope.around
        return None


@dataclass(eq=False)
class Trial:
    """A `try` that goes on where a name is missing: its handlers run if one `failed`."""

    failed: bool = False


@dataclass(frozen=True)
class Use:
    """A use of a name, at a node: one of the `dotted` names is what it means, by the import that ran.

    What is missing in the body of a trial does not end the program; what stands `after` trials only runs
    where these have failed.
    """

    node: ast.expr | ast.stmt
    dotted: frozenset[str]
    within: Trial | None = None
    after: tuple[Trial, ...] = ()
    is_import: bool = False


@dataclass(frozen=True)
class Names:
    """All uses in a module, in their order, and what it gives packages by assigning to their names."""

    uses: tuple[Use, ...]
    given: frozenset[str]


def names_in(tree: ast.Module) -> Names:
    """The uses of imported names in a module."""
    reader = _Reader(tree)
    reader.visit(tree)
    return Names(tuple(reader.resolved()), frozenset(reader.given()))


@dataclass(frozen=True)
class _Place:
    """Where a chain of attributes stands, such as `tf.train.Saver`."""

    node: ast.expr
    root: str
    path: tuple[str, ...]
    scope: _Scope
    within: Trial | None
    after: tuple[Trial, ...]


class _Reader(ast.NodeVisitor):
    def __init__(self, tree: ast.Module) -> None:
        self._scope = _Scope()
        self._module = self._scope
        self._within: Trial | None = None
        self._after: tuple[Trial, ...] = ()
        self._places: list[_Place | Use] = []
        self._stored: list[_Place] = []
        self._tests = frozenset(_names_of_tests(tree))

    def resolved(self) -> Iterator[Use]:
        for place in self._places:
            if isinstance(place, Use):
                yield place
            elif (dotted := self._meant(place)) is not None:
                yield Use(place.node, frozenset(dotted), place.within, place.after)

    def given(self) -> Iterator[str]:
        for place in self._stored:
            yield from self._meant(place) or ()

    def _meant(self, place: _Place) -> set[str] | None:
        targets = _targets(place.scope, place.root)
        return None if targets is None else {".".join([target, *place.path]) for target in targets}

    # Scopes.

    def _visit_function(self, node: _Function) -> None:
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        every += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
        for outside in (*arguments.defaults, *(one for one in arguments.kw_defaults if one is not None)):
            self.visit(outside)
        if not isinstance(node, ast.Lambda):
            for decorator in node.decorator_list:
                self.visit(decorator)
            for annotation in (*(one.annotation for one in every), node.returns):
                self._visit_annotation(annotation)
            self._scope.bind(node.name, None)
        outer, self._scope = self._scope, _Scope(self._scope)
        for one in every:
            self._scope.bind(one.arg, None)
        if isinstance(node, ast.Lambda):
            self.visit(node.body)
        else:
            self._visit_block(node.body)
        self._scope = outer

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _visit_function

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for outside in (*node.decorator_list, *node.bases, *(one.value for one in node.keywords)):
            self.visit(outside)
        self._scope.bind(node.name, None)
        outer, self._scope = self._scope, _Scope(self._scope, is_class=True)
        self._visit_block(node.body)
        self._scope = outer

    def _visit_comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    ) -> None:
        outer, self._scope = self._scope, _Scope(self._scope)
        self.generic_visit(node)
        self._scope = outer

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _visit_comprehension

    def visit_Global(self, node: ast.Global) -> None:
        self._scope.elsewhere.update(dict.fromkeys(node.names, self._module))

    # What binds names.

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._add(Use(node, frozenset({alias.name}), self._within, self._after, is_import=True))
            top = alias.name.partition(".")[0]
            self._scope.bind(alias.asname or top, alias.name if alias.asname else top)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            dotted = f"{node.module}.{alias.name}"
            if not node.level and node.module and node.module != "__future__":
                self._add(Use(node, frozenset({node.module}), self._within, self._after, is_import=True))
                if alias.name != "*":
                    self._add(Use(node, frozenset({dotted}), self._within, self._after))
            if alias.name != "*":
                self._scope.bind(alias.asname or alias.name, None if node.level else dotted)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            if isinstance(target, ast.Name):
                is_chain = _chain(node.value) is not None
                self._scope.bind(target.id, node.value if is_chain else None)
            else:
                self.visit(target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._visit_annotation(node.annotation)
        self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self._scope.bind(node.name, None)
        if node.type is not None:
            self.visit(node.type)
        self._visit_block(node.body)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        if node.name:
            self._scope.bind(node.name, None)
        self.generic_visit(node)

    # What uses them.

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            self._scope.bind(node.id, None)
        else:
            self._add(self._place(node, node.id, ()))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        chain = _chain(node)
        if chain is None:
            self.visit(node.value)
        elif isinstance(node.ctx, ast.Load):
            self._add(self._place(node, *chain))
        else:
            self._stored.append(self._place(node, *chain))

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        chain = _chain(node.args[0]) if node.args else None
        if called in ("getattr", "setattr") and chain is not None and len(node.args) > 1:
            name = node.args[1].value if isinstance(node.args[1], ast.Constant) else None
            path = (*chain[1], name) if isinstance(name, str) else chain[1]
            if called == "setattr":
                self._stored.append(self._place(node, chain[0], path))
            elif len(node.args) == 2 and isinstance(name, str):
                self._add(self._place(node, chain[0], path))
                return
        self.generic_visit(node)

    def _visit_annotation(self, node: ast.expr | None) -> None:
        """Strings, too, are what they say."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                inside = ast.parse(node.value, mode="eval").body
            except SyntaxError:
                return
            for one in ast.walk(inside):
                ast.copy_location(one, node)
            node = inside
        if node is not None:
            self.visit(node)

    def _place(self, node: ast.expr, root: str, path: tuple[str, ...]) -> _Place:
        return _Place(node, root, path, self._scope, self._within, self._after)

    def _add(self, use: _Place | Use) -> None:
        self._places.append(use)

    # What does not run where something is missing.

    def visit_Module(self, node: ast.Module) -> None:
        self._visit_block(node.body)

    def _visit_block(self, body: Sequence[ast.stmt]) -> None:
        """Behind a test of versions that leaves the block, nothing is sure to run."""
        within = self._within
        for statement in body:
            self.visit(statement)
            if isinstance(statement, ast.If) and self._is_test(statement.test) and _leaves(statement.body):
                self._within = Trial()
        self._within = within

    def _visit_choice(self, node: ast.If | ast.IfExp | ast.While) -> None:
        self.visit(node.test)
        within = self._within
        if self._is_test(node.test):
            self._within = Trial()
        for branch in (node.body, node.orelse):
            if isinstance(branch, list):
                self._visit_block(branch)
            else:
                self.visit(branch)
        self._within = within

    visit_If = visit_IfExp = visit_While = _visit_choice

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        within = self._within
        for value in node.values:
            self.visit(value)
            if self._is_test(value):
                self._within = Trial()
        self._within = within

    def visit_Try(self, node: ast.Try) -> None:
        if not any(map(_catches_missing, node.handlers)):
            self.generic_visit(node)
            return
        within, after, trial = self._within, self._after, Trial()
        self._within = trial
        self._visit_block(node.body)
        self._visit_block(node.orelse)
        self._within, self._after = within, (*after, trial)
        for handler in node.handlers:
            self.visit(handler)
        self._after = after
        self._visit_block(node.finalbody)

    def _is_test(self, test: ast.expr) -> bool:
        return any(name in self._tests or _OF_VERSIONS.search(name) for name in _words(test))


def _targets(scope: _Scope, name: str, seen: tuple[ast.expr, ...] = ()) -> set[str] | None:
    """What the imports say that a name may mean; `None` where it is anything else."""
    found = scope.find(name)
    if found is None:
        return None
    targets: set[str] = set()
    for binding in found[1]:
        if isinstance(binding, str):
            targets.add(binding)
            continue
        chain = _chain(binding) if binding is not None else None
        inner = None
        if chain is not None and binding not in seen and binding is not None:
            inner = _targets(found[0], chain[0], (*seen, binding))
        if chain is None or inner is None:
            return None
        targets |= {".".join([target, *chain[1]]) for target in inner}
    return targets


def _chain(node: ast.expr) -> tuple[str, tuple[str, ...]] | None:
    """The name and the attributes of `tf.train.Saver`."""
    path: list[str] = []
    while isinstance(node, ast.Attribute):
        path.insert(0, node.attr)
        node = node.value
    return (node.id, tuple(path)) if isinstance(node, ast.Name) else None


def _words(node: ast.AST) -> Iterator[str]:
    for inner in nodes_of(node):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr
        elif isinstance(inner, ast.Constant) and isinstance(inner.value, str) and _VERSION.match(inner.value):
            yield "version"  # what is told in the place of TensorFlow's own


def _names_of_tests(tree: ast.Module) -> Iterator[str]:
    """What is assigned, or given back by a function, after a look at a version or at what is there."""
    for node in nodes_of(tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            if any(map(_OF_VERSIONS.search, _words(node.value))):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    yield from (
                        list(_words(target))[:1] if isinstance(target, (ast.Name, ast.Attribute)) else ()
                    )
        elif isinstance(node, ast.FunctionDef):
            returned = [one.value for one in nodes_of(node) if isinstance(one, ast.Return) and one.value]
            if any(_OF_VERSIONS.search(word) for value in returned for word in _words(value)):
                yield node.name


def _catches_missing(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or not _CATCHING.isdisjoint(_words(handler.type))


def _leaves(body: Sequence[ast.stmt]) -> bool:
    return isinstance(body[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break))
