"""Scalars of event files are compared, but for how fast a program was."""

import json
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("logs/2026-11-26-04-25-31", "logs/2026-11-27-14-25-36"),
        ("runs/20261126_042531", "runs/20261127_112233"),
        ("runs/1763929149/train", "runs/1763929203/train"),
        ("../tmp3s7268iw/eval", "../tmpng1h8nwo/eval"),
    ],
)
def test_when_a_program_began_is_no_difference(tmp_path: Path, one: str, two: str):
    ours = record(tmp_path / "ours", **{f"{one}: cost": [(1, 0.5)]})
    theirs = record(tmp_path / "theirs", **{f"{two}: cost": [(1, 0.5)]})
    assert different_scalars(ours, theirs, 1e-6) == []
    other = record(tmp_path / "other", **{f"{two}: cost": [(1, 0.6)]})
    assert len(different_scalars(ours, other, 1e-6)) == 1
