"""Results that every writer of reports is tried on."""

import pytest

from migrate.report.result import Result
from tests.reported.hostile import hostile_result


@pytest.fixture
def hostile() -> Result:
    """A result in which every text that comes from a user's files is hostile."""
    return hostile_result()
