"""The programs that are drawn for the tests of the generator."""

import pytest

from tests.campaign.case import program_of
from tests.generator.program import Program

COUNT = 2000  # programs in which every construct is to be seen, and every fault


@pytest.fixture(scope="session")
def drawn() -> list[Program]:
    return [program_of(seed) for seed in range(COUNT)]
