"""What keeps its graph beside a program that goes higher still runs, with the files that they share."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.pipeline import migrate

FOLDER = Path(__file__).parent / "programs"
Run = Callable[[Path], "subprocess.CompletedProcess[str]"]


def rewritten(folder: str, to: Path) -> Path:
    shutil.copytree(FOLDER / folder, to / folder)
    for change in migrate([to / folder]).changes:
        change.path.write_bytes(change.after)
    return to / folder


@pytest.fixture
def run(python: Callable[..., "subprocess.CompletedProcess[str]"]) -> Run:
    """Runs a program, which is to end well."""

    def run(path: Path) -> "subprocess.CompletedProcess[str]":
        done = python(str(path))
        assert done.returncode == 0, done.stderr
        return done

    return run


@pytest.mark.parametrize(
    "tests", ["apart_tests/layers_test.py", "apart_tests_run/running_test.py", "apart_asked/net_test.py"]
)
def test_rewritten_tests_pass(tests: str, tmp_path: Path, run: Run):
    folder, name = tests.split("/")
    assert "OK" in run(rewritten(folder, tmp_path) / name).stderr


def test_graphs_share_input_and_averages_with_steps(tmp_path: Path, run: Run):
    folder = rewritten("apart_inputs", tmp_path)
    assert "compat.input.batch" in (folder / "net.py").read_text()
    assert "compat.ExponentialMovingAverage" in (folder / "net.py").read_text()
    assert "Ran 3 tests" in run(folder / "net_test.py").stderr
    assert run(folder / "evaluate.py").stdout.splitlines() == ["0.300 1.100"] * 2
