"""Runs two programs and compares them."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from .differences import compare_records
from .parity import Parity, ParityError
from .placements import Placement, read_placement
from .processes import Assignment, run_child
from .records import Record


def compare(
    original: Path,
    rewritten: Path,
    *,
    arguments: Sequence[str] = (),
    gpus: int,
    steps: int | None = None,
    timeout: float = 300.0,
    real_gpus: bool = False,
) -> Parity:
    """Run a TensorFlow 1 program and its rewritten form on the same initial values, and compare each step.

    The original runs as graph code under `tf.compat.v1`, with resource variables. A step is what changes a
    variable or gives numbers to the program: a `Session.run` on one side, an outermost call of a
    `tf.function` on the other, both in the main thread. Runs that initialise variables, and runs that fetch
    nothing but variables or what is computed from constants, are no steps. Values are paired by their order,
    variables by their TF 1 names.

    Args:
      original: the script as it was.
      rewritten: the script as the tool wrote it; its variables start with the original's initial values.
      arguments: the command line of both.
      gpus: how many emulated GPUs each of them sees.
      steps: end both after so many steps; `None` lets them run to their end.
      timeout: seconds that each program may take.
      real_gpus: split the host's own GPUs, where it has some, and do not hide them: sums then come in another
        order, and no two runs need be equal.

    Raises:
      ParityError: a program failed or hung, or the original made no step.
    """
    with tempfile.TemporaryDirectory(prefix="tfmigrate-verify-") as folder:
        record = record_original(
            original,
            Path(folder),
            arguments=arguments,
            gpus=gpus,
            steps=steps,
            timeout=timeout,
            real_gpus=real_gpus,
        )
        return compare_with(
            record,
            rewritten,
            arguments=arguments,
            gpus=gpus,
            steps=steps,
            timeout=timeout,
            real_gpus=real_gpus,
        )


def record_original(
    original: Path,
    folder: Path,
    *,
    arguments: Sequence[str] = (),
    gpus: int,
    steps: int | None = None,
    timeout: float = 300.0,
    references: bool = False,
    real_gpus: bool = False,
) -> Record:
    """Run a TensorFlow 1 program and keep what it did in `folder`, which must be empty.

    Its variables are resource variables, or with `references` TF 1's own.

    Raises:
      ParityError: the program failed or hung, or it made no step.
    """
    assignment = Assignment(
        "original",
        original,
        tuple(arguments),
        gpus,
        steps,
        folder,
        as_tensorflow_1=True,
        references=references,
        real_gpus=real_gpus,
    )
    run_child(assignment, timeout)
    record = Record(folder)
    if record.length == 0:
        raise ParityError(f"the original made no step that could be compared: {original}")
    return record


def placement_of(
    script: Path,
    *,
    arguments: Sequence[str] = (),
    gpus: int,
    as_tensorflow_1: bool,
    steps: int = 3,
    timeout: float = 300.0,
) -> Placement | None:
    """What runs where in a few steps of a program; `None` if it ended before that was known.

    Raises:
      ParityError: the program failed or hung.
    """
    with tempfile.TemporaryDirectory(prefix="tfmigrate-verify-") as folder:
        record = Path(folder)
        side = "original" if as_tensorflow_1 else "rewritten"
        assignment = Assignment(
            side,
            script,
            tuple(arguments),
            gpus,
            steps,
            record,
            as_tensorflow_1=as_tensorflow_1,
            placement=True,
        )
        run_child(assignment, timeout)
        return read_placement(record)


def compare_with(
    original: Record,
    rewritten: Path,
    *,
    arguments: Sequence[str] = (),
    gpus: int,
    steps: int | None = None,
    timeout: float = 300.0,
    real_gpus: bool = False,
) -> Parity:
    """Compare a rewritten program with what its original did; for several rewrites of one program.

    When the original was recorded for more than `steps` steps, the first `steps` of them are compared.

    Raises:
      ParityError: the rewritten program failed or hung.
    """
    with tempfile.TemporaryDirectory(prefix="tfmigrate-verify-") as folder:
        record = record_rewritten(
            original,
            rewritten,
            Path(folder),
            arguments=arguments,
            gpus=gpus,
            steps=steps,
            timeout=timeout,
            real_gpus=real_gpus,
        )
        return compare_records(original, record, steps)


def record_rewritten(
    original: Record,
    rewritten: Path,
    folder: Path,
    *,
    arguments: Sequence[str] = (),
    gpus: int,
    steps: int | None = None,
    timeout: float = 300.0,
    real_gpus: bool = False,
) -> Record:
    """Run a rewritten program on its original's initial values, and keep what it did in the empty `folder`.

    Raises:
      ParityError: the program failed or hung.
    """
    assignment = Assignment(
        "rewritten",
        rewritten,
        tuple(arguments),
        gpus,
        steps,
        folder,
        plant=original.folder,
        real_gpus=real_gpus,
    )
    run_child(assignment, timeout)
    return Record(folder)


def compare_kinds_of_variables(
    original: Record,
    script: Path,
    *,
    arguments: Sequence[str] = (),
    gpus: int,
    steps: int | None = None,
    timeout: float = 300.0,
) -> Parity:
    """Compare a TensorFlow 1 program with itself on TF 1's own variables, from the same initial values.

    Where the two differ by more than the last digits, it reads a variable beside its update in one run, which
    only control dependencies order (HAZ111): then no rewritten program can equal both.

    Args:
      original: what the program did with resource variables.
      script: the program.
      arguments: its command line.
      gpus: how many emulated GPUs it sees.
      steps: after how many steps it is ended; `None` lets it run to its end.
      timeout: seconds that it may take.

    Raises:
      ParityError: the program failed or hung.
    """
    with tempfile.TemporaryDirectory(prefix="tfmigrate-verify-") as folder:
        assignment = Assignment(
            "original",
            script,
            tuple(arguments),
            gpus,
            steps,
            Path(folder),
            as_tensorflow_1=True,
            plant=original.folder,
            references=True,
        )
        run_child(assignment, timeout)
        return compare_records(original, Record(Path(folder)), steps)
