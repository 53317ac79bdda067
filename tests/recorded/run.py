"""Runs a program that tells what it does, and asks of every edge whether the static answer has it."""

from __future__ import annotations

import builtins
import shutil
import tempfile

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from migrate import discover, parse
from migrate.model.source import Module
from tests.symbolic.player import play

from .answer import Answer
from .instrument import instrumented
from .recorder import Recorder
from .sites import Sites

SECONDS = 10.0  # that a program runs
Play = Callable[[Mapping[str, str], str], str]


@dataclass(frozen=True)
class Missing:
    """An edge that the static answer lacks, with what its two statements say."""

    writer: str
    reader: str
    what: str

    def __str__(self) -> str:
        return f"{self.what}: {self.writer} -> {self.reader}"


@dataclass(frozen=True)
class Report:
    """What was seen of one program.

    Attributes:
      ended: how its run ended, or why there is no answer; "" if it ran to its end.
      edges: how many dependences it had.
    """

    name: str
    edges: int
    missing: tuple[Missing, ...]
    ended: str = ""


def record(name: str, files: Mapping[str, str], entry: str, player: Play) -> Report:
    """Run a program of these files, and compare what it does with what is known of it."""
    folder = Path(tempfile.mkdtemp(prefix="recorded-"))
    try:
        for path, text in files.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        parsed = parse.parse_all(discover.find([folder]).sources)
        modules = [one for one in parsed if isinstance(one, Module)]
        paths = {one.path: one.path.resolve().relative_to(folder.resolve()).as_posix() for one in modules}
        sites, texts = Sites(), dict(files)
        for one in modules:
            texts[paths[one.path]] = instrumented(one.code.decode(), paths[one.path], sites)
        answer = Answer(modules, paths, sites)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    recorder = Recorder(SECONDS)
    builtins._tfm_ = recorder  # type: ignore[attr-defined]
    try:
        ended = player(texts, entry)
    finally:
        del builtins._tfm_  # type: ignore[attr-defined]
    if not answer.is_known:
        return Report(name, len(recorder.edges), (), "too large to be analysed")
    edges = sorted(recorder.edges)
    lines = {path: text.splitlines() for path, text in ((paths[one.path], one.code.decode()) for one in modules)}

    def told(number: int) -> str:
        site = sites.statements[number]
        return f"{site} `{lines[site.path][site.line - 1].strip()}`"

    missing = [
        Missing(
            f"line {sites.scopes[one.place].line}" if one.what == "call" else told(one.writer),
            told(one.reader),
            f"{one.what} {one.name}".strip(),
        )
        for one in answer.missing(iter(edges))
    ]
    return Report(name, len(edges), tuple(missing), ended)


def on_symbolic(files: Mapping[str, str], entry: str) -> str:
    """Play a program on the symbolic TensorFlow; what ended it, or "" for its last statement."""
    seen = play(files, entry, [], is_original=True, salt=1)
    if seen.unsure:
        return f"unsure: {seen.unsure}"
    return ": ".join(seen.ended) if seen.ended else ""
