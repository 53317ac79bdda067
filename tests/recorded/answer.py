"""The static answer: whether an edge that was recorded is in what `migrate.values` says of the statements."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator, Mapping

from migrate.analyse import analyse
from migrate.analyse.program.tree import Tree
from migrate.model.effects import overlap
from migrate.model.objects import ANYTHING, COMPREHENSIONS, FUNCTIONS, Cell, Defined, Field, Location, Made
from migrate.model.source import Module
from migrate.syntax.properties import properties_of
from migrate.values import ProgramEffects

from .seen import Edge
from .sites import ScopeSite, Site, Sites


class Answer:
    """What is known of a program without running it, by the numbers of its statements.

    Args:
      modules: the modules of a program as `migrate` parses them, by their paths in `sites`.
    """

    def __init__(self, modules: Mapping[str, Module], sites: Sites) -> None:
        every = list(modules.values())
        analyse(every)  # which changes the trees, as it does before a rewriter asks for effects
        tree = Tree(every)
        self._sites = sites
        self._effects: dict[str, ProgramEffects] = {}
        self._statements: dict[Site, ast.AST] = {}
        self._scopes: dict[tuple[str, int, int, str], ast.AST] = {}
        self._parents: dict[ast.AST, ast.AST] = {}
        self._inside: dict[ast.AST, ast.AST] = {}  # of each node its statement, or its lambda's body
        for path, module in modules.items():
            effects = tree.effects(tree.bindings(module))
            assert isinstance(effects, ProgramEffects)
            self._effects[path] = effects
            self._read(path, module.tree)
        withs = [one for one in self._statements.values() if isinstance(one, ast.With)]
        self._giving_devices = [one for one in withs if any(_chooses_device(item) for item in one.items)]
        self._functions = [one for one in self._scopes.values() if isinstance(one, FUNCTIONS)]

    def _read(self, path: str, tree: ast.Module) -> None:
        pending: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
        while pending:
            node, statement = pending.pop()
            if isinstance(node, ast.stmt):
                statement = node
                self._statements[Site(path, node.lineno, node.col_offset)] = node
            if isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS, *COMPREHENSIONS)):
                place = (
                    path,
                    getattr(node, "lineno", 0),
                    getattr(node, "col_offset", 0),
                    type(node).__name__,
                )
                self._scopes[place] = node
            self._inside[node] = statement
            for child in ast.iter_child_nodes(node):
                self._parents[child] = node
                inner = statement
                if isinstance(node, ast.Lambda) and child is node.body:
                    self._statements[Site(path, node.lineno, node.col_offset, True)] = child
                    inner = child
                pending.append((child, inner))

    @property
    def is_known(self) -> bool:
        """Whether the program is small enough to be analysed."""
        return all(one.known for one in self._effects.values())

    def is_asked(self, edge: Edge) -> bool:
        """Whether both statements are in one program: modules without imports of each other are apart."""
        scope = self._sites.scopes[edge.place] if edge.what == "call" else None
        writer = scope.path if scope is not None else self._sites.statements[edge.writer].path
        return self._effects[writer] is self._effects[self._sites.statements[edge.reader].path]

    def missing(self, edges: Iterable[Edge]) -> Iterator[Edge]:
        """Those edges that the static answer lacks."""
        return (edge for edge in edges if not self._has(edge))

    def _has(self, edge: Edge) -> bool:
        reader = self._statement(edge.reader)
        if edge.what == "call":
            effects = self._effects[self._sites.statements[edge.reader].path]
            scope = self._scope(edge.place)
            if _is_hook(self._parents.get(scope)):
                return True  # sessions call hooks, in the rewritten program at the same moments
            if self._names_attribute_of(scope, reader):
                return True
            # What chooses devices is called where it is given: for what is rewritten it chooses none.
            callers = [reader, *self._giving_devices]
            return any(effects.calls(one, frame) for frame in effects.frames(scope) for one in callers)
        writer = self._statement(edge.writer)
        if edge.what == "name":
            owner = self._scope(edge.place)
            return self._has_cell(self._reads(edge.reader), reader, owner, edge.name) and self._has_cell(
                self._writes(edge.writer), writer, owner, edge.name
            )
        return self._has_field(edge, writer, reader)

    def _has_cell(self, touched: frozenset[Location], statement: ast.AST, owner: ast.AST, name: str) -> bool:
        """What a function does to its own variables stands in its text."""
        if self._unit(statement) is owner:
            return True
        return any(isinstance(one, Cell) and one.frame.scope is owner and one.name == name for one in touched)

    def _has_field(self, edge: Edge, writer: ast.AST, reader: ast.AST) -> bool:
        reads = self._reads(edge.reader)
        owner = self._parents.get(writer)
        if isinstance(owner, ast.ClassDef) and any(_is_attribute(one, owner, edge.name) for one in reads):
            return True  # the body of a class gives it its attributes
        if self._names_attribute_of(writer, reader):
            return True
        # An attribute may be a variable of its class's block, whose own statements name it as one.
        if _names(writer, edge.name):
            return _names(reader, edge.name) or any(_has_name(one, edge.name) for one in reads)
        if _names(reader, edge.name):
            return any(_has_name(one, edge.name) for one in self._writes(edge.writer))
        maker = self._statement(edge.place) if edge.place >= 0 else None
        for one in self._writes(edge.writer):
            if any(overlap(one, other) for other in reads) and self._is_made_at(one, maker):
                return True
        return False

    def _names_attribute_of(self, method: ast.AST, reader: ast.AST) -> bool:
        """Whether a method is a property that stands for an attribute, as statements of its block name it."""
        owner = self._parents.get(method)
        properties = properties_of(owner) if isinstance(owner, ast.ClassDef) else {}
        given = properties.get(method.name) if isinstance(method, ast.FunctionDef) else None
        return given is not None and _names(reader, given.attr)

    def _is_made_at(self, location: Location, maker: ast.AST | None) -> bool:
        """Whether a location may be of an object that a statement makes, if it is known which one does."""
        made = location.object if isinstance(location, Field) else None
        return maker is None or not isinstance(made, Made) or self._inside.get(made.node) is maker

    def _reads(self, number: int) -> frozenset[Location]:
        return self._touched(number)[0]

    def _writes(self, number: int) -> frozenset[Location]:
        return self._touched(number)[1]

    @functools.cache  # noqa: B019 - an answer lives as long as the process works on its program
    def _touched(self, number: int) -> tuple[frozenset[Location], frozenset[Location]]:
        """What a statement itself reads, and what it writes: what it makes is new."""
        effects = self._effects[self._sites.statements[number].path]
        found = effects.of([self._statement(number)], without=self._functions)
        return found.reads, found.writes | {Field(one, ANYTHING) for one in found.makes}

    def _statement(self, number: int) -> ast.AST:
        return self._statements[self._sites.statements[number]]

    def _scope(self, number: int) -> ast.AST:
        found: ScopeSite = self._sites.scopes[number]
        return self._scopes[found.path, found.line, found.column, found.kind]

    def _unit(self, node: ast.AST) -> ast.AST:
        """The function or module that a statement stands in."""
        inner: ast.AST | None = node
        if isinstance(self._parents.get(node), ast.Lambda):
            return self._parents[node]
        while inner is not None:
            inner = self._parents.get(inner)
            if isinstance(inner, (ast.Module, *FUNCTIONS)):
                return inner
        return node


def _is_hook(owner: ast.AST | None) -> bool:
    return isinstance(owner, ast.ClassDef) and any(ast.unparse(one).endswith("Hook") for one in owner.bases)


def _chooses_device(item: ast.withitem) -> bool:
    node = item.context_expr
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".device")


def _is_attribute(location: Location, owner: ast.ClassDef, name: str) -> bool:
    return (
        isinstance(location, Field)
        and isinstance(location.object, Defined)
        and location.object.node is owner
        and location.name == name
    )


def _has_name(location: Location, name: str) -> bool:
    return isinstance(location, Field) and location.name in (name, ANYTHING)


def _names(statement: ast.AST, attribute: str) -> bool:
    """Whether a statement has an attribute of an object as a name of its class's block."""
    return any(
        isinstance(node, ast.Name) and node.id.partition(".")[2] == attribute for node in ast.walk(statement)
    )
