"""Runs a program that tells what it does, and asks of every dependence whether the static answer has it."""

from __future__ import annotations

import builtins
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from migrate import discover, parse
from migrate.model.source import Module
from tests.metamorphic.subjects import Subject
from tests.symbolic.player import play

from .answer import Answer
from .instrument import instrumented
from .recorder import Recorder
from .seen import Edge
from .sites import Sites

SECONDS = 10.0  # that a program runs
Play = Callable[[Mapping[str, str], str], str]


@dataclass(frozen=True)
class Dependence:
    """An edge, as it is told: `writer` and `reader` are lines, or for a call the function that is called."""

    what: str
    writer: str
    reader: str

    def __str__(self) -> str:
        return f"{self.what}: {self.writer} -> {self.reader}"


@dataclass(frozen=True)
class Report:
    """What was seen of one program.

    Attributes:
      missing: those of the edges that the static answer lacks.
      ended: how its run ended, or why there is no answer; "" if it ran to its end.
    """

    edges: tuple[Dependence, ...]
    missing: tuple[Dependence, ...]
    ended: str = ""


def record(program: Subject, player: Play) -> Report:
    """Run a program, and compare what it does with what is known of it."""
    with _parsed(program.files) as modules:
        sites, texts = Sites(), dict(program.files)
        for path, module in modules.items():
            texts[path] = instrumented(module.code.decode(), path, sites)
        answer = Answer(modules, sites)
        recorder = Recorder(SECONDS)
        builtins._tfm_ = recorder  # type: ignore[attr-defined]
        try:
            ended = player(texts, program.entry)
        finally:
            del builtins._tfm_  # type: ignore[attr-defined]
        if not answer.is_known:
            return Report((), (), "too large to be analysed")
        edges = sorted(filter(answer.is_asked, recorder.edges))
        missing = set(answer.missing(edges))
    lines = {path: module.code.decode().splitlines() for path, module in modules.items()}
    told = [(edge, _told(edge, sites, lines)) for edge in edges]
    return Report(tuple(one for _, one in told), tuple(one for edge, one in told if edge in missing), ended)


@contextmanager
def _parsed(files: Mapping[str, str]) -> Iterator[Mapping[str, Module]]:
    """The modules of a program as `migrate` parses them, by their paths; inside, they are on the disk."""
    folder = Path(tempfile.mkdtemp(prefix="recorded-"))
    try:
        for path, text in files.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        parsed = parse.parse_all(discover.find([folder]).sources)
        yield {
            one.path.resolve().relative_to(folder.resolve()).as_posix(): one
            for one in parsed
            if isinstance(one, Module)
        }
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _told(edge: Edge, sites: Sites, lines: Mapping[str, Sequence[str]]) -> Dependence:
    def line(path: str, number: int) -> str:
        return f"{path}:{number} `{lines[path][number - 1].strip()}`"

    def of_scope(number: int) -> str:
        scope = sites.scopes[number]
        return line(scope.path, scope.line)

    statements = sites.statements
    writer = of_scope(edge.place) if edge.what == "call" else line(*statements[edge.writer][:2])
    return Dependence(f"{edge.what} {edge.name}".strip(), writer, line(*statements[edge.reader][:2]))


def on_symbolic(files: Mapping[str, str], entry: str) -> str:
    """Play a program on the symbolic TensorFlow; what ended it, or "" for its last statement."""
    seen = play(files, entry, [], is_original=True, salt=1)
    if seen.unsure:
        return f"unsure: {seen.unsure}"
    return ": ".join(seen.ended) if seen.ended else ""
