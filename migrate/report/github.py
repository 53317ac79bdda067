"""The report as commands of a GitHub workflow, which shows them at the lines of a pull request."""

from __future__ import annotations

from .result import Finding, Result, Verification

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}
_STATUSES = {"same": "notice", "different": "error", "not compared": "warning"}


def github_report(result: Result) -> str:
    """A line for each finding and each verification."""
    lines = [*map(_of_finding, result.findings), *map(_of_verification, result.verifications)]
    return "".join(f"{line}\n" for line in lines)


def _of_finding(found: Finding) -> str:
    place = found.place
    properties = {"file": place.path}
    where = f"cell {place.cell}, line {place.line}: " if place.cell else ""
    if place.line and not place.cell:
        properties |= {"line": str(place.line), "col": str(place.character)}
    title = {"title": f"tfmigrate {found.code}"}
    return _command(_LEVELS[found.severity], properties | title, f"{where}{found.message}")


def _of_verification(one: Verification) -> str:
    message = "\n".join([f"{one.status}: {one.headline}", *one.details])
    properties = {"file": one.path, "title": f"tfmigrate verify {one.command}"}
    return _command(_STATUSES[one.status], properties, message)


def _command(name: str, properties: dict[str, str], message: str) -> str:
    told = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {told}::{_data(message)}"


def _data(text: str) -> str:
    return text.translate(_ESCAPES)


def _property(text: str) -> str:
    return text.translate(_ESCAPES | str.maketrans({":": "%3A", ",": "%2C"}))


# What would end the command, or begin an escape.
_ESCAPES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
