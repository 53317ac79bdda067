"""Plays a program before and after in this process, and compares them; `compare` does it in children."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from .differences import difference
from .expressions import forget
from .player import play
from .verdict import Verdict

SALTS = (1, 2)  # each gives fetched values other numbers, so that programs may branch otherwise


def judge(
    before: Mapping[str, str],
    after: Mapping[str, str],
    entry: str,
    arguments: Sequence[str] = (),
    steps: int | None = None,
    says_late: bool = False,
) -> Verdict:
    """Play both for so many steps, twice with other numbers, and tell whether they are the same program.

    `says_late` is for one of which HAZ107 is told: see `difference`.
    """
    begun = time.perf_counter()
    seen = None
    try:
        for salt in SALTS:
            old = play(before, entry, arguments, is_original=True, salt=salt, steps=steps)
            if old.unsure:
                return Verdict("unsure", f"original: {old.unsure}", time.perf_counter() - begun)
            new = play(after, entry, arguments, is_original=False, salt=salt, steps=steps)
            if new.unsure:
                return Verdict("unsure", f"rewritten: {new.unsure}", time.perf_counter() - begun)
            found = difference(old, new, says_late)
            if found:
                return Verdict("different", found, time.perf_counter() - begun)
            seen = old
            forget()
    finally:
        forget()
    if seen is None or not (seen.updates or seen.fetched or seen.output or seen.ended):
        return Verdict("unsure", "nothing of it can be observed", time.perf_counter() - begun)
    count = f"{len(seen.updates)} updates, {len(seen.fetched)} fetches, {len(seen.output.splitlines())} lines"
    return Verdict("equal", count, time.perf_counter() - begun)
