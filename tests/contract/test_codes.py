"""Every code that a diagnostic can carry has a page."""

import ast
import re
from pathlib import Path

import pytest

from migrate.cli.rules_page import all_pages
from migrate.report.input_pages import INPUT_PAGES

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"[A-Z0-9]{3}\d{3}")


def codes_in(room: str) -> set[str]:
    """The codes that stand as whole strings in the modules of `room`."""
    found = set()
    for path in (ROOT / "migrate" / room).rglob("*.py"):
        strings = (
            node.value for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Constant)
        )
        found |= {value for value in strings if isinstance(value, str) and CODE.fullmatch(value)}
    return found


def test_every_code_about_input_has_a_page_and_every_page_a_code():
    assert codes_in("discover") | codes_in("parse") == {page.code for page in INPUT_PAGES}


@pytest.mark.parametrize("room", ["analyse", "plan", "rewrite"])
def test_every_code_about_programs_has_a_page(room):
    assert codes_in(room) <= {page.code for page in all_pages()}


def test_no_code_has_two_pages():
    codes = [page.code for page in all_pages()]
    assert sorted(codes) == sorted(set(codes))


@pytest.mark.parametrize("page", all_pages(), ids=lambda page: page.code)
def test_a_page_has_a_code_a_title_and_a_reason(page):
    assert CODE.fullmatch(page.code)
    assert page.title.strip()
    assert page.explanation.strip()
