"""Holds the layers of `.importlinter`; `make check` runs `lint-imports` over the same file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_layers_hold(tmp_path):
    pytest.importorskip("importlinter", reason="a tool of [dev], which running the tests does not need")
    check = "import sys; from importlinter.cli import lint_imports_command; lint_imports_command()"
    run = subprocess.run(
        [sys.executable, "-c", check, "--cache-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


HEAVY = ("tensorflow", "keras", "tf_keras", "tf_slim", "libcst", "numpy", "rich")


@pytest.mark.parametrize(
    "arguments", [[], ["--help"], ["--version"], ["nonsense"]], ids=lambda words: " ".join(words) or "none"
)
def test_what_needs_no_work_imports_nothing_heavy(arguments):
    program = (
        "import sys\nfrom migrate.cli.main import main\n"
        f"main({arguments!r})\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", ["rewrite", "undo", "explain", "emulate"])
def test_no_command_imports_tensorflow_to_explain_itself(command):
    program = (
        "import sys\nfrom migrate.cli.main import main\n"
        f"main([{command!r}, '--help'])\n"
        "sys.exit('tensorflow' in sys.modules or 'libcst' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0
