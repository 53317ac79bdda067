"""Clusters of real processes on loopback."""

import contextlib
from collections.abc import Callable, Iterator

import pytest

from .processes import Cluster, Running, cluster_of


@pytest.fixture
def cluster(fork_task: Callable[..., Running]) -> Iterator[Callable[..., Cluster]]:
    with contextlib.ExitStack() as clusters:
        yield lambda **counts: clusters.enter_context(cluster_of(fork_task, **counts))
