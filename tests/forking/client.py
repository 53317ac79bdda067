"""Starts Python by a server that has imported TensorFlow: the children of `migrate.verify`, and programs."""

import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from migrate.verify.children.script import runtime_of
from migrate.verify.processes import start_process

SERVER = Path(__file__).parent / "server.py"
# What differs between the tests of one process, and no child reads before its program runs; what TensorFlow
# sets itself as it is imported; and the order of sets of strings, which is the server's in all that it forks.
_UNREAD = {"PYTEST_CURRENT_TEST", "CUDA_VISIBLE_DEVICES", "TF2_BEHAVIOR", "PYTHONHASHSEED"}
_SETS = {"PYTHONHASHSEED": "0"}  # as `migrate.verify` has them in its first run of a program


class Forked:
    """A process that the server has forked, with what `migrate.verify` asks of a `subprocess.Popen`."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self.pid = _number_from(server)
        self._status: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """As `subprocess.Popen.wait`."""
        if self._status is None:
            if not select.select([self._server], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a forked process", timeout or 0.0)
            self._status = _number_from(self._server)
        return self._status

    def send_signal(self, number: int) -> None:
        """As `subprocess.Popen.send_signal`."""
        if self._status is None:
            os.kill(self.pid, number)


class ForkServer:
    """The server, started for the first child, and the way to start children by it, one at a time."""

    def __init__(self) -> None:
        self._environment: dict[str, str] = {}
        self.process: subprocess.Popen[bytes] | None = None
        self._socket, self._other_end = socket.socketpair()
        self._branches: dict[str, socket.socket] = {}

    def start(
        self, command: Sequence[str], environment: dict[str, str], lifeline: int, out: int, err: int
    ) -> "Forked | subprocess.Popen[bytes]":
        """In place of `start_process`, which still makes those of another environment than the first."""
        if not self._serves(environment):
            return start_process(command, environment, lifeline, out, err)
        server = self._branch(_first_import(command))
        return _fork(server, command, environment, os.getcwd(), {1: out, 2: err, lifeline: lifeline})

    def run(
        self, command: Sequence[str], environment: Mapping[str, str], folder: Path, timeout: float
    ) -> "subprocess.CompletedProcess[str]":
        """As `subprocess.run`, of Python that is to run a program, with its output as text.

        Raises:
          subprocess.TimeoutExpired: it ran for longer than `timeout` seconds, and was ended.
        """
        if sys.platform != "linux" or not self._serves(dict(environment)):
            return subprocess.run(
                command,
                env=environment,
                cwd=folder,
                timeout=timeout,
                capture_output=True,
                text=True,
                check=False,
            )
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            descriptors = {1: out.fileno(), 2: err.fileno()}
            server = self._branch("compat") if _imports_compat(command[1:]) else self._socket
            child = _fork(server, command, dict(environment), str(folder), descriptors)
            try:
                status = child.wait(timeout)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child.pid, signal.SIGKILL)
                child.wait()
            texts = [_text_of(file) for file in (out, err)]
        return subprocess.CompletedProcess(command, status, *texts)

    def close(self) -> None:
        """End the server, when what it has forked has ended."""
        for end in (*self._branches.values(), self._other_end, self._socket):
            end.close()
        if self.process is not None:
            self.process.wait(30)

    def _branch(self, module: str) -> socket.socket:
        """The way to a fork of the server that has imported a module more."""
        if module not in self._branches:
            self._branches[module], theirs = socket.socketpair()
            with theirs:
                request = json.dumps({"branch": module}).encode()
                socket.send_fds(self._socket, [request], [theirs.fileno()])
        return self._branches[module]

    def _serves(self, environment: dict[str, str]) -> bool:
        """Whether the server, which is started for the first, has this environment."""
        if self.process is None:
            self._serve(environment)
        return _as_read(environment) == self._environment

    def _serve(self, environment: dict[str, str]) -> None:
        self._environment = _as_read(environment)
        with self._other_end as theirs:
            self.process = subprocess.Popen(
                [sys.executable, str(SERVER), str(theirs.fileno())],
                env=environment | _SETS,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )


def _fork(
    server: socket.socket,
    command: Sequence[str],
    environment: dict[str, str],
    folder: str,
    descriptors: dict[int, int],
) -> Forked:
    request = {
        "arguments": list(command[1:]),
        "environment": environment,
        "folder": folder,
        "descriptors": list(descriptors),
    }
    socket.send_fds(server, [json.dumps(request).encode()], list(descriptors.values()))
    return Forked(server)


def _first_import(command: Sequence[str]) -> str:
    """What a child of `migrate.verify` imports by all means before its program runs."""
    script = command[command.index("--") + 1]
    return "tfmigrate_compat.tf1" if "original" in command else runtime_of(script)


def _imports_compat(arguments: Sequence[str]) -> bool:
    """Whether a script, or a program behind `-c`, imports `compat`; `-m emulate` starts otherwise."""
    if arguments[0] == "-m":
        return False
    text = arguments[1] if arguments[0] == "-c" else Path(arguments[0]).read_text(encoding="utf-8")
    return re.search(r"^\s*(?:import|from) compat\b", text, re.MULTILINE) is not None


def _number_from(server: socket.socket) -> int:
    """The next line of the server's; no byte beyond it, so that `select` sees what is still to come."""
    line = b""
    while not line.endswith(b"\n"):
        byte = server.recv(1)
        if not byte:
            raise RuntimeError("the server that forks the children has ended")
        line += byte
    return int(line)


def _text_of(file: BinaryIO) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def _as_read(environment: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in _UNREAD}
