"""Starts the children of `migrate.verify` by a server that has imported TensorFlow."""

import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from migrate.verify.processes import start_process

SERVER = Path(__file__).parent / "server.py"
# What differs between the tests of one process, and no child reads.
_UNREAD = {"PYTEST_CURRENT_TEST"}


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

    def start(
        self, command: Sequence[str], environment: dict[str, str], lifeline: int, out: int, err: int
    ) -> "Forked | subprocess.Popen[bytes]":
        """In place of `start_process`, which still makes those of another environment than the first."""
        if self.process is None:
            self._serve(environment)
        if _as_read(environment) != self._environment:
            return start_process(command, environment, lifeline, out, err)
        request = {
            "arguments": list(command[1:]),
            "environment": environment,
            "folder": os.getcwd(),
            "descriptors": [1, 2, lifeline],
        }
        socket.send_fds(self._socket, [json.dumps(request).encode()], [out, err, lifeline])
        return Forked(self._socket)

    def close(self) -> None:
        """End the server, when what it has forked has ended."""
        self._other_end.close()
        self._socket.close()
        if self.process is not None:
            self.process.wait(30)

    def _serve(self, environment: dict[str, str]) -> None:
        self._environment = _as_read(environment)
        with self._other_end as theirs:
            self.process = subprocess.Popen(
                [sys.executable, str(SERVER), str(theirs.fileno())],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )


def _number_from(server: socket.socket) -> int:
    """The next line of the server's; no byte beyond it, so that `select` sees what is still to come."""
    line = b""
    while not line.endswith(b"\n"):
        byte = server.recv(1)
        if not byte:
            raise RuntimeError("the server that forks the children has ended")
        line += byte
    return int(line)


def _as_read(environment: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in _UNREAD}
