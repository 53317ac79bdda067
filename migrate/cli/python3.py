"""Python 2 originals, which run as `rewrite` would make them Python 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from migrate import discover
from migrate.model.source import Module
from migrate.parse import parse_all
from migrate.verify import Program, Verdict


def as_python3(program: Program) -> Program:
    """The program, with the files of its folder in Python 3 that are Python 2, if it is Python 2."""
    if not _converted(program, program.root / program.entry):
        return program
    # What Python 2 imports is not found without being read as such: any file of the folder may be that.
    return replace(program, replaced={**_converted(program, program.root), **program.replaced})


def _converted(program: Program, path: Path) -> dict[Path, bytes]:
    """Files of Python 2 at a path, and what is imported there from the program's folder, in Python 3."""
    return {
        one.path.relative_to(program.root): one.code
        for one in parse_all(discover.find([path]).sources)
        if isinstance(one, Module) and one.was_python2 and one.path.is_relative_to(program.root)
    }


def told_of_python2(verdict: Verdict, converted: Sequence[Path]) -> Verdict:
    """The verdict with a note of the files of the original that ran in Python 3."""
    if not converted:
        return verdict
    files = ", ".join(sorted(map(str, converted))[:3]) + (", …" if len(converted) > 3 else "")
    note = f"the original is Python 2: its copy ran as rewrite makes it Python 3 ({files})"
    return replace(verdict, notes=(note, *verdict.notes))
