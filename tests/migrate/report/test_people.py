import dataclasses
import io
import re
from pathlib import Path

import pytest

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.outcome import ESTIMATOR, FileChange, Outcome, ProgramOutcome, Tier, UnitOutcome
from migrate.report.people import report
from migrate.report.result import Verification
from migrate.report.results import result_of, result_of_verifying


def shown(outcome: Outcome, **options) -> str:
    file = io.StringIO()
    report(result_of("rewrite", outcome, (), **options), file)
    return file.getvalue()


def unit(
    *programs: ProgramOutcome, changed: tuple[str, ...] = (), found: tuple[Diagnostic, ...] = ()
) -> UnitOutcome:
    changes = tuple(FileChange(Path(name), b"a", b"b") for name in changed)
    return UnitOutcome(programs, changes, found)


def finding(
    path: str, line: int, severity: Severity, code: str = "HAZ101", found: str = "a sum"
) -> Diagnostic:
    return Diagnostic(code, severity, Span(Path(path), line, 5), found, "a mean")


TRAIN = ProgramOutcome(Path("src/train.py"), Tier.NATIVE, "MirroredStrategy")
EVAL = ProgramOutcome(Path("src/eval.py"), Tier.WRAPPED, "one device")
LEFT = ProgramOutcome(Path("old.py"), None)


def test_each_program_has_a_line_with_its_diagnostics_below_and_a_count_closes():
    outcome = Outcome(
        (
            unit(
                TRAIN,
                EVAL,
                changed=("src/train.py", "src/eval.py", "src/model.py"),
                found=(
                    finding("src/train.py", 41, Severity.WARNING),
                    finding("src/train.py", 7, Severity.INFO),
                ),
            ),
            unit(LEFT),
        ),
        (finding("bad.py", 3, Severity.ERROR, "PY2001", "Python 2 syntax: a print statement"),),
    )
    assert shown(outcome, mode="in place").splitlines() == [
        "bad.py:3:5 PY2001 error: found Python 2 syntax: a print statement · instead a mean",
        "old.py        unchanged",
        "src/eval.py   wrapped  one device",
        "src/train.py  native   MirroredStrategy",
        "src/model.py  shared",
        "src/train.py:7:5 HAZ101 info: found a sum · instead a mean",
        "src/train.py:41:5 HAZ101 warning: found a sum · instead a mean",
        "3 programs: 1 native, 1 wrapped, 1 unchanged · 3 files changed · 1 error · 1 warning · "
        "tfmigrate undo puts them back",
    ]


def test_steps_of_an_estimator_are_told_and_counted_apart():
    one = ProgramOutcome(Path("a.py"), Tier.COMPAT, "its RunConfig", steps_of=ESTIMATOR)
    other = ProgramOutcome(Path("b.py"), Tier.COMPAT, "one device")
    assert shown(Outcome((unit(one), unit(other), unit(EVAL)))).splitlines() == [
        "a.py         compat (estimator)  its RunConfig",
        "b.py         compat   one device",
        "src/eval.py  wrapped  one device",
        "3 programs: 1 compat, 1 compat (estimator), 1 wrapped · 0 files would change",
    ]


def test_a_file_says_whom_it_holds_down_and_a_program_what_does():
    bars = (Tier.NATIVE, Tier.COMPAT)
    third = ProgramOutcome(Path("src/export.py"), Tier.WRAPPED, "one device")
    inner, other = (
        dataclasses.replace(finding(path, 3, Severity.WARNING), bars=bars, programs=programs)
        for path, programs in (("src/model.py", (EVAL.path, third.path)), ("src/eval.py", (EVAL.path,)))
    )
    programs = (TRAIN, EVAL, third)
    lines = shown(Outcome((unit(*programs, found=(inner, other)),))).splitlines()
    assert [line.rstrip() for line in lines[:4]] == [
        "src/eval.py    wrapped  one device",
        "src/export.py  wrapped  one device, held down by src/model.py",
        "src/train.py   native   MirroredStrategy",
        "src/model.py   shared, holds down src/eval.py, src/export.py",
    ]


def test_a_program_without_a_reason_of_its_own_is_held_down_by_those_that_share_its_files_and_its_tier():
    reason = dataclasses.replace(
        finding("src/eval.py", 3, Severity.WARNING), bars=(Tier.NATIVE,), programs=(EVAL.path,)
    )
    beside = dataclasses.replace(EVAL, path=Path("src/export.py"))
    told = shown(Outcome((unit(EVAL, beside, found=(reason,)),)))
    assert "src/export.py  wrapped  one device, held down by src/eval.py\n" in told
    assert "held down" not in shown(Outcome((unit(EVAL, TRAIN, found=(reason,)),)))


def test_what_changes_and_belongs_to_no_program_is_not_shared():
    assert "notes.ipynb  no program\n" in shown(Outcome((unit(changed=("notes.ipynb",)),)))


def test_a_reason_names_the_tiers_that_it_bars():
    reason = dataclasses.replace(finding("src/eval.py", 3, Severity.WARNING), bars=(Tier.NATIVE, Tier.COMPAT))
    assert "HAZ101 warning: found a sum: not native, not compat · instead a mean\n" in shown(
        Outcome((unit(EVAL, found=(reason,)),))
    )
    assert "found a sum: not native, not compat · instead a mean" in str(reason)


def test_nothing_to_report_is_one_line():
    assert shown(Outcome(())) == "0 programs · 0 files would change\n"


def test_long_lines_are_neither_wrapped_nor_cut_nor_read_as_markup(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    found = "a very long sentence [bold]with[/bold] :smile: " * 20 + "end"
    text = shown(Outcome((), (finding("a" * 100 + ".py", 1, Severity.ERROR, found=found),)))
    assert f"found {found} · instead a mean\n" in text


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_lines_have_80_columns(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    found = "a sentence of many words " * 10 + "and-a-word-that-is-longer-" * 5
    file = _Terminal()
    result = result_of("rewrite", Outcome((), (finding("a.py", 1, Severity.ERROR, found=found),)), ())
    report(result, file)
    first, *others, last = re.sub(r"\x1b\[[\d;]*m", "", file.getvalue()).splitlines()
    assert first.startswith("a.py:1:5 HAZ101 error: found a sentence of many")
    assert [line for line in (first, *others) if len(line) > 80] == [
        "    " + "and-a-word-that-is-longer-" * 5
    ]
    assert all(line.startswith("    ") for line in others)
    assert (
        " ".join([first, *(line.strip() for line in others)])
        == f"a.py:1:5 HAZ101 error: found {found} · instead a mean"
    )
    assert last == "0 programs · 0 files would change · 1 error"


def test_on_a_terminal_many_programs_with_nothing_to_say_are_one_line(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    quiet = [unit(ProgramOutcome(Path(f"{place:02}.py"), Tier.NATIVE, "one device")) for place in range(30)]
    outcome = Outcome((*quiet, unit(EVAL, found=(finding("src/eval.py", 3, Severity.WARNING),))))
    file = _Terminal()
    report(result_of("rewrite", outcome, ()), file)
    assert re.sub(r"\x1b\[[\d;]*m", "", file.getvalue()).splitlines() == [
        "src/eval.py  wrapped  one device",
        "src/eval.py:3:5 HAZ101 warning: found a sum · instead a mean",
        "30 programs with nothing to say: 30 native",
        "31 programs: 30 native, 1 wrapped · 0 files would change · 1 warning",
    ]
    assert len(shown(outcome).splitlines()) == 33


def test_no_colour_where_there_is_no_terminal():
    assert "\x1b" not in shown(Outcome((unit(TRAIN),), (finding("a.py", 1, Severity.ERROR),)))


def test_colour_changes_no_character(monkeypatch):
    outcome = Outcome((unit(TRAIN),), (finding("a.py", 1, Severity.ERROR),))
    plain = shown(outcome)
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = shown(outcome)
    assert "\x1b" in coloured
    assert (
        "".join(part.partition("m")[2] if i else part for i, part in enumerate(coloured.split("\x1b[")))
        == plain
    )
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown(outcome) == plain


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_what_is_reported_does_not_matter(order):
    units = (
        unit(TRAIN, found=(finding("b.py", 2, Severity.INFO), finding("b.py", 1, Severity.INFO))),
        unit(LEFT),
    )
    assert shown(Outcome(units[::order])) == shown(Outcome(units))


def test_a_verification_is_its_verdict_with_what_may_explain_it():
    verification = Verification(
        "train.py", "train.py", None, "different", "at step 2 it differs", ("so\nit does",), ("how",), "", 0.0
    )
    file = io.StringIO()
    report(result_of_verifying(verification, [finding("src/a.py", 3, Severity.INFO)], (), kept="kept"), file)
    assert file.getvalue() == (
        "different: at step 2 it differs\nso\nit does\nnote: how\n"
        "may explain it: a.py:3 HAZ101 a sum\nnote: what both wrote is in kept\n"
    )
