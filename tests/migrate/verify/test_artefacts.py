"""Scalars of event files are compared, but for how fast a program was."""

import json
from pathlib import Path

from migrate.verify.artefacts import different_scalars


def record(folder: Path, **series: list[tuple[int, float]]) -> Path:
    folder.mkdir()
    (folder / "scalars.json").write_text(json.dumps({"events: loss": [(1, 0.5)], **series}))
    return folder


def test_how_fast_a_program_was_is_no_difference(tmp_path: Path):
    ours = record(tmp_path / "ours", **{"events: global_step/sec": [(100, 31.5)]})
    theirs = record(tmp_path / "theirs", **{"events: global_step/sec": [(100, 17.0), (200, 18.0)]})
    assert different_scalars(ours, theirs, 1e-6) == []


def test_another_value_is_told(tmp_path: Path):
    ours = record(tmp_path / "ours")
    theirs = record(tmp_path / "theirs", **{"events: loss": [(1, 0.75)]})
    assert len(different_scalars(ours, theirs, 1e-6)) == 1
