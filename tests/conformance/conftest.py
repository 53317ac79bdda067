"""Makes the catalogue of samples importable; `samples/` is no package. Programs run in forked children."""

import sys
from pathlib import Path

import pytest

from .originals import Originals

sys.path.append(str(Path(__file__).parents[2] / "samples"))


@pytest.fixture(autouse=True)
def _forked(forked: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All programs here are run for what they compute; what they leave in the current folder goes with it."""
    folder = tmp_path / "current"
    folder.mkdir()
    monkeypatch.chdir(folder)


@pytest.fixture(scope="session")
def originals(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Originals:
    """Records of what the originals do; they stay in pytest's cache, `--cache-clear` has them made anew."""
    cache: pytest.Cache | None = getattr(request.config, "cache", None)
    return Originals(cache.mkdir("originals") if cache is not None else tmp_path_factory.mktemp("originals"))
