"""Adds import lines to a module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst


def add_imports(module: cst.Module, imports: Sequence[str]) -> cst.Module:
    """`module` with each of the plain imports that it lacks, above its import of TensorFlow."""
    present = {module.code_for_node(small).strip() for line in _lines(module) for small in line.body}
    missing = [text for text in imports if text not in present]
    if not missing:
        return module
    index = next((i for i, line in enumerate(module.body) if _imports_tensorflow(module, line)), 0)
    below: Any = module.body[index]
    new = [cst.parse_statement(text, module.config_for_parsing) for text in missing]
    new[0] = new[0].with_changes(leading_lines=below.leading_lines)
    body = [*module.body[:index], *new, below.with_changes(leading_lines=[]), *module.body[index + 1 :]]
    return module.with_changes(body=body)


def _lines(module: cst.Module) -> list[cst.SimpleStatementLine]:
    return [line for line in module.body if isinstance(line, cst.SimpleStatementLine)]


def _imports_tensorflow(module: cst.Module, line: cst.CSTNode) -> bool:
    if not isinstance(line, cst.SimpleStatementLine):
        return False
    return any(
        isinstance(small, (cst.Import, cst.ImportFrom))
        and module.code_for_node(small).split()[1].split(".")[0] == "tensorflow"
        for small in line.body
    )
