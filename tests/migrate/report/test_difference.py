import shutil
import subprocess
from pathlib import Path

import pytest

from migrate.model.outcome import FileChange
from migrate.report import unified_diff


def test_a_change_is_a_patch_with_line_ends_and_encoding_as_they_are():
    change = FileChange(Path("src/a.py"), b"x = 'S\xe9oul'\r\ny\r\n", b"x = 'S\xe9oul'\r\nz\r\n")
    assert unified_diff([change]) == (
        b"--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,2 @@\n x = 'S\xe9oul'\r\n-y\r\n+z\r\n"
    )


def test_files_are_sorted_and_unchanged_ones_left_out():
    changes = [
        FileChange(Path("b.py"), b"1\n", b"2\n"),
        FileChange(Path("c.py"), b"1\n", b"1\n"),
        FileChange(Path("a.py"), b"1\n", b"2\n"),
    ]
    headers = [line for line in unified_diff(changes).splitlines() if line.startswith(b"---")]
    assert headers == [b"--- a/a.py", b"--- a/b.py"]


@pytest.mark.skipif(shutil.which("git") is None, reason="git applies the patch")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\nb", b"a\nc"),
        (b"a\nb", b"a\nb\n"),
        (b"a\rb\nc\x0cd\n", b"a\rB\nc\x0cD\n"),
        (b"\xef\xbb\xbfa\r\nb\r\n", b"\xef\xbb\xbfb\r\n"),
        (b"# coding: latin-1\n'\xe9'\n", b"# coding: latin-1\n'\xe8'\n"),
    ],
)
def test_git_applies_the_patch_to_the_byte(tmp_path, before, after):
    (tmp_path / "a.py").write_bytes(before)
    patch = unified_diff([FileChange(Path("a.py"), before, after)])
    subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], cwd=tmp_path, input=patch, check=True)
    assert (tmp_path / "a.py").read_bytes() == after


@pytest.mark.skipif(shutil.which("git") is None, reason="git applies the patch")
@pytest.mark.parametrize(
    "name", ["a b.py", 'q"uo\\te.py', "\N{LATIN SMALL LETTER E WITH ACUTE}.py", "tab\t.py"]
)
@pytest.mark.parametrize("named", ["from here", "from the root"])
def test_git_applies_it_in_a_folder_of_a_repository_whatever_the_name(tmp_path, monkeypatch, name, named):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    folder = tmp_path / "src"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / name).write_bytes(b"old\n")
    path = Path(name) if named == "from here" else folder / name
    patch = unified_diff([FileChange(path, b"old\n", b"new\n")])
    subprocess.run(["git", "apply", "-"], input=patch, check=True)
    assert (folder / name).read_bytes() == b"new\n"
