"""Counts of a campaign: tiers, verdicts, constructs; kept in a file, so that a campaign can go on."""

import collections
import json
from pathlib import Path

from .case import Case
from .finding import Finding


class Tally:
    """What was seen so far, from one first seed on."""

    def __init__(self) -> None:
        self.programs = 0
        self.tiers: collections.Counter[str] = collections.Counter()
        self.verdicts: collections.Counter[str] = collections.Counter()
        self.constructs: collections.Counter[str] = collections.Counter()
        self.on_steps: collections.Counter[str] = collections.Counter()  # constructs of programs with steps
        self.unsure: collections.Counter[str] = collections.Counter()
        self.refused: collections.Counter[str] = collections.Counter()  # why programs have no tier
        self.seconds = 0.0  # of processor time

    def add(self, case: Case, finding: Finding) -> None:
        self.programs += 1
        tier = case.tier.value if case.tier else "none"
        self.tiers[tier] += 1
        self.verdicts[f"{tier} {finding.verdict}"] += 1
        self.constructs.update(case.program.constructs)
        if case.has_steps:
            self.on_steps.update(case.program.constructs)
        if case.tier is None:
            self.refused[case.reasons[0][:120] if case.reasons else ""] += 1
        elif finding.verdict == "unsure":
            self.unsure[finding.detail[:120]] += 1

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(vars(self), indent=1), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "Tally":
        tally = cls()
        if path.exists():
            for name, value in json.loads(path.read_text(encoding="utf-8")).items():
                setattr(tally, name, value if isinstance(value, (int, float)) else collections.Counter(value))
        return tally

    @property
    def share_of_steps(self) -> float:
        return (self.tiers["native"] + self.tiers["compat"]) / max(self.programs, 1)

    def report(self) -> str:
        each = self.seconds / max(self.programs, 1)
        lines = [f"{self.programs} programs, {self.share_of_steps:.0%} on a step tier, {each:.2f} s for each"]
        lines += [f"{count:6} {verdict}" for verdict, count in sorted(self.verdicts.items())]
        lines.append("programs with each construct, and those of them that came out as steps:")
        lines += [
            f"{count:6} {self.on_steps[name]:6} {name}" for name, count in self.constructs.most_common()
        ]
        for title, reasons in (("no verdict, because of:", self.unsure), ("no tier:", self.refused)):
            if reasons:
                lines.append(title)
                lines += [f"{count:6} {reason}" for reason, count in reasons.most_common(30)]
        return "\n".join(lines)
