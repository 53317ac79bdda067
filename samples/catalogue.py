"""The samples of this folder: each is a folder with a program `before` and one `after`, and a description.

That is a `sample.toml`, whose `arguments` may contain `{gpus}`, for the number of GPUs that the program is
run with; or, of a program of a cluster, a `cluster.toml`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Program:
    """A program to migrate, how to run it, and what is to become of it; `steps` is how many it makes."""

    folder: Path
    entry: str
    arguments: tuple[str, ...]
    steps: int
    tier: str
    strategy: str

    @property
    def name(self) -> str:
        """Topology and program, such as `towers/cnn_two_files`."""
        return self.folder.relative_to(FOLDER).as_posix()

    @property
    def before(self) -> Path:
        """The folder of the original."""
        return self.folder / "before"

    @property
    def after(self) -> Path:
        """The folder of what the tool makes of it."""
        return self.folder / "after"


@dataclass(frozen=True)
class Sample(Program):
    """A program of one machine, and the numbers of GPUs that it is run with."""

    gpus: tuple[int, ...]

    @property
    def on(self) -> str:
        """The most devices that it runs on, in words."""
        return f"{max(self.gpus)} GPU{'s' * (max(self.gpus) > 1)}"

    def arguments_for(self, gpus: int) -> list[str]:
        """The command line for a number of GPUs."""
        return [argument.replace("{gpus}", str(gpus)) for argument in self.arguments]


@dataclass(frozen=True)
class ClusterSample(Program):
    """A program of a cluster of so many tasks.

    Which update comes first is chance: at the end the losses may differ by `within` of what the training did.
    """

    ps: int
    workers: int
    within: float

    @property
    def on(self) -> str:
        """The tasks that it runs on, in words."""
        return f"{self.ps} ps, {self.workers} workers"


def find_samples() -> list[Sample]:
    """All samples of one machine, by name."""
    return [_sample(path) for path in sorted(FOLDER.glob("*/*/sample.toml"))]


def find_golden_samples() -> list[Sample]:
    """Those of which `golden.json` has what TensorFlow 1.15 fetched.

    An Estimator's sessions fetch what hooks ask for, and more: tests/compat/estimator has its results.
    """
    return [sample for sample in find_samples() if sample.folder.parent.name != "estimators"]


def find_cluster_samples() -> list[ClusterSample]:
    """All samples of clusters, by name."""
    return [_cluster_sample(path) for path in sorted(FOLDER.glob("*/*/cluster.toml"))]


def _sample(path: Path) -> Sample:
    table = _read(path)
    return Sample(**_program(path, table), gpus=tuple(table["gpus"]))


def _cluster_sample(path: Path) -> ClusterSample:
    table = _read(path)
    own = {name: table[name] for name in ("ps", "workers", "within")}
    return ClusterSample(**_program(path, table), **own)


def _program(path: Path, table: dict[str, Any]) -> dict[str, Any]:
    return {
        "folder": path.parent,
        "entry": table["entry"],
        "arguments": tuple(table["arguments"]),
        "steps": table["steps"],
        **table["expected"],
    }


def _read(path: Path) -> dict[str, Any]:
    with open(path, "rb") as file:
        return tomllib.load(file)
