"""Runs tests of TensorFlow 1.15's own, of what `compat` claims, on `compat.tf1.activate()`.

    python -m tests.compat.of_tensorflow [--source CHECKOUT] [--python PYTHON] [--only TEXT] [--keep FOLDER]

The tests are those of the repository tensorflow/tensorflow, at the tag v1.15.5, that files.txt names; none of
them is in this one. They are taken from a checkout of that tag, or downloaded from GitHub to FOLDER. With a
PYTHON that has TensorFlow 1.15, that runs them, too, and what fails there is not counted here. A run that was
interrupted goes on where it was. What does not pass has its reason in reasons.csv; the exit status is 1 if a
test has none.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

HERE = Path(__file__).parent
RAW = "https://raw.githubusercontent.com/tensorflow/tensorflow/v1.15.5/tensorflow/"
SECONDS = 600.0  # that the tests of one file may take
NOT_TESTS = ("test_session",)  # a method of TensorFlow's TestCase

Outcomes = dict[str, dict[str, str]]  # what became of each test, by files


@dataclass(frozen=True)
class Reason:
    """Why tests do not pass: those whose file, name and error are as these patterns say."""

    file: str
    test: str
    says: str
    kind: str  # "differs", or "not applicable"
    reason: str

    def is_that_of(self, file: str, test: str, says: str) -> bool:
        pairs = (file, self.file), (test, self.test), (says, self.says)
        return all(fnmatchcase(text, pattern or "*") for text, pattern in pairs)


def files() -> list[str]:
    """The paths of the tests, below the folder `tensorflow`."""
    lines = (line.partition("#")[0].strip() for line in (HERE / "files.txt").read_text().splitlines())
    return [line for line in lines if line]


def reasons() -> list[Reason]:
    """The known reasons; of several the first one counts."""
    with (HERE / "reasons.csv").open(encoding="utf-8") as table:
        return [Reason(**row) for row in csv.DictReader(table)]


def brought(path: str, source: Path | None, keep: Path) -> Path:
    """Where the file of a test lies, which is downloaded if there is no checkout."""
    if source is not None:
        return source / "tensorflow" / path
    file = keep / "sources" / path
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(RAW + path) as answer:
            file.write_bytes(answer.read())
    return file


def run(python: str, results: Path, sources: Mapping[str, Path]) -> Outcomes:
    """Run what has no results yet; those of all."""
    waiting = [str(source) for path, source in sources.items() if path not in known(results, sources)]
    if waiting:
        command = [python, str(HERE / "child.py"), str(results), str(SECONDS), *waiting]
        with tempfile.TemporaryDirectory() as empty, results.with_suffix(".log").open("w") as log:
            subprocess.run(command, cwd=empty, stdout=log, stderr=log, check=True)
    return known(results, sources)


def known(results: Path, sources: Mapping[str, Path]) -> Outcomes:
    """What is in a file of results."""
    lines = results.read_text().splitlines() if results.exists() else []
    by_source = dict(map(json.loads, lines))
    found = {path: by_source[str(source)] for path, source in sources.items() if str(source) in by_source}
    return {
        path: {test: says for test, says in tests.items() if not test.endswith(NOT_TESTS)}
        for path, tests in found.items()
    }


def judged(path: str, tests: Mapping[str, str], before: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """For each test of a file: its name, what is said of it, and why."""
    for test, says in tests.items():
        if says == "passed":
            yield test, "passed", ""
        elif says.startswith("skipped: "):
            yield test, "not applicable", f"skips itself: {says.removeprefix('skipped: ')}"
        else:
            of_it = (one for one in REASONS if one.is_that_of(path, test, says))
            reason = next(of_it, None)
            if reason is not None:
                yield test, reason.kind, reason.reason
            elif before.get(test, "passed") != "passed":
                yield test, "not applicable", f"fails on 1.15.5, too: {before[test]}"
            else:
                yield test, "no reason known", says


KINDS = ("passed", "differs", "not applicable", "no reason known")
REASONS = reasons()


def table(outcomes: Outcomes, before: Outcomes) -> Counter[str]:
    """Print how many tests of each file passed, then each reason with its number; the numbers of all."""
    whole: Counter[str] = Counter()
    why: Counter[tuple[str, str]] = Counter()
    print(f"| tests | {' | '.join(KINDS)} |\n|---|{'---|' * len(KINDS)}")
    unknown = []
    for path, tests in outcomes.items():
        told = list(judged(path, tests, before.get(path, {})))
        counts = Counter(kind for _, kind, _ in told)
        whole += counts
        why.update((kind, reason) for _, kind, reason in told if reason and kind != KINDS[-1])
        unknown += [f"{path} {test}: {says}" for test, kind, says in told if kind == KINDS[-1]]
        print(f"| `{path}` | {' | '.join(str(counts[kind]) for kind in KINDS)} |")
    print(f"| all | {' | '.join(str(whole[kind]) for kind in KINDS)} |\n")
    print("| | reason | tests |\n|---|---|---|")
    for (kind, reason), count in sorted(why.items(), key=lambda one: (one[0][0], -one[1])):
        print(f"| {kind} | {reason} | {count} |")
    print("\n".join(["", *unknown]))
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Bring the tests, run them, print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, help="a checkout of tensorflow/tensorflow at v1.15.5")
    parser.add_argument("--python", help="one that has TensorFlow 1.15")
    parser.add_argument("--only", default="", help="what the paths of the tests are to contain")
    parser.add_argument("--keep", type=Path, default=Path(".tensorflow_tests"), help="where all goes")
    asked = parser.parse_args(arguments)
    keep = asked.keep.absolute()
    keep.mkdir(exist_ok=True)
    source = asked.source and asked.source.absolute()
    sources = {path: brought(path, source, keep) for path in files() if asked.only in path}
    before = run(asked.python, keep / "tensorflow1.json", sources) if asked.python else {}
    outcomes = run(sys.executable, keep / "compat.json", sources)
    return int(table(outcomes, before)["no reason known"] > 0)


if __name__ == "__main__":
    sys.exit(main())
