"""Adds import lines to a module."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import libcst as cst


def add_imports(module: cst.Module, imports: Sequence[str]) -> cst.Module:
    """`module` with each of the plain imports that it lacks.

    They go above its import of TensorFlow and the first use of what they give, or below its docstring and
    `__future__` imports.
    """
    present = {module.code_for_node(small).strip() for line in _lines(module) for small in line.body}
    missing = [text for text in imports if text not in present]
    if not missing:
        return module
    given = {text.split()[-1].partition(".")[0] for text in missing}
    needing = (i for i, line in enumerate(module.body) if _imports_tensorflow(line) or _names(line, given))
    index = next(needing, _first(module))
    new: list[Any] = [cst.parse_statement(text, module.config_for_parsing) for text in missing]
    below: list[Any] = list(module.body[index:])
    if below:
        new[0] = new[0].with_changes(leading_lines=below[0].leading_lines)
        below[0] = below[0].with_changes(leading_lines=[])
    return module.with_changes(body=[*module.body[:index], *new, *below])


def _lines(module: cst.Module) -> list[cst.SimpleStatementLine]:
    return [line for line in module.body if isinstance(line, cst.SimpleStatementLine)]


def _first(module: cst.Module) -> int:
    """The index of the first statement that an import may stand above."""
    index = 1 if module.get_docstring(clean=False) is not None else 0
    for position, line in enumerate(module.body):
        if isinstance(line, cst.SimpleStatementLine) and any(
            isinstance(small, cst.ImportFrom)
            and isinstance(small.module, cst.Name)
            and small.module.value == "__future__"
            for small in line.body
        ):
            index = position + 1
    return index


def _imports_tensorflow(statement: cst.CSTNode) -> bool:
    """Whether a statement imports TensorFlow, or a part of it; under conditions too, as in a `try`."""
    if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
        return False
    if isinstance(statement, (cst.Import, cst.ImportFrom)):
        return _is_of_tensorflow(statement)
    return any(_imports_tensorflow(child) for child in _statements(statement))


def _names(node: cst.CSTNode, given: Collection[str]) -> bool:
    """Whether one of these names is anywhere in a statement, such as one that was written anew."""
    if isinstance(node, cst.Name):
        return node.value in given
    return any(_names(child, given) for child in node.children)


def _statements(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The statements right below a statement, a block, or a branch."""
    branches = (cst.BaseSuite, cst.Else, cst.ExceptHandler, cst.Finally)
    kinds = (cst.BaseStatement, cst.BaseSmallStatement, *branches)
    return [child for child in node.children if isinstance(child, kinds)]


def _is_of_tensorflow(small: cst.Import | cst.ImportFrom) -> bool:
    if isinstance(small, cst.Import):
        modules: list[Any] = [alias.name for alias in small.names]
    else:
        modules = [] if small.relative else [small.module]
    for name in modules:
        while isinstance(name, cst.Attribute):
            name = name.value
        if isinstance(name, cst.Name) and name.value == "tensorflow":
            return True
    return False
