"""A source file as it was found and as it was parsed."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Source:
    """The bytes of a file, read once.

    `path` is as the user would name it, for messages; `root` is the folder that was searched, or the
    folder of a file that was named itself.
    """

    path: Path
    root: Path
    data: bytes


@dataclass(frozen=True)
class Module:
    """A source file that Python 3 can parse."""

    source: Source
    tree: ast.Module

    @property
    def path(self) -> Path:
        """The path of the file, as the user would name it."""
        return self.source.path
