"""Edits programs in ways that cannot change what they mean, rewrites them, and compares with the originals.

    python -m tests.metamorphic [--count 200] [--seed 0] [--keep FOLDER]

`--count` is how many programs are edited, the samples first, each with every edit that fits, at a place that
the seed chooses. What the edit made the rewriter get wrong is kept in FOLDER; the exit status is 1 then. A
fall to a lower tier is no fault, but is counted.
"""

import argparse
import collections
import random
import sys
from pathlib import Path

from .run import Trial, trials
from .subjects import conformance, samples


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path(".metamorphic"))
    options = parser.parse_args()
    others = conformance()
    random.Random(options.seed).shuffle(others)
    subjects = [*samples(), *others][: options.count]
    verdicts, falls, fits = collections.Counter(), collections.Counter(), collections.Counter()
    for number, subject in enumerate(subjects, 1):
        for trial in trials([subject], options.seed):
            fits[trial.edit.name] += 1
            verdicts["misled" if trial.is_wrong else trial.verdict.kind] += 1
            falls[trial.edit.name] += trial.falls
            if trial.is_wrong:
                print(
                    f"{subject.name}, {trial.edit.name} ({trial.changed.tier}): {trial.verdict.what}",
                    flush=True,
                )
                keep(trial, options.keep)
        if number % 20 == 0:
            print(f"{number} programs: {dict(verdicts)}", flush=True)
    print(f"{len(subjects)} programs: {dict(verdicts)}; of so many edits so many fell to a lower tier:")
    for name, count in fits.most_common():
        print(f"{count:6} {falls[name]:6} {name}")
    return int(bool(verdicts["misled"]))


def keep(trial: Trial, folder: Path) -> None:
    target = folder / f"{trial.subject.name} {trial.edit.name}".replace("/", "_").replace(" ", "_")
    target.mkdir(parents=True, exist_ok=True)
    (target / "before.py").write_text(trial.subject.files[trial.subject.entry], encoding="utf-8")
    (target / "edited.py").write_text(trial.text, encoding="utf-8")
    (target / "after.py").write_text(trial.changed.files[trial.subject.entry], encoding="utf-8")
    (target / "found.txt").write_text(
        f"{trial.changed.tier}\n{trial.verdict.what}\n{trial.edit.why}\n", encoding="utf-8"
    )


if __name__ == "__main__":
    sys.exit(main())
