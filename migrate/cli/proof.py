"""What `rewrite --verify` does: programs run as they are, and as they are to be written, before they are."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from migrate.errors import UsageError
from migrate.model.outcome import STEPS, Outcome, ProgramOutcome, Tier, UnitOutcome
from migrate.report.result import Verification
from migrate.verify import Originals, Program, Status, Verdict, verify

from .python3 import as_python3, told_of_python2
from .runs import Runs
from .verdicts import verification_of

Progress = Callable[[str, int], None]
Differing = Mapping[Path, Sequence[tuple[Tier, str]]]


@dataclass(frozen=True)
class Proved:
    """What is to be written, and how each rewritten program that was run compared with its original.

    With a `refusal`, since a program could not be compared, nothing is to be written but reports.
    """

    outcome: Outcome
    verifications: Sequence[Verification]
    refusal: str = ""


def proved(
    rewritten: Callable[[Differing], Outcome],
    commands: Sequence[str],
    folder: Path,
    how: Runs,
    progress: Progress,
) -> Proved:
    """Run each of `commands`, such as `train.py --num_gpus=2`, before and after, in copies of this folder.

    Where one differs, its program takes the next lower tier, and all that this changes is run again. Each
    round proves a command for good or takes a tier from a program: this ends after a few rounds for each.

    Args:
      rewritten: what becomes of the programs, if some do not get tiers on which they differ.
      commands: scripts with their flags, as seen from the current folder.
      folder: an empty folder, for the runs.
      how: how they are run.
      progress: is called with what runs, and how many steps it has made.

    Raises:
      UsageError: a command names no program that is rewritten.
    """
    outcome, seen = rewritten({}), list[Verification]()
    trials = [_Trial(command, folder / str(place), how, progress) for place, command in enumerate(commands)]
    differing: dict[Path, list[tuple[Tier, str]]] = {}
    while open_ones := [one for one in trials if not one.is_settled(outcome)]:
        trial = open_ones[0]
        verdict = trial.run(outcome)
        program = trial.program(outcome)
        assert program.tier is not None  # else it would be settled
        seen.append(trial.told(verdict, program))
        if verdict.status is Status.NOT_COMPARED:
            return Proved(outcome, seen, f"--verify {trial.command!r}, so nothing was written: {verdict}")
        if verdict.status is Status.DIFFERENT:
            tried = differing.setdefault(program.path, [])
            tried.append((_plan_of(program.tier, tried), verdict.headline))
            outcome = rewritten(differing)
    return Proved(outcome, seen)


def _plan_of(tier: Tier, tried: Sequence[tuple[Tier, str]]) -> Tier:
    """The tier that is to be left out for a program that came out on `tier`.

    Steps are planned twice, and what is planned for `native` may come out on `compat`.
    """
    return Tier.NATIVE if tier in STEPS and all(one is not Tier.NATIVE for one, _ in tried) else tier


class _Trial:
    """A command that is to do the same before and after."""

    def __init__(self, command: str, folder: Path, how: Runs, progress: Progress) -> None:
        self.command = command
        self._here = Path.cwd().resolve()
        script, *flags = shlex.split(command) or [""]
        self._script = (self._here / script).resolve()
        if not (self._script.is_file() and self._script.is_relative_to(self._here)):
            raise UsageError(f"--verify {command!r}: give a script of this folder, and its flags behind it")
        as_it_is = Program("the original", self._here, self._script.relative_to(self._here))
        original = as_python3(as_it_is)
        self._request, self._devices = how.request(original, as_it_is, flags, is_rewritten=True)
        self._folder = folder
        self._progress = progress
        self._originals = Originals(self._request, folder, progress)
        self._same: Mapping[Path, bytes] | None = None
        self._runs = 0

    def is_settled(self, outcome: Outcome) -> bool:
        """Whether it was seen to do the same with these files, or is left as it is."""
        return self.program(outcome).tier is None or self._same == self._files(outcome)

    def run(self, outcome: Outcome) -> Verdict:
        """Run it with the files of `outcome`, and compare."""
        files = self._files(outcome)
        self._runs += 1
        other = replace(self._request.other, name="the rewritten program", replaced=files)
        request = replace(self._request, other=other)
        folder = self._folder / f"run-{self._runs}"
        seen = verify(request, folder, self._progress, self._originals)
        verdict = told_of_python2(seen, [*self._request.original.replaced])
        if verdict.status is Status.SAME:
            self._same = files
        return verdict

    def told(self, verdict: Verdict, program: ProgramOutcome) -> Verification:
        """How its program, on the tier that it has now, compared with the original."""
        path, tier = program.path.as_posix(), program.tier.value if program.tier else None
        tolerance = self._request.tolerance
        return verification_of(verdict, self.command, path, self._devices, tolerance, tier)

    def program(self, outcome: Outcome) -> ProgramOutcome:
        """What becomes of its program.

        Raises:
          UsageError: nothing does.
        """
        return next(one for one in self._unit(outcome).programs if self._starts(one))

    def _unit(self, outcome: Outcome) -> UnitOutcome:
        for unit in outcome.units:
            if any(map(self._starts, unit.programs)):
                return unit
        scripts = dict.fromkeys(
            path for unit in outcome.units for one in unit.programs for path in one.scripts
        )
        programs = ", ".join(map(str, scripts)) or "none"
        raise UsageError(f"--verify {self.command!r}: not a program that is rewritten; these are: {programs}")

    def _starts(self, program: ProgramOutcome) -> bool:
        return any(path.resolve() == self._script for path in (program.path, *program.scripts))

    def _files(self, outcome: Outcome) -> Mapping[Path, bytes]:
        changes = self._unit(outcome).changes
        return {change.path.resolve().relative_to(self._here): change.after for change in changes}
