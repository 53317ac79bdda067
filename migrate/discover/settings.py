"""What a project's `pyproject.toml` says of tfmigrate."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from migrate.errors import UsageError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_KEYS = ("assume", "strategy")


@dataclass(frozen=True)
class Settings:
    """The table `[tool.tfmigrate]`, and the file that it is in."""

    path: Path
    values: Mapping[str, Any]


def settings(folder: Path) -> Settings | None:
    """Those of the nearest `pyproject.toml` at or above `folder`, if it has any.

    Raises:
      UsageError: the file cannot be read, or has a key there that is not known.
    """
    for parent in (folder.resolve(), *folder.resolve().parents):
        path = parent / "pyproject.toml"
        if path.is_file():
            return _settings(path)
    return None


def _settings(path: Path) -> Settings | None:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {}).get("tfmigrate")
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
    if values is None:
        return None
    for key in values:
        if key not in _KEYS:
            raise UsageError(f"{path}: [tool.tfmigrate] has no {key!r}: there is {', '.join(_KEYS)}")
    return Settings(path, values)
