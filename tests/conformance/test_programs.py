"""Small programs, many of them traps: each is rewritten as its first line says, or left alone with a reason.

The first line of a program is `# expect:` and one of

- `native` or `compat`, and a strategy unless any will do; or `wrapped`;
- `apart`: it has steps, though its unit has programs that stay on a lower tier;
- `lower`, or the code of the diagnostic that says why: its graph stays, on a lower tier;
- `safe` and the tier on which it is today: that may change, as long as it does what it did.

Whatever the tier, what is rewritten is run, and compared with the original: each step to the bit, and what it
prints. Where a program cannot be run, the line ends with `, not run:` and why; where it prints something else
beside equal steps, with `, prints otherwise:`; where its numbers are others, with `, computes otherwise:`.
Where the original reads a variable beside its update, which TensorFlow does in no fixed order, the line ends
with `, races`, the names of the operations that it fetches so, `:` and why: all other values of each step
must be equal then, variables too, but neither those operations' nor what is printed. Where TensorFlow does
something with TF 1's own variables that it does not with resource variables, the line ends with
`, references:` and what: the original is run with the former.
`make tiers` brings the tiers of `safe` programs up to date.
"""

import re
import tempfile
from pathlib import Path

import pytest

from migrate.model.outcome import STEPS, Tier
from migrate.pipeline import migrate
from migrate.verify import compare_records, record_rewritten

from ..symbolic import rewriting
from ..symbolic.compare import files_of
from .originals import Originals
from .program import FOLDER, Program, Rewritten, comments, find_programs

GPUS = 3
TIMEOUT = 120.0
PROGRAMS = find_programs()


def test_there_are_programs():
    assert len(PROGRAMS) > 1000


@pytest.mark.by_day(one_in=16)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.path.stem)
def test_a_program_keeps_every_promise(
    program: Program, tmp_path: Path, originals: Originals, kept_outcomes: Path
):
    """It comes out as promised, does what it did, and a second rewrite changes nothing.

    One test, so that each program is rewritten once, whatever the order and the number of processes.
    """
    rewritten = check_rewritten(program, tmp_path / "program", kept_outcomes)
    assert migrate([rewritten.folder]).changes == ()
    if rewritten.tier is not None and program.exception != "not run":
        check_behaviour(program, rewritten, originals, tmp_path)


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.path.stem)
def test_a_program_becomes_what_it_promises(program: Program, tmp_path: Path, kept_outcomes: Path):
    check_rewritten(program, tmp_path / "program", kept_outcomes)


def check_rewritten(program: Program, folder: Path, kept_outcomes: Path) -> Rewritten:
    """It is rewritten to what its first line says."""
    rewritten = Rewritten(program, folder)
    rewriting.keep(files_of(program.path), rewritten.folder, rewritten.outcome, kept_outcomes)
    check_tier(program, rewritten)
    check_reasons(rewritten)
    if program.racing:
        assert "HAZ111" in {found.code for found in rewritten.outcome.all_diagnostics}
    check_text(rewritten)
    return rewritten


def check_tier(program: Program, rewritten: Rewritten) -> None:
    """It comes out as expected."""
    told = [str(found) for found in rewritten.reasons]
    tier = rewritten.tier.value if rewritten.tier is not None else "nothing"
    if program.expected.startswith("safe"):
        assert program.expected == f"safe {tier}", told
    elif program.expected == "lower":
        assert not rewritten.has_steps
    elif program.expected == "apart":
        assert not rewritten.has_steps
        assert rewritten.tier in STEPS, told
    elif program.expected == Tier.WRAPPED.value:
        assert rewritten.is_wrapped, told
    else:
        assert rewritten.came_out.startswith(program.expected), told


def check_reasons(rewritten: Rewritten) -> None:
    """A lower tier says where and why."""
    assert not rewritten.outcome.has_errors
    assert rewritten.has_steps or rewritten.reasons
    for found in rewritten.reasons if not rewritten.has_steps else ():
        lines = rewritten.before[found.span.path].splitlines()
        assert 1 <= found.span.line <= len(lines)
        assert lines[found.span.line - 1].strip()
        assert re.fullmatch(r"[A-Z][A-Z0-9]{2}\d{3,4}", found.code)
        assert len(found.found.split()) > 2
        assert found.instead


def check_text(rewritten: Rewritten) -> None:
    """The output compiles, and every comment survives."""
    for path in rewritten.before:
        compile(path.read_bytes(), path.name, "exec", dont_inherit=True)
    for change in rewritten.outcome.changes:
        assert comments(change.before) - comments(change.after) == {}


def check_behaviour(program: Program, rewritten: Rewritten, originals: Originals, folder: Path) -> None:
    """It trains equal to the bit, and prints what the original printed."""
    references = program.exception == "references"
    before = originals.record(rewritten.original, gpus=GPUS, timeout=TIMEOUT, references=references)
    for name in ("record", "elsewhere"):
        (folder / name).mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder / "elsewhere")  # where nothing is that the original has left
        after = record_rewritten(before, rewritten.entry, folder / "record", gpus=GPUS, timeout=TIMEOUT)
    parity = compare_records(before, after, racing=program.racing)
    prints, printed_before = (
        printed(after.folder, rewritten.entry),
        printed(before.folder, rewritten.original),
    )
    match program.exception:
        case "computes otherwise":
            assert not parity.equal_to_the_bit, "the first line says that its numbers are others"
        case "prints otherwise":
            assert parity.equal_to_the_bit, parity
            assert prints != printed_before, "the first line says that it prints something else"
        case "races":
            assert parity.equal_to_the_bit, parity
        case _:
            assert parity.equal_to_the_bit, parity
            assert prints == printed_before


def printed(record: Path, program: Path) -> list[str]:
    """What a program printed, but for where it, its temporary files and objects in memory lie."""
    text = (record / "stdout.txt").read_text(encoding="utf-8", errors="replace")
    text = text.replace(str(program.parent), "FOLDER")
    text = re.sub(rf"{re.escape(tempfile.gettempdir())}/\w+", "TEMPORARY", text)
    return re.sub(r"0x[0-9a-f]{6,}", "ADDRESS", text).splitlines()


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
