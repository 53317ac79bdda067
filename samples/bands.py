"""Trains the samples of clusters several times, before and after, and compares where the losses come to.

    python samples/bands.py [--runs N] [--tf1-python PYTHON]

Where the order of updates is chance, one run says little: the mean of the rewritten program's has to be
within two standard deviations of the original's, or within 1e-5 of it where the batches make it certain; and
the number of updates the same. The exit status is 1 if not.
"""

from __future__ import annotations

import argparse
import statistics
import sys

from catalogue import ClusterSample, find_cluster_samples
from training import Training, train

TIMEOUT = 120.0
DEVIATIONS = 2
CERTAIN = 1e-5  # of the loss


def main() -> int:
    """Train, and print a table; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="how often each program trains")
    parser.add_argument(
        "--tf1-python", metavar="PYTHON", help="an interpreter that has TensorFlow 1, for the originals"
    )
    options = parser.parse_args()
    print("| program | updates | loss before | loss after | apart | band |")
    print("|---|---:|---:|---:|---:|---:|")
    alike = [is_alike(sample, options.runs, options.tf1_python) for sample in find_cluster_samples()]
    return int(not all(alike))


def is_alike(sample: ClusterSample, runs: int, tf1_python: str | None) -> bool:
    """Print the sample's line of the table; whether the rewritten program trains as the original."""
    before, after = [], []
    for _ in range(runs):
        original, rewritten = (folder / sample.entry for folder in (sample.before, sample.after))
        before.append(train(sample, original, as_it_is=True, timeout=TIMEOUT, tf1_python=tf1_python))
        after.append(train(sample, rewritten, as_it_is=False, timeout=TIMEOUT))
    mean = statistics.mean(losses(before))
    band = max(DEVIATIONS * statistics.stdev(losses(before)), CERTAIN * mean)
    apart = abs(statistics.mean(losses(after)) - mean)
    updates = sorted({one.steps for one in after})
    told = " to ".join(str(one) for one in dict.fromkeys((updates[0], updates[-1])))
    cells = f"{told} | {mean:.5f} | {statistics.mean(losses(after)):.5f} | {apart:.1g} | {band:.1g}"
    print(f"| {sample.name} | {cells} |", flush=True)
    return apart <= band and all(abs(one.steps - sample.steps) <= sample.workers for one in after)


def losses(runs: list[Training]) -> list[float]:
    """Where each run came to."""
    return [one.last for one in runs]


if __name__ == "__main__":
    sys.exit(main())
