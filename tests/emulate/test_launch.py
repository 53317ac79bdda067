import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

_WHERE = """
    import os
    import sys
    import emulate
    import tensorflow as tf

    with emulate.placement() as ops:
        for name in ("/gpu:0", "/gpu:1"):
            with tf.device(name):
                tf.exp(tf.ones([]))
"""


@pytest.fixture
def programs(started_programs):
    return started_programs


@pytest.mark.nightly
def test_a_module_that_changes_directory_and_starts_a_child_is_emulated_with_it(programs):
    programs.write("", "package/__init__.py")
    programs.write(_WHERE + "    report(child=ops.devices('Exp'))\n", "child.py")
    programs.write(
        _WHERE
        + """
    import subprocess
    import customised
    os.chdir("/")
    child = subprocess.run([sys.executable, sys.argv[1]], capture_output=True, text=True)
    report(parent=ops.devices("Exp"), customised=customised.by_user, child=child.stdout, argv=sys.argv[1:])
    sys.exit(7)
    """,
        "package/train.py",
    )
    programs.write("import customised\ncustomised.by_user = True\n", "site/sitecustomize.py")
    programs.write("by_user = False\n", "site/customised.py")
    child = str(programs.folder / "child.py")
    site = str(programs.folder / "site")
    outcome = programs.launch(sys.executable, "-m", "package.train", child, "--flag", PYTHONPATH=site)
    assert outcome.status == 7
    assert outcome.report["parent"] == ["/gpu:0", "/gpu:1"]
    assert outcome.report["customised"] is True
    assert outcome.report["argv"] == [child, "--flag"]
    assert 'REPORT {"child": ["/gpu:0", "/gpu:1"]}' in outcome.report["child"]


def test_children_are_emulated_whatever_environment_they_are_given(programs):
    child = programs.write(
        """
        import os, sys
        waits = any(type(finder).__name__ == "_TensorFlowFinder" for finder in sys.meta_path)
        print(sys.argv[1], waits and "TFMIGRATE_EMULATE" in os.environ, os.environ.get("MINE"), flush=True)
        """,
        "child.py",
    )
    outcome = programs.emulated(
        """
        import multiprocessing
        import os
        import subprocess
        import sys

        def spawned(queue):
            queue.put(any(type(finder).__name__ == "_TensorFlowFinder" for finder in sys.meta_path))

        if __name__ == "__main__":
            command = [sys.executable, sys.argv[1]]
            own = {"MINE": "yes", "PYTHONPATH": "/nowhere"}
            subprocess.run([*command, "subprocess"], env=own, check=True)
            subprocess.run([*command, "empty"], env={}, check=True)
            os.spawnve(os.P_WAIT, command[0], [*command, "spawnve"], own)
            os.waitpid(os.posix_spawn(command[0], [*command, "posix_spawn"], own), 0)
            os.environ["PYTHONPATH"] = "/nowhere"
            os.system(" ".join([*command, "system"]))
            queue = multiprocessing.get_context("spawn").Queue()
            process = multiprocessing.get_context("spawn").Process(target=spawned, args=(queue,))
            process.start()
            print("spawn", queue.get(timeout=60), None, flush=True)
            process.join()
            del os.environ["PYTHONPATH"]
            os.system(" ".join([*command, "without"]))
            os.execve(command[0], [*command, "execve"], own)
        """,
        str(child),
    )
    mine = dict.fromkeys(("subprocess", "spawnve", "posix_spawn", "execve"), "True yes")
    others = dict.fromkeys(("empty", "system", "spawn", "without"), "True None")
    assert dict(line.split(" ", 1) for line in outcome.out.splitlines()) == {**mine, **others}


@pytest.mark.nightly
def test_a_program_with_a_module_named_emulate_keeps_it(programs):
    programs.write("MINE = True\n", "emulate.py")
    programs.working_folder = "/"  # else `python -m emulate`, the launcher, would run the program's module
    outcome = programs.emulated(
        """
        import emulate
        import tensorflow as tf
        with tf.device("/gpu:1"):
            x = tf.exp(tf.ones([]))
        report(mine=emulate.MINE, device=x.device)
        """
    )
    assert outcome.report == {"mine": True, "device": "/job:localhost/replica:0/task:0/device:GPU:1"}


def test_the_exit_status_is_the_programs(programs):
    assert programs.launch("sh", "-c", "exit 9").status == 9
    assert programs.launch("sh", "-c", "kill -9 $$").status == 128 + signal.SIGKILL


def test_a_program_without_tensorflow_is_told_of_and_succeeds(programs):
    outcome = programs.emulated("print('done')")
    assert (outcome.status, outcome.out) == (0, "done\n")
    assert "nothing was emulated" in outcome.complaints[0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--gpus", "0", "--", "true"], "--gpus 0: the number must be 1 or more"),
        (["--gpus", "-3", "--", "true"], "--gpus -3: the number must be 1 or more"),
        (["--gpus", "two", "--", "true"], "'two' is not a valid integer"),
        (["--", "true"], "nothing to emulate: give --gpus N"),
        (["--tpus", "0", "--", "true"], "--tpus 0: the number must be 1 or more"),
        (
            ["--gpus", "1", "--memory", "lots", "--", "true"],
            "memory limit 'lots': give a number of megabytes",
        ),
        (["--gpus", "1", "--memory", "0", "--", "true"], "memory limit '0': give a number of megabytes"),
        (["--gpus", "2", "--"], "no command: give it after --"),
        (["--gpus", "2", "--", "no-such-program"], "no-such-program: no such program"),
        (["--gpus", "2", "--", sys.executable, "no_such.py"], "no_such.py: no such script"),
        (["--gpus", "2", "--", sys.executable, "-u", "-W", "ignore", "no.py"], "no.py: no such script"),
        (["--gpus", "2", "--", sys.executable, "-I", "-c", ""], "python -I: emulation comes through"),
    ],
)
def test_a_wrong_command_line_is_one_clear_line(programs, arguments, complaint):
    outcome = programs.command([sys.executable, "-m", "emulate", *arguments])
    assert outcome.status == 2
    assert outcome.out == ""
    assert len(outcome.err.splitlines()) == 1
    assert complaint in outcome.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_launcher_leaves_no_child_behind(programs, number):
    program = programs.write(
        """
        import os, signal, subprocess, sys, time
        for ignored in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ignored, signal.SIG_IGN)
        sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
        children = [subprocess.Popen(sleep, start_new_session=own) for own in (False, True)]
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        print(os.getpid(), *(child.pid for child in children), flush=True)
        time.sleep(600)
        """
    )
    launcher = subprocess.Popen(
        [sys.executable, "-m", "emulate", "--gpus", "2", "--", sys.executable, str(program)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert launcher.stdout is not None
    started = [int(word) for word in launcher.stdout.readline().split()]
    assert len(started) == 3
    launcher.send_signal(number)
    assert launcher.wait(timeout=20) == 128 + number
    deadline = time.monotonic() + 5
    while any(_runs(pid) for pid in started) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [pid for pid in started if _runs(pid)] == []


def _runs(pid: int) -> bool:
    """Whether a process runs; one that is dead and waits to be collected does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
