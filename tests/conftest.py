"""Children that are forked, for the tests of what programs compute, as against those of how they are run."""

import sys
from collections.abc import Iterator

import pytest

from migrate.verify import processes

from .forking.client import ForkServer


@pytest.fixture(scope="session")
def fork_server() -> Iterator[ForkServer]:
    server = ForkServer()
    yield server
    server.close()


@pytest.fixture
def forked(fork_server: ForkServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the children of `migrate.verify` forked; elsewhere than on Linux libraries may not bear that."""
    if sys.platform == "linux":
        monkeypatch.setattr(processes, "start_process", fork_server.start)
