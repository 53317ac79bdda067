"""Compares programs in child processes, one for each hundred pairs; one that takes too long is killed."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

from .verdict import Verdict

__all__ = ["Pair", "Verdict", "compare", "compare_all"]

ROOT = Path(__file__).parents[2]
PAIRS_PER_CHILD = 100
SECONDS = 20.0


@dataclass(frozen=True)
class Pair:
    """A program before and after: the text of each file by its path, the one to run, and its command line.

    Attributes:
      steps: after how many runs that change variables both are ended; `None` is never.
    """

    before: Mapping[str, str]
    after: Mapping[str, str]
    entry: str = "train.py"
    arguments: Sequence[str] = field(default_factory=tuple)
    steps: int | None = None


class Child:
    """A process that plays pairs, made anew when it has done its share or was ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._done = 0

    def compare(self, pair: Pair, timeout: float) -> Verdict:
        if self._process is None or self._done >= PAIRS_PER_CHILD:
            self.close()
            self._process = _start()
            self._done = 0
        self._done += 1
        request = {
            "before": dict(pair.before),
            "after": dict(pair.after),
            "entry": pair.entry,
            "arguments": list(pair.arguments),
            "steps": pair.steps,
        }
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], timeout)
            line = process.stdout.readline() if ready else None
        except OSError:
            line = b""
        if not line:
            self.close()
            return Verdict(
                "unsure",
                f"it took more than {timeout:g} s" if line is None else "the child that played it ended",
            )
        kind, what, seconds = json.loads(line)
        return Verdict(kind, what, seconds)

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _start() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.symbolic.child"]
    outer = os.environ.get("PYTHONPATH")  # programs may need what is there
    paths = os.pathsep.join([str(ROOT), outer] if outer else [str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=environment)


def compare(
    before: Mapping[str, str],
    after: Mapping[str, str],
    entry: str = "train.py",
    arguments: Sequence[str] = (),
    timeout: float = SECONDS,
) -> Verdict:
    """Whether two versions of a program are the same program.

    Args:
      before: an original TensorFlow 1 program: the text of each of its files, by its path.
      after: what was made of it.
      entry: the path of the file that is run, in both.
      arguments: the command line of both.
      timeout: seconds for the pair; when they are over the verdict is "unsure".
    """
    child = Child()
    try:
        return child.compare(Pair(before, after, entry, arguments), timeout)
    finally:
        child.close()


def compare_all(pairs: Iterable[Pair], *, timeout: float = SECONDS, workers: int = 2) -> Iterator[Verdict]:
    """The verdict on each pair, in their order, by so many processes at a time."""
    children: SimpleQueue[Child] = SimpleQueue()
    every = [Child() for _ in range(workers)]
    for child in every:
        children.put(child)

    def judged(pair: Pair) -> Verdict:
        child = children.get()
        try:
            return child.compare(pair, timeout)
        finally:
            children.put(child)

    try:
        with ThreadPoolExecutor(workers) as threads:
            yield from threads.map(judged, pairs)
    finally:
        for child in every:
            child.close()


def files_of(place: Path) -> dict[str, str]:
    """The Python files of a program: one file, under the name `train.py`, or all of a folder."""
    if place.is_file():
        return {"train.py": place.read_text(encoding="utf-8")}
    return {
        str(path.relative_to(place)): path.read_text(encoding="utf-8") for path in sorted(place.rglob("*.py"))
    }
