"""Gives the whole command random programs, notebooks, settings and arguments.

    python -m tests.fuzz [--count 1000] [--seed 0] [--keep FOLDER]

A seed always gives the same folder and arguments. What ends by an internal error, takes longer than it may,
or is changed by a second run, is kept in FOLDER. Interrupted, it goes on where it was; `--anew` starts it
again. The exit status is 1 if something is wrong.
"""

import argparse
import functools
import json
import random
import shutil
import sys
import tempfile
from pathlib import Path

from tests.campaign.workers import Lost, Worker

from .command import some_command, wrong_about
from .trees import broken_program, fragments, small_tree

BATCH = 500
SECONDS = 60.0  # for one folder
WARM = 60  # seeds whose commands import all that there is, so that no forked process has to
# What a folder is made of, and how many of a hundred are.
KINDS = {fragments: 60, small_tree: 34, broken_program: 6}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--keep", type=Path, default=Path(".fuzz"), help="where what is wrong goes")
    parser.add_argument("--anew", action="store_true", help="start from the first seed")
    options = parser.parse_args()
    tally = options.keep / f"from-{options.seed}.json"
    if options.anew:
        tally.unlink(missing_ok=True)
    done: dict[str, str] = {}
    count = 0
    if tally.exists():
        count, done = json.loads(tally.read_text())
    with tempfile.TemporaryDirectory(prefix="tfmigrate-fuzz-") as folder:
        for seed in range(WARM):
            tried(seed, Path(folder))
    while count < options.count:
        seeds = range(options.seed + count, options.seed + min(count + BATCH, options.count))
        with tempfile.TemporaryDirectory(prefix="tfmigrate-fuzz-") as folder:
            work = functools.partial(tried, folder=Path(folder))
            for seed, result in Worker(work, SECONDS).results(seeds):
                wrong = result.why if isinstance(result, Lost) else result
                if wrong:
                    print(f"seed {seed}: {wrong}", flush=True)
                    done[str(seed)] = wrong
                    make(seed, options.keep / str(seed))
        count += len(seeds)
        options.keep.mkdir(parents=True, exist_ok=True)
        tally.write_text(json.dumps([count, done]))
        print(f"{count} inputs, {len(done)} of them wrong", flush=True)
    return int(bool(done))


def make(seed: int, folder: Path) -> random.Random:
    """The folder of a seed, and the chance that is left for its arguments."""
    chance = random.Random(seed)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (kind,) = chance.choices([*KINDS], [*KINDS.values()])
    kind(folder, chance)
    return chance


def tried(seed: int, folder: Path) -> str:
    """What is wrong with the command in the folder of a seed."""
    arguments, given = some_command(make(seed, folder / "in"))
    try:
        return wrong_about(folder / "in", arguments, given)
    finally:
        for place in folder.iterdir():
            shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
