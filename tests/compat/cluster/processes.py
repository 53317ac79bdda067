"""Tasks of clusters on loopback, as processes forked off one that has imported TensorFlow."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import tensorflow as tf

from compat.cluster import _marks as marks
from compat.cluster._tasks import tasks_of
from emulate._ports import reserved

from ...waiting import is_running

_STAGE = Path(__file__).with_name("stage.py")


class TaskFailed(Exception):
    """A task ended by an error, or by a signal; `kinds` are the names of the error's classes."""

    def __init__(self, message: str, kinds: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.kinds = kinds


class Running:
    """A task's process."""

    def __init__(self, pid: int, result: Path, log: Path) -> None:
        self.pid = pid
        self._result = result
        self.log = log

    def send(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        self.ended(10)

    def ended(self, timeout: float) -> None:
        end = time.monotonic() + timeout
        while is_running(self.pid):
            assert time.monotonic() < end, f"not ended after {timeout} s: {self.output()}"
            time.sleep(0.01)

    def result(self, timeout: float = 60.0) -> Any:
        """What the task's function returned; also that the process then ended."""
        end = time.monotonic() + timeout
        while not self._result.exists():
            if time.monotonic() > end or not is_running(self.pid) and not self._result.exists():
                raise TaskFailed(f"no result: {self.output()}")
            time.sleep(0.01)
        self.ended(10)
        result = json.loads(self._result.read_text())
        if "error" in result:
            raise TaskFailed(result["error"], result["kinds"])
        return result["value"]

    def output(self) -> str:
        return self.log.read_text(errors="replace")[-3000:] if self.log.exists() else ""


class Cluster:
    """Addresses of tasks, and the processes that have been started for them."""

    def __init__(self, start: Callable[..., Running], jobs: Mapping[str, Sequence[str]]) -> None:
        self.jobs = {job: list(addresses) for job, addresses in jobs.items()}
        self._start = start
        self.running: list[Running] = []

    def start(self, function: str, job: str, index: int, *arguments: Any) -> Running:
        """Call `function(jobs, job, index, *arguments)` in a process of its own.

        It is one of programs.py, unless it says `"file.py:function"`.
        """
        file, _, name = function.rpartition(":")
        path = Path(__file__).with_name(file or "programs.py")
        task = self._start(f"{path}:{name}", [self.jobs, job, index, *arguments])
        self.running.append(task)
        return task

    def start_as(self, jobs: Mapping[str, Any], function: str, index: int, *arguments: Any) -> Running:
        """Call a function as a worker to whom some of the cluster's jobs are others."""
        file, _, name = function.rpartition(":")
        path = Path(__file__).with_name(file)
        task = self._start(f"{path}:{name}", [{**self.jobs, **jobs}, "worker", index, *arguments])
        self.running.append(task)
        return task

    def start_in(self, jobs: Mapping[str, Any], until: Path) -> Running:
        """Be worker 0 of a cluster that is described so, as long as the file `until` is there."""
        path = Path(__file__).with_name("programs.py")
        task = self._start(f"{path}:be_while_told", [jobs, "worker", 0, str(until)])
        self.running.append(task)
        return task

    def serve(self, *timeout: float) -> list[Running]:
        return [self.start("serve", "ps", index, *timeout) for index in range(len(self.jobs["ps"]))]

    def wait_until_served(self, *jobs: str) -> None:
        """So that who then waits for a task but a short time waits for one that does not come."""
        marks.wait_until_ready(tasks_of(tf.train.ClusterSpec(self.jobs), jobs or ["ps"]), 60)


@contextlib.contextmanager
def stage(folder: Path) -> Iterator[Callable[..., Running]]:
    """What starts a task, whose output and result go to `folder`; all tasks end with the block."""
    process = subprocess.Popen(
        [sys.executable, str(_STAGE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    count = 0

    def start(function: str, arguments: Sequence[Any]) -> Running:
        nonlocal count
        if not count:
            assert process.stdout.readline() == "ready\n"
        count += 1
        result, log = folder / f"{count}.json", folder / f"{count}.log"
        request = {"function": function, "arguments": arguments, "result": str(result), "log": str(log)}
        print(json.dumps(request), file=process.stdin, flush=True)
        return Running(int(process.stdout.readline()), result, log)

    try:
        yield start
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def forked_tasks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Running]]:
    """The body of a fixture: what starts a task, for all tests of a session."""
    if sys.platform != "linux":
        pytest.skip("tasks are forked off a process that has imported TensorFlow, and watched in /proc")
    with stage(tmp_path_factory.mktemp("tasks")) as start:
        yield start


@contextlib.contextmanager
def cluster_of(start: Callable[..., Running], **counts: int) -> Iterator[Cluster]:
    """A cluster of so many tasks of each job, on free ports; what still runs is killed behind the block."""
    with reserved(sum(counts.values())) as ports:
        free = iter(ports)
        cluster = Cluster(
            start, {job: [f"127.0.0.1:{next(free)}" for _ in range(count)] for job, count in counts.items()}
        )
        try:
            yield cluster
        finally:
            for task in cluster.running:
                if is_running(task.pid):
                    task.send(signal.SIGKILL)
                print(f"task {task.pid}: {task.output()}")  # which pytest shows where a test fails


def wait_for_checkpoint(folder: Path, step: int, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        last = tf.train.latest_checkpoint(str(folder))
        if last is not None and int(last.rpartition("-")[2]) >= step:
            return
        time.sleep(0.05)
    raise AssertionError(f"no checkpoint of step {step} after {seconds} s")
