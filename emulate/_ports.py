"""Free ports on loopback that no other launcher takes in the meantime."""

import fcntl
import os
import random
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ._errors import EmulateError

LOOPBACK = "127.0.0.1"
_LOWEST = 15000
_DEFAULT_EPHEMERAL = 32768  # from here on the system hands out ports for outgoing connections


@contextmanager
def reserved(count: int, first: int | None = None) -> Iterator[list[int]]:
    """Gives `count` free ports; `first` and those after it, if given.

    A port is free while its lock file is held, and below those that the system hands out by itself: nobody
    else can take it between now and when a task listens there.

    Raises:
        EmulateError: a port from `first` on is in use or no port, or there are not so many.
    """
    if first is not None and not 0 < first <= 65536 - count:
        raise EmulateError(f"port {first}: the ports of {count} tasks must lie between 1 and 65535")
    with ExitStack() as held:
        ports: list[int] = []
        for port in range(first, first + count) if first is not None else _candidates():
            if len(ports) == count:
                break
            if _take(port, held, lingers=first is not None):
                ports.append(port)
            elif first is not None:
                raise EmulateError(
                    f"port {port} is in use: give another --first-port, or none to find free ones"
                )
        if len(ports) < count:
            raise EmulateError(
                f"only {len(ports)} of {count} ports are free on {LOOPBACK}: end other clusters"
            )
        yield ports


def _candidates() -> list[int]:
    try:
        text = Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii")
        highest = int(text.split()[0])
    except (OSError, ValueError, IndexError):
        highest = _DEFAULT_EPHEMERAL
    ports = list(range(_LOWEST, max(highest, _LOWEST + 1000)))
    random.SystemRandom().shuffle(ports)
    return ports


def _take(port: int, held: ExitStack, *, lingers: bool) -> bool:
    """Whether a port is free, and ours now.

    If it `lingers`, it may be one whose connections were closed just before: there, only programs can listen
    that set `SO_REUSEADDR`, as TensorFlow's servers do.
    """
    folder = Path(tempfile.gettempdir()) / f"emulate-ports-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    lock = open(folder / str(port), "wb")  # noqa: SIM115  held for as long as the port is
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, lingers)
            probe.bind((LOOPBACK, port))
    except OSError:
        lock.close()
        return False
    held.callback(lock.close)
    return True
