"""The command `tfmigrate verify`."""

from __future__ import annotations

import contextlib
import shlex
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from migrate import discover, write
from migrate.errors import UsageError
from migrate.model.diagnostic import Diagnostic
from migrate.model.outcome import FileChange
from migrate.report.result import Verification
from migrate.verify import Program, Status, verify

from .progress import progress
from .python3 import as_python3, told_of_python2
from .reporting import Wanted, report_option, write_reports
from .revisions import extract
from .runs import Runs, run_options
from .verdicts import verification_of

_FLAGS = "migrate.cli.verify.flags"
_HAZARDS = "HAZ"


class _Command(click.Command):
    """A command that takes what stands behind `--` for the flags of the programs."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own, flags = (args[: args.index("--")], args[args.index("--") + 1 :]) if "--" in args else (args, [])
        ctx.meta[_FLAGS] = tuple(flags)
        return super().parse_args(ctx, own)


@click.command("verify", cls=_Command, options_metavar="[OPTIONS]")
@click.argument(
    "paths", nargs=-1, required=True, metavar="[BEFORE] AFTER [-- FLAG...]", type=click.Path(path_type=Path)
)
@click.option("--before", "revision", metavar="REV", help="The original is in this git revision.")
@click.option("--entry", type=click.Path(path_type=Path), help="The script to run, in two folders.")
@run_options()
@click.option(
    "--oracle",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="PYTHON",
    help="A Python of TensorFlow 1.15.",
)
@report_option
@click.option("--keep", type=click.Path(path_type=Path), metavar="DIR", help="Keep what both wrote in DIR.")
@click.pass_context
def verify_command(
    ctx: click.Context,
    /,
    paths: tuple[Path, ...],
    revision: str | None,
    entry: Path | None,
    how: Runs,
    keep: Path | None,
    reports: tuple[Wanted, ...],
    oracle: Path | None,
) -> int:
    """Run a program before and after its migration, and say whether both train the same.

    With one PATH the original comes from the last in-place rewrite in this folder, or from a git revision
    with --before. With two, they are two scripts, or two folders that both hold --entry; whoever wrote the
    second. What stands behind -- are the flags of both:

        tfmigrate verify train.py -- --num_gpus=2

    Programs of a cluster run as many tasks as --ps and --workers say, each with its place in its flags:

        tfmigrate verify train.py --ps 1 --workers 1 -- --job_name={job} --task_index={index} \
            --ps_hosts={ps_hosts} --worker_hosts={worker_hosts}

    Each runs in a copy of its folder, on the same emulated GPUs, from the same initial values; variables and
    fetched values are compared at every step, then stdout and the scalars of event files.

    Exit status: 0 the same, 1 different, 2 they could not be compared.
    """
    with _folder(keep) as folder:
        original, other = _programs(paths, revision, entry, folder)
        for program in (original, other):
            if not (program.root / program.entry).is_file():
                raise UsageError(f"{program.root / program.entry}: there is no such script")
        original = as_python3(original)
        flags = ctx.meta[_FLAGS]
        request, told = how.request(original, other, flags, oracle)
        click.echo(f"comparing on {told}", err=True)
        with progress() as tell:
            verdict = told_of_python2(verify(request, folder, tell), [*original.replaced])
        path = _from_here(other.root / other.entry).as_posix()
        command = shlex.join([other.entry.as_posix(), *flags])
        found = verification_of(verdict, command, path, told, request.tolerance)
        is_hazard = verdict.status is Status.DIFFERENT and request.original_is_1
        _report(reports, found, _hazards(original) if is_hazard else [], _changes(original, other), keep)
    return int(verdict.status)


def _report(
    reports: Sequence[Wanted],
    found: Verification,
    hazards: Sequence[Diagnostic],
    changes: Sequence[FileChange],
    keep: Path | None,
) -> None:
    from migrate.report.results import result_of_verifying

    from .rules_page import all_pages

    pages = all_pages() if hazards else []
    result = result_of_verifying(found, hazards, pages, changes, str(keep) if keep is not None else None)
    write_reports(reports, result)


def _changes(original: Program, other: Program) -> list[FileChange]:
    """What differs in the other program's script, and in what it imports from its folder."""
    found = []
    for source in discover.find([other.root / other.entry]).sources:
        if source.path.is_relative_to(other.root):
            place = source.path.relative_to(other.root)
            before = original.root / (original.entry if place == other.entry else place)
            data = before.read_bytes() if before.is_file() else source.data
            if data != source.data:
                found.append(FileChange(_from_here(source.path), data, source.data))
    return found


def _from_here(path: Path) -> Path:
    """A path as it is seen from the current folder, where that is above it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _hazards(original: Program) -> list[Diagnostic]:
    """What the rewriter says of the original that changes numbers without an error."""
    from migrate.pipeline import migrate  # it loads LibCST: only where something differs

    found = migrate([original.root / original.entry]).all_diagnostics
    return [one for one in found if one.code.startswith(_HAZARDS)]


@contextlib.contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="tfmigrate-verify-", ignore_cleanup_errors=True) as folder:
            yield Path(folder).resolve()
        return
    if keep.exists() and (not keep.is_dir() or any(keep.iterdir())):
        raise UsageError(f"--keep {keep}: it is not empty; name a new folder")
    keep.mkdir(parents=True, exist_ok=True)
    yield keep.resolve()


def _programs(
    paths: tuple[Path, ...], revision: str | None, entry: Path | None, folder: Path
) -> tuple[Program, Program]:
    """The original and the other program; where the original is nowhere on disk, it is put into `folder`."""
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise UsageError(f"{missing[0]}: there is no such file or folder")
    if len(paths) == 2 and revision is None:
        one, two = (_program(path, entry) for path in paths)
        return Program("the original", *one), Program("the rewritten program", *two)
    if len(paths) != 1:
        raise UsageError("give one program, or BEFORE and AFTER; their flags go behind --")
    here = Path.cwd().resolve()
    script = (paths[0] / entry if entry is not None else paths[0]).resolve()
    if not script.is_relative_to(here):
        raise UsageError(f"{paths[0]}: run verify in a folder above it, where tfmigrate rewrite ran")
    if not script.is_file():
        raise UsageError(f"{paths[0]}: name its script, by --entry SCRIPT")
    place = script.relative_to(here)
    other = Program("the rewritten program", here, place)
    return Program("the original", _originals(here, place, revision, folder), place), other


def _program(path: Path, entry: Path | None) -> tuple[Path, Path]:
    if path.is_dir():
        if entry is None:
            raise UsageError(f"{path} is a folder: say which script in it is run, by --entry SCRIPT")
        return path.resolve(), entry
    return path.parent.resolve(), Path(path.name)


def _originals(here: Path, place: Path, revision: str | None, folder: Path) -> Path:
    """A folder with the original in the place of the program that is here."""
    before = folder / "before"
    if revision is not None:
        extract(revision, here, before)
        if not (before / place).is_file():
            raise UsageError(f"--before {revision}: there is no {place} in it")
        return before
    replaced = {
        path.relative_to(here): data
        for path, data in write.originals(here).items()
        if path.is_relative_to(here)
    }
    if not replaced:
        raise UsageError(
            "no in-place rewrite in this folder to take the original from: give BEFORE and AFTER, "
            "or --before REV"
        )
    Program("the original", here, place, replaced).copy(before, without=folder)
    return before
