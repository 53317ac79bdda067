"""One program of the generator, and what the rewriter made of it."""

import contextlib
import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.database import ExampleDatabase, InMemoryExampleDatabase

from migrate.model.outcome import STEPS, Tier
from migrate.pipeline import migrate
from tests.generator.program import Program, programs

BYTES = 4000  # that the choices of one program are made of


@dataclass(frozen=True)
class Case:
    """A program before and after, its tier (None if it was not rewritten), and why it has no higher one."""

    program: Program
    after: str
    tier: Tier | None
    reasons: tuple[str, ...]

    @property
    def has_steps(self) -> bool:
        return self.tier in STEPS

    def tells(self, code: str) -> bool:
        """Whether a diagnostic of this code was told of it."""
        return any(one.startswith(f"{code} ") for one in self.reasons)


def rewritten(program: Program, folder: Path) -> Case:
    """What becomes of a program that is written to `folder`."""
    path = folder / "train.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(program.text, encoding="utf-8")
    outcome = migrate([path])
    for change in outcome.changes:
        change.path.write_bytes(change.after)
    tiers = {one.tier for unit in outcome.units for one in unit.programs}
    reasons = tuple(f"{one.code} {one.found}" for one in outcome.all_diagnostics)
    return Case(program, path.read_text(encoding="utf-8"), tiers.pop() if len(tiers) == 1 else None, reasons)


class Failed(Exception):
    """Tells Hypothesis that a program shows what is looked for."""


def program_of(seed: int) -> Program:
    """The program of a seed, the same each time."""
    found: list[Program] = []
    _with_seed(seed, found.append, None)
    return found[-1]


def smallest(seed: int, is_wrong: Callable[[Program], bool], seconds: float = math.inf) -> Program:
    """The program of a seed made as small as Hypothesis finds one in that time that is still wrong."""
    wrong: list[Program] = []
    end = time.monotonic() + seconds

    def check(program: Program) -> None:
        if program in wrong or (time.monotonic() < end and is_wrong(program)):
            wrong.append(program)
            raise Failed

    again = _with_seed(seed, check, InMemoryExampleDatabase())
    if wrong:
        with contextlib.suppress(Failed):  # which the smallest one raises
            again()
    return min(wrong, key=lambda program: len(program.text)) if wrong else program_of(seed)


def _with_seed(
    seed: int, check: Callable[[Program], None], database: ExampleDatabase | None
) -> Callable[[], None]:
    """Has a check see the program of a seed; what it returns looks for smaller ones if the check failed."""
    test = settings(
        database=database,
        deadline=None,
        phases=[Phase.reuse, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )(given(programs())(lambda program: check(program)))
    with contextlib.suppress(Failed):  # it is in the database then, for the one who shrinks it
        test.hypothesis.fuzz_one_input(random.Random(seed).randbytes(BYTES))
    return test  # type: ignore[no-any-return]
