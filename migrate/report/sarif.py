"""The report as SARIF 2.1.0, which code hosts and editors show beside the lines."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from .result import Finding, Place, Result, Rule, ToDo, Verification

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_VERIFIED = Rule(
    "VERIFY",
    "A program was run before and after its migration",
    "tfmigrate verify compares all that both programs fetch, and all variables, at every step.",
)


def sarif_report(result: Result) -> str:
    """The findings and verifications of a result as the log of one run."""
    rules = [*result.rules, *([_VERIFIED] if result.verifications else [])]
    numbers = {rule.code: number for number, rule in enumerate(rules)}
    worth = {one.finding: one for one in result.to_do}
    found = [_of_finding(one, numbers, worth.get(one)) for one in result.findings]
    found += [_of_verification(one, numbers) for one in result.verifications]
    driver = {
        "name": "tfmigrate",
        "version": result.version,
        "semanticVersion": result.version,
        "rules": [_rule(one) for one in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"PROJECT": {"description": {"text": "The folder that tfmigrate was run in."}}},
        "results": found,
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.explanation or rule.title},
        "help": {"text": f"tfmigrate explain {rule.code}"},
    }


def _of_finding(found: Finding, numbers: dict[str, int], to_do: ToDo | None) -> dict[str, Any]:
    result = {
        "ruleId": found.code,
        "level": _LEVELS[found.severity],
        "message": {"text": found.message},
        "locations": [_location(found.place)],
        "properties": {"notOnTiers": list(found.bars)} | ({"worth": to_do.worth} if to_do else {}),
    }
    return _numbered(result, numbers)


def _numbered(result: dict[str, Any], numbers: dict[str, int]) -> dict[str, Any]:
    """A result with the place of its rule, where that is in the list."""
    number = numbers.get(result["ruleId"])
    return result if number is None else {**result, "ruleIndex": number}


def _of_verification(one: Verification, numbers: dict[str, int]) -> dict[str, Any]:
    kind, level = {
        "same": ("pass", "none"),
        "different": ("fail", "error"),
        "not compared": ("open", "none"),
    }[one.status]
    result = {
        "ruleId": _VERIFIED.code,
        "kind": kind,
        "level": level,
        "message": {"text": "\n".join([f"{one.command}: {one.status}: {one.headline}", *one.details])},
        "locations": [_location(Place(one.path))],
    }
    return _numbered(result, numbers)


def _location(place: Place) -> dict[str, Any]:
    artifact: dict[str, Any] = {"uri": quote(place.path.encode("utf-8", "surrogateescape"))}
    if not place.path.startswith("/"):
        artifact["uriBaseId"] = "PROJECT"
    physical: dict[str, Any] = {"artifactLocation": artifact}
    location: dict[str, Any] = {"physicalLocation": physical}
    if place.cell:  # a line of a cell is none of the file
        location["message"] = {"text": f"cell {place.cell}, line {place.line}"}
    elif place.line:
        physical["region"] = {"startLine": place.line, "startColumn": place.character}
        if place.text:
            physical["region"]["snippet"] = {"text": place.text}
    return location
