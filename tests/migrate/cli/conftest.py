"""A stand-in for the pipeline: it marks each line `old` of the files it is given, and never parses them."""

import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from migrate.discover import find
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.outcome import FileChange, Outcome, ProgramOutcome, Tier, UnitOutcome


def _migrate(paths: Sequence[Path]) -> Outcome:
    discovered = find(paths)
    units, stray = [], list(discovered.diagnostics)
    for source in discovered.sources:
        after = source.data.replace(b"old", b"new")
        if b"broken" in source.data:
            stray.append(Diagnostic("SRC001", Severity.ERROR, Span(source.path, 1, 1), "a syntax error"))
        elif after != source.data:
            program = ProgramOutcome(source.path, Tier.NATIVE, "MirroredStrategy")
            units.append(UnitOutcome((program,), (FileChange(source.path, source.data, after),), ()))
    return Outcome(tuple(units), tuple(stray))


@pytest.fixture
def plant_pipeline(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Sequence[Path]], Outcome]], None]:
    """Puts a function in the place of `migrate.pipeline.migrate`."""

    def plant(function: Callable[[Sequence[Path]], Outcome]) -> None:
        module = types.ModuleType("migrate.pipeline")
        module.migrate = lambda paths, *chosen, **wished: function(paths)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "migrate.pipeline", module)

    return plant


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant_pipeline: Callable[..., None]) -> Path:
    """The current folder, with two programs in `src` of which the stand-in pipeline changes one."""
    plant_pipeline(_migrate)
    (tmp_path / "src").mkdir()
    (tmp_path / "src/train.py").write_bytes(b"old\r\n")
    (tmp_path / "src/other.py").write_bytes(b"fine\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path
