import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from migrate.verify import ParityError, Program, Request, Status, record_original, verify

from ...waiting import is_running, wait_for


def write(folder: Path, text: str) -> Path:
    program = folder / "program.py"
    program.write_text(textwrap.dedent(text))
    return program


def test_ends_a_program_that_hangs_with_all_it_started_and_shows_where(tmp_path: Path, late_once):
    late_once(lambda record: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
    program = write(
        tmp_path,
        f"""
        import subprocess, time

        def wait_for_ever():
            time.sleep(600)

        process = subprocess.Popen(["sleep", "600"])
        open({str(tmp_path / "pid")!r}, "w").write(str(process.pid))
        wait_for_ever()
        """,
    )
    with pytest.raises(ParityError, match="the original program was still running after 2 s") as failure:
        record_original(program, _empty(tmp_path), gpus=1, timeout=2)
    assert f'"{program}", line 5 in wait_for_ever' in str(failure.value)
    pid = int((tmp_path / "pid").read_text())
    assert wait_for(lambda: not is_running(pid), 5)


@pytest.mark.nightly
def test_sets_of_strings_have_one_order_in_all_runs(tmp_path: Path):
    folder = tmp_path / "program"
    folder.mkdir()
    program = write(
        folder,
        """
        import tensorflow as tf
        print("".join(set("abcdefghijklmnopqrstuvwxyz")))
        sess, v = tf.Session(), tf.get_variable("v", initializer=1.0)
        sess.run(v.initializer)
        sess.run(v.assign_add(1.0))
        """,
    )
    one = Program("the original", folder, Path(program.name))
    assert verify(Request(one, one, True, True, (), 1, timeout=60), _empty(tmp_path)).status is Status.SAME


@pytest.mark.nightly
def test_leaves_no_process_behind_of_a_program_that_ends(tmp_path: Path):
    program = write(
        tmp_path,
        f"""
        import subprocess
        import tensorflow as tf
        process = subprocess.Popen(["sleep", "600"])
        open({str(tmp_path / "pid")!r}, "w").write(str(process.pid))
        tf.Session().run(tf.placeholder_with_default(1.0, []))
        """,
    )
    assert record_original(program, _empty(tmp_path), gpus=1, timeout=60).length == 1
    pid = int((tmp_path / "pid").read_text())
    assert wait_for(lambda: not is_running(pid), 5)


@pytest.mark.nightly
def test_threads_do_not_keep_a_program_that_was_cut_short(tmp_path: Path):
    program = write(
        tmp_path,
        """
        import threading, time
        import tensorflow as tf
        threading.Thread(target=time.sleep, args=(600,)).start()
        with tf.Session() as session:
            while True:
                session.run(tf.placeholder_with_default(1.0, []))
        """,
    )
    assert record_original(program, _empty(tmp_path), gpus=1, steps=3, timeout=60).length == 3


def test_ends_the_program_when_its_parent_is_killed(tmp_path: Path):
    program = write(
        tmp_path,
        f"""
        import os, time
        open({str(tmp_path / "pid")!r}, "w").write(str(os.getpid()))
        time.sleep(600)
        """,
    )
    parent_code = f"""
from pathlib import Path
from migrate.verify import record_original
record_original(Path({str(program)!r}), Path({str(_empty(tmp_path))!r}), gpus=1)
"""
    parent = subprocess.Popen([sys.executable, "-c", parent_code])
    try:
        pid_file = tmp_path / "pid"
        assert wait_for(lambda: pid_file.exists() and pid_file.read_text())
        pid = int(pid_file.read_text())
        assert is_running(pid)
    finally:
        os.kill(parent.pid, signal.SIGKILL)
        parent.wait(10)
    assert wait_for(lambda: not is_running(pid), 5)


def test_sees_the_emulated_gpus_its_arguments_and_its_folder(tmp_path: Path):
    program = write(
        tmp_path,
        """
        import os, sys
        import tensorflow as tf
        assert sys.argv == [__file__, "--flag", "--", "x"], sys.argv
        assert __name__ == "__main__"
        assert sys.path[0] == os.path.dirname(os.path.realpath(__file__)), sys.path[0]
        with tf.device("/gpu:2"):
            x = tf.placeholder_with_default(1.0, []) + 1.0
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=False)) as session:
            session.run(x)
        with tf.device("/gpu:3"):
            y = tf.placeholder_with_default(1.0, []) + 1.0
        try:
            with tf.Session(config=tf.ConfigProto(allow_soft_placement=False)) as session:
                session.run(y)
        except Exception as error:
            print(error)
        else:
            raise AssertionError("a fourth GPU of three")
        """,
    )
    record = record_original(program, _empty(tmp_path), arguments=["--flag", "--", "x"], gpus=3, timeout=60)
    assert record.length == 1


def _empty(folder: Path) -> Path:
    (folder / "record").mkdir()
    return folder / "record"
