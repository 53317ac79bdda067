"""Proves that two programs train the same, or finds the first thing that differs."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import advice, artefacts, printed
from .beside import reads_beside_updates
from .chance import differs_from_itself, repeats_itself
from .differences import compare_records
from .distributions import apart, sample_of
from .ending import Ending
from .output import MOST_BYTES
from .pairing import Pairing, pair
from .parity import Parity
from .placements import Placement, read_placement
from .processes import Assignment, Tasks, run
from .programs import Program
from .records import Record, Values, steps_so_far
from .updates import compare_updates, has_updates
from .verdict import Status, Verdict, difference_of, equality_of, not_compared

Progress = Callable[[str, int], None]

# What the order of additions makes of a number grows from step to step: it is slightly beyond the tolerance
# when it first is, and stays small.
_ROUNDINGS = 100
_MOST_ROUNDING = 1e-2
_STEPS_TO_PLACE = 3


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
      memory: gibibytes that it may use with all that it starts; `None`: any.
      checkpoints: whether the numbers in checkpoints are compared.
      placement: whether each is run once more, for a few steps, to see what runs where.
      ignored: what is not compared of `stdout`, `scalars`.
      oracle: a Python that has TensorFlow 1 itself, for the original; `None`: it runs on this TensorFlow 2.
      cluster: the tasks of a cluster, all of which run the program; the first worker, or the chief, is what
        is compared. `None`: it runs alone.
      real_gpus: whether the host's own GPUs are split, where it has some; by default they are hidden.
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
    memory: float | None = None
    checkpoints: bool = False
    placement: bool = False
    ignored: frozenset[str] = frozenset()
    oracle: Path | None = None
    cluster: Tasks | None = None
    real_gpus: bool = False


def verify(
    request: Request,
    folder: Path,
    progress: Progress = lambda what, steps: None,
    originals: Originals | None = None,
) -> Verdict:
    """Run both programs and compare them; `folder`, which is empty, holds what they wrote.

    `progress` is called with what runs, and how many steps it has made. `originals` are the original's runs,
    where several programs are compared with one.

    Raises:
      ParityError: a program cannot be run at all, such as one that is not there.
    """
    ours = originals or Originals(request, folder, progress)
    verdict = _verdict(request, folder, progress, ours)
    if not request.placement or verdict.parity is None:
        return verdict
    return _with_placements(verdict, request, folder, progress)


def _verdict(request: Request, folder: Path, progress: Progress, ours: Originals) -> Verdict:
    original = ours.run(0)
    if verdict := _hindrance("the original", original, request):
        return verdict
    theirs = _Others(request, folder, progress, ours.first)
    other = theirs.run(0)
    if verdict := _hindrance("the rewritten program", other, request, original):
        return verdict
    if _has_own_steps(ours.first, theirs.record(other)) and not has_updates(ours.first, theirs.record(other)):
        never = f"{original}, and never trained"
        return not_compared("the original", original, never, advice.for_no_step(original))
    if verdict := _nothing_in_common(ours.first, theirs.record(other), theirs.pairing):
        return verdict
    parity = _compared(request, ours.first, theirs.record(other), theirs.pairing)
    races = request.cluster is not None and request.cluster.races
    ended = _different_endings(original, other)
    # Where workers race, numbers differ anyway, and how all ended says more.
    told = [*ended, *_problems(parity)] if races else [*_problems(parity), *ended]
    found = [*told, *_others(request, original, other)]
    notes = (*parity.notes, *_notes(original, other, theirs.pairing))
    if found and not told and (unsteady := _unsteady(request, original, ours)):
        found = _others(request, original, other, unsteady)
        lines = ", ".join(map(str, sorted(unsteady)[:5])) + (", …" if len(unsteady) > 5 else "")
        notes += (
            f"not compared, since the original prints it otherwise in each run: line {lines} of stdout",
        )
    equality = equality_of(parity, request.tolerance)
    if not found and (unseen := _unseen(request, original, other)):
        return Verdict(
            Status.NOT_COMPARED, f"{unseen}; {equality}", (f"try: {advice.FOR_OUTPUT}",), notes, parity
        )
    if not found:
        return Verdict(Status.SAME, equality, (), notes, parity)
    failed = bool(ended) and (original.error, original.status) != (other.error, other.status)
    if races and not failed:
        why = "the workers of a cluster race, so that no two runs are the same"
        return _by_distributions(request, ours, theirs, parity, notes, why)
    recorded = theirs.record(other)
    steps, tolerance = request.steps, request.tolerance
    if told and not failed and (chance := differs_from_itself(ours, recorded, parity, steps, tolerance)):
        return _by_distributions(request, ours, theirs, parity, notes, chance)
    details = [*found[1:], *_agreement(parity, request.tolerance)]
    if request.original_is_1 and request.oracle is None and not races:
        references = Record(ours.run(0, references=True).record)
        beside = reads_beside_updates(ours.first, references, request.steps, request.tolerance)
        # By one that differs from itself anyway, this says nothing.
        if beside and repeats_itself(ours, request.steps, request.tolerance):
            details += beside
    return Verdict(Status.DIFFERENT, found[0], tuple(details), notes, parity)


def _with_placements(verdict: Verdict, request: Request, folder: Path, progress: Progress) -> Verdict:
    """The verdict with what ran where in both programs, seen in a run more of each, of a few steps."""
    few = replace(request, steps=min(request.steps or _STEPS_TO_PLACE, _STEPS_TO_PLACE))
    found: list[Placement | None] = []
    notes = verdict.notes
    for program, is_1 in ((request.original, request.original_is_1), (request.other, request.other_is_1)):
        name = f"{'rewritten' if found else 'original'}-placement"
        ending = _run(few, program, folder, name, progress, chance=0, as_tensorflow_1=is_1, placement=True)
        found.append(read_placement(ending.record))
        if found[-1] is None:
            notes += (f"what runs where was not seen: {program.name} {ending}",)
    return replace(verdict, notes=notes, placements=(found[0], found[1]))


class Originals:
    """The runs of the original, once for each beginning of chance, each in a copy of its folder."""

    def __init__(self, request: Request, folder: Path, progress: Progress) -> None:
        self._request = request
        self._folder = folder
        self._progress = progress
        self._endings: dict[tuple[int, bool, bool], Ending] = {}
        self.first = Record(folder / "original" / "record")

    def run(self, chance: int, *, references: bool = False, again: bool = False) -> Ending:
        """Run the original; after its first run from the same initial values.

        With `references`, on TF 1's own variables, in place of resource variables; or `again` as before.
        """
        run = chance, references, again
        if run not in self._endings:
            name = "original" if chance == 0 else f"original-{chance}"
            name += "-references" if references else "-again" if again else ""
            self._endings[run] = _run(
                self._request,
                self._request.original,
                self._folder,
                name,
                self._progress,
                chance=chance,
                as_tensorflow_1=self._request.original_is_1 and self._request.oracle is None,
                references=references,
                plant=None if run == (0, False, False) else self.first.folder,
                interpreter=self._request.oracle,
            )
        return self._endings[run]


class _Others:
    """The runs of the other program, from the first original's initial values."""

    def __init__(self, request: Request, folder: Path, progress: Progress, original: Record) -> None:
        self._request = request
        self._folder = folder
        self._progress = progress
        self._original = original
        self._endings: dict[int, Ending] = {}
        self.pairing = Pairing()

    def run(self, chance: int) -> Ending:
        """Run the program; where variables have to be paired first, its first run is made for that alone."""
        if chance not in self._endings:
            name = "rewritten" if chance == 0 else f"rewritten-{chance}"
            self._endings[chance] = self._run(name, chance)
            if chance == 0:
                self.pairing = pair(self._original, self.record(self._endings[0]))
                if self.pairing.by_shape:
                    self._endings[0] = self._run("rewritten-paired", chance)
        return self._endings[chance]

    def record(self, ending: Ending) -> Record:
        """What a run recorded, by the original's names."""
        return Record(ending.record, self.pairing.names)

    def _run(self, name: str, chance: int) -> Ending:
        names = None
        if self.pairing.names:
            names = self._folder / "names.json"
            names.write_text(json.dumps(self.pairing.names), encoding="utf-8")
        return _run(
            self._request,
            self._request.other,
            self._folder,
            name,
            self._progress,
            chance=chance,
            as_tensorflow_1=self._request.other_is_1,
            plant=self._original.folder,
            names=names,
        )


def _run(
    request: Request, program: Program, folder: Path, name: str, progress: Progress, **options: Any
) -> Ending:
    """Run a program in a copy of its folder, which `folder` holds by a name; `options` are as assigned."""
    files, record = folder / name / "files", folder / name / "record"
    record.mkdir(parents=True)
    files.mkdir()
    progress(name, 0)
    assignment = Assignment(
        side=program.name,
        script=program.copy(files, without=folder),
        arguments=request.arguments,
        gpus=request.gpus,
        steps=request.steps,
        record=record,
        folder=files,
        checkpoints=request.checkpoints,
        cluster=request.cluster,
        real_gpus=request.real_gpus,
        **options,
    )
    return run(assignment, request.timeout, lambda steps: progress(name, steps), request.memory)


def _hindrance(side: str, ending: Ending, request: Request, original: Ending | None = None) -> Verdict | None:
    """Why a run cannot be compared, if so."""
    is_on_compat = request.original_is_1 and request.oracle is None
    steps = Record(ending.record).length
    made = f" after {steps} steps" if steps else " before its first step"
    if ending.kind == "late":
        steps = steps_so_far(ending.record)
        made = f" after {request.timeout:g} s and {steps} steps"
        return not_compared(
            side, ending, f"was still running{made}", advice.for_lateness(steps, request.timeout)
        )
    if ending.kind == "large":
        used = f"used more than {request.memory:.3g} GiB of memory{made}"
        return not_compared(side, ending, used, advice.for_size(request.memory or 0.0))
    if ending.kind == "wordy":
        return not_compared(side, ending, f"{ending}{made}", advice.FOR_TASKS)
    if ending.error == "ParityError":
        return not_compared(
            side, ending, f"was not recorded further: {ending.says}", advice.for_record(ending)
        )
    if ending.kind == "killed":
        return not_compared(side, ending, f"{ending}{made}", advice.for_failure(ending))
    if original is not None and ending.error and not original.error:
        made += f"; the original {original}"
        return not_compared(side, ending, f"{ending}{made}", advice.for_failure(ending))
    if original is not None and original.error and not ending.error:
        made = f", the original {original}"
        told = advice.for_failure(original, as_tensorflow_1=is_on_compat)
        return not_compared(side, original, f"{ending}{made}", told)
    if not steps and ending.error:
        told = advice.for_failure(ending, as_tensorflow_1=is_on_compat and original is None)
        return not_compared(side, ending, f"{ending}{made}", told)
    if not steps:
        return not_compared(side, ending, f"{ending}, and never trained", advice.for_no_step(ending))
    return None


def _has_own_steps(*records: Record) -> bool:
    """Whether a program has steps of its own kind, of which nothing but the updates can be compared.

    Where there are no variables, what the steps give is all that there is.
    """
    is_own = any(record.about().style == "own" for record in records)
    return is_own and any(record.variable_names() for record in records)


def _nothing_in_common(original: Record, other: Record, pairing: Pairing) -> Verdict | None:
    """That two programs train other variables altogether, if so."""
    trained = original.about().trainable
    if not trained or not trained <= {*pairing.only_original}:
        return None
    told = [_named(one.about().trainable, one.first_values()) for one in (original, other)]
    return Verdict(
        Status.NOT_COMPARED,
        f"the programs train other variables: the original {told[0]}, the rewritten program {told[1]}",
        (f"try: {advice.FOR_OTHER_VARIABLES}",),
    )


def _named(names: frozenset[str], values: Values) -> str:
    shown = [f"{name}{list(values[name].shape)}" for name in values if name in names]
    return ", ".join(shown[:3]) + (f" and {len(shown) - 3} more" if len(shown) > 3 else "") or "none"


def _compared(request: Request, original: Record, other: Record, pairing: Pairing) -> Parity:
    if not _has_own_steps(original, other):
        return compare_records(original, other, request.steps, request.tolerance)
    parity = compare_updates(original, other, request.tolerance, is_cut=request.steps is not None)
    trained = original.about().trainable
    missing = [name for name in pairing.only_original if name in trained]
    problems = tuple(f"trainable variable {name!r} is missing from the rewritten program" for name in missing)
    untrained = [name for name in pairing.only_original if name not in trained]
    notes = parity.notes
    for side, names in (("the original", untrained), ("the rewritten program", pairing.only_other)):
        if names:
            notes += (f"not compared, since only {side} has them: {', '.join(names)}",)
    if not parity.steps and not problems:
        problems = ("the programs have no update in common",)
    return replace(parity, problems=problems + parity.problems, notes=notes)


def _problems(parity: Parity) -> list[str]:
    beyond = [difference_of(parity.first_beyond)] if parity.first_beyond is not None else []
    return [*beyond, *parity.problems]


def _different_endings(original: Ending, other: Ending) -> list[str]:
    """What differs in how the programs ended; one that was cut short may have ended otherwise."""
    if "cut" in (original.kind, other.kind) and not (original.is_of_others or other.is_of_others):
        return []
    if (original.error, original.status) != (other.error, other.status):
        return [f"the original {original}, the rewritten program {other}"]
    says_other = original.error and not printed.alike(original.says, other.says, 0.0)
    if says_other and not original.is_of_tensorflow:
        return [f"the original {original}, the rewritten program {other}"]
    return []


def _unsteady(request: Request, original: Ending, ours: Originals) -> frozenset[int]:
    """The lines of stdout that the original prints otherwise when it runs again, such as times."""
    again = ours.run(0, again=True)
    if "stdout" in request.ignored or (again.kind, again.error) != (original.kind, original.error):
        return frozenset()
    return printed.unsteady_lines(original.stdout, again.stdout, request.tolerance)


def _others(request: Request, original: Ending, other: Ending, unsteady: Collection[int] = ()) -> list[str]:
    found = []
    if "stdout" not in request.ignored:
        is_cut = "cut" in (original.kind, other.kind) or bool(original.lost or other.lost)
        line = printed.first_difference(
            original.stdout, other.stdout, request.tolerance, is_cut=is_cut, unsteady=unsteady
        )
        found += [f"{line} (--no-compare stdout leaves it out)"] if line is not None else []
    if "scalars" not in request.ignored:
        found += artefacts.different_scalars(original.record, other.record, request.tolerance)
    if request.checkpoints:
        found += artefacts.different_checkpoints(original.record, other.record, request.tolerance)
    return found


def _notes(original: Ending, other: Ending, pairing: Pairing) -> list[str]:
    notes = [pairing.told()] if pairing.by_shape else []
    if original.error:
        notes.append(f"both programs end with the same exception: the original {original}")
    return notes


def _unseen(request: Request, original: Ending, other: Ending) -> str:
    """That a program printed more than is kept to be compared, if so."""
    if "stdout" in request.ignored:
        return ""
    for side, ending in (("the original", original), ("the rewritten program", other)):
        if ending.lost:
            printed_bytes = ending.lost + MOST_BYTES
            return (
                f"{side} printed {printed_bytes / (1 << 20):,.0f} MiB, of which the first "
                f"{MOST_BYTES >> 20} were compared"
            )
    return ""


def _agreement(parity: Parity, tolerance: float) -> list[str]:
    """Whether what differs first looks like rounding, and else what agrees before it."""
    first, beyond = parity.first_difference, parity.first_beyond
    if first is None or beyond is None or beyond.step == 1:
        return []
    grown = parity.scaled_difference
    if first.step < beyond.step and beyond.amount < _ROUNDINGS * tolerance and grown < _MOST_ROUNDING:
        wanted = 10.0 ** math.ceil(math.log10(grown))
        return [
            f"it begins at step {first.step} with {first.amount:.2g} and grows to {grown:.2g}, as rounding "
            f"does: --tolerance {wanted:g} accepts it"
        ]
    return ["the step before agrees" if beyond.step == 2 else f"the {beyond.step - 1} steps before agree"]


def _by_distributions(
    request: Request,
    originals: Originals,
    others: _Others,
    parity: Parity,
    notes: tuple[str, ...],
    told: str,
) -> Verdict:
    if request.runs < 2:
        races = request.cluster is not None and request.cluster.races
        beyond = [f"the programs differ: {problem}" for problem in _problems(parity)[:1]]
        return Verdict(
            Status.NOT_COMPARED,
            "the programs cannot be compared step by step",
            (
                told,
                *beyond,
                f"try: {advice.FOR_RACE if races else advice.FOR_CHANCE}",
            ),
            notes,
            parity,
        )
    initial = originals.first.initial()
    runs = range(request.runs)
    ours = [sample_of(Record(originals.run(number).record), initial) for number in runs]
    theirs = [sample_of(others.record(others.run(number)), initial) for number in runs]
    found = [str(one) for one in apart(ours, theirs, request.tolerance)]
    notes = (*notes, told, f"compared in distribution, over {request.runs} runs of each")
    if found:
        return Verdict(Status.DIFFERENT, found[0], tuple(found[1:4]), notes, parity)
    agrees = f"what the programs come to over {request.runs} runs of each agrees, as far as chance allows"
    return Verdict(Status.SAME, agrees, (), notes, parity)
