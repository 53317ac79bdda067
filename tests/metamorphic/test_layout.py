"""How a program is laid out on lines does not matter: what is written for it means the same."""

import ast
import random
from pathlib import Path
from typing import Any

import libcst as cst
import pytest

from migrate.pipeline import migrate
from tests.metamorphic.subjects import Subject, conformance

SUBJECTS = 16


class OnHeaders(cst.CSTTransformer):
    """Puts a block of one simple statement on the line of its header: `if x: y = 1`."""

    def leave_IndentedBlock(self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock) -> Any:
        lines = updated_node.body
        if len(lines) != 1 or not isinstance(lines[0], cst.SimpleStatementLine) or len(lines[0].body) != 1:
            return updated_node
        return cst.SimpleStatementSuite(lines[0].body)


class OnOneLine(cst.CSTTransformer):
    """Puts each simple statement on the line of the one before: `x = 1; y = 2`."""

    def _joined(self, body: Any) -> list[Any]:
        found: list[Any] = []
        for one in body:
            if len(found) > 1 and _is_plain(found[-1]) and _is_plain(one):
                found[-1] = found[-1].with_changes(body=[*found[-1].body, *one.body])
            else:
                found.append(one)
        return found

    def leave_IndentedBlock(self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock) -> Any:
        return updated_node.with_changes(body=self._joined(updated_node.body))

    def leave_Module(self, original_node: cst.Module, updated_node: cst.Module) -> Any:
        return updated_node.with_changes(body=self._joined(updated_node.body))


def _is_plain(line: cst.BaseStatement) -> bool:
    """Whether a line is of simple statements, and of no imports, beside which new ones are put."""
    imports = (cst.Import, cst.ImportFrom)
    return isinstance(line, cst.SimpleStatementLine) and not any(
        isinstance(one, imports) for one in line.body
    )


def rewritten(files: dict[str, str], folder: Path) -> dict[str, str]:
    """What each file of a program becomes, as a tree without places."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    migrated = {change.path: change.after.decode() for change in migrate([folder]).changes}
    return {
        name: ast.dump(ast.parse(migrated.get(folder / name, text)))
        for name, text in files.items()
        if name.endswith(".py")
    }


def assert_laid_out_alike(subject: Subject, folder: Path) -> None:
    files = {
        name: ast.unparse(ast.parse(text)) if name.endswith(".py") else text
        for name, text in subject.files.items()
    }
    expected = rewritten(files, folder / "plain")
    for layout in (OnHeaders, OnOneLine):
        edited = {
            name: cst.parse_module(text).visit(layout()).code if name.endswith(".py") else text
            for name, text in files.items()
        }
        assert rewritten(edited, folder / layout.__name__) == expected, layout


@pytest.mark.parametrize(
    "subject", random.Random(2).sample(list(conformance()), SUBJECTS), ids=lambda subject: subject.name
)
def test_programs_on_other_lines_become_the_same(subject: Subject, tmp_path: Path) -> None:
    assert_laid_out_alike(subject, tmp_path)


@pytest.mark.nightly
def test_all_programs_on_other_lines_become_the_same(tmp_path: Path) -> None:
    for place, subject in enumerate(conformance()):
        assert_laid_out_alike(subject, tmp_path / str(place))
