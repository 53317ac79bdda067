"""The small programs of `programs/`, what their first lines expect, and what the rewriter makes of them."""

import collections
import io
import re
import shutil
import tokenize
from dataclasses import dataclass
from pathlib import Path

from migrate.model.diagnostic import Diagnostic, Severity
from migrate.model.outcome import STEPS, Outcome, ProgramOutcome, Tier
from migrate.pipeline import migrate

FOLDER = Path(__file__).parent / "programs"
_FIRST_LINE = re.compile(
    r"# expect: (?P<outcome>[\w ()-]+?)(?:, parity)?"
    r"(?:, (?P<exception>not run|prints otherwise|computes otherwise|references|"
    r"races(?P<racing>(?: [\w./]+)*)): (?P<reason>.{10,}))?"
)


@dataclass(frozen=True)
class Program:
    """A file, or a folder whose entry is `train.py`, and what its first line expects."""

    path: Path

    @property
    def entry(self) -> Path:
        return self.path / "train.py" if self.path.is_dir() else self.path

    @property
    def expected(self) -> str:
        return self._first_line["outcome"]

    @property
    def exception(self) -> str | None:
        """`not run`, `prints otherwise`, `computes otherwise`, `references` or `races`, as the line says."""
        exception: str | None = self._first_line["exception"]
        return "races" if exception is not None and self._first_line["racing"] is not None else exception

    @property
    def racing(self) -> list[str]:
        """The operations that are fetched beside an update of what they read."""
        return (self._first_line["racing"] or "").split()

    @property
    def _first_line(self) -> "re.Match[str]":
        first = self.entry.read_text(encoding="utf-8").partition("\n")[0]
        match = _FIRST_LINE.fullmatch(first)
        assert match, f"{self.entry}: the first line is none of those that test_programs.py lists: {first}"
        return match


def find_programs() -> list[Program]:
    paths = sorted(FOLDER.glob("*.py")) + [path.parent for path in sorted(FOLDER.glob("*/train.py"))]
    return [Program(path) for path in paths]


class Rewritten:
    """A program copied to a folder, with what it was before in `original`, and what became of it."""

    def __init__(self, program: Program, folder: Path) -> None:
        self.folder = folder
        self.entry = folder / "train.py"
        original = folder.with_name("original")
        for copy in (original, folder):
            if program.path.is_dir():
                shutil.copytree(program.path, copy, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                copy.mkdir()
                shutil.copy(program.path, copy / "train.py")
        self.original = original / "train.py"
        self.before = {path: path.read_bytes() for path in folder.rglob("*.py")}
        self.outcome: Outcome = migrate([folder])
        for change in self.outcome.changes:
            change.path.write_bytes(change.after)

    @property
    def reasons(self) -> list[Diagnostic]:
        """Why the program has not a higher tier."""
        worth = (Severity.ERROR, Severity.WARNING)
        return [one for one in self.outcome.all_diagnostics if one.severity in worth and one.code != "SES301"]

    @property
    def came_out(self) -> str:
        """The tier and the strategies; on a lower tier than steps, the codes that say why before it."""
        programs = self._programs
        if any(program.tier is None for program in programs) or not programs:
            return " ".join(sorted({found.code for found in self.reasons}))
        tiers = sorted({program.standing for program in programs})
        if not self.has_steps:
            return " ".join([*(found.code for found in self.reasons), *tiers])
        return " ".join([*tiers, *sorted({program.strategy for program in programs})])

    @property
    def has_steps(self) -> bool:
        """Whether no session is left in any program."""
        return bool(self._programs) and all(program.tier in STEPS for program in self._programs)

    @property
    def is_wrapped(self) -> bool:
        """Whether the sessions of every program have become Programs over its graph."""
        return bool(self._programs) and all(program.tier is Tier.WRAPPED for program in self._programs)

    @property
    def tier(self) -> Tier | None:
        """The tier of the program that runs; `None` where it was left as it was."""
        return next((one.tier for one in self._programs if one.path == self.entry), None)

    @property
    def _programs(self) -> list[ProgramOutcome]:
        return [program for unit in self.outcome.units for program in unit.programs]


def comments(data: bytes) -> "collections.Counter[str]":
    tokens = tokenize.tokenize(io.BytesIO(data).readline)
    return collections.Counter(token.string.strip() for token in tokens if token.type == tokenize.COMMENT)
