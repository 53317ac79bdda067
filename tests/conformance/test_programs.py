"""Small programs, many of them traps: each is rewritten as its first line says, or left alone with a reason.

The first line of a program is `# expect:` and one of

- `native` or `compat`, and a strategy unless any will do; or `wrapped`; with `, parity` behind it, the result
  is run and compared with the original;
- `apart`: it has steps, though its unit has programs that stay on a lower tier;
- `lower`, or the code of the diagnostic that says why: its graph stays, on a lower tier;
- `safe`: any tier; where it comes out as steps, these are equal to the bit with the original, which is run.
"""

import collections
import io
import re
import shutil
import tokenize
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from migrate.model.diagnostic import Diagnostic, Severity
from migrate.model.outcome import STEPS, Outcome, Tier
from migrate.pipeline import migrate
from migrate.verify import compare

FOLDER = Path(__file__).parent / "programs"
GPUS = 3
TIMEOUT = 120.0


@dataclass(frozen=True)
class Program:
    """A file, or a folder whose entry is `train.py`, and what its first line expects."""

    path: Path

    @property
    def entry(self) -> Path:
        return self.path / "train.py" if self.path.is_dir() else self.path

    @property
    def expected(self) -> str:
        first = self.entry.read_text(encoding="utf-8").partition("\n")[0]
        return first.removeprefix("# expect:").partition(",")[0].strip()

    @property
    def runs(self) -> bool:
        first = self.entry.read_text(encoding="utf-8").partition("\n")[0]
        return self.expected == "safe" or first.endswith(", parity")


def find_programs() -> list[Program]:
    paths = sorted(FOLDER.glob("*.py")) + [path.parent for path in sorted(FOLDER.glob("*/train.py"))]
    return [Program(path) for path in paths]


PROGRAMS = find_programs()
on_every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.path.stem)


class Rewritten:
    """A program copied to a folder, and what became of it; its changes are written there."""

    def __init__(self, program: Program, folder: Path) -> None:
        self.folder = folder
        self.entry = folder / "train.py"
        if program.path.is_dir():
            shutil.copytree(program.path, folder, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            folder.mkdir()
            shutil.copy(program.path, self.entry)
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
        programs = [program for unit in self.outcome.units for program in unit.programs]
        if any(program.tier is None for program in programs) or not programs:
            return " ".join(sorted({found.code for found in self.reasons}))
        tiers = sorted({program.tier.value for program in programs if program.tier is not None})
        if not self.has_steps:
            return " ".join([*(found.code for found in self.reasons), *tiers])
        return " ".join([*tiers, *sorted({program.strategy for program in programs})])

    @property
    def has_steps(self) -> bool:
        """Whether no session is left in any program."""
        programs = [program for unit in self.outcome.units for program in unit.programs]
        return bool(programs) and all(program.tier in STEPS for program in programs)

    @property
    def entry_has_steps(self) -> bool:
        """Whether no session is left in the program that runs."""
        programs = [program for unit in self.outcome.units for program in unit.programs]
        return any(one.tier in STEPS for one in programs if one.path == self.entry)

    @property
    def is_wrapped(self) -> bool:
        """Whether the sessions of every program have become Programs over its graph."""
        programs = [program for unit in self.outcome.units for program in unit.programs]
        return bool(programs) and all(program.tier is Tier.WRAPPED for program in programs)


@pytest.fixture(scope="module")
def last_rewritten() -> dict[Program, Rewritten]:
    """The program that was rewritten last; what is asked about one comes in a row, see conftest.py."""
    return {}


@pytest.fixture
def rewritten(program: Program, last_rewritten: dict[Program, Rewritten], tmp_path: Path) -> Rewritten:
    if program not in last_rewritten:
        last_rewritten.clear()
        last_rewritten[program] = Rewritten(program, tmp_path / "program")
    return last_rewritten[program]


def comments(data: bytes) -> "collections.Counter[str]":
    tokens = tokenize.tokenize(io.BytesIO(data).readline)
    return collections.Counter(token.string.strip() for token in tokens if token.type == tokenize.COMMENT)


def lost_comments(outcome: Outcome) -> list[str]:
    return [
        comment for change in outcome.changes for comment in comments(change.before) - comments(change.after)
    ]


def check_parity(original: Path, rewritten: Path, arguments: Sequence[str] = ()) -> None:
    parity = compare(original, rewritten, arguments=arguments, gpus=GPUS, timeout=TIMEOUT)
    assert parity.steps > 0
    assert parity.equal_to_the_bit, parity


def test_there_are_programs():
    assert len(PROGRAMS) > 40


@on_every_program
def test_comes_out_as_expected(program: Program, rewritten: Rewritten):
    if program.expected == "safe":
        assert rewritten.came_out
    elif program.expected == "lower":
        assert not rewritten.has_steps
    elif program.expected == "apart":
        assert not rewritten.has_steps
        assert rewritten.entry_has_steps, [str(found) for found in rewritten.reasons]
    elif program.expected == Tier.WRAPPED.value:
        assert rewritten.is_wrapped, [str(found) for found in rewritten.reasons]
    else:
        assert rewritten.came_out.startswith(program.expected), [str(found) for found in rewritten.reasons]


@on_every_program
def test_output_compiles_and_a_second_run_changes_nothing(rewritten: Rewritten):
    for path in rewritten.before:
        compile(path.read_bytes(), path.name, "exec", dont_inherit=True)
    assert migrate([rewritten.folder]).changes == ()


@on_every_program
def test_every_comment_survives(rewritten: Rewritten):
    assert lost_comments(rewritten.outcome) == []


@on_every_program
def test_a_lower_tier_says_where_and_why(rewritten: Rewritten):
    assert not rewritten.outcome.has_errors
    if rewritten.has_steps:
        return
    assert rewritten.reasons
    for found in rewritten.reasons:
        lines = rewritten.before[found.span.path].splitlines()
        assert 1 <= found.span.line <= len(lines)
        assert lines[found.span.line - 1].strip()
        assert re.fullmatch(r"[A-Z][A-Z0-9]{2}\d{3,4}", found.code)
        assert len(found.found.split()) > 2
        assert found.instead


@pytest.mark.parametrize(
    "program", [program for program in PROGRAMS if program.runs], ids=lambda program: program.path.stem
)
def test_trains_equal_to_the_bit(program: Program, rewritten: Rewritten):
    if not rewritten.has_steps and program.expected == "safe":
        return
    check_parity(program.entry, rewritten.entry)


NEWLINES = {"CRLF": "\r\n", "LF": "\n"}
INDENTS = {"spaces": "    ", "tabs": "\t", "two spaces": "  "}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "euc-kr"])
@pytest.mark.parametrize("indent", INDENTS.values(), ids=INDENTS)
@pytest.mark.parametrize("newline", NEWLINES.values(), ids=NEWLINES)
def test_layout_of_the_file_stays(newline: str, indent: str, encoding: str, tmp_path: Path):
    text = (FOLDER / "tower_korean_comments.py").read_text(encoding="utf-8")
    text = text.replace("    ", indent).replace("·", "-").replace("\n", newline)
    path = tmp_path / "train.py"
    path.write_bytes(f"# -*- coding: {encoding} -*-{newline}{text}".encode(encoding))
    (change,) = migrate([path]).changes
    compile(change.after, "train.py", "exec", dont_inherit=True)
    after = change.after.decode(encoding)
    assert comments(change.before) - comments(change.after) == {}
    assert after.count("\n") == after.count(newline)
    assert ("\t" in after) == (indent == "\t")
    if encoding == "utf-8-sig":
        assert change.after.startswith(b"\xef\xbb\xbf")
