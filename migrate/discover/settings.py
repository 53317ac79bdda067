"""What a project's `pyproject.toml` says of tfmigrate."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from migrate.errors import UsageError
from migrate.model.choices import Strategy, Versions
from migrate.model.outcome import Tier

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_LISTS = {
    "assume": '["sync_replicas=True"]',
    "exclude": '["third_party/"]',
    "ignore": '["HAZ101"]',
    "select": '["SES", "TWR", "API"]',
}
_CHOICES = {
    "min-tier": [one.value for one in Tier],
    "python": ["3.10", "3.11", "3.12", "3.13"],
    "strategy": [one.value for one in Strategy],
    "tensorflow": ["2.16", "2.17", "2.18", "2.19", "2.20", "2.21"],
}
_KEYS = (*_LISTS, *_CHOICES)


@dataclass(frozen=True)
class Settings:
    """The table `[tool.tfmigrate]`, and the file that it is in."""

    path: Path
    values: Mapping[str, Any]

    @property
    def excluded(self) -> Sequence[str]:
        """Patterns, as in `.gitignore`, of what is not searched."""
        return tuple(self.values.get("exclude", ()))

    @property
    def versions(self) -> Versions:
        """What the programs are to run on."""
        return Versions(self.values.get("tensorflow", ""), self.values.get("python", ""))


def settings(folder: Path) -> Settings | None:
    """Those of the nearest `pyproject.toml` at or above `folder`, if it has any.

    Raises:
      UsageError: the file cannot be read, or has a key there that is not known.
    """
    for parent in (folder.resolve(), *folder.resolve().parents):
        path = parent / "pyproject.toml"
        if os.path.isfile(path):
            return _settings(path)
    return None


def _settings(path: Path) -> Settings | None:
    try:
        tool = tomllib.loads(path.read_text(encoding="utf-8")).get("tool")
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
    values = tool.get("tfmigrate") if isinstance(tool, dict) else None
    if values is None:
        return None
    if not isinstance(values, dict):
        raise UsageError(f"{path}: [tool.tfmigrate] is a table, of {', '.join(_KEYS)}")
    for key, value in values.items():
        if key not in _KEYS:
            raise UsageError(f"{path}: [tool.tfmigrate] has no {key!r}: there is {', '.join(_KEYS)}")
        if key in _LISTS and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            raise UsageError(f"{path}: {key} is a list, such as {_LISTS[key]}")
        if key in _CHOICES and not isinstance(value, str):
            raise UsageError(f'{path}: {key} is a text, such as "{_CHOICES[key][0]}"')
        if key in _CHOICES and value not in _CHOICES[key]:
            raise UsageError(f"{path}: no {key} is called {value!r}: there are {', '.join(_CHOICES[key])}")
    return Settings(path, values)
