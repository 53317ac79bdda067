"""Processes for tests: each forked from one that has imported everything and has run nothing.

TensorFlow's devices are for good once they are initialised, and a fork of a process that has initialised them
hangs. So a copy of the pytest process is forked off before the first test and kept as it is; each test that
wants devices of its own runs in a fork of the copy, in a tenth of the time that a fresh interpreter takes,
whatever the tests that run in the pytest process itself do there.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import pickle
import select
import signal
import socket
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _coverage as coverage
from . import _warned as warned
from ._mask import MASK_VARIABLE
from ._request import Request

if TYPE_CHECKING:
    import pytest

_POLL_SECONDS = 0.005
_GRACE_SECONDS = 5.0
_DEBUGGING = "debugging"


@dataclass
class _Order:
    """What a test's process is to do: where what it tells goes, its limit in seconds, its reports."""

    folder: Path
    limit: float | None
    reports: list[Any] = field(default_factory=list)


_order: _Order | None = None  # in a test's process


@dataclass(frozen=True)
class Verdict:
    """How a test's process ended: its reports, or its status and the stacks at its time limit.

    `leave` is what it said if it asked to end the whole run, as `pytest.exit` and a debugger that is quit do.
    """

    reports: list[Any] | None
    status: int
    stacks: str
    limit: float | None
    leave: tuple[str, int | None] | None = None


class Nursery:
    """The copy of the pytest process, while tests run."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session

    def __enter__(self) -> Nursery:
        sys.stdout.flush()
        sys.stderr.flush()
        self._ours, theirs = socket.socketpair()
        self._copy = os.fork()
        if self._copy == 0:
            self._ours.close()
            _serve(theirs, self._session)
        theirs.close()
        self._index = {id(item): place for place, item in enumerate(self._session.items)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ours.close()  # which ends the copy, and a test that still runs
        os.waitpid(self._copy, 0)

    def run(self, item: pytest.Item, wanted: Request, folder: Path, limit: float | None) -> Verdict:
        """Runs a test on the devices wanted, for `limit` seconds at most; `folder` is for its reports."""
        order = {
            "item": self._index[id(item)],
            "request": asdict(wanted),
            "folder": str(folder),
            "limit": limit,
        }
        self._ours.sendall(json.dumps(order).encode() + b"\n")
        answer = b""
        while not answer.endswith(b"\n"):
            data = self._ours.recv(64)
            if not data:
                return Verdict(None, 1, "", limit)
            answer += data
        status = int(answer)
        reports, stacks, leave = folder / "reports", folder / "stacks", folder / "leave"
        done = status == 0 and reports.exists()
        coverage.take_over(folder / "coverage")
        warned.take_over(item, folder / "warnings")
        return Verdict(
            pickle.loads(reports.read_bytes()) if done else None,
            status,
            stacks.read_text(encoding="utf-8") if stacks.exists() and not done else "",
            limit,
            tuple(json.loads(leave.read_text(encoding="utf-8"))) if leave.exists() else None,
        )


def _serve(connection: socket.socket, session: pytest.Session) -> None:
    """What the copy does: forks once for each order, and answers with the fork's status; never returns."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders = connection.makefile("r", encoding="utf-8")
    try:
        for line in orders:
            order = json.loads(line)
            child = os.fork()
            if child == 0:
                connection.detach()
                _run(session, order)
            status = _wait(child, connection, order["limit"], Path(order["folder"]))
            connection.sendall(b"%d\n" % status)
    finally:
        os._exit(0)


def _wait(child: int, connection: socket.socket, limit: float | None, folder: Path) -> int:
    """Waits for a test's process; kills it if pytest is gone, or if it outlives even its own limit."""
    waited = 0.0
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        readable, _, _ = select.select([connection], [], [], _POLL_SECONDS)
        waited += _POLL_SECONDS
        late = limit is not None and waited > limit + _GRACE_SECONDS and not (folder / _DEBUGGING).exists()
        if readable or late:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            if readable:
                os._exit(0)
            return -signal.SIGKILL


def _run(session: pytest.Session, order: dict[str, Any]) -> None:
    """What a test's process does: emulates, runs the test, writes its reports; never returns.

    The test runs within all that other plugins put around it (`pytest_runtest_protocol`); `runs_here` takes
    it over where they hand it on.
    """
    from _pytest.outcomes import Exit

    global _order
    status = 1
    _order = _Order(Path(order["folder"]), order["limit"])
    folder = _order.folder
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _emulate(Request(**order["request"]))
        item = session.items[order["item"]]
        warned.run_protocol(item, folder / "warnings")
        coverage.hand_over(folder / "coverage")
        (folder / "reports").write_bytes(pickle.dumps(_order.reports))
        status = 0
    except Exit as error:
        (folder / "leave").write_text(json.dumps([error.msg, error.returncode]), encoding="utf-8")
    except BaseException:  # what ends a test's process is the parent's to tell
        sys.excepthook(*sys.exc_info())
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def runs_here(item: pytest.Item) -> bool:
    """Runs `item` if this is its process, and says whether it is."""
    if _order is None:
        return False
    from _pytest.runner import runtestprotocol

    if _order.limit is not None:
        stacks = (_order.folder / "stacks").open("w")
        faulthandler.dump_traceback_later(_order.limit, exit=True, file=stacks)
    reports = runtestprotocol(item, log=False, nextitem=None)
    faulthandler.cancel_dump_traceback_later()
    serialise = item.config.hook.pytest_report_to_serializable
    _order.reports = [serialise(config=item.config, report=report) for report in reports]
    return True


@contextlib.contextmanager
def logging_phase() -> Iterator[None]:
    """Has what C++ logs in a phase of this process's test translated, and there when the phase is over.

    pytest captures each phase by itself, and takes the descriptors back behind it.
    """
    if _order is None:
        yield
        return
    from . import _logs as logs

    logs.resume()
    try:
        yield
    finally:
        logs.suspend()


def stop_clock() -> None:
    """Lets a test's process go on for as long as it takes: somebody debugs it; does nothing elsewhere."""
    if _order is not None:
        faulthandler.cancel_dump_traceback_later()
        (_order.folder / _DEBUGGING).touch()


def _emulate(wanted: Request) -> None:
    from . import _devices as devices

    # a test says how many GPUs it wants: whatever the mask that pytest runs under, it gets them
    devices.start_requested(wanted, ignored_mask=os.environ.get(MASK_VARIABLE))
