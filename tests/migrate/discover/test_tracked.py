"""Files that git tracks are searched, though its patterns are about them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from migrate.discover.excluded import Excluded
from migrate.discover.tracked import tracked


def _git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="git writes the index")
@pytest.mark.parametrize("version", [2, 3, 4])
def test_what_git_tracks_is_not_ignored(tmp_path: Path, version: int) -> None:
    (tmp_path / "lib/inner").mkdir(parents=True)
    (tmp_path / "train.py").touch()
    for name in ("lib/nets.py", "lib/inner/layers_of_a_long_name.py", "lib/later.py", "lib/untracked.py"):
        (tmp_path / name).touch()
    (tmp_path / ".gitignore").write_text("lib/\n")
    _git(tmp_path, "init")
    _git(tmp_path, "add", "--force", "train.py", "lib/nets.py", "lib/inner", ".gitignore")
    if version == 3:  # which only entries with more flags have
        _git(tmp_path, "add", "--force", "--intent-to-add", "lib/later.py")
    _git(tmp_path, "update-index", f"--index-version={version}")

    known = {one.relative_to(tmp_path).as_posix() for one in tracked(tmp_path) if one.is_file()}
    files = {".gitignore", "train.py", "lib/nets.py", "lib/inner/layers_of_a_long_name.py"}
    assert known == files | ({"lib/later.py"} if version == 3 else set())
    excluded = Excluded(tmp_path)
    assert not excluded.covers(tmp_path / "lib", is_folder=True)
    assert not excluded.covers(tmp_path / "lib/nets.py", is_folder=False)
    assert not excluded.covers(tmp_path / "lib/inner", is_folder=True)
    assert excluded.covers(tmp_path / "lib/untracked.py", is_folder=False)


@pytest.mark.skipif(shutil.which("git") is None, reason="git writes the index")
def test_the_index_of_another_working_tree(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    (tmp_path / "first/train.py").touch()
    _git(tmp_path / "first", "init")
    _git(tmp_path / "first", "add", "train.py")
    _git(tmp_path / "first", "-c", "user.name=a", "-c", "user.email=a", "commit", "-m", "first")
    _git(tmp_path / "first", "worktree", "add", str(tmp_path / "second"))
    assert tmp_path / "second/train.py" in tracked(tmp_path / "second")


def test_an_index_that_cannot_be_read_tracks_nothing(tmp_path: Path) -> None:
    assert not tracked(tmp_path)
    (tmp_path / ".git").mkdir()
    for index in (b"", b"DIRC", b"DIRC\0\0\0\2\0\0\0\1", b"DIRC\0\0\0\7\0\0\0\0"):
        (tmp_path / ".git/index").write_bytes(index)
        assert not tracked(tmp_path)
