"""What a comparison found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Verdict:
    """`kind` is "equal", "different" (`what` says in which part first) or "unsure" (`what` says why)."""

    kind: Literal["equal", "different", "unsure"]
    what: str = ""
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}" if self.what else self.kind
