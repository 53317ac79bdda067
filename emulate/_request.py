"""What a process is to emulate: a value that travels to children through the environment."""

from __future__ import annotations

import dataclasses
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ._errors import EmulateError

REQUEST_VARIABLE = "TFMIGRATE_EMULATE"
_UNITS = {"": 2**20, "b": 1, "kb": 2**10, "mb": 2**20, "gb": 2**30, "tb": 2**40}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?b?)", re.IGNORECASE)


@dataclass(frozen=True)
class Request:
    """The devices to emulate.

    `memory_limit` is that of each GPU in bytes, None for none. `allow_collapse` lets names of devices that do
    not exist fall where soft placement puts them. `jobs` holds the GPUs of each task of the other jobs of the
    cluster that this process is a task of, `cluster_gpus` how many its tasks have together (0: no cluster),
    and `first_gpu` how many those before this one have: on a host with real GPUs, tasks share the cards.
    `host_mask` is the `CUDA_VISIBLE_DEVICES` that hides the host's own GPUs from CUDA, while the program's
    hides emulated ones.
    """

    gpus: int = 0
    tpus: int = 0
    memory_limit: int | None = None
    allow_collapse: bool = False
    jobs: Mapping[str, int] = field(default_factory=dict)
    host_mask: str | None = None
    cluster_gpus: int = 0
    first_gpu: int = 0

    def to_environment(self) -> dict[str, str]:
        """Returns the variable that tells a child process to emulate this."""
        return {REQUEST_VARIABLE: json.dumps(dataclasses.asdict(self))}

    def __str__(self) -> str:
        parts = []
        if self.gpus or not self.tpus:
            parts.append(f"{self.gpus} GPUs")
        if self.tpus:
            parts.append(f"{self.tpus} TPU cores")
        return " and ".join(parts)


def from_environment() -> Request | None:
    """Returns what the launcher asked of this process, or None."""
    text = os.environ.get(REQUEST_VARIABLE)
    return Request(**json.loads(text)) if text else None


def checked_count(n: object, what: str) -> int:
    """Returns a number of devices, or raises `EmulateError` if it is not an integer of 1 or more."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise EmulateError(f"{n!r} emulated {what}: the number must be an integer of 1 or more")
    return n


def to_bytes(limit: int | float | str | None) -> int | None:
    """Returns a memory limit in bytes: a number of megabytes, as TensorFlow counts them, or `"2GB"`.

    Raises:
        EmulateError: it is neither, or not above zero.
    """
    if limit is None:
        return None
    match = None if isinstance(limit, bool) else _SIZE.fullmatch(str(limit).strip())
    if match is not None:
        unit = match[2].lower()
        size = int(float(match[1]) * _UNITS[unit if unit in _UNITS else unit + "b"])
        if size > 0:
            return size
    raise EmulateError(f"memory limit {limit!r}: give a number of megabytes above 0, or a size such as 2GB")
