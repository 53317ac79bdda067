"""What is in the repository works on any machine: no file names the machine that it was written on."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# The character classes keep this file from matching itself.
MACHINE_PATH = re.compile(rb"(?:^|[^.\w])/(?:wor[k]|far[m]|roo[t]|hom[e]/\w+|User[s]/\w+)/", re.MULTILINE)
REGISTRY_HOST = re.compile(rb"py[p]i\.org|pythonhoste[d]|--(?:extra-)?inde[x]-url")


def tracked_files() -> list[Path]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        return []
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.skipif(not tracked_files(), reason="an unpacked release has no list of tracked files")
@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY_HOST], ids=["machine paths", "registry hosts"])
def test_no_tracked_file_names_one(pattern):
    found = {
        path.relative_to(ROOT).as_posix(): match.group().decode()
        for path in tracked_files()
        if (match := pattern.search(path.read_bytes()))
    }
    assert found == {}


@pytest.mark.skipif(not tracked_files(), reason="an unpacked release has no list of tracked files")
def test_no_tracked_file_names_the_folder_of_this_checkout():
    if len(ROOT.parts) < 3:
        pytest.skip("a checkout in a folder such as /app has too plain a name to look for")
    name = str(ROOT).encode() + b"/"
    assert [path for path in tracked_files() if name in path.read_bytes()] == []


@pytest.mark.parametrize("text", [b"/roo" + b"t/x", b"see '/hom" + b"e/me/x'"])
def test_a_machine_path_is_seen(text):
    assert MACHINE_PATH.search(text)


@pytest.mark.parametrize("text", [b"./wor" + b"k/x", b"src/roo" + b"t/x", b"/job:worker/task:0", b"/tmp/x"])
def test_other_paths_are_not(text):
    assert not MACHINE_PATH.search(text)
