"""Every code that a diagnostic can carry has a page."""

import ast
import re
from pathlib import Path

import pytest

from migrate.cli.rules_page import all_pages
from migrate.report.input_pages import INPUT_PAGES
from migrate.rewrite.registry import all_rules

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"[A-Z0-9]{3}\d{3}")


def codes_in(room: str) -> set[str]:
    """The codes that stand as whole strings in the modules of `room`, or in one module."""
    found = set()
    place = ROOT / "migrate" / room
    for path in place.rglob("*.py") if place.is_dir() else [place]:
        strings = (
            node.value for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Constant)
        )
        found |= {value for value in strings if isinstance(value, str) and CODE.fullmatch(value)}
    return found


def test_every_code_about_input_has_a_page_and_every_page_a_code():
    rooms = ("discover", "parse", "ignored.py")
    named = {code for room in rooms for code in codes_in(room)}
    assert named - {rule.code for rule in all_rules()} == {page.code for page in INPUT_PAGES}


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
