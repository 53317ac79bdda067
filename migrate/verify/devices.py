"""Chooses how many GPUs to emulate, where the user does not say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .programs import texts_of

# What CUDA reads, and what hides all of a host's own GPUs.
GPU_MASK = "CUDA_VISIBLE_DEVICES"
NO_GPU = "-1"

_COUNTED = r"(?:\w*(?:gpus|towers|clones)\w*|n(?:um)?_?gpu)"
_FLAG = re.compile(r"^--?(?P<name>\w*(?:gpus?|towers?|replicas?|devices?|clones?)\w*)(?:=(?P<value>\d+))?$")
_DEFINED = re.compile(rf"""DEFINE_integer\(\s*['"](?P<name>{_COUNTED})['"]\s*,\s*(?P<value>\d+)""")
_WITH_DEFAULT = re.compile(
    rf"""add_argument\(\s*['"]--?(?P<name>{_COUNTED})['"][^()]*\bdefault\s*=\s*(?P<value>\d+)"""
)
_ASSIGNED = re.compile(r"^[ \t]*(?P<names>\w[\w, \t]*)=[ \t]*(?P<values>\d[\d, \t]*)\b", re.M)
_IS_COUNTED = re.compile(_COUNTED, re.I)
_NAMED = re.compile(r"""/(?:device:)?gpu:(?P<value>\d+)""", re.IGNORECASE)
_MOST = 16


@dataclass(frozen=True)
class Devices:
    """How many GPUs are emulated, and why."""

    gpus: int
    reason: str

    def __str__(self) -> str:
        counted = "1 emulated GPU" if self.gpus == 1 else f"{self.gpus} emulated GPUs"
        return f"{counted} ({self.reason})"


def devices_for(script: Path, arguments: Sequence[str], given: int | None) -> Devices:
    """How many GPUs a program needs: by its command line, its flags' defaults, or what it names."""
    if given is not None:
        return Devices(given, "--gpus")
    for place, argument in enumerate(arguments):
        flag = _FLAG.match(argument)
        following = arguments[place + 1] if place + 1 < len(arguments) else ""
        value = (flag["value"] or following) if flag else ""
        if flag and value.isdecimal():
            return _devices(int(value), f"--{flag['name']} {value}")
    texts = list(texts_of(script))
    for text in texts:
        if defined := _DEFINED.search(text) or _WITH_DEFAULT.search(text):
            return _devices(int(defined["value"]), f"the default of --{defined['name']}")
    assigned = [found for text in texts for found in _assigned(text)]
    if assigned:
        name, value = max(assigned, key=lambda found: found[1])
        return _devices(value, f"{name} = {value} in the program")
    named = [int(found["value"]) for text in texts for found in _NAMED.finditer(text)]
    if named:
        return _devices(max(named) + 1, f"the program names /gpu:{max(named)}")
    return Devices(1, "nothing in the program asks for more; --gpus says otherwise")


def _assigned(text: str) -> Iterator[tuple[str, int]]:
    """The numbers that counts of GPUs are assigned, also beside others, as in `num_gpus, batch = 2, 8`."""
    for found in _ASSIGNED.finditer(text):
        pairs = zip(found["names"].split(","), found["values"].split(","), strict=False)
        stripped = ((name.strip(), value.strip()) for name, value in pairs)
        yield from ((name, int(value)) for name, value in stripped if value and _IS_COUNTED.fullmatch(name))


def _devices(wanted: int, reason: str) -> Devices:
    return Devices(min(max(wanted, 1), _MOST), reason)
