"""What TensorFlow 2, NumPy and `compat` hold, by the tables."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from migrate.model.choices import ALL_VERSIONS, Versions

_TABLES = Path(__file__).parent / "tables"
_NAMES = {"compat": "compat", "numpy": "NumPy", "tensorflow": "TensorFlow"}
# Other names of what is listed: the first is of the same package, beside a program's own `compat`.
_OTHER_NAMES = {
    "tfmigrate_compat": "compat",
    "compat.tf1.contrib": "compat.contrib",
}
_PYTHONS = ("3.10", "3.11", "3.12", "3.13")
# What is not listed, though it is there: packages of their own inside of TensorFlow, and what NumPy 2 still
# has, with a warning, by names that it looks up when they are asked for.
_UNLISTED = (
    *("tensorflow.compiler.", "tensorflow.dtensor.", "tensorflow.lite.", "tensorflow.xla."),
    "numpy.core.",
)


@dataclass(frozen=True)
class Missing:
    """A `name` that is not in a package: `releases` of it lack it, of those that are asked for.

    `is_there` where a program may still be meant for those that have it.
    """

    package: str
    name: str
    releases: tuple[str, ...]
    is_there: bool
    instead: str


@dataclass(frozen=True)
class _Package:
    """What can be reached from one package: the releases that have each name, by what holds it."""

    releases: tuple[str, ...]
    holders: Mapping[str, Mapping[str, tuple[str, ...]]]
    importable: frozenset[str]


def missing(dotted: str, *, is_import: bool = False, versions: Versions = ALL_VERSIONS) -> Missing | None:
    """What of a dotted name does not exist; `None` where all does, or nothing is known of it.

    `is_import`: it is a module that is to be imported, not a name that is to be had from one.
    """
    if is_import and (found := _gone_from_python(dotted.partition(".")[0], versions.python)):
        return found
    for other, listed in _OTHER_NAMES.items():
        if dotted == other or dotted.startswith(other + "."):
            dotted = listed + dotted.removeprefix(other)
    root, _, rest = dotted.partition(".")
    if root not in _NAMES or not rest or dotted.startswith(_UNLISTED):
        return None
    package, holder = _package(root), root
    asked = (versions.tensorflow,) if root == "tensorflow" and versions.tensorflow else package.releases
    for name in rest.split("."):
        held = package.holders.get(holder)
        inner = f"{holder}.{name}"
        if held is None or name.startswith("__"):
            return None
        known = package.holders.get(inner) is not None
        releases = held.get(name, package.releases if known else ())
        lacking = tuple(one for one in asked if one not in releases)
        if lacking:
            if name[0] == "_" and ".python." not in inner:
                return None  # private: not listed
            instead = _instead(package, holder, name)
            return Missing(_NAMES[root], inner, lacking, asked[-1] in releases, instead)
        holder = inner
    if is_import and holder in package.holders and holder not in package.importable:
        parent, _, name = holder.rpartition(".")
        return Missing(_NAMES[root], holder, asked, False, f"from {parent} import {name}")
    return None


def names_gone_from_python() -> frozenset[str]:
    """Modules that some Python of those that we know no longer has."""
    return frozenset(_gone())


def _gone_from_python(module: str, python: str) -> Missing | None:
    if module not in _gone():
        return None
    last, instead = _gone()[module]
    lacking = _PYTHONS[_PYTHONS.index(last) + 1 :]
    if python:
        lacking = tuple(one for one in lacking if one == python)
    return Missing("Python", module, lacking, not python, instead) if lacking else None


@cache
def _gone() -> dict[str, tuple[str, str]]:
    """The last Python that has a module, and what to take instead.

    Not `distutils`: setuptools, which TensorFlow needs, has one of its own.
    """
    with (_TABLES / "python.csv").open(newline="") as lines:
        return {row["module"]: (row["last"], row["instead"]) for row in csv.DictReader(lines)}


@cache
def _said() -> dict[str, str]:
    """What `compat` says to use instead of symbols of contrib."""
    with (_TABLES / "instead.csv").open(newline="") as lines:
        return {row["symbol"]: row["instead"] for row in csv.DictReader(lines)}


@cache
def _package(name: str) -> _Package:
    holders: dict[str, dict[str, tuple[str, ...]]] = {}
    importable: set[str] = set()
    with (_TABLES / f"{name}.csv").open(newline="") as lines:
        rows = csv.DictReader(lines)
        every = tuple(next(rows)["releases"].split(" "))
        for row in rows:
            releases = tuple(row["releases"].split(" ")) if row["releases"] else every
            names = dict.fromkeys(row["names"].split(), releases)
            for holder in row["holders"].split():
                held = holders.setdefault(holder, {})
                held.update({one: (*held.get(one, ()), *of) for one, of in names.items()})
                if row["kind"] == "module":
                    importable.add(holder)
    return _Package(every, holders, frozenset(importable))


def _instead(package: _Package, holder: str, name: str) -> str:
    """What `compat` says, or a name that is there in every release.

    Of TF 1, the same elsewhere in public, else one like it.
    """
    said = _said().get(f"{holder.replace('compat.contrib', 'tf.contrib', 1)}.{name}")
    if said is not None:
        return said
    of_tf1 = holder.replace("tensorflow", "tensorflow.compat.v1", 1)
    if of_tf1 != holder and name in package.holders.get(of_tf1, ()):
        return f"{of_tf1}.{name}"
    elsewhere = [
        f"{one}.{name}"
        for one, held in package.holders.items()
        if held.get(name) == package.releases and ".python" not in one and one.rpartition(".")[2].islower()
    ]
    if elsewhere:
        return min(elsewhere, key=lambda one: (one.count("."), len(one), one))
    there = [one for one, releases in package.holders[holder].items() if releases == package.releases]
    close = difflib.get_close_matches(name, there, n=1, cutoff=0.8)
    return f"{holder}.{close[0]}, if that is meant" if close else ""
