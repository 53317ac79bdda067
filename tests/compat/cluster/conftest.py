"""Clusters of real processes on loopback."""

import contextlib
import sys
from collections.abc import Callable, Iterator

import pytest

from .processes import Cluster, Running, cluster_of, stage


@pytest.fixture(scope="session")
def fork_task(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Running]]:
    if sys.platform != "linux":
        pytest.skip("tasks are forked off a process that has imported TensorFlow, and watched in /proc")
    with stage(tmp_path_factory.mktemp("tasks")) as start:
        yield start


@pytest.fixture
def cluster(fork_task: Callable[..., Running]) -> Iterator[Callable[..., Cluster]]:
    with contextlib.ExitStack() as clusters:
        yield lambda **counts: clusters.enter_context(cluster_of(fork_task, **counts))
