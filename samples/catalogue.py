"""The samples of this folder: each is a folder with a `sample.toml`, a program `before` and one `after`.

`arguments` in a `sample.toml` may contain `{gpus}`, for the number of GPUs that the program is run with.
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
class Sample:
    """A program to migrate, how to run it, and what is to become of it."""

    folder: Path
    entry: str
    arguments: tuple[str, ...]
    gpus: tuple[int, ...]
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

    def arguments_for(self, gpus: int) -> list[str]:
        """The command line for a number of GPUs."""
        return [argument.replace("{gpus}", str(gpus)) for argument in self.arguments]


def find_samples() -> list[Sample]:
    """All samples, by name."""
    return [_read(path) for path in sorted(FOLDER.glob("*/*/sample.toml"))]


def _read(path: Path) -> Sample:
    with open(path, "rb") as file:
        table: dict[str, Any] = tomllib.load(file)
    expected = table["expected"]
    return Sample(
        folder=path.parent,
        entry=table["entry"],
        arguments=tuple(table["arguments"]),
        gpus=tuple(table["gpus"]),
        steps=table["steps"],
        tier=expected["tier"],
        strategy=expected["strategy"],
    )
