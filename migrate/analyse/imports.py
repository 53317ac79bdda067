"""Which of the files that were given an import means."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from migrate.model.bindings import Bindings


class Imports:
    """The modules of a run by their files."""

    def __init__(self, modules: Mapping[Path, Bindings]) -> None:
        self._modules = modules
        self._elsewhere: dict[str, tuple[Path, ...]] = {}
        self._found: dict[tuple[Path, str], Bindings | None] = {}

    def find(self, bindings: Bindings, name: str) -> Bindings | None:
        """The module that a dotted name stands for where `bindings` imports it, if it is one of the run."""
        key = bindings.module.path, name
        if key not in self._found:
            self._found[key] = self._search(bindings, name)
        return self._found[key]

    def _search(self, bindings: Bindings, name: str) -> Bindings | None:
        found = next((path for path in _candidates(bindings, name) if path in self._modules), None)
        if found is None:
            others = self._of_other_folders(name)
            found = others[0] if len(others) == 1 else None
        return self._modules[found] if found is not None else None

    def missing(self, bindings: Bindings) -> Iterator[tuple[str, Path]]:
        """What a module imports from a file that is there, but is not among the modules."""
        for name in bindings.imports:
            for wanted in (name, name.rpartition(".")[0]):
                path = next((path for path in _candidates(bindings, wanted) if path.is_file()), None)
                if path is not None:
                    if path not in self._modules:
                        yield name, path
                    break

    def unclear(self, bindings: Bindings) -> Iterator[tuple[str, tuple[Path, ...]]]:
        """What a module imports from one of several files: which one, `sys.path` tells when it runs."""
        for name in bindings.imports:
            for wanted in (name, name.rpartition(".")[0]):
                if any(path.is_file() for path in _candidates(bindings, wanted)):
                    break
                others = self._of_other_folders(wanted)
                if len(others) > 1:
                    yield name, others
                    break

    def _of_other_folders(self, name: str) -> tuple[Path, ...]:
        """The files of that name anywhere in the run: programs put their folders on `sys.path`."""
        if name not in self._elsewhere:
            parts = name.split(".")
            is_known = parts[0] in sys.stdlib_module_names or parts[0] in ("", "tensorflow")
            self._elsewhere[name] = tuple(
                path
                for path in self._modules
                if not is_known and path.suffix == ".py" and _parts(path)[-len(parts) :] == parts
            )
        return self._elsewhere[name]


def _parts(path: Path) -> list[str]:
    """A file's dotted name, from the file system's root on."""
    parts = list(path.with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" else parts


def _candidates(bindings: Bindings, name: str) -> Iterator[Path]:
    """The files that an imported dotted name may stand for, as seen from a module."""
    if not name.strip("."):
        return
    path, root = bindings.module.path.resolve(), bindings.module.source.root.resolve()
    level = len(name) - len(name.lstrip("."))
    folders = [path.parent, *(parent for parent in path.parent.parents if parent.is_relative_to(root))]
    if level:
        folders = [path.parents[level - 1]] if level <= len(path.parents) else []
    for folder in folders:
        stem = folder.joinpath(*name.lstrip(".").split("."))
        yield stem.with_name(stem.name + ".py")
        yield stem / "__init__.py"
