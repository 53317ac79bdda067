"""Where the operations and variables of a program were when it ran, and what crossed between devices.

The process that runs a program writes it beside the record, as JSON; it is read where it is told.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_FILE = "placement.json"


@dataclass(frozen=True)
class Located:
    """What was on one device: scopes of names, such as `tower_0/conv1`, each with how many kernels ran there.

    Kernels outside of any scope are counted under an empty name.
    """

    device: str
    scopes: Mapping[str, int]
    variables: tuple[str, ...]


@dataclass(frozen=True)
class Crossing:
    """What crossed from one device to another: how many bytes in all."""

    source: str
    target: str
    bytes: int


@dataclass(frozen=True)
class Placement:
    """What ran where in a program, in so many steps."""

    steps: int
    devices: tuple[Located, ...]
    crossings: tuple[Crossing, ...]


def write_placement(folder: Path, placement: Placement) -> None:
    """Keep what ran where beside the record in `folder`."""
    told = {
        "steps": placement.steps,
        "devices": [[one.device, dict(one.scopes), one.variables] for one in placement.devices],
        "crossings": [[one.source, one.target, one.bytes] for one in placement.crossings],
    }
    (folder / _FILE).write_text(json.dumps(told), encoding="utf-8")


def read_placement(folder: Path) -> Placement | None:
    """What ran where, if that was kept."""
    path = folder / _FILE
    if not path.exists():
        return None
    told = json.loads(path.read_text(encoding="utf-8"))
    devices = tuple(Located(device, scopes, tuple(names)) for device, scopes, names in told["devices"])
    return Placement(told["steps"], devices, tuple(Crossing(*one) for one in told["crossings"]))
