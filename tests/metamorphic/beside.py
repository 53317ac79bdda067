"""Rewrites programs in one folder with others that they do not import, and each alone."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

from .subjects import ROOT

PROGRAMS = ROOT / "tests" / "conformance" / "programs"


@dataclass(frozen=True)
class Became:
    """What became of a file: its text, the tier of its program if it is one, and what was told of it."""

    text: bytes
    tier: Tier | None
    told: frozenset[tuple[str, int, str]]


def programs() -> list[Path]:
    """The conformance programs: each file is one, and each folder."""
    found = (path for path in sorted(PROGRAMS.iterdir()) if path.name != "__pycache__")
    return [path for path in found if path.is_dir() or path.suffix == ".py"]


def rewritten(paths: Sequence[Path], jobs: int = 1) -> dict[str, Became]:
    """What becomes of some programs if they stand in one folder, by file."""
    with tempfile.TemporaryDirectory(prefix="tfmigrate-beside-") as name:
        folder = Path(name)
        for path in paths:
            target = folder / path.name
            if path.is_dir():
                shutil.copytree(path, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(path, target)
        outcome = migrate([folder], jobs=jobs)
        texts = {path: path.read_bytes() for path in folder.rglob("*.py")}
        texts |= {change.path: change.after for change in outcome.changes}
        tiers = {one.path: one.tier for unit in outcome.units for one in unit.programs}
        told: dict[Path, set[tuple[str, int, str]]] = {path: set() for path in texts}
        for one in (*outcome.diagnostics, *(one for unit in outcome.units for one in unit.diagnostics)):
            words = one.found.replace(str(folder), "")
            told.setdefault(one.span.path, set()).add((one.code, one.span.line, words))
        return {
            path.relative_to(folder).as_posix(): Became(text, tiers.get(path), frozenset(told[path]))
            for path, text in texts.items()
        }


def held_by_others(paths: Sequence[Path], jobs: int = 1) -> Iterator[str]:
    """The files of which something else becomes beside the others than alone, with what."""
    together = rewritten(paths, jobs)
    for path in paths:
        for file, alone in rewritten([path]).items():
            beside = together[file]
            if beside != alone:
                told = sorted(beside.told ^ alone.told)
                yield f"{file}: {alone.tier} alone, {beside.tier} beside the others, {told}"
