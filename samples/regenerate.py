"""Writes each sample's `after` anew: what the tool makes of its `before`. A test compares the two."""

from __future__ import annotations

import shutil

from catalogue import find_cluster_samples, find_samples
from demo import rewrite


def main() -> None:
    """Regenerate all samples."""
    for sample in (*find_samples(), *find_cluster_samples()):
        shutil.rmtree(sample.after, ignore_errors=True)
        shutil.copytree(sample.before, sample.after, ignore=shutil.ignore_patterns("__pycache__"))
        rewrite(sample.after, sample.entry)
        print(sample.name)


if __name__ == "__main__":
    main()
