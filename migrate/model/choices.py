"""What the user decides where more than one strategy would do."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from .outcome import Tier


class Strategy(enum.Enum):
    """What towers, and the workers of a cluster, are to become."""

    MIRRORED = "mirrored"
    """Replicas of `MirroredStrategy` where these compute the same, else what they are."""
    CENTRAL_STORAGE = "central-storage"
    """Replicas of `CentralStorageStrategy`, which keeps the variables on one device."""
    EXPLICIT = "explicit"
    """Towers on their devices, in one function, without a strategy."""
    MULTI_WORKER_MIRRORED = "multi-worker-mirrored"
    """Workers that train in step: replicas of `MultiWorkerMirroredStrategy`; towers as for `MIRRORED`."""

    PARAMETER_SERVER = "parameter-server"
    """Workers that train by themselves: they do the steps of one loop, under `ParameterServerStrategy`."""

    @property
    def is_of_workers(self) -> bool:
        """Whether it says what the workers of a cluster become; to towers it is `MIRRORED`."""
        return self in (Strategy.MULTI_WORKER_MIRRORED, Strategy.PARAMETER_SERVER)

    @property
    def of_towers(self) -> Strategy:
        """What it is to towers."""
        return Strategy.MIRRORED if self.is_of_workers else self


@dataclass(frozen=True)
class Codes:
    """Which codes hold in a run: those that begin with one of `selected`, if there are any, or else all.

    But not those that begin with one of `ignored`. What is the longer beginning of a code decides.
    """

    selected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    def leave_out(self, code: str) -> str:
        """What leaves a code out, in words; nothing where it holds."""
        selected = max((one for one in self.selected if code.startswith(one)), key=len, default="")
        ignored = max((one for one in self.ignored if code.startswith(one)), key=len, default="")
        if ignored and len(ignored) >= len(selected):
            return f"ignore {ignored}"
        return "select, which does not name it" if self.selected and not selected else ""


ALL_CODES = Codes()


@dataclass(frozen=True)
class Versions:
    """What a program is to run on, such as `"2.18"` and `"3.12"`; where it is empty, on all that we know."""

    tensorflow: str = ""
    python: str = ""


ALL_VERSIONS = Versions()


@dataclass(frozen=True)
class Selection:
    """Which files are taken: those that no pattern of `excluded` matches; and which codes hold.

    Or a text is taken that was `piped` to us, under the one path that is given: a file is not read then.
    """

    excluded: tuple[str, ...] = ()
    codes: Codes = ALL_CODES
    piped: bytes | None = None


EVERYTHING = Selection()


@dataclass(frozen=True)
class IgnoredAt:
    """A comment that has a code ignored in its line, which is one of a cell in a notebook.

    `parsed_line` is that line in the code that was parsed.
    """

    code: str
    line: int
    cell: int
    parsed_line: int


@dataclass(frozen=True)
class Choice:
    """What is chosen for a program, and where it was, in words for the report.

    `differs` are tiers on which it was run, with what differed there from the program as it was. Some `codes`
    do not hold, and some are `ignored` in lines of it.
    """

    strategy: Strategy = Strategy.MIRRORED
    where: str = ""
    differs: tuple[tuple[Tier, str], ...] = ()
    codes: Codes = ALL_CODES
    ignored: tuple[IgnoredAt, ...] = ()


@dataclass(frozen=True)
class Assumption:
    """A flag that is taken to have a value: its name, as `sync_replicas` or `FLAGS.sync_replicas`.

    `where` tells where the user says so, in words for the report.
    """

    name: str
    value: object
    where: str

    @property
    def told(self) -> str:
        """As the user would write it."""
        return f"{self.name}={self.value}"
