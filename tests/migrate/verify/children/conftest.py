"""Programs here are run for what is recorded of them: in forked children."""

import pytest


@pytest.fixture(autouse=True)
def _forked(forked: None) -> None:
    """For every test of this folder."""
