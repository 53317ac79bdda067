"""Makes the catalogue of samples importable; `samples/` is no package. Programs run in forked children."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "samples"))


@pytest.fixture(autouse=True)
def _forked(forked: None) -> None:
    """All programs here are run for what they compute."""
