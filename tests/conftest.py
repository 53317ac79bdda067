"""Children that are forked, for the tests of what programs compute, as against those of how they are run."""

import gc
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import pytest

from migrate.verify import processes

from .forking.client import ForkServer

if TYPE_CHECKING:
    from .compat.cluster.processes import Running

ROOT = Path(__file__).parents[1]
SECONDS = 120.0  # that a program may take


def pytest_configure(config: pytest.Config) -> None:
    """What Hypothesis keeps lies in pytest's cache, not in the current folder; no run remembers another."""
    os.environ["TFMIGRATE_NO_CACHE"] = "1"
    cache: pytest.Cache | None = getattr(config, "cache", None)
    if cache is not None:
        os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(cache.mkdir("hypothesis")))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: to look for garbage in it takes a twentieth of the tests' time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test that is marked so, one in so many runs by day; all of them run at night.

    Which ones hangs on their names alone, so that every process of a run collects the same.
    """
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("by_day") is not None:
            cases[item.nodeid.partition("[")[0]].append(item)
    for ones in cases.values():
        mark = ones[0].get_closest_marker("by_day")
        assert mark is not None
        one_in = int(mark.kwargs["one_in"])
        ones.sort(key=lambda item: crc32(item.name.encode()))
        for place, item in enumerate(ones):
            if place % one_in:
                item.add_marker("nightly")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A module whose import makes the tests' process one of TensorFlow 1 is an error, by its name."""
    report = yield
    tensorflow = sys.modules.get("tensorflow")
    if tensorflow is not None and hasattr(tensorflow, "compat") and not tensorflow.executing_eagerly():
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} or one before it has turned eager execution off for all tests"
    return report


@pytest.fixture(scope="session", autouse=True)
def _root_stays_as_it_is() -> Iterator[None]:
    """What tests and their programs write goes to folders of their own; else the last one fails."""
    before = {path.name for path in ROOT.iterdir()}
    yield
    new = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} - before
    assert new == set(), f"a test of this session has left {sorted(new)} in {ROOT}"


@pytest.fixture(scope="session")
def fork_server() -> Iterator[ForkServer]:
    server = ForkServer()
    yield server
    server.close()


@pytest.fixture(scope="session")
def kept_outcomes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where what conformance programs become is kept, while neither they nor the rewriter change."""
    cache: pytest.Cache | None = getattr(request.config, "cache", None)
    return cache.mkdir("rewritten") if cache is not None else tmp_path_factory.mktemp("rewritten")


@pytest.fixture(scope="session")
def fork_task(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Callable[..., Running]"]:
    """What starts a task of a cluster."""
    from .compat.cluster.processes import forked_tasks  # which imports TensorFlow

    yield from forked_tasks(tmp_path_factory)


@pytest.fixture
def forked(fork_server: ForkServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the children of `migrate.verify` forked; elsewhere than on Linux libraries may not bear that."""
    if sys.platform == "linux":
        monkeypatch.setattr(processes, "start_process", fork_server.start)


@pytest.fixture(scope="session")
def python(fork_server: ForkServer) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """What Python does with these arguments in the root of the repository, TensorFlow being imported."""
    # As `migrate.verify` gives it to its children, so that one server is for all.
    environment = {"TF_CPP_MIN_LOG_LEVEL": "2", **os.environ, "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*arguments: str, timeout: float = SECONDS) -> "subprocess.CompletedProcess[str]":
        return fork_server.run([sys.executable, *arguments], environment, ROOT, timeout)

    return run


@pytest.fixture(scope="session")
def ran(python: Callable[..., "subprocess.CompletedProcess[str]"]) -> Callable[..., str]:
    """What a program prints that is run by `python` as by `-c`, with arguments; it is to end well."""

    def run(program: str, *arguments: str) -> str:
        done = python("-c", program, *arguments)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    return run
