"""Tests beside a program, which keep the graph while it goes higher, still pass where they are rewritten."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from migrate.pipeline import migrate

FOLDER = Path(__file__).parent / "programs"
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("tests", ["apart_tests/layers_test.py", "apart_tests_run/running_test.py"])
def test_rewritten_tests_pass(tests: str, tmp_path: Path):
    path = tmp_path / tests
    shutil.copytree((FOLDER / tests).parent, path.parent)
    for change in migrate([path.parent]).changes:
        change.path.write_bytes(change.after)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(
        [sys.executable, path.name],
        cwd=path.parent,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "OK" in done.stderr
