import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from migrate import write
from migrate.errors import MigrateError, UsageError
from migrate.model.outcome import FileChange
from migrate.write import in_place

BEFORE = {
    "crlf.py": b"x = 1\r\ny = 2\r\n",
    "latin.py": b"# coding: latin-1\nx = 'S\xe9oul'\n",
    "mark.py": b"\xef\xbb\xbfx = 1",
    "pkg/model.py": b"import tensorflow as tf\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, data in BEFORE.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return tmp_path


def changes(root: Path) -> list[FileChange]:
    return [FileChange(root / name, data, data + b"# new\n") for name, data in BEFORE.items()]


def tree(root: Path) -> dict[str, bytes]:
    files = (path for path in root.rglob("*") if path.is_file() and ".tfmigrate" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


AFTER = {name: data + b"# new\n" for name, data in BEFORE.items()}


def test_apply_replaces_and_undo_puts_back_to_the_byte(root):
    write.apply(changes(root), root)
    assert tree(root) == AFTER
    assert sorted(write.undo(root)) == sorted((root / name).resolve() for name in BEFORE)
    assert tree(root) == BEFORE


def test_a_second_undo_finds_nothing(root):
    write.apply(changes(root), root)
    write.undo(root)
    with pytest.raises(UsageError, match="nothing to undo"):
        write.undo(root)


def test_undo_where_nothing_ever_ran_makes_no_folder(root):
    with pytest.raises(UsageError, match="nothing to undo"):
        write.undo(root)
    assert not (root / ".tfmigrate").exists()


def test_undo_refuses_by_name_and_touches_nothing_when_a_file_was_edited(root):
    write.apply(changes(root), root)
    (root / "pkg/model.py").write_bytes(b"edited\n")
    (root / "crlf.py").unlink()
    now = tree(root)
    with pytest.raises(MigrateError, match=r"crlf\.py, pkg/model\.py") as refused:
        write.undo(root)
    assert "latin.py" not in str(refused.value)
    assert tree(root) == now


def test_undo_after_the_edit_was_taken_back_works(root):
    write.apply(changes(root), root)
    (root / "crlf.py").write_bytes(BEFORE["crlf.py"])  # the user put this one back already
    write.undo(root)
    assert tree(root) == BEFORE


def test_a_run_without_changes_leaves_the_last_run_undoable(root):
    write.apply(changes(root), root)
    write.apply([], root)
    write.apply([FileChange(root / "crlf.py", AFTER["crlf.py"], AFTER["crlf.py"])], root)
    write.undo(root)
    assert tree(root) == BEFORE


def test_undo_takes_back_only_the_last_run(root):
    first, *others = changes(root)
    write.apply([first], root)
    write.apply(others, root)
    write.undo(root)
    assert tree(root) == {**BEFORE, first.path.name: first.after}


def rewrite_again(root: Path, times: int) -> list[dict[str, bytes]]:
    """Writes the tree several times; what it was before each, and in the end."""
    states = [tree(root)]
    for number in range(times):
        write.apply(
            [FileChange(root / name, data, data + b"# %d\n" % number) for name, data in states[-1].items()],
            root,
        )
        states.append(tree(root))
    return states


def test_undo_goes_back_run_by_run(root):
    states = rewrite_again(root, 12)
    for state in reversed(states[:-1]):
        write.undo(root)
        assert tree(root) == state
    with pytest.raises(UsageError, match="nothing to undo"):
        write.undo(root)


def test_a_run_after_an_undo_takes_its_place(root):
    states = rewrite_again(root, 3)
    write.undo(root)
    rewrite_again(root, 1)
    for state in (states[2], states[1], states[0]):
        write.undo(root)
        assert tree(root) == state


def test_undo_of_a_file_takes_back_the_last_run_that_changed_it(root):
    states = rewrite_again(root, 2)
    assert write.undo(root, [root / "mark.py"]) == ((root / "mark.py").resolve(),)
    assert tree(root) == {**states[2], "mark.py": states[1]["mark.py"]}
    write.undo(root, [root / "mark.py", root / "pkg"])
    assert tree(root) == {
        **states[2],
        "mark.py": BEFORE["mark.py"],
        "pkg/model.py": states[1]["pkg/model.py"],
    }
    with pytest.raises(UsageError, match=r"no run to undo has changed .*mark\.py"):
        write.undo(root, [root / "mark.py"])
    write.undo(root)
    write.undo(root)
    assert tree(root) == BEFORE


def test_runs_behind_files_that_were_undone_alone_are_kept(root):
    rewrite_again(root, 3)
    for path in [root / name for name in BEFORE]:
        for _ in range(2):
            write.undo(root, [path])
    states = [tree(root)]
    states += rewrite_again(root, 2)[1:]
    for state in reversed([BEFORE, *states][:-1]):
        write.undo(root)
        assert tree(root) == state


def test_the_folder_may_be_moved_before_undo(root, tmp_path_factory):
    write.apply(changes(root), root)
    moved = tmp_path_factory.mktemp("elsewhere") / "project"
    root.rename(moved)
    write.undo(moved)
    assert tree(moved) == BEFORE


def test_files_outside_the_folder_are_put_back_too(root, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "lib.py"
    outside.write_bytes(b"a\n")
    write.apply([FileChange(outside, b"a\n", b"b\n")], root)
    assert outside.read_bytes() == b"b\n"
    write.undo(root)
    assert outside.read_bytes() == b"a\n"


@pytest.mark.parametrize("mode", [0o755, 0o640, 0o444])
def test_mode_bits_stay(root, mode):
    path = root / "crlf.py"
    path.chmod(mode)
    write.apply(changes(root), root)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    write.undo(root)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_a_users_file_stays_the_users_when_root_rewrites_it(root):
    os.chown(root / "crlf.py", 1234, 5678)
    write.apply(changes(root), root)
    status = (root / "crlf.py").stat()
    assert (status.st_uid, status.st_gid) == (1234, 5678)


def test_a_link_stays_a_link_and_its_file_is_replaced(root):
    link = root / "link.py"
    link.symlink_to("pkg/model.py")
    write.apply([FileChange(link, BEFORE["pkg/model.py"], b"new\n")], root)
    assert link.is_symlink()
    assert (root / "pkg/model.py").read_bytes() == b"new\n"
    write.undo(root)
    assert link.is_symlink()
    assert link.read_bytes() == BEFORE["pkg/model.py"]


def test_a_file_that_changed_since_it_was_read_stops_the_whole_run(root):
    (root / "latin.py").write_bytes(b"edited meanwhile\n")
    now = tree(root)
    with pytest.raises(MigrateError, match=r"changed since .*latin\.py"):
        write.apply(changes(root), root)
    assert tree(root) == now
    assert not write.is_interrupted(root)


def test_one_file_with_two_changes_is_refused(root):
    one = FileChange(root / "crlf.py", BEFORE["crlf.py"], b"one\n")
    two = FileChange(root / "pkg/../crlf.py", BEFORE["crlf.py"], b"two\n")
    with pytest.raises(MigrateError, match="two changes"):
        write.apply([one, two], root)
    assert tree(root) == BEFORE


def test_a_new_file_is_made_and_undone_with_its_folder(root):
    write.apply([FileChange(root / "vendored/shim.py", b"", b"x = 1\n")], root)
    assert (root / "vendored/shim.py").read_bytes() == b"x = 1\n"
    write.undo(root)
    assert not (root / "vendored").exists()


def test_an_empty_file_that_was_there_is_empty_again(root):
    (root / "empty.py").touch()
    write.apply([FileChange(root / "empty.py", b"", b"x = 1\n")], root)
    write.undo(root)
    assert (root / "empty.py").read_bytes() == b""


def test_a_file_that_cannot_be_written_leaves_all_as_they_were(root, monkeypatch):
    def replace(path: Path, data: bytes) -> None:  # a read-only folder does not stop root
        if path.name == "mark.py":
            raise PermissionError(13, "Permission denied", str(path))
        path.write_bytes(data)

    monkeypatch.setattr(in_place, "replace", replace)
    with pytest.raises(MigrateError, match=r"mark\.py: Permission denied; no file was changed"):
        write.apply(changes(root), root)
    assert tree(root) == BEFORE
    assert not write.is_interrupted(root)


def test_a_full_disk_is_told_with_the_file(root, monkeypatch):
    def fsync(descriptor: int) -> None:
        raise OSError(28, "No space left on device")  # of which the system does not say where

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(MigrateError, match=r"cannot write /\S+: No space left on device; no file"):
        write.apply(changes(root), root)
    monkeypatch.undo()
    assert tree(root) == BEFORE


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="permissions do not stop root")
def test_a_read_only_folder_is_one_clear_error(root):
    (root / "pkg").chmod(0o555)
    with pytest.raises(MigrateError, match="Permission denied"):
        write.apply(changes(root), root)
    (root / "pkg").chmod(0o755)
    assert tree(root) == BEFORE


def test_a_journal_that_cannot_be_made_is_one_clear_error(root):
    (root / ".tfmigrate").write_text("in the way")
    with pytest.raises(MigrateError, match="no file was changed"):
        write.apply(changes(root), root)
    assert {name: (root / name).read_bytes() for name in BEFORE} == BEFORE


def test_a_damaged_journal_says_so(root):
    write.apply(changes(root), root)
    (root / ".tfmigrate/last-run.json").write_text("{")
    with pytest.raises(MigrateError, match=r"last-run\.json is damaged"):
        write.undo(root)


def test_the_journal_hides_from_git(root):
    write.apply(changes(root), root)
    assert (root / ".tfmigrate/.gitignore").read_text() == "*\n"


def test_originals_are_at_hand_until_undo(root):
    write.apply(changes(root), root)
    assert write.originals(root) == {(root / name).resolve(): data for name, data in BEFORE.items()}
    write.undo(root)
    assert write.originals(root) == {}


# A process that dies between two writes: `os._exit` in place of the nth replacement, no handler runs.
DYING_RUN = """
import os, sys
from pathlib import Path
from migrate import write
from migrate.model.outcome import FileChange
from migrate.write import replace

root, survivors = Path(sys.argv[1]), int(sys.argv[2])
real_replace = os.replace
done = 0

def dying_replace(source, target):
    global done
    if Path(target).suffix == ".py":
        if done == survivors:
            os._exit(9)
        done += 1
    elif Path(target).name == "last-run.json" and done == survivors:
        os._exit(9)
    real_replace(source, target)

os.replace = dying_replace
files = sorted(p for p in root.rglob("*.py") if not p.name.startswith("."))
write.apply([FileChange(p, p.read_bytes(), p.read_bytes() + b"# new\\n") for p in files], root)
"""


def die_after(root: Path, survivors: int) -> None:
    status = subprocess.run(
        [sys.executable, "-c", DYING_RUN, str(root), str(survivors)], check=False
    ).returncode
    assert status == 9


@pytest.mark.parametrize("survivors", [0, 1, 3])
def test_a_run_that_died_between_writes_is_rolled_back(root, survivors):
    die_after(root, survivors)
    assert write.is_interrupted(root)
    assert sum(AFTER.get(name) == data for name, data in tree(root).items()) == survivors
    write.recover(root)
    assert tree(root) == BEFORE
    assert not write.is_interrupted(root)


def test_a_run_that_died_after_the_last_write_is_finished(root):
    die_after(root, len(BEFORE))
    assert write.recover(root) == ()
    assert tree(root) == AFTER
    write.undo(root)
    assert tree(root) == BEFORE


def test_undo_rolls_a_dead_run_back_and_keeps_the_run_before_it(root):
    write.apply(changes(root), root)
    die_after(root, 2)
    write.undo(root)
    assert tree(root) == AFTER
    write.undo(root)
    assert tree(root) == BEFORE


def test_apply_rolls_a_dead_run_back_first(root):
    die_after(root, 2)
    write.apply(changes(root), root)
    assert tree(root) == AFTER


def test_a_dead_run_with_files_edited_since_is_left_alone_by_name(root):
    die_after(root, 2)
    (root / "crlf.py").write_bytes(b"edited\n")
    now = tree(root)
    for settle in (write.recover, write.undo):
        with pytest.raises(MigrateError, match=r"edited since a run was interrupted: crlf\.py"):
            settle(root)
    assert tree(root) == now


def test_an_interrupt_between_writes_rolls_back_at_once(root, monkeypatch):
    real_replace = in_place.replace

    def interrupted(path: Path, data: bytes) -> None:
        if path.name == "mark.py":
            raise KeyboardInterrupt
        real_replace(path, data)

    monkeypatch.setattr(in_place, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write.apply(changes(root), root)
    assert tree(root) == BEFORE
    assert not write.is_interrupted(root)


def test_an_undo_that_died_is_finished_by_the_next(root, monkeypatch):
    write.apply(changes(root), root)
    real_replace = in_place.replace

    def interrupted(path: Path, data: bytes) -> None:
        if path.name == "mark.py":
            raise KeyboardInterrupt
        real_replace(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(in_place, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write.undo(root)
    write.undo(root)
    assert tree(root) == BEFORE


@pytest.mark.parametrize("died_at", ["run-000001.json", "last-run.json"])
def test_a_run_that_died_while_it_was_added_to_the_others_is_finished(root, died_at):
    write.apply(changes(root), root)
    dying = DYING_RUN.replace('"last-run.json" and done == survivors', f'"{died_at}"')
    assert subprocess.run([sys.executable, "-c", dying, str(root), "99"], check=False).returncode == 9
    written = tree(root)
    assert write.recover(root) == ()
    assert tree(root) == written != AFTER
    write.undo(root)
    assert tree(root) == AFTER
    write.undo(root)
    assert tree(root) == BEFORE


HOLDER = """
import sys, time
from pathlib import Path
from migrate import write
with write.held([Path(sys.argv[1])], shared=sys.argv[2] == "shared"):
    print("held", flush=True)
    time.sleep(float(sys.argv[3]))
    print("done", time.time(), flush=True)
"""


def hold(folder: Path, how: str, seconds: float) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", HOLDER, str(folder.resolve()), how, str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot lock a folder")
@pytest.mark.parametrize(
    ("first", "second", "waits"),
    [
        (("pkg", "alone"), (".", "alone"), True),
        ((".", "alone"), ("pkg", "alone"), True),
        (("pkg", "alone"), ("pkg", "shared"), True),
        (("pkg", "shared"), (".", "shared"), False),
        (("pkg", "alone"), ("other", "alone"), False),
    ],
)
def test_who_holds_a_tree_is_waited_for_above_and_below_it(root, first, second, waits):
    (root / "other").mkdir()
    holder = hold(root / first[0], first[1], 60)
    assert holder.stdout.readline() == "held\n"
    other = hold(root / second[0], second[1], 0)
    if waits:
        assert "waiting for another tfmigrate that works in" in other.stderr.readline()
    else:
        assert other.stdout.readline() == "held\n"
    holder.kill()  # the system lets go of what it held
    holder.communicate(timeout=30)
    assert "done" in other.stdout.read()  # what was read ahead with the first line, too
    assert other.wait(timeout=30) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot lock a folder")
def test_an_undo_waits_for_a_run_in_the_tree(root):
    write.apply(changes(root), root)
    holder = hold(root / "pkg", "alone", 1)
    assert holder.stdout.readline() == "held\n"
    write.undo(root)
    assert tree(root) == BEFORE
    out, _ = holder.communicate(timeout=30)
    assert "done" in out
