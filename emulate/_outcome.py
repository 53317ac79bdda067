"""How a cluster ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """How a cluster ended.

    `status` is 0 if every task that was to end did so with 0; else that of the first that did not, as a shell
    gives it; 1 if names collapsed or the cluster hung. `statuses` and `logs` are by task, such as `worker:1`;
    a task that was ended because the others were done has None. `steps` counts those of each task, and `hung`
    tells whether none got further for too long. `placements` has, for each task whose
    placement was asked for, a table for each of its processes.
    """

    status: int
    statuses: Mapping[str, int | None]
    logs: Mapping[str, Path]
    steps: Mapping[str, int]
    hung: bool = False
    placements: Mapping[str, list[str]] = field(default_factory=dict)

    def output(self, task: str) -> str:
        """Returns all that a task wrote."""
        return self.logs[task].read_text(encoding="utf-8", errors="replace")
