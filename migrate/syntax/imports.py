"""Which of the files that were given an import means."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from migrate.model.nodes import last_name, nodes_of
from migrate.model.source import Module

from .search_path import folders_on_path


class Imports:
    """The modules of a run by their files, and what each of them imports.

    Args:
      modules: all modules of the run: what one of them imports may be in another folder.
    """

    def __init__(self, modules: Iterable[Module]) -> None:
        self._files = {module.path.resolve(): module.path for module in modules}
        self._known_parts = {part for path in self._files for part in path.with_suffix("").parts}
        self._by_last_part: dict[str, list[Path]] = {}
        for path in self._files:
            if path.suffix == ".py":
                self._by_last_part.setdefault(_parts(path)[-1], []).append(path)
        self._elsewhere: dict[str, tuple[Path, ...]] = {}
        self._folders: dict[Path, tuple[Path, ...]] = {}
        self._found: dict[tuple[Path, str], Path | None] = {}
        self._imported: dict[ast.Module, tuple[Path, ...]] = {}
        self._on_path: dict[ast.Module, tuple[Path, ...]] = {}

    def find(self, module: Module, name: str) -> Path | None:
        """The file, resolved, that a dotted name stands for where `module` imports it; None of a library."""
        key = module.path, name
        if key not in self._found:
            self._found[key] = self._search(module, name)
        return self._found[key]

    def _search(self, module: Module, name: str) -> Path | None:
        if not self._may_be_here(name):
            return None
        found = next((path for path in self._candidates(module, name) if path in self._files), None)
        if found is None:
            others = self._of_other_folders(module, name)
            found = others[0] if len(others) == 1 else None
        return found

    def _may_be_here(self, name: str) -> bool:
        """Whether a file or folder of the run has the first name of a dotted one: most are libraries'."""
        return name.startswith(".") or name.partition(".")[0] in self._known_parts

    def imported(self, module: Module) -> tuple[Path, ...]:
        """The files, resolved, that a module imports, in the order of its text.

        With the packages on the way to them, which are run too, and with what it only asks for as a part of a
        package: `import pkg`, then `pkg.module.build()`.
        """
        if module.tree not in self._imported:
            names = dict.fromkeys(name for name, _ in _imported(module))
            names.update(dict.fromkeys(_asked(module)))
            found = dict.fromkeys(path for name in names for path in self._along(module, name))
            found.pop(module.path.resolve(), None)
            self._imported[module.tree] = tuple(found)
        return self._imported[module.tree]

    def _along(self, module: Module, name: str) -> Iterator[Path]:
        """The file of what a dotted name stands for, or of what that is a part of, behind its packages."""
        if not self._may_be_here(name):
            return
        for prefix in _prefixes(name):
            found = self.find(module, prefix)
            if found is not None:
                folder = found.parent.parent if found.name == "__init__.py" else found.parent
                packages = [folder, *folder.parents][: prefix.strip(".").count(".")]
                yield from (
                    path for one in reversed(packages) if (path := one / "__init__.py") in self._files
                )
                yield found
                return

    def missing(self, module: Module) -> Iterator[tuple[str, Path]]:
        """What a module imports from a file that is there, but is not among the modules."""
        for name, _ in _imported(module):
            for wanted in (name, name.rpartition(".")[0]):
                path = next((path for path in self._candidates(module, wanted) if os.path.isfile(path)), None)
                if path is not None:
                    if path not in self._files:
                        yield name, path
                    break

    def unclear(self, module: Module) -> Iterator[tuple[str, tuple[Path, ...]]]:
        """What a module imports from one of several files: which one, `sys.path` tells when it runs."""
        for name, _ in _imported(module):
            for wanted in (name, name.rpartition(".")[0]):
                if any(os.path.isfile(path) for path in self._candidates(module, wanted)):
                    break
                others = self._of_other_folders(module, wanted)
                if len(others) > 1:
                    yield name, others
                    break

    def _candidates(self, module: Module, name: str) -> Iterator[Path]:
        """The files that an imported dotted name may stand for, as seen from a module."""
        inner = name.lstrip(".")
        if not inner:
            return
        folders, level = self._around(module), len(name) - len(inner)
        if level:
            folders = (folders[0], *folders[0].parents)[level - 1 : level]
        for folder in folders:
            yield from _in(folder, inner)

    def _around(self, module: Module) -> tuple[Path, ...]:
        """The folder of a module, and those around it up to the root of the run, resolved once."""
        if module.path not in self._folders:
            folder, root = module.path.resolve().parent, module.source.root.resolve()
            above = (one for one in folder.parents if one.is_relative_to(root))
            self._folders[module.path] = (folder, *above)
        return self._folders[module.path]

    def _of_other_folders(self, module: Module, name: str) -> tuple[Path, ...]:
        """The files of that name anywhere in the run: programs put their folders on `sys.path`.

        Of several, it is the one in a folder that the module itself puts there.
        """
        found = self._anywhere(name)
        if len(found) > 1:
            if module.tree not in self._on_path:
                self._on_path[module.tree] = folders_on_path(module)
            chosen = (path for one in self._on_path[module.tree] for path in _in(one, name) if path in found)
            found = next(((path,) for path in chosen), found)
        return found

    def _anywhere(self, name: str) -> tuple[Path, ...]:
        if name not in self._elsewhere:
            parts = name.split(".")
            is_known = parts[0] in sys.stdlib_module_names or parts[0] in ("", "tensorflow")
            ends_so = () if is_known else self._by_last_part.get(parts[-1], ())
            self._elsewhere[name] = tuple(path for path in ends_so if _parts(path)[-len(parts) :] == parts)
        return self._elsewhere[name]


def names_imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The dotted names of what a statement may be the first to run, packages before what is in them."""
    base = "." * node.level + (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    front = base if base.endswith(".") or not base else f"{base}."
    for alias in node.names:
        name = base if alias.name == "*" else front + alias.name
        yield from reversed([*_prefixes(name)])


def _imported(module: Module) -> Iterator[tuple[str, str]]:
    """The dotted names that a module imports, each with the name by which it has that, if the text says one.

    Also by a call with a text that is a name.
    """
    for node in nodes_of(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, alias.asname or alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            base = "." * node.level + (node.module or "")
            front = f"{base}." if node.module else base
            for alias in node.names:
                yield (base, "") if alias.name == "*" else (front + alias.name, alias.asname or alias.name)
        elif isinstance(node, ast.Call) and last_name(node.func) in ("import_module", "__import__"):
            named = node.args[0] if node.args else None
            if isinstance(named, ast.Constant) and isinstance(named.value, str):
                yield named.value, ""
    yield from ((dotted, name) for name, dotted in module.meant)


def _asked(module: Module) -> Iterator[str]:
    """What a module asks for of what it imports, as dotted names: `pkg.module.build`."""
    known: dict[str, str] = {}
    for dotted, name in _imported(module):
        is_top = name == dotted.partition(".")[0]
        known[name] = name if is_top else dotted
    for node in nodes_of(module.tree):
        if isinstance(node, ast.Attribute):
            parts = _parts_of(node)
            if parts and parts[0] in known:
                yield ".".join([known[parts[0]], *parts[1:]])


def _parts_of(node: ast.expr) -> list[str]:
    """The names of a dotted name; none of another expression."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return [node.id, *parts] if isinstance(node, ast.Name) else []


def _prefixes(name: str) -> Iterator[str]:
    """A dotted name, and what it is a part of, up to the first name."""
    while name.strip("."):
        yield name
        name = name[: max(name.rfind("."), 0)]


def _parts(path: Path) -> list[str]:
    """A file's dotted name, from the file system's root on."""
    parts = list(path.with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" else parts


def _in(folder: Path, name: str) -> Iterator[Path]:
    """The files in a folder that a dotted name may stand for there."""
    stem = folder.joinpath(*name.split("."))
    yield stem.with_name(stem.name + ".py")
    yield stem / "__init__.py"
