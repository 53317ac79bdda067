"""A text of Python 3 with its tree, its places, and edits of it."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

_GUARDS = frozenset({"AttributeError", "Exception", "ImportError", "ModuleNotFoundError", "NameError"})
_VERSIONS = frozenset({"PY2", "PY3", "python_version", "python_version_tuple", "version_info"})
_BUILTINS_OF_OTHERS = frozenset({"builtins", "future.builtins", "past.builtins", "six.moves"})
_SCOPES = (
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.DictComp,
    ast.FunctionDef,
    ast.GeneratorExp,
    ast.Lambda,
    ast.ListComp,
    ast.Module,
    ast.SetComp,
)


@dataclass(frozen=True)
class Splice:
    """New text for what is from `start` to `end`, in bytes; `order` is that among those at one place."""

    start: int
    end: int
    new: str
    order: int = 0


class Text:
    """A text of Python 3, told by its tree.

    Raises:
      SyntaxError: it is none.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.tree = ast.parse(text)
        self.data = text.encode("utf-8", "surrogatepass")
        self._starts = [0, *(found.end() for found in re.finditer(rb"\r\n|\r|\n", self.data))]

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """What each node stands in."""
        return {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node stands in, from the inside out."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Where a node starts, in bytes."""
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Where a node ends, in bytes."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def line_start(self, line: int) -> int:
        """Where a line starts, in bytes; lines count from 1."""
        return self._starts[line - 1]

    def source(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node."""
        return self.data[self.start(node) : self.end(node)].decode("utf-8", "surrogatepass")

    def is_builtin(self, name: ast.Name) -> bool:
        """Whether a name is the language's own where it is read: no scope around it gives it a meaning."""
        return (
            isinstance(name.ctx, ast.Load) and not self._has_names_of_others and self.scope_of(name) is None
        )

    def binds(self, name: str) -> bool:
        """Whether the module as a whole gives a name a meaning of its own."""
        return self._has_names_of_others or bool(self.bindings(self.tree, name))

    def scope_of(self, name: ast.Name) -> ast.AST | None:
        """The scope that gives a name its meaning."""
        scopes = [node for node in self.above(name) if isinstance(node, _SCOPES)]
        seen = (scope for scope in scopes if scope is scopes[0] or not isinstance(scope, ast.ClassDef))
        return next((scope for scope in seen if self.bindings(scope, name.id)), None)

    def bindings(self, scope: ast.AST, name: str) -> list[ast.AST]:
        """Where a scope gives a name a meaning."""
        return self._bound.get((scope, name), [])

    @cached_property
    def _bound(self) -> dict[tuple[ast.AST, str], list[ast.AST]]:
        bound: dict[tuple[ast.AST, str], list[ast.AST]] = {}
        declared = (node for node in self.nodes if isinstance(node, ast.Global))
        outer = {(self.scope(node), name) for node in declared for name in node.names}
        for node in self.nodes:
            for name in _bound_by(node):
                scope = self.scope(node)
                bound.setdefault((self.tree if (scope, name) in outer else scope, name), []).append(node)
        return bound

    def scope(self, node: ast.AST) -> ast.AST:
        """The function, class or module that a node stands in."""
        return next((outer for outer in self.above(node) if isinstance(outer, _SCOPES)), self.tree)

    @property
    def imports_stars(self) -> bool:
        """Whether it takes all names of another module for its own."""
        return bool(self._stars)

    @property
    def _has_names_of_others(self) -> bool:
        """Whether builtins come from a library for both Pythons, all at once."""
        return bool(self._stars & _BUILTINS_OF_OTHERS)

    @cached_property
    def _stars(self) -> frozenset[str]:
        imports = (node for node in self.nodes if isinstance(node, ast.ImportFrom))
        return frozenset(node.module or "" for node in imports if node.names[0].name == "*")

    @cached_property
    def methods(self) -> frozenset[str]:
        """The names of what is defined in its classes."""
        return frozenset(method.name for owner in self.classes for method in _functions(owner))

    @cached_property
    def classes(self) -> tuple[ast.ClassDef, ...]:
        """Its classes."""
        return tuple(node for node in self.nodes if isinstance(node, ast.ClassDef))

    @cached_property
    def guarded(self) -> frozenset[int]:
        """The lines that see to it themselves that they run on one Python or the other."""
        lines: set[int] = set()
        for node in self.nodes:
            if isinstance(node, ast.Try) and any(_is_guard(handler) for handler in node.handlers):
                parts: list[ast.stmt | ast.ExceptHandler] = [*node.body, *node.handlers]
                for part in parts:
                    lines.update(range(part.lineno, (part.end_lineno or part.lineno) + 1))
            elif isinstance(node, (ast.If, ast.IfExp)) and _asks_for_version(node.test):
                lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return frozenset(lines)

    def around(self, node: ast.expr, before: str, after: str) -> Iterator[Splice]:
        """What puts the text of a node between others; inside what is put around an outer node."""
        start, end = self.start(node), self.end(node)
        yield Splice(start, start, before, order=start - end)
        yield Splice(end, end, after, order=end - start)

    def with_splices(self, splices: Iterable[Splice]) -> str:
        """The text with `splices` made, none of which overlap."""
        pieces: list[bytes] = []
        done = 0
        for splice in sorted(splices, key=lambda one: (one.start, one.end, one.order)):
            assert done <= splice.start, "splices overlap"
            pieces += [self.data[done : splice.start], splice.new.encode()]
            done = splice.end
        return b"".join([*pieces, self.data[done:]]).decode("utf-8", "surrogatepass")


def _bound_by(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name


def _functions(owner: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    return (node for node in owner.body if isinstance(node, ast.FunctionDef))


def _is_guard(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    return any(isinstance(node, ast.Name) and node.id in _GUARDS for node in ast.walk(handler.type))


def _asks_for_version(test: ast.expr) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and (node.attr in _VERSIONS or ast.unparse(node) == "sys.version")
        or isinstance(node, ast.Name)
        and node.id in _VERSIONS
        for node in ast.walk(test)
    )
