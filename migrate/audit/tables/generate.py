"""Writes tables of what exists: `tensorflow.csv`, `numpy.csv`, `compat.csv`; `instead.csv` of what does not.

A row gives modules or classes that hold the same, what they are, and the names in them. `module` can be
imported, `namespace` is reached as an attribute alone, `class` is a class. `releases` are those that
have the names; in rows without any, all that are looked at, which the first row tells.

Run as `python -m migrate.audit.tables.generate TF1_SYMBOLS_CSV TF1_PYTHON TF2_PYTHON...`: the first lists the
symbols of TF 1.15, the second is an interpreter that has it, the others have one release of TensorFlow 2
each, from the oldest on. The interpreter that runs this has `compat`.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from migrate.syntax.old_names import old_names

FOLDER = Path(__file__).parent
ALL = ""

# Of each name, by what holds it and what that is: the releases that have it.
_Releases: TypeAlias = "dict[tuple[str, str], dict[str, list[str]]]"

# Run by TensorFlow 1: the modules that its programs could reach past the public names.
INNER = """
import json, pkgutil
import tensorflow.core, tensorflow.python, tensorflow.tools

found = []
for package in (tensorflow.python, tensorflow.core, tensorflow.tools):
    root = "tensorflow." + package.__name__.rpartition(".")[2]
    inside = pkgutil.walk_packages(package.__path__, root + ".", lambda name: None)
    found += [root, *(one.name for one in inside)]
print(json.dumps([one for one in found if "test" not in one]))
"""

# Run by what has `compat`: the modules inside the parts of contrib.
CONTRIB = """
import json
from compat.contrib import _inner

print(json.dumps(list(_inner._modules())))
"""
# Run by TensorFlow 1: the names in those modules.
IN_CONTRIB = """
import importlib, json, sys

found = []
for module in json.load(sys.stdin):
    try:
        names = vars(importlib.import_module("tensorflow.contrib." + module))
    except Exception:  # from before 1.15, or of a library that is not there
        names = ()
    found += [module, *(module + "." + name for name in names if name[:2] != "__")]
print(json.dumps(found))
"""

# Run by what has `compat`: what it says to use instead of what it does not have of contrib.
INSTEAD = """
import json, operator, sys
from compat import contrib

found = {}
for symbol in json.load(sys.stdin):
    try:
        operator.attrgetter(symbol.removeprefix("tf.contrib."))(contrib)
    except AttributeError as error:
        if getattr(error, "instead", None):
            found[error.symbol] = error.instead
print(json.dumps(found))
"""


def generate(symbols: Path, tf1_python: str, pythons: Sequence[str]) -> None:
    """Ask every interpreter, and write the tables."""
    with symbols.open(newline="") as lines:
        known = [row["symbol"] for row in csv.DictReader(lines)]
    inner = json.loads(_output([tf1_python, "-W", "ignore", "-c", INNER]).splitlines()[-1])
    for package, modules in (("tensorflow", inner), ("numpy", ())):
        _write(FOLDER / f"{package}.csv", [_installed(python, package, modules, ()) for python in pythons])
    of_compat(known, tf1_python)


def of_compat(known: Sequence[str], tf1_python: str) -> None:
    """Write the tables of `compat`, which has some of TF 1.15's `known` symbols and inner modules."""
    of_contrib = [one for one in known if one.startswith("tf.contrib.")]
    answer = _output([sys.executable, "-W", "ignore", "-c", INSTEAD], json.dumps(of_contrib))
    with (FOLDER / "instead.csv").open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows([("symbol", "instead"), *sorted(json.loads(answer.splitlines()[-1]).items())])
    modules = _output([sys.executable, "-W", "ignore", "-c", CONTRIB]).splitlines()[-1]
    in_contrib = json.loads(_output([tf1_python, "-W", "ignore", "-c", IN_CONTRIB], modules).splitlines()[-1])
    asked = {one.replace("tf.", "compat.tf1.", 1) for one in (*known, *old_names())}
    asked |= {one.replace("tf.", "compat.", 1) for one in of_contrib}
    asked |= {f"compat.contrib.{one}" for one in in_contrib}
    asked |= {parent for one in asked for parent in _parents(one)} - {"compat", "compat.tf1"}
    _write(FOLDER / "compat.csv", [_installed(sys.executable, "compat", (), sorted(asked))])


def _parents(dotted: str) -> Iterator[str]:
    while "." in dotted:
        dotted = dotted.rpartition(".")[0]
        yield dotted


def _installed(python: str, package: str, inner: Sequence[str], asked: Sequence[str]) -> dict[str, Any]:
    wanted = json.dumps({"inner": inner, "asked": asked})
    program = [python, "-W", "ignore", str(FOLDER / "installed.py"), package]
    found: dict[str, Any] = json.loads(_output(program, wanted))
    return found


def _output(program: Sequence[str], given: str = "") -> str:
    return subprocess.run(program, input=given, capture_output=True, text=True, check=True).stdout


def _write(target: Path, installed: Sequence[dict[str, Any]]) -> None:
    """Write what one package holds in each of its releases."""
    installed = sorted(installed, key=lambda one: [int(part) for part in one["release"].split(".") if part])
    releases = list(dict.fromkeys(one["release"] for one in installed))
    found: _Releases = defaultdict(lambda: defaultdict(list))
    for one in installed:
        for holder, kind, names in one["holdings"]:
            for name in names or [""]:
                known = found[holder, kind][name]
                if one["release"] not in known:
                    known.append(one["release"])
    rows: dict[tuple[str, str, tuple[str, ...]], list[str]] = defaultdict(list)
    for (holder, kind), names in sorted(found.items()):
        by_releases: dict[str, list[str]] = defaultdict(list)
        for name, of in names.items():
            by_releases[ALL if of == releases else " ".join(of)].append(name)
        for when, some in by_releases.items():
            rows[kind, when, tuple(sorted(some))].append(holder)
    with target.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["holders", "kind", "releases", "names"])
        writer.writerow(["", "", " ".join(releases), ""])
        held = ((" ".join(held), kind, of, " ".join(some)) for (kind, of, some), held in rows.items())
        writer.writerows(_sorted(held))


def _sorted(rows: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return sorted(rows, key=lambda row: (row[0], row[1], row[2]))


if __name__ == "__main__":
    generate(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
