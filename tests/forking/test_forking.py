"""A forked child is what a started one is: what it computes, sees, and leaves behind."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from migrate.verify import ParityError, Record, processes, record_original
from migrate.verify.processes import Assignment
from migrate.verify.records import same_bytes

from ..waiting import is_running, wait_for
from . import client

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="children are forked on Linux alone")

TRAINING = """
    import numpy as np
    import tensorflow as tf
    tf.set_random_seed(1)
    np.random.seed(1)
    x = tf.placeholder(tf.float32, [None, 8])
    losses = []
    with tf.variable_scope("net") as scope:
        for tower in range(2):
            with tf.device("/gpu:%d" % tower):
                hidden = tf.layers.dense(x, 16, tf.nn.tanh, name="hidden")
                losses.append(tf.reduce_mean(tf.square(hidden - tf.random_normal(tf.shape(hidden)))))
            scope.reuse_variables()
    train_op = tf.train.AdamOptimizer(0.1).minimize(tf.add_n(losses))
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=False)) as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(4):
            sess.run([train_op, losses], {x: np.random.rand(5, 8)})
"""

LOOK = """
    import os, random, sys
    import numpy as np
    import tensorflow as tf
    assert sys.argv == [__file__, "--flag"], sys.argv
    assert sys.path[0] == os.path.dirname(os.path.realpath(__file__)), sys.path
    assert os.getcwd() == sys.path[0], os.getcwd()
    assert os.getpgrp() == os.getpid() == os.getsid(0)
    assert sys.stdin.read() == ""
    assert __name__ == sys.modules["__main__"].__name__ == "__main__"
    assert "tf_slim" not in sys.modules
    assert len(tf.config.list_logical_devices("GPU")) == 3
    drawn = [random.random(), np.random.rand(), tf.random_normal([])]
    sess = tf.Session()
    sess.run([tf.constant(drawn[0]), tf.constant(drawn[1]), drawn[2]])
"""


@pytest.fixture
def record(tmp_path, forked):
    def run(text, name="record", timeout=60.0) -> Record:
        program = tmp_path / "program.py"
        program.write_text(textwrap.dedent(text))
        (tmp_path / name).mkdir()
        return record_original(program, tmp_path / name, arguments=["--flag"], gpus=3, timeout=timeout)

    return run


def test_computes_to_the_bit_what_a_process_of_its_own_does(record, monkeypatch):
    values = []
    for how in ("forked", "started"):
        made = record(TRAINING, how)
        steps = list(made.steps())
        assert len(steps) == 4
        values.append([*made.initial().values(), *(value for step in steps for _, value in step.fetched)])
        values[-1] += [value for step in steps for value in step.variables.values()]
        monkeypatch.undo()
    assert all(same_bytes(one, other) for one, other in zip(*values, strict=True))


def test_starts_where_a_new_process_does_with_chance_of_its_own(record, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    drawn = [[value for _, value in next(iter(record(LOOK, name).steps())).fetched] for name in "ab"]
    assert not any(same_bytes(one, other) for one, other in zip(*drawn, strict=True))


def test_the_server_has_started_nothing(record, fork_server):
    record(LOOK.replace("assert os.getcwd()", "os.getcwd()"))
    threads = Path(f"/proc/{fork_server.process.pid}/task")
    libraries = os.cpu_count()  # NumPy's, which it ends before a fork
    assert len(list(threads.iterdir())) <= libraries


def test_tells_how_a_child_ended(record):
    with pytest.raises(ParityError, match=r"ended with status 1: (?s:.*)ValueError: no"):
        record("raise ValueError('no')", "a")
    with pytest.raises(ParityError, match="was killed by SIGSEGV"):
        record("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "b")
    with pytest.raises(ParityError, match=r"still running after 2 s(?s:.*)program.py\", line 1 in <module>"):
        record("import time; time.sleep(600)", "c", timeout=2.0)


def test_a_program_ends_as_one_of_python(python, tmp_path):
    program = tmp_path / "program.py"
    program.write_text("""
import atexit, os, sys, threading, time
atexit.register(print, "at the end")
threading.Thread(target=lambda: print(time.sleep(0.1), "in a thread")).start()
assert sys.argv[0] == __file__ == os.path.join(sys.path[0], "program.py") and __name__ == "__main__"
sys.exit("why" if sys.argv[1:] == ["wrong"] else 3)
""")
    wrong = python(str(program), "wrong")
    assert wrong.returncode == 1
    assert wrong.stdout.splitlines() == ["None in a thread", "at the end"]
    assert wrong.stderr.splitlines() == ["why"]
    assert python(str(program)).returncode == 3
    failed = python("-c", "import sys\nassert sys.argv[1:] == ['a']", "b")
    assert failed.returncode == 1
    assert failed.stderr.splitlines()[-1] == "AssertionError"
    assert python("-c", "import os; os.kill(os.getpid(), 9)").returncode == -signal.SIGKILL


def test_a_program_that_hangs_is_ended(python):
    with pytest.raises(subprocess.TimeoutExpired):
        python("-c", "import time; time.sleep(600)", timeout=0.5)
    assert python("-c", "print('next')").stdout == "next\n"


@pytest.mark.parametrize(
    "run",
    [
        "processes.start_process = server.start; record_original(program, folder, gpus=1)",
        "server.run([sys.executable, str(program)], dict(os.environ), folder, 600)",
    ],
    ids=["recorded", "alone"],
)
def test_nothing_outlives_the_tests(tmp_path, run):
    program = tmp_path / "program.py"
    program.write_text(f"""
import os, time
open({str(tmp_path / "pids")!r}, "w").write(f"{{os.getpid()}} {{os.getppid()}}")
time.sleep(600)
""")
    (tmp_path / "record").mkdir()
    tests = f"""
import os, sys
from pathlib import Path
from migrate.verify import processes, record_original
from tests.forking.client import ForkServer
program, folder = Path({str(program)!r}), Path({str(tmp_path / "record")!r})
server = ForkServer()
{run}
"""
    parent = subprocess.Popen([sys.executable, "-c", tests], cwd=Path(__file__).parents[2])
    try:
        pids = tmp_path / "pids"
        assert wait_for(lambda: pids.exists() and pids.read_text(), 100.0)  # TensorFlow is imported first
    finally:
        os.kill(parent.pid, signal.SIGKILL)
        parent.wait(10)
    child, server = map(int, pids.read_text().split())
    assert wait_for(lambda: not is_running(child) and not is_running(server))


def test_a_program_that_imports_compat_finds_it_imported_and_others_do_not(python):
    look = "import sys; print('compat' in sys.modules, 'compat.tf1' in sys.modules)"
    assert python("-c", look).stdout.split() == ["False", "False"]
    assert python("-c", f"{look}\nimport compat").stdout.split() == ["True", "False"]
    assert python("-c", look).stdout.split() == ["False", "False"]


def test_children_of_any_chance_are_forked(fork_server, tmp_path, monkeypatch):
    started = []
    monkeypatch.setattr(client, "start_process", lambda *how: started.append(how))
    program = tmp_path / "program.py"
    program.write_text("import os, tensorflow as tf\nprint(os.environ['PYTHONHASHSEED'], hash('a'))\n")
    monkeypatch.setattr(processes, "start_process", fork_server.start)
    said = []
    for chance in (0, 1):
        folder = tmp_path / str(chance)
        folder.mkdir()
        processes.run_child(Assignment("original", program, (), 1, None, folder, chance=chance), 60)
        said.append((folder / "stdout.txt").read_text().split())
    assert started == []
    expected = subprocess.run(
        [sys.executable, "-c", "print(hash('a'))"],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert said == [["0", expected], ["1", expected]]
