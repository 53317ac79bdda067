"""The command `tfmigrate rewrite`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from migrate import discover, write
from migrate.errors import MigrateError
from migrate.model.choices import Selection, Strategy
from migrate.model.outcome import Outcome, Tier
from migrate.report import counted, unified_diff
from migrate.report.result import Result, Verification

from .ending import ended_as_by_ctrl_c
from .options import (
    assume_option,
    check_codes,
    exit_status,
    exit_zero_option,
    jobs_option,
    loudness_options,
    paths_argument,
    selection_options,
    strategy_option,
)
from .progress import doing
from .remembered import cache_option, remembered
from .reporting import Wanted, report_option, write_reports
from .runs import Runs, run_options

if TYPE_CHECKING:
    from .proof import Proved

_STDIN = Path("-")


class _Mode(Enum):
    IN_PLACE = "in place"
    PREVIEW = "preview"
    ELSEWHERE = "elsewhere"


@click.command()
@paths_argument
@click.option("--diff", is_flag=True, help="Print a patch to stdout, the report to stderr; write nothing.")
@click.option(
    "--check",
    is_flag=True,
    help="Write nothing; exit with 1 if a file would change, or a program could rise.",
)
@click.option(
    "--min-tier",
    type=click.Choice([tier.value for tier in Tier]),
    help="Exit with 1 if a program is on a lower tier than this one.",
)
@click.option("--output", metavar="DIR", type=click.Path(path_type=Path), help="Write all files to DIR.")
@click.option(
    "--stdin-filename",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="With PATH '-': which file stdin is, whose imports are looked for from there.",
)
@strategy_option("What towers or workers become (mirrored towers, and workers that share variables).")
@assume_option("Take a flag to have a value: other branches go, and the program refuses other values.")
@selection_options
@report_option
@click.option(
    "--verify",
    "commands",
    multiple=True,
    metavar="COMMAND",
    help="Run a program before and after ('train.py --num_gpus=2'): write it on a tier that does the same.",
)
@run_options("With --verify: ")
@jobs_option
@cache_option
@loudness_options
@exit_zero_option
def rewrite(
    paths: tuple[Path, ...],
    diff: bool,
    check: bool,
    min_tier: str | None,
    output: Path | None,
    stdin_filename: Path | None,
    strategy: str | None,
    assumed: tuple[str, ...],
    reports: tuple[Wanted, ...],
    commands: tuple[str, ...],
    how: Runs,
    selection: Selection,
    jobs: int,
    no_cache: bool,
    quiet: bool,
    verbose: bool,
    exit_zero: bool,
) -> int:
    """Rewrite the TensorFlow 1 programs in files and folders.

    Files are changed in place; `tfmigrate undo` in the same folder puts them back. Programs that share files
    are changed together or not at all. Nothing of what is rewritten is ever executed, unless --verify asks
    for it: then the program runs, before and after, in copies of the current folder.

    With - for PATH, a program is read from stdin and written to stdout, and the report goes to stderr.

    Exit status: 0 done, or nothing to do; 1 --check found what would change or could rise, or --min-tier a
    lower tier; 2 a usage or internal error; 3 an error is left in the report; with several, the highest.
    """
    mode = _mode(diff, check, output)
    if not commands and how != Runs():
        raise click.UsageError("nothing is run without --verify COMMAND, which other options say how to run")
    here = Path.cwd()
    if _STDIN in paths:
        if len(paths) > 1 or output is not None or commands:
            raise click.UsageError("what is read from stdin is written to stdout, alone, and is not verified")
        mode, paths = _Mode.PREVIEW, (stdin_filename or _STDIN,)
        selection = replace(selection, piped=sys.stdin.buffer.read())
    with (
        ended_as_by_ctrl_c(),
        write.held({_folder(path) for path in paths}, shared=mode is not _Mode.IN_PLACE),
    ):
        _settle_interrupted(here, mode)
        if output is not None:
            write.refuse_output(output, paths)

        with doing(verbose=verbose) as tell:
            chosen = Strategy(strategy) if strategy else None
            run = _Run(paths, chosen, assumed, selection, jobs, tell)
            seen: Sequence[Verification] = ()
            refusal = ""
            if commands:
                found = _proved(run, commands, how)
                outcome, result = _with_result(found.outcome)
                seen, refusal = found.verifications, found.refusal
            else:
                wishes = chosen, assumed
                outcome, result = remembered(run.found, paths, selection, wishes, no_cache=no_cache)
        stream = sys.stderr if diff or selection.piped is not None else sys.stdout
        if refusal:
            told = replace(result, mode=_Mode.PREVIEW.value, verifications=tuple(seen))
            write_reports(reports, told, stream, quiet=quiet)
            raise MigrateError(refusal)
        if mode is _Mode.IN_PLACE:
            _name_what_is_odd(outcome)
            write.apply(outcome.changes, here, outcome.units)
    if output is not None:
        _write_to(output, paths, selection, outcome)
    if diff:
        click.echo(unified_diff(outcome.changes), nl=False)
    elif selection.piped is not None and not check:
        click.echo(next((one.after for one in outcome.changes), selection.piped), nl=False)
    folder = str(output) if output is not None else None
    told = replace(result, mode=mode.value, output=folder, verifications=tuple(seen))
    write_reports(reports, told, stream, quiet=quiet)
    below = _below(result, Tier(min_tier)) if min_tier else []
    if below:
        click.echo(f"tfmigrate: below {min_tier}: {', '.join(below)}", err=True)
    would_change = bool(below) or check and bool(outcome.changes)
    return exit_status(has_errors=outcome.has_errors, would_change=would_change, exit_zero=exit_zero)


def _name_what_is_odd(outcome: Outcome) -> None:
    """Names the files of which it may surprise that they are replaced."""
    for change in outcome.changes:
        told = write.remark(change.path)
        if told:
            click.echo(f"tfmigrate: {change.path} {told}", err=True)


def _write_to(output: Path, paths: Sequence[Path], selection: Selection, outcome: Outcome) -> None:
    """Writes all files to `output`, those of folders whatever they are, and names what is not copied."""
    sources = discover.find(paths, selection).sources
    trees = [discover.tree(path, selection.excluded) for path in paths if path.is_dir()]
    others = [file for tree in trees for file in tree.files()]
    for path in write.write_to(sources, outcome.changes, output, others):
        size = f"{path.stat().st_size / 10**6:.0f} MB"
        click.echo(f"tfmigrate: {path} has {size}: not copied, but linked to", err=True)


def _with_result(outcome: Outcome) -> tuple[Outcome, Result]:
    """The outcome, and what is to be reported of it."""
    from migrate.report.results import result_of

    from .rules_page import all_pages

    return outcome, result_of("rewrite", outcome, all_pages())


@dataclass(frozen=True)
class _Run:
    """What is asked for, but for what becomes of it."""

    paths: Sequence[Path]
    strategy: Strategy | None
    assumed: Sequence[str]
    selection: Selection
    jobs: int
    tell: Callable[[str], None]

    def found(self) -> tuple[Outcome, Result]:
        """What becomes of the programs, and what is to be reported."""
        return _with_result(self.outcome())

    def outcome(self, **differs: Any) -> Outcome:
        """What becomes of the programs; `differs` is as of `migrate`."""
        from migrate.pipeline import migrate  # it loads LibCST: not before there is work to do

        from .rules_page import all_pages

        check_codes(self.selection.codes, all_pages())
        return migrate(
            self.paths,
            self.strategy,
            self.assumed,
            doing=self.tell,
            selection=self.selection,
            jobs=self.jobs,
            **differs,
        )


def _proved(run: _Run, commands: Sequence[str], how: Runs) -> Proved:
    from .progress import progress
    from .proof import proved

    with (
        tempfile.TemporaryDirectory(prefix="tfmigrate-verify-", ignore_cleanup_errors=True) as folder,
        progress() as tell,
    ):
        place = Path(folder).resolve()
        return proved(lambda differs: run.outcome(differs=differs), commands, place, how, tell)


def _below(result: Result, least: Tier) -> list[str]:
    """The programs on a tier below `least`, or on none, each with its tier."""
    tiers = [tier.value for tier in Tier]
    good = tiers[: tiers.index(least.value) + 1]
    return [f"{one.path} ({one.standing})" for one in result.programs if one.tier not in good]


def _folder(path: Path) -> Path:
    """The folder that a run holds where `path` is given."""
    real = path.resolve()
    return real if real.is_dir() else real.parent


def _mode(diff: bool, check: bool, output: Path | None) -> _Mode:
    if output is not None and (diff or check):
        raise click.UsageError("--output writes, --diff and --check do not: give one or the others")
    if output is not None:
        return _Mode.ELSEWHERE
    return _Mode.PREVIEW if diff or check else _Mode.IN_PLACE


def _settle_interrupted(here: Path, mode: _Mode) -> None:
    """Sees to it that no half-written tree is read: a run that crashed ends now, or is told of."""
    if mode is not _Mode.IN_PLACE:
        if write.is_interrupted(here):
            raise MigrateError("an earlier run was interrupted while it wrote: run tfmigrate undo first")
        return
    restored = write.recover(here)
    if restored:
        click.echo(
            f"tfmigrate: put back {counted(len(restored), 'file')} of a run that was interrupted", err=True
        )
