"""Proves that two programs train the same, or finds the first thing that differs."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from . import advice, artefacts, printed
from .differences import compare_records
from .distributions import apart, sample_of
from .ending import Ending
from .pairing import Pairing, pair
from .parity import Parity
from .processes import Assignment, run
from .programs import Program
from .records import Record, steps_so_far
from .updates import compare_updates
from .verdict import Status, Verdict, difference_of, equality_of, not_compared

Progress = Callable[[str, int], None]

_LIKE_ROUNDING = 1e-5  # a first difference that is smaller may come from the order of additions


@dataclass(frozen=True)
class Request:
    """What is to be compared, and how.

    Attributes:
      original: the program as it was; so with `other`.
      original_is_1: whether it is a program of TensorFlow 1; so with `other_is_1`.
      arguments: the command line of both.
      gpus: how many emulated GPUs each sees.
      steps: after how many steps both are ended; `None`: not.
      runs: how often each runs where unseeded random numbers remain.
      tolerance: by how much numbers may differ, of those beyond 1 as a part of the number.
      timeout: seconds that each run may take.
      checkpoints: whether the numbers in checkpoints are compared.
      ignored: what is not compared of `stdout`, `scalars`.
      oracle: a Python that has TensorFlow 1 itself, for the original; `None`: as graph code on this TensorFlow.
    """

    original: Program
    other: Program
    original_is_1: bool
    other_is_1: bool
    arguments: tuple[str, ...]
    gpus: int
    steps: int | None = None
    runs: int = 1
    tolerance: float = 1e-6
    timeout: float = 600.0
    checkpoints: bool = False
    ignored: frozenset[str] = frozenset()
    oracle: Path | None = None


def verify(request: Request, folder: Path, progress: Progress = lambda what, steps: None) -> Verdict:
    """Run both programs and compare them; `folder`, which is empty, holds what they wrote.

    `progress` is called with what runs, and how many steps it has made.

    Raises:
      ParityError: a program cannot be run at all, such as one that is not there.
    """
    runs = _Runs(request, folder, progress)
    original = runs.original(0)
    if verdict := _hindrance("the original", original, request):
        return verdict
    other, pairing = runs.other(0)
    if verdict := _hindrance("the rewritten program", other, request, original):
        return verdict
    parity = _compared(request, runs.first, Record(other.record, pairing.names), pairing)
    found = [*_problems(parity), *_different_endings(original, other), *_others(request, original, other)]
    notes = (*parity.notes, *_notes(original, other, pairing))
    if not found:
        return Verdict(Status.SAME, equality_of(parity, request.tolerance), (), notes, parity)
    if request.original_is_1 or not parity.problems:
        chance = _is_chance(request, runs, parity)
        if chance:
            return _by_distributions(request, runs, parity, notes, chance)
    details = (*found[1:], *_agreement(parity, request.tolerance))
    return Verdict(Status.DIFFERENT, found[0], details, notes, parity)


class _Runs:
    """The runs of both programs, each in a copy of its folder."""

    def __init__(self, request: Request, folder: Path, progress: Progress) -> None:
        self._request = request
        self._folder = folder
        self._progress = progress
        self._pairing: Pairing | None = None
        self._originals: dict[int, Ending] = {}
        self._others: dict[int, Ending] = {}
        self.first = Record(folder / "original" / "record")

    def original(self, chance: int) -> Ending:
        """Run the original, once for each `chance`; after its first run from the same initial values."""
        if chance not in self._originals:
            self._originals[chance] = self._run_original(chance)
        return self._originals[chance]

    def _run_original(self, chance: int) -> Ending:
        name = "original" if chance == 0 else f"original-{chance}"
        return self._run(
            self._request.original,
            name,
            chance,
            as_tensorflow_1=self._request.original_is_1,
            plant=None if chance == 0 else self.first.folder,
            interpreter=self._request.oracle,
        )

    def other(self, chance: int) -> tuple[Ending, Pairing]:
        """Run the other program from the original's initial values, once for each `chance`.

        Where names have to be paired first, its first run is made for that alone.
        """
        if chance not in self._others:
            self._others[chance] = self._run_other(
                "rewritten" if chance == 0 else f"rewritten-{chance}", chance
            )
            if self._pairing is None:
                self._pairing = pair(self.first, Record(self._others[chance].record))
                if self._pairing.by_shape:
                    self._others[chance] = self._run_other("rewritten-paired", chance)
        assert self._pairing is not None
        return self._others[chance], self._pairing

    def _run_other(self, name: str, chance: int) -> Ending:
        names = None
        if self._pairing is not None and self._pairing.names:
            names = self._folder / "names.json"
            names.write_text(json.dumps(self._pairing.names), encoding="utf-8")
        return self._run(
            self._request.other,
            name,
            chance,
            as_tensorflow_1=self._request.other_is_1,
            plant=self.first.folder,
            names=names,
        )

    def _run(
        self,
        program: Program,
        name: str,
        chance: int,
        *,
        as_tensorflow_1: bool,
        plant: Path | None,
        names: Path | None = None,
        interpreter: Path | None = None,
    ) -> Ending:
        request = self._request
        files, record = self._folder / name / "files", self._folder / name / "record"
        record.mkdir(parents=True)
        files.mkdir()
        self._progress(name, 0)
        assignment = Assignment(
            side=program.name,
            script=program.copy(files),
            arguments=request.arguments,
            gpus=request.gpus,
            steps=request.steps,
            record=record,
            as_tensorflow_1=as_tensorflow_1 and interpreter is None,
            folder=files,
            plant=plant,
            names=names,
            chance=chance,
            checkpoints=request.checkpoints,
            interpreter=interpreter,
        )
        return run(assignment, request.timeout, lambda steps: self._progress(name, steps))


def _hindrance(side: str, ending: Ending, request: Request, original: Ending | None = None) -> Verdict | None:
    """Why a run cannot be compared, if so."""
    steps = Record(ending.record).length
    made = f" after {steps} steps" if steps else " before its first step"
    if ending.kind == "late":
        steps = steps_so_far(ending.record)
        made = f" after {request.timeout:g} s and {steps} steps"
        return not_compared(
            side, ending, f"was still running{made}", advice.for_lateness(steps, request.timeout)
        )
    if ending.error == "ParityError":
        return not_compared(
            side, ending, f"could not be recorded: {ending.says}", "compare fewer steps, by --steps N"
        )
    if ending.kind == "killed":
        return not_compared(side, ending, f"{ending}{made}", advice.for_failure(ending))
    if original is not None and ending.error and not original.error:
        made += f"; the original {original}"
        return not_compared(side, ending, f"{ending}{made}", advice.for_failure(ending))
    if original is not None and original.error and not ending.error:
        made = f", the original {original}"
        return not_compared(side, original, f"{ending}{made}", advice.for_failure(original))
    if not steps and ending.error:
        return not_compared(side, ending, f"{ending}{made}", advice.for_failure(ending))
    if not steps:
        return not_compared(side, ending, f"{ending}, and never trained", advice.for_no_step(ending))
    return None


def _compared(request: Request, original: Record, other: Record, pairing: Pairing) -> Parity:
    is_own = other.about().style == "own"
    if not is_own:
        return compare_records(original, other, request.steps, request.tolerance)
    parity = compare_updates(original, other, request.tolerance, is_cut=request.steps is not None)
    trained = original.about().trainable
    missing = [name for name in pairing.only_original if name in trained]
    problems = tuple(f"trainable variable {name!r} is missing from the rewritten program" for name in missing)
    more = [name for name in pairing.only_other if name in other.about().trainable]
    problems += tuple(f"trainable variable {name!r} is only in the rewritten program" for name in more)
    untrained = [name for name in pairing.only_original if name not in trained]
    notes = parity.notes
    if untrained:
        notes += (f"not compared, since only the original has them: {', '.join(untrained)}",)
    if not parity.steps and not problems:
        problems = ("the programs have no update in common",)
    return replace(parity, problems=problems + parity.problems, notes=notes)


def _problems(parity: Parity) -> list[str]:
    beyond = [difference_of(parity.first_beyond)] if parity.first_beyond is not None else []
    return [*beyond, *parity.problems]


def _different_endings(original: Ending, other: Ending) -> list[str]:
    """What differs in how the programs ended; one that was cut short may have ended otherwise."""
    if "cut" in (original.kind, other.kind):
        return []
    if (original.error, original.status) != (other.error, other.status):
        return [f"the original {original}, the rewritten program {other}"]
    says_other = original.error and not printed.alike(original.says, other.says, 0.0)
    if says_other and not original.is_of_tensorflow:
        return [f"the original {original}, the rewritten program {other}"]
    return []


def _others(request: Request, original: Ending, other: Ending) -> list[str]:
    found = []
    if "stdout" not in request.ignored:
        is_cut = "cut" in (original.kind, other.kind) or bool(original.lost or other.lost)
        line = printed.first_difference(original.stdout, other.stdout, request.tolerance, is_cut=is_cut)
        found += [f"{line} (--ignore stdout leaves it out)"] if line is not None else []
    if "scalars" not in request.ignored:
        found += artefacts.different_scalars(original.record, other.record, request.tolerance)
    if request.checkpoints:
        found += artefacts.different_checkpoints(original.record, other.record, request.tolerance)
    return found


def _notes(original: Ending, other: Ending, pairing: Pairing) -> list[str]:
    notes = [pairing.told()] if pairing.by_shape else []
    if original.error:
        notes.append(f"both programs end with the same exception: the original {original}")
    for side, ending in (("the original", original), ("the rewritten program", other)):
        if ending.lost:
            notes.append(
                f"{side} printed {ending.lost} bytes more than were kept: the first ones were compared"
            )
    return notes


def _agreement(parity: Parity, tolerance: float) -> list[str]:
    """What is equal where something differs, and whether the difference looks like rounding."""
    first, beyond = parity.first_difference, parity.first_beyond
    if beyond is None:
        return [f"what is computed agrees: {equality_of(parity, tolerance)}"] if parity.steps else []
    is_finite = math.isfinite(parity.scaled_difference)
    if first is not None and first.step < beyond.step and first.amount < _LIKE_ROUNDING and is_finite:
        wanted = 10.0 ** math.ceil(math.log10(parity.scaled_difference))
        return [
            f"it begins at step {first.step} with {first.amount:.2g}, as rounding does, and grows to "
            f"{parity.largest_difference:.2g}; --tolerance {wanted:g} accepts it"
        ]
    return [f"the {beyond.step - 1} steps before are the same"] if beyond.step > 1 else []


def _is_chance(request: Request, runs: _Runs, parity: Parity) -> str:
    """Where the original differs from itself, if not later than the other program does; else nothing."""
    if parity.problems:
        return ""
    again = runs.original(1)
    if again.kind == "late" or not Record(again.record).length:
        return ""
    own = compare_records(runs.first, Record(again.record), request.steps, request.tolerance)
    if own.first_beyond is None:
        return ""
    if parity.first_beyond is not None and parity.first_beyond.step < own.first_beyond.step:
        return ""
    return difference_of(own.first_beyond)


def _by_distributions(
    request: Request, runs: _Runs, parity: Parity, notes: tuple[str, ...], chance: str
) -> Verdict:
    told = (
        "two runs of the original differ, since it draws random numbers without a seed: "
        f"{chance.partition(' (')[0]}"
    )
    if request.runs < 2:
        return Verdict(
            Status.NOT_COMPARED,
            "the programs cannot be compared step by step",
            (told, "try: --runs 5 compares what the programs come to over five runs of each; or give seeds"),
            notes,
            parity,
        )
    initial = runs.first.initial()
    ours, theirs = [], []
    for number in range(request.runs):
        ours.append(sample_of(Record(runs.original(number).record), initial))
        ending, pairing = runs.other(number)
        theirs.append(sample_of(Record(ending.record, pairing.names), initial))
    found = apart(ours, theirs, request.tolerance)
    notes = (*notes, told, f"compared in distribution, over {request.runs} runs of each")
    if found:
        return Verdict(Status.DIFFERENT, str(found[0]), tuple(str(one) for one in found[1:4]), notes, parity)
    return Verdict(
        Status.SAME,
        f"what the programs come to over {request.runs} runs of each agrees, as far as chance allows",
        (),
        notes,
        parity,
    )
