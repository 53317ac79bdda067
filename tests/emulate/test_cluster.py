"""Clusters of real processes: how they start, are told apart, and end."""

import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import emulate

_SAY = """
import json, os, sys, time
config = json.loads(os.environ["TF_CONFIG"])
task = config["task"]["type"], config["task"]["index"]
print(*task, *sys.argv[1:], flush=True)
"""


@pytest.fixture
def script(tmp_path):
    def write(source):
        path = tmp_path / f"script{len(list(tmp_path.iterdir()))}.py"
        path.write_text(_SAY + source, encoding="utf-8")
        return str(path)

    return write


def command(*options, program, arguments=()):
    return [sys.executable, "-m", "emulate", *options, "--", sys.executable, program, *arguments]


def run(*options, program, arguments=(), timeout=60):
    return subprocess.run(
        command(*options, program=program, arguments=arguments),
        capture_output=True,
        text=True,
        timeout=timeout,
        stdin=subprocess.DEVNULL,
    )


def test_each_task_knows_its_place_and_the_ps_ends_with_the_workers(script, tmp_path):
    program = script(
        f"""
said = {str(tmp_path / "said")!r}
if task[0] == "ps":
    open(said, "w").close()
    time.sleep(600)
while not os.path.exists(said):  # it ends with the workers, whether it has begun or not
    time.sleep(0.05)
print("to err", file=sys.stderr, flush=True)
sys.stdout.write("no newline")
"""
    )
    options = ("--ps", "1", "--workers", "2", "--job", "local=1", "--log-dir", str(tmp_path / "logs"))
    done = run(*options, program=program, arguments=["{job}/{index}", "{worker_hosts}"])
    assert done.returncode == 0
    lines = sorted(done.stdout.splitlines())
    told = [line.split() for line in lines if "/" in line]
    assert [words[:3] for words in told] == [
        ["[local:0]", "local", "0"],
        ["[ps:0]", "ps", "0"],
        ["[worker:0]", "worker", "0"],
        ["[worker:1]", "worker", "1"],
    ]
    assert [words[3] for words in told] == ["local/0", "ps/0", "worker/0", "worker/1"]
    assert len({words[4] for words in told}) == 1
    assert told[0][4].count("127.0.0.1:") == 2
    assert "[worker:1] no newline" in lines
    assert sorted(done.stderr.splitlines()) == [
        f"{f'[{t}]'.ljust(11)}to err" for t in ("local:0", "worker:0", "worker:1")
    ]
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == [
        *("local-0.log", "ps-0.log", "worker-0.log", "worker-1.log")
    ]
    assert (tmp_path / "logs" / "worker-0.log").read_text().count("\n") == 3


def test_the_status_is_that_of_the_first_task_that_failed(script):
    program = script("sys.exit(5 if task == ('worker', 1) else 0)")
    done = run("--workers", "3", program=program)
    assert done.returncode == 5
    assert "emulate: worker:1 ended with 5; each task's output is in" in done.stderr


_TWO_CLUSTERS = """
import emulate
for program in ("true", "false"):
    with emulate.cluster(workers=1) as cluster:
        outcome = cluster.run([program])
    assert outcome.output("worker:0") == ""
    print(cluster.log_folder.name)
with emulate.cluster(workers=1) as cluster:
    cluster.run(["true"])
    print(cluster.log_folder.name)
    raise SystemExit("what a test found wrong")
"""


def test_logs_are_kept_where_something_failed_and_nothing_else_is(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", _TWO_CLUSTERS], capture_output=True, text=True, timeout=60, check=False
    )
    _well, failed, raised = done.stdout.split()
    assert {path.name for path in tmp_path.glob("emulate-*")} - {"emulate-ports-0"} == {failed, raised}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_however_the_launcher_ends_nothing_is_left(script, number):
    program = script(
        """
import signal, subprocess
signal.signal(signal.SIGTERM, signal.SIG_IGN)
sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
children = [subprocess.Popen(sleep, start_new_session=own) for own in (False, True)]
print("PIDS", os.getpid(), *(child.pid for child in children), flush=True)
time.sleep(600)
"""
    )
    launcher = subprocess.Popen(
        command("--ps", "1", "--workers", "1", program=program),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    pids = []
    while len(pids) < 6:
        line = launcher.stdout.readline()
        assert line, "the launcher ended"
        if "PIDS" in line:
            pids += [int(word) for word in line.split()[-3:]]
    launcher.send_signal(number)
    status = launcher.wait(timeout=20)
    assert status == (-number if number == signal.SIGKILL else 128 + number)
    deadline = time.monotonic() + 5
    while any(map(runs, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [pid for pid in pids if runs(pid)] == []


def runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.nightly
def test_twenty_clusters_at_once_have_ports_of_their_own(script):
    program = script(
        """
import socket
ports = [int(address.rpartition(":")[2]) for job in config["cluster"].values() for address in job]
with socket.socket() as listener:
    listener.bind(("127.0.0.1", ports[task[1]]))
    listener.listen()
    print("PORT", ports[task[1]], flush=True)
    time.sleep(2)
"""
    )

    def one(_):
        with emulate.cluster(workers=2) as cluster:
            outcome = cluster.run([sys.executable, program], timeout=60)
            words = "".join(outcome.output(f"worker:{i}") for i in range(2)).split()
            return outcome.status, [words[i + 1] for i, word in enumerate(words) if word == "PORT"]

    with ThreadPoolExecutor(20) as pool:
        ended = list(pool.map(one, range(20)))
    assert [status for status, _ in ended] == [0] * 20
    assert len({port for _, ports in ended for port in ports}) == 40


def test_a_cluster_that_hangs_is_ended_with_every_stack(script, tmp_path):
    program = script(
        """
def stuck_here():
    time.sleep(600)
if task[1] == 0:
    import signal
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
stuck_here()
"""
    )
    started = time.monotonic()
    options = ("--workers", "2", "--hang-timeout", "2", "--log-dir", str(tmp_path))
    done = run(*options, program=program)
    assert done.returncode == 1
    assert time.monotonic() - started < 30
    assert "no progress for 2 s: the cluster is ended; stacks of worker:0, worker:1" in done.stderr
    for i in range(2):
        assert "in stuck_here" in (tmp_path / f"worker-{i}.log").read_text()


def test_faults_by_time_and_from_python(script):
    program = script(
        """
for i in range(600):
    print("at", i, time.monotonic(), flush=True)
    time.sleep(0.1)
    if task[1] == 0 and i == 35: sys.exit(0)
"""
    )
    with emulate.cluster(workers=2, evaluator=1) as cluster:
        cluster.fault("kill", "evaluator@0.5s")
        cluster.fault("pause", "worker:0@2s,for=1.5s")
        cluster.fault("kill", "worker:1@2s")
        cluster.fault("restart", "worker:1=0.2s")
        cluster.fault("kill", "worker:1@4s")
        outcome = cluster.run([sys.executable, program], timeout=60)
        with pytest.raises(emulate.EmulateError, match="is not running"):
            cluster.kill("worker:1")
    assert outcome.status == 0
    assert outcome.statuses == {"worker:0": 0, "worker:1": None, "evaluator:0": None}
    times = [
        float(line.split()[2]) for line in outcome.output("worker:0").splitlines() if line.startswith("at")
    ]
    assert max(b - a for a, b in zip(times, times[1:], strict=False)) > 1.4
    said = outcome.output("worker:1")
    assert said.count("worker 1\n") == 2
    assert said.count("emulate: killed") == 2
    assert "emulate: started again" in said


def test_a_task_is_slowed_down_by_about_the_factor(script):
    program = script(
        """
print("READY", flush=True)
time.sleep(1)
# A task that is slowed down stands still most of the time, however much time it could have.
start, used = time.monotonic(), time.process_time()
while time.monotonic() < start + 2:
    sum(range(20000))
print("TIMES", (time.monotonic() - start) / (time.process_time() - used), flush=True)
"""
    )
    with emulate.cluster(workers=1) as cluster:
        cluster.start([sys.executable, program])
        deadline = time.monotonic() + 30
        while b"READY" not in (cluster.log_folder / "worker-0.log").read_bytes():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        cluster.slow("worker:0", 5)
        outcome = cluster.wait(60)
    factor = float(outcome.output("worker:0").split("TIMES ")[1].split()[0])
    assert outcome.status == 0
    assert factor > 2.5


def test_others_do_not_go_on_for_ever_without_their_leader(script, monkeypatch):
    monkeypatch.setattr(sys.modules["emulate._cluster"], "_SECONDS_WITHOUT_LEADER", 0.2)
    program = script("time.sleep(600 if task[1] else 0)")
    with emulate.cluster(workers=2) as cluster:
        outcome = cluster.run([sys.executable, program], leader="worker:0", timeout=60)
    assert (outcome.status, outcome.hung) == (0, False)
    assert outcome.statuses == {"worker:0": 0, "worker:1": None}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--workers", "-1"], "-1 tasks of worker"),
        (["--ps", "0", "--workers", "0"], "without tasks"),
        (
            ["--workers", "1", "--kill", "worker:3@1s"],
            "worker:3: the cluster has no such task, only worker:0",
        ),
        (["--workers", "1", "--kill", "worker:0"], "write it as worker:1@step=20"),
        (["--job", "local"], "write it as --job local=2"),
        (["--workers", "1", "--serve", "ps"], "--serve ps: the cluster has no such job"),
        (["--gpus", "1", "--kill", "worker:0@1s"], "--kill is for clusters"),
        (["--workers", "1", "--tpus", "8"], "not for a cluster"),
        (["--workers", "1", "--memory", "1GB"], "memory limit 1GB: it is of GPUs, and there are none"),
        (["--workers", "1", "--hang-timeout", "-3"], "hang timeout -3: give seconds above 0"),
        (["--workers", "1", "--log-dir", "/dev/null/x"], "log folder /dev/null/x: Not a directory"),
        (["--workers", "1", "--first-port", "70000"], "port 70000: the ports of 1 tasks must lie between"),
    ],
)
def test_a_wrong_command_line_is_one_clear_line(script, options, complaint):
    done = run(*options, program=script(""))
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert complaint in done.stderr


def test_a_script_that_is_not_there_starts_no_task(tmp_path):
    done = run("--workers", "2", program=str(tmp_path / "no.py"))
    assert done.returncode == 2
    assert done.stderr == f"emulate: {tmp_path / 'no.py'}: no such script\n"


def test_a_task_is_killed_and_started_again_as_a_test_decides(script):
    program = script("time.sleep(600 if len(sys.argv) < 2 else 1)")
    with emulate.cluster(workers=2) as cluster:
        cluster.start([sys.executable, program])
        with pytest.raises(emulate.EmulateError, match="worker:0 is running: kill it"):
            cluster.restart("worker:0")
        cluster.kill("worker:0")
        cluster.restart("worker:0")
        cluster.kill("worker:0")
        cluster.kill("worker:1")
        outcome = cluster.wait(30)
        with pytest.raises(emulate.EmulateError, match="started already"):
            cluster.start([sys.executable, program])
    assert outcome.status == 0
    assert outcome.statuses == {"worker:0": None, "worker:1": None}
    assert "emulate: killed" in outcome.output("worker:0")
