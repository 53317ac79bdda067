"""What the conversion of a file has to know of the other files of a run."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Sequence
from pathlib import Path

from migrate.model.source import Source

from .python2.results import Surroundings
from .python2.words import may_be

_IMPORT = re.compile(rb"^[ \t]*(?:import|from)[ \t]+([\w.]+)(?:[ \t]+import[ \t]+([^\n#]*))?", re.MULTILINE)
_IS_SCRIPT = re.compile(rb"^if\s+__name__\s*==", re.MULTILINE)


class Folders:
    """The files of a run by their folders, and how they import each other."""

    def __init__(self, sources: Sequence[Source], has_own_next: bool) -> None:
        self._has_own_next = has_own_next
        self._modules: dict[Path, dict[str, Source]] = {}
        for source in sources:
            modules = self._modules.setdefault(_folder(source), {})
            if source.path.suffix == ".py":  # no import finds a notebook
                modules[source.path.stem] = source
        self._imported = {_key(source): _imported(source) for source in sources}
        self._naming = self._places_of_names()
        self._packaged = self._parts_of_packages(sources)

    def around(self, source: Source) -> Surroundings:
        """What is around one file."""
        folder = _folder(source)
        siblings = self._siblings(folder) - {source.path.stem}
        is_part = _key(source) in self._packaged and not _IS_SCRIPT.search(source.data)
        imported = {name.partition(".")[0] for name in self._imported[_key(source)]}
        packaged = {name for name in siblings & imported if _is_not_a_script(self._modules[folder].get(name))}
        hiding = {name for name in siblings if may_be(f"import {name}")}
        return Surroundings(frozenset(hiding), frozenset(packaged if is_part else ()), self._has_own_next)

    def _siblings(self, folder: Path) -> set[str]:
        packages = {
            path.name for path in self._modules if path.parent == folder and "__init__" in self._modules[path]
        }
        return {*self._modules.get(folder, ()), *packages} - {"__init__"}

    def _parts_of_packages(self, sources: Sequence[Source]) -> frozenset[Path]:
        """The files that are imported as parts of their package, and never by their name alone.

        In Python 2 a part of a package could import another one by its name alone; a script beside its
        modules does so too, and there nothing may change.
        """
        parts = {_key(source) for source in sources if self._is_named_with_package(source)}
        while True:
            more = {
                _key(self._modules[key.parent][name])
                for key in parts
                for name in self._imported[key]
                if name in self._modules[key.parent]
            }
            if more <= parts:
                break
            parts |= more
        by_scripts = {
            _key(self._modules[_folder(source)][name])
            for source in sources
            if _key(source) not in parts or _IS_SCRIPT.search(source.data)
            for name in self._imported[_key(source)]
            if name in self._modules[_folder(source)]
        }
        return frozenset(parts - by_scripts)

    def _is_named_with_package(self, source: Source) -> bool:
        folder = _folder(source)
        if "__init__" not in self._modules[folder]:
            return False
        name = folder.name if source.path.stem == "__init__" else f"{folder.name}.{source.path.stem}"
        return bool(self._naming.get(name, set()) - {folder})

    def _places_of_names(self) -> dict[str, set[Path]]:
        """Each module's name, alone and with that of its package, with the folders of what imports it."""
        places: dict[str, set[Path]] = {}
        for key, names in self._imported.items():
            for name in names:
                parts = name.split(".")
                for one in (*parts, *(f"{first}.{second}" for first, second in itertools.pairwise(parts))):
                    places.setdefault(one, set()).add(key.parent)
        return places


def _is_not_a_script(source: Source | None) -> bool:
    return source is None or not _IS_SCRIPT.search(source.data)


def _imported(source: Source) -> Collection[str]:
    """The dotted names of modules that a file may import, told by its text."""
    found: dict[str, None] = {}
    for module, names in _IMPORT.findall(source.data):
        name = module.decode("ascii", "replace")
        found[name] = None
        for part in re.findall(r"\w+", names.decode("ascii", "replace")):
            found[f"{name}.{part}"] = None
    return found


def _folder(source: Source) -> Path:
    return _key(source).parent


def _key(source: Source) -> Path:
    return source.path.absolute()
