"""Rewrites programs with and without an edit, and compares both with the original."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.model.outcome import Tier
from migrate.pipeline import migrate
from tests.symbolic.compare import Pair, Verdict, compare_all

from .edited import edited
from .edits import EDITS, Edit
from .subjects import Subject

ORDER = [None, Tier.GRAPH, Tier.WRAPPED, Tier.COMPAT, Tier.NATIVE]


@dataclass(frozen=True)
class Rewritten:
    """What became of a program: its files, and the tier of its entry."""

    files: dict[str, str]
    tier: Tier | None


@dataclass(frozen=True)
class Trial:
    """A program, an edit of it, and what was made of either; the verdicts compare with the original."""

    subject: Subject
    edit: Edit
    text: str  # of the entry, edited
    plain: Rewritten
    changed: Rewritten
    plain_verdict: Verdict
    verdict: Verdict

    @property
    def is_wrong(self) -> bool:
        """Whether the edit misled the rewriter: without it nothing wrong was seen."""
        return self.verdict.kind == "different" and self.plain_verdict.kind != "different"

    @property
    def falls(self) -> bool:
        return ORDER.index(self.changed.tier) < ORDER.index(self.plain.tier)


def trials(
    subjects: Sequence[Subject],
    seed: int,
    edits: Sequence[Edit] = tuple(EDITS),
    *,
    steps: int | None = None,
    workers: int = 2,
) -> Iterator[Trial]:
    """One trial for each program and each edit that fits it; the seed chooses the places.

    Args:
      steps: after how many of its steps each program is ended; `None` is never.
      workers: how many processes play programs at a time.
    """
    for subject in subjects:
        made = [(edit, edited(subject.files[subject.entry], edit, seed)) for edit in edits]
        texts = [(edit, text) for edit, text in made if text is not None]
        plain = rewritten(subject.files, subject.entry)
        changed = [rewritten({**subject.files, subject.entry: text}, subject.entry) for _, text in texts]
        pairs = [Pair(subject.files, one.files, subject.entry, steps=steps) for one in [plain, *changed]]
        first, *verdicts = compare_all(pairs, workers=workers)
        for (edit, text), one, verdict in zip(texts, changed, verdicts, strict=True):
            yield Trial(subject, edit, text, plain, one, first, verdict)


def rewritten(files: dict[str, str], entry: str) -> Rewritten:
    with tempfile.TemporaryDirectory(prefix="tfmigrate-metamorphic-") as name:
        folder = Path(name)
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        outcome = migrate([folder])
        for change in outcome.changes:
            change.path.write_bytes(change.after)
        tiers = [one.tier for unit in outcome.units for one in unit.programs if one.path == folder / entry]
        after = {path: (folder / path).read_text(encoding="utf-8", errors="replace") for path in files}
    return Rewritten(after, tiers[0] if tiers else None)
