"""A module in another form, with what its user is told of that."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from migrate import parse
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.source import Module

_RULE = "SES107"


@dataclass(frozen=True)
class Told:
    """What was done with a node of a file, in words."""

    path: Path
    node: ast.AST
    found: str


def changed(module: Module, code: bytes, told: Sequence[Told]) -> Module:
    """The module with other code; what is `told` of it is told where it is written."""
    other = parse.changed(module, code)
    assert other.conversion is not None
    own = (one for one in told if one.path == module.path)
    found = [
        module.told(Diagnostic(_RULE, Severity.INFO, Span.of(one.path, one.node), one.found)) for one in own
    ]
    conversion = replace(other.conversion, findings=(*other.conversion.findings, *found))
    return replace(other, conversion=conversion)
