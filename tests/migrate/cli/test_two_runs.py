"""Two whole commands at once on one tree, from one folder and from two."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# The real command, with a stand-in pipeline that takes its time and marks what it is given.
COMMAND = """
import sys, time, types
from pathlib import Path
from migrate.discover import find
from migrate.model.outcome import FileChange, Outcome, ProgramOutcome, Tier, UnitOutcome

def migrate(paths, *rest, **others):
    sources = find(paths).sources
    time.sleep(0.5)
    units = []
    for source in sources:
        after = source.data.replace(b"old", b"new")
        if after != source.data:
            program = ProgramOutcome(source.path, Tier.NATIVE, "one device")
            units.append(UnitOutcome((program,), (FileChange(source.path, source.data, after),), ()))
    return Outcome(tuple(units), ())

module = types.ModuleType("migrate.pipeline")
module.migrate = migrate
sys.modules["migrate.pipeline"] = module
from migrate.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def start(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot lock a folder")
@pytest.mark.parametrize(
    ("folders", "paths"),
    [((".", "."), ("src", "src")), ((".", "src"), ("src", ".")), ((".", "src/sub"), ("src", "."))],
)
def test_a_status_of_zero_means_that_all_files_are_new(tmp_path, folders, paths):
    (tmp_path / "src/sub").mkdir(parents=True)
    files = [tmp_path / f"src/sub/m{i}.py" for i in range(200)]
    for file in files:
        file.write_bytes(b"old\n")
    runs = [start(tmp_path / folder, "rewrite", path) for folder, path in zip(folders, paths, strict=True)]
    try:
        for run in runs:
            _, err = run.communicate(timeout=100)
            assert run.returncode == 0, err
            assert [file.name for file in files if file.read_bytes() != b"new\n"] == []
    finally:
        for run in runs:
            run.kill()
    written = [folder for folder in {*folders} if (tmp_path / folder / ".tfmigrate").is_dir()]
    assert len(written) == 1
    undone = start(tmp_path / written[0], "undo")
    undone.communicate(timeout=60)
    assert undone.returncode == 0
    assert {file.read_bytes() for file in files} == {b"old\n"}


@pytest.mark.nightly
def test_a_kill_leaves_every_run_that_ended_to_be_undone(tmp_path):
    (tmp_path / "src").mkdir()
    files = [tmp_path / f"src/m{i}.py" for i in range(60)]
    for file in files:
        file.write_bytes(b"old\n")
    assert start(tmp_path, "rewrite", "src").wait(timeout=60) == 0
    for seconds in (0.7, 0.8, 0.9, 1.0, 1.2):
        for file in files:
            file.write_bytes(b"old old\n")
        run = start(tmp_path, "rewrite", "src")
        try:
            run.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            run.kill()
        run.communicate(timeout=60)
        finished = start(tmp_path, "rewrite", "src")
        assert finished.wait(timeout=60) == 0
        assert {file.read_bytes() for file in files} == {b"new new\n"}
        undone = start(tmp_path, "undo")
        assert undone.wait(timeout=60) == 0
        assert {file.read_bytes() for file in files} == {b"old old\n"}
    for file in files:
        file.write_bytes(b"new\n")
    assert start(tmp_path, "undo").wait(timeout=60) == 0
    assert {file.read_bytes() for file in files} == {b"old\n"}
