"""What modules give by their names, import, and run."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.objects import ANYTHING, ELEMENTS, Cell, External, Imported, Object
from migrate.syntax.closure import closure
from migrate.syntax.imports import names_imported

from .flow import NOTHING, Node
from .heap import Arguments, Find, Heap, Here
from .scopes import mentioned


class Modules(Heap, ABC):
    """Where the names of modules lead to, and which modules a statement runs."""

    def __init__(self, modules: Iterable[Bindings], find: Find, most_steps: int) -> None:
        super().__init__(modules, find, most_steps)
        self.mentioned = {path: mentioned(one.module.tree) for path, one in self.modules.items()}
        self._bound = {
            path: self.names.bound(one.module.tree) | self.mentioned[path].declared_global | one.bound
            for path, one in self.modules.items()
        }
        self._imported_at_first: dict[Path, frozenset[Path]] = {}

    @abstractmethod
    def attribute_of(self, here: Here, one: Object, name: str, result: Node, *, called: bool = False) -> None:
        """What an attribute of one object holds."""

    def module(self, home: Bindings, name: str) -> Object:
        """What a dotted name stands for where a module imports it."""
        found = self.find(home, name)
        return self.objects.imported(found.module.path) if found is not None else self.objects.external(name)

    def runs_modules(self, here: Here, names: Iterable[str]) -> None:
        """A statement imports some dotted names, the first time, so that their modules run.

        What the module that it stands in imports above its functions has run before these do.
        """
        home = here.home.module.path
        done = self._at_first(home) if here.frame.scope is not here.home.module.tree else frozenset({home})
        for one in (self.module(here.home, name) for name in names):
            if isinstance(one, Imported) and one.path not in done:
                here.did.calls.add(self.frame_of_module(one.path))

    def runs_any(self, here: Here, arguments: Arguments) -> None:
        """A statement runs a module again, or one of some name: any of the run, where no text tells it."""
        again = self.join(*arguments.positional[:1])
        self.each(again, lambda one: self._run_again(here, one))
        named = arguments.key if isinstance(arguments.key, str) else None
        found = self.find(here.home, named) if named is not None else None
        for path in self.modules if found is None else (found.module.path,):
            if path not in self._at_first(here.home.module.path):
                here.did.calls.add(self.frame_of_module(path))

    def _run_again(self, here: Here, one: Object) -> None:
        if isinstance(one, Imported):
            here.did.calls.add(self.frame_of_module(one.path))
            self.write(here, one, ELEMENTS, NOTHING)  # it gives all of its names values again

    def write(self, here: Here, one: Object, name: str, value: Node) -> None:
        """A statement changes a field of an object; of a module, under a key that is not known, any name."""
        for each in self._any_of(one, name):
            super().write(here, one, each, value)

    def load(self, here: Here, one: Object, name: str, result: Node) -> Node:
        """What a statement finds in a field of an object; in a module, under a key, under any name."""
        found = NOTHING
        for each in self._any_of(one, name):
            found = self.join(found, super().load(here, one, each, result))
        return found

    def _any_of(self, one: Object, name: str) -> Iterable[str]:
        """The names that a field of an object may have."""
        if isinstance(one, Imported) and name in (ELEMENTS, ANYTHING):
            return (name, *sorted(self._bound[one.path]))
        return (name,)

    def _at_first(self, path: Path) -> frozenset[Path]:
        """A module, and those that it imports above its functions, by others too."""
        if path not in self._imported_at_first:
            found = closure([path], lambda one: self._imported_above(self.modules[one]))
            self._imported_at_first[path] = frozenset(found)
        return self._imported_at_first[path]

    def _imported_above(self, home: Bindings) -> Iterator[Path]:
        for node in home.module.tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                found = (self.find(home, name) for name in names_imported(node))
                yield from (one.module.path for one in found if one is not None)

    def stars(self, home: Bindings) -> Iterator[Object]:
        """The modules all of whose names a module imports."""
        for node in home.module.tree.body:
            if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
                yield self.module(home, "." * node.level + (node.module or ""))

    def is_bound(self, home: Bindings, name: str) -> bool:
        """Whether some statement of a module gives a name of it a value."""
        return name in self._bound[home.module.path]

    def of_module(
        self, here: Here, one: Imported, name: str, result: Node, through: tuple[Imported, ...] = ()
    ) -> None:
        """What a module gives a name, or one all of whose names it imports, or the module in its folder."""
        home, cell = self.modules[one.path], Cell(self.frame_of_module(one.path), name)
        here.did.reads.add(cell)
        if cell.frame is here.unit:
            here.did.reads.add(Cell(cell.frame, ELEMENTS))
        self.flow(self.at(cell), result)
        if one.path.name == "__init__.py":
            inner = one.path.parent / f"{name}.py", one.path.parent / name / "__init__.py"
            self.put(result, [self.objects.imported(path) for path in inner if path in self.modules])
        if not self.is_bound(home, name):
            for star in self.stars(home):
                if isinstance(star, Imported) and star is not one and star not in through:
                    self.of_module(here, star, name, result, (*through, one))
                elif isinstance(star, External):
                    self.attribute_of(here, star, name, result)
