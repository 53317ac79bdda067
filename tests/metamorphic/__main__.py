"""Edits programs in ways that cannot change what they mean, rewrites them, and compares with the originals.

    python -m tests.metamorphic [--count 200] [--seed 0] [--keep FOLDER] [--programs FOLDER] [--steps N]

`--count` is how many programs are edited, the samples first, each with every edit that fits, at a place that
the seed chooses; with `--programs` those of that folder are, such as code from outside: each Python file in
it, and in each folder in it what opens a session, with the code and data beside it. `--steps` ends each
program behind so many runs that change variables, for those that train for long. What the edit made the
rewriter get wrong is kept in the folder of `--keep`; the exit status is 1 then. A fall to a lower tier is no
fault, but is counted.
"""

import argparse
import collections
import random
import sys
from pathlib import Path

from .run import Trial, trials
from .subjects import Subject, conformance, programs, samples


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path(".metamorphic"))
    parser.add_argument("--programs", type=Path)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    subjects = programs(options.programs) if options.programs else chosen(options.seed)
    subjects = subjects[: options.count]
    verdicts, falls, fits = collections.Counter(), collections.Counter(), collections.Counter()
    for subject in subjects:
        found, fell, tier = collections.Counter(), 0, None
        for trial in trials([subject], options.seed, steps=options.steps, workers=options.workers):
            fits[trial.edit.name] += 1
            found["misled" if trial.is_wrong else trial.verdict.kind] += 1
            falls[trial.edit.name] += trial.falls
            fell, tier = fell + trial.falls, trial.plain.tier
            if trial.is_wrong:
                print(
                    f"{subject.name}, {trial.edit.name} ({trial.changed.tier}): {trial.verdict.what}",
                    flush=True,
                )
                keep(trial, options.keep)
        print(f"{subject.name} ({tier}): {dict(found)}, {fell} fell", flush=True)
        verdicts += found
    print(f"{len(subjects)} programs: {dict(verdicts)}; of so many edits so many fell to a lower tier:")
    for name, count in fits.most_common():
        print(f"{count:6} {falls[name]:6} {name}")
    return int(bool(verdicts["misled"]))


def chosen(seed: int) -> list[Subject]:
    others = conformance()
    random.Random(seed).shuffle(others)
    return [*samples(), *others]


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
