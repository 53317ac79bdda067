"""The report as JSON, by the schema in `schema/`."""

from __future__ import annotations

import dataclasses
import json
import math
from importlib import resources
from typing import Any

from .result import VERSION, Result


def json_report(result: Result) -> str:
    """The result as JSON: its values by their names; numbers that are not finite are `null`."""
    content = {"schema_version": VERSION, **_plain(result)}
    return json.dumps(content, indent=2, allow_nan=False) + "\n"


def schema() -> dict[str, Any]:
    """The JSON Schema of the report."""
    text = resources.files(__package__).joinpath("schema", "result-1.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
