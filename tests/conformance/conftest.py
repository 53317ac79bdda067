"""Makes the catalogue of samples importable; `samples/` is no package. Programs run in forked children."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "samples"))


@pytest.fixture(autouse=True)
def _forked(forked: None) -> None:
    """All programs here are run for what they compute."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All that is asked about one program comes in a row, so that it is rewritten once, by one process."""
    places = [place for place, item in enumerate(items) if _program(item) is not None]
    in_a_row = sorted((items[place] for place in places), key=_program)
    for place, item in zip(places, in_a_row, strict=True):
        items[place] = item


def _program(item: pytest.Item) -> str | None:
    program = item.callspec.params.get("program") if hasattr(item, "callspec") else None
    return str(program.path) if hasattr(program, "path") else None
