"""The chapters of the documentation that show a program before and after: what the command makes of it.

    python -m tests.contract.guides

writes the reports and the programs after anew, from the programs before.
"""

import contextlib
import io
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from migrate.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"
_COMMAND = "tfmigrate rewrite train.py"
# A program, the command with its report, and the program that it makes.
_EXAMPLE = re.compile(
    r"^```python\n(?P<before>(?:(?!^```).)*?)^```\n(?P<between>(?:(?!^```).)*?)"
    rf"^```\n\$ {re.escape(_COMMAND)}\n(?P<report>(?:(?!^```).)*?)^```\n(?P<prose>(?:(?!^```).)*?)"
    r"^```python\n(?P<after>(?:(?!^```).)*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Example:
    """A program in a page, with what the page says of it."""

    before: str
    report: str
    after: str


def examples(page: Path) -> Iterator[Example]:
    """Those of a page."""
    for found in _EXAMPLE.finditer(page.read_text(encoding="utf-8")):
        yield Example(found["before"], found["report"], found["after"])


def pages() -> list[Path]:
    """The pages that have any."""
    return [page for page in sorted(DOCS.glob("*.md")) if any(examples(page))]


def rewritten(before: str) -> Example:
    """What the command makes of a program in a folder of its own, and what it says."""
    report, here = io.StringIO(), Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "train.py"
        program.write_text(before, encoding="utf-8")
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(report):
                main([*_COMMAND.split()[1:], "--no-cache"])
        finally:
            os.chdir(here)
        return Example(before, report.getvalue(), program.read_text(encoding="utf-8"))


def _anew(page: Path) -> None:
    def with_result(found: re.Match[str]) -> str:
        now = rewritten(found["before"])
        return (
            f"```python\n{found['before']}```\n{found['between']}```\n$ {_COMMAND}\n{now.report}```\n"
            f"{found['prose']}```python\n{now.after}```"
        )

    page.write_text(_EXAMPLE.sub(with_result, page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    os.environ.pop("COLUMNS", None)
    for one in pages():
        _anew(one)
