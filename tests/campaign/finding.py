"""What a comparison found in one program."""

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["equal", "rounded", "racing", "different", "unsure"]


@dataclass(frozen=True)
class Finding:
    """`detail` says what differs, or why there is no verdict."""

    verdict: Verdict
    detail: str

    @property
    def part(self) -> str:
        """What is told first: whether updates differ, fetched values, the output, or how the program ends."""
        return self.detail.partition(" ")[0]
