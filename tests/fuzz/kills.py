"""Ends the whole command at each point where it touches files, and looks at what it leaves.

    python -m tests.fuzz.kills

The command rewrites a small tree, or undoes that. It is ended by SIGKILL, SIGTERM, SIGINT, and SIGKILL with
what was written and not flushed to the disk cut in half, as a power cut may leave it. Each file must be
wholly old or wholly new then; `undo` must end what was undone, the next run make all new, and `undo` all old.
The exit status is 1 if something is wrong.
"""

import contextlib
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from migrate.cli.main import main as tfmigrate

BEFORE = {
    "src/model.py": b"import tensorflow as tf\r\n\r\ndef net(x):\r\n    return tf.log(x)\r\n",
    "src/train.py": b"import tensorflow as tf\nimport model\n\nx = tf.placeholder(tf.float32, [])\n"
    b"y = model.net(x)\nwith tf.Session() as sess:\n    print(sess.run(y, {x: 1.0}))\n",
    "src/inner/losses.py": b"import tensorflow as tf\n\ndef loss(x):\n\treturn tf.reduce_sum(tf.log(x))\n",
    "src/old.py": b"import tensorflow as tf\nprint tf.log(1.0)\n",
}
_EVENTS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate", "os.chmod"}
_SIGNALS = {"SIGTERM": signal.SIGTERM, "SIGINT": signal.SIGINT}
_WAYS = (*_SIGNALS, "SIGKILL", "power cut")


def main() -> int:
    """Try all points; returns the exit status."""
    wrong = []
    with tempfile.TemporaryDirectory(prefix="tfmigrate-kills-") as scratch:
        os.environ["XDG_CACHE_HOME"] = f"{scratch}/cache"  # the tree is planned once
        after = _in_child(Path(scratch) / "tree", ["rewrite", "src"])
        kills = 0
        for command in ("rewrite", "undo"):
            for way in _WAYS:
                point = 0
                while True:
                    point += 1
                    found = tried(Path(scratch) / "tree", command, way, point, after)
                    if found is None:  # it came to its end before
                        break
                    kills += 1
                    if found:
                        wrong.append(f"{command}, {way} at its access {point} to files: {found}")
                        print(wrong[-1], flush=True)
                print(f"{command} {way}: {point - 1} kills", flush=True)
    print(f"{kills} kills, {len(wrong)} with something wrong behind them")
    return int(bool(wrong))


def tried(folder: Path, command: str, way: str, point: int, after: Mapping[str, bytes]) -> str | None:
    """What is wrong behind a kill at a point; None where the command ends before that."""
    _write(folder)
    if command == "undo":
        _run(folder, ["rewrite", "src"])
    unsynced = folder.with_name("unsynced")
    unsynced.unlink(missing_ok=True)
    arguments = ["rewrite", "src"] if command == "rewrite" else ["undo"]
    status = _run(folder, arguments, lambda: _die_at(point, way, unsynced))
    if not unsynced.exists():
        return None
    if way == "power cut":
        for name in unsynced.read_text().splitlines():
            with contextlib.suppress(FileNotFoundError):
                os.truncate(name, os.path.getsize(name) // 2)
    if way in _SIGNALS and status not in (0, 2, -signal.SIGTERM):  # the last where nothing is to be put back
        return f"status {status}"
    torn = [name for name, data in _tree(folder).items() if data not in (BEFORE.get(name), after.get(name))]
    if torn:
        return f"{', '.join(torn)} is neither old nor new"
    rest = [("undo", BEFORE)] if command == "undo" else []  # goes on with what was interrupted
    for again, wanted in (*rest, ("rewrite", after), ("undo", BEFORE)):
        status = _run(folder, ["rewrite", "src"] if again == "rewrite" else ["undo"])
        is_over = again == "undo" and status == 2  # there was nothing left to undo
        if (status and not (rest and is_over)) or _tree(folder) != wanted:
            return f"{again} then ends with {status}, and the files are not what they are to be"
    return ""


def _die_at(point: int, way: str, told: Path) -> None:
    """Have this process ended at its access of that number to a file of the folder."""
    count, unsynced, here = 0, {}, os.getcwd()
    fsync, replace = os.fsync, os.replace

    def synced(descriptor: int) -> None:
        path = os.readlink(f"/proc/self/fd/{descriptor}")
        fsync(descriptor)
        unsynced.pop(path, None)

    def replaced(source: os.PathLike[str], target: os.PathLike[str], **options: int) -> None:
        replace(source, target, **options)
        if unsynced.pop(os.path.abspath(source), None):
            unsynced[os.path.abspath(target)] = True

    def seen(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal count
        if event not in _EVENTS or not isinstance(arguments[0], (str, bytes, os.PathLike)):
            return
        path = os.path.abspath(os.fsdecode(arguments[0]))
        if not path.startswith(here + os.sep):
            return
        count += 1
        if count == point:
            told_to = os.open(told, os.O_WRONLY | os.O_CREAT)
            os.write(told_to, "\n".join(unsynced).encode())
            os.kill(os.getpid(), _SIGNALS.get(way, signal.SIGKILL))
        is_written = event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_ACCMODE
        if is_written:
            unsynced[path] = True

    os.fsync, os.replace = synced, replaced  # type: ignore[assignment]
    sys.addaudithook(seen)


def _in_child(folder: Path, arguments: list[str]) -> dict[str, bytes]:
    _write(folder)
    assert _run(folder, arguments) == 0
    return _tree(folder)


def _run(folder: Path, arguments: list[str], prepare: Callable[[], None] = lambda: None) -> int:
    """The status of the command in a forked process, which has everything imported."""
    child = os.fork()
    if child == 0:
        status = 70
        with contextlib.suppress(BaseException):
            nothing = os.open(os.devnull, os.O_RDWR)
            for number in range(3):
                os.dup2(nothing, number)
            os.chdir(folder)
            prepare()
            status = tfmigrate([*arguments, "--jobs", "1"] if arguments[0] == "rewrite" else arguments)
        os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _write(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in BEFORE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def _tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("src/**/*.py")}


if __name__ == "__main__":
    sys.exit(main())
