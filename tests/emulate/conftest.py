"""Child processes: emulation is for good, so every topology is a process of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from ..forking.client import ForkServer

TIMEOUT_SECONDS = 120
# Buffered, as a user's are: without a buffer C writes each line out by itself.
_ENVIRONMENT = {"TF_CPP_MIN_LOG_LEVEL": "0", "PYTHONUNBUFFERED": ""}
# What a child program ends with: its findings as one line of JSON, which nothing else it prints looks like.
_REPORT = """
def report(**values):
    import json
    print("REPORT " + json.dumps(values, default=sorted), flush=True)
"""


@dataclass
class Outcome:
    status: int
    out: str
    err: str

    @property
    def report(self) -> dict[str, Any]:
        lines = [line for line in self.out.splitlines() if line.startswith("REPORT ")]
        assert lines, f"no report, status {self.status}\n{self.out}\n{self.err}"
        return json.loads(lines[-1].removeprefix("REPORT "))

    @property
    def complaints(self) -> list[str]:
        """What the launcher said."""
        return [line for line in self.err.splitlines() if line.startswith("emulate: ")]


class Programs:
    """Runs programs from a folder, forked by a server if there is one."""

    def __init__(self, folder: Path, server: ForkServer | None = None) -> None:
        self.folder = folder
        self.working_folder = folder
        self._server = server

    def write(self, source: str, name: str = "program.py") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_REPORT + dedent(source), encoding="utf-8")
        return path

    def python(self, source: str, *arguments: str) -> Outcome:
        """Runs a program that emulates by itself, or not at all."""
        return self.command([sys.executable, str(self.write(source)), *arguments])

    def emulated(self, source: str, *arguments: str, gpus: int = 2) -> Outcome:
        """Runs an unchanged program through the command."""
        return self.launch(sys.executable, str(self.write(source)), *arguments, gpus=gpus)

    def launcher(self, *options: str) -> list[str]:
        return [sys.executable, "-m", "emulate", *options, "--"]

    def script(self, source: str, *arguments: str) -> list[str]:
        return [sys.executable, str(self.write(source)), *arguments]

    def launch(self, *command: str, gpus: int | str = 2, **environment: str) -> Outcome:
        return self.command([*self.launcher("--gpus", str(gpus)), *command], **environment)

    def command(self, command: list[str], **changes: str) -> Outcome:
        environment = {**os.environ, **_ENVIRONMENT, **changes}
        if self._server is not None:
            done = self._server.run(command, environment, self.working_folder, TIMEOUT_SECONDS)
            return Outcome(done.returncode, done.stdout, done.stderr)
        process = subprocess.Popen(
            command,
            cwd=self.working_folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            out, err = process.communicate(timeout=TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            # the launcher passes this on to the program's group and ends it
            process.terminate()
            out, err = process.communicate(timeout=TIMEOUT_SECONDS)
            pytest.fail(f"{command} did not end in {TIMEOUT_SECONDS} s\n{out}\n{err}")
        finally:
            _kill_session(process.pid)
        return Outcome(process.returncode, out, err)


def _kill_session(leader: int) -> None:
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return


@pytest.fixture(scope="session")
def emulated_server() -> Iterator[ForkServer]:
    """Apart from others' servers, as it says on stderr what TensorFlow does."""
    server = ForkServer()
    yield server
    server.close()


@pytest.fixture
def programs(tmp_path: Path, emulated_server: ForkServer) -> Programs:
    """For what programs see and compute, as against how emulation comes to them."""
    return Programs(tmp_path, emulated_server)


@pytest.fixture
def started_programs(tmp_path: Path) -> Programs:
    """Each by an interpreter of its own, which the launcher injects emulation into."""
    return Programs(tmp_path)


# Runs pytest with these arguments, and with this environment beside its own.
_PYTEST = """
import json, os, sys
import pytest
os.environ.update(json.loads(sys.argv[1]))
sys.path[1:1] = os.environ["PYTHONPATH"].split(os.pathsep)
sys.exit(pytest.main(sys.argv[2:]))
"""


@pytest.fixture
def forked_pytest(emulated_server: ForkServer) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """A run of pytest in a process in which TensorFlow is imported, and has run nothing."""

    def run(
        arguments: Sequence[str], folder: Path, environment: Mapping[str, str], timeout: float
    ) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-c", _PYTEST, json.dumps(dict(environment)), *arguments]
        return emulated_server.run(command, {**os.environ, **_ENVIRONMENT}, folder, timeout)

    return run
