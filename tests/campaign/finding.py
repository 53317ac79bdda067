"""What a comparison found in one program."""

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["equal", "different", "unsure"]


@dataclass(frozen=True)
class Finding:
    """`detail` says what differs, or why there is no verdict."""

    verdict: Verdict
    detail: str
