"""The port at which a process is to listen, and who has it."""

from __future__ import annotations

import logging
import socket
import time

import tensorflow as tf

from .._errors import ClusterError
from . import _marks as marks
from ._tasks import Task, port_of

_log = logging.getLogger(__name__)
_PORT_SECONDS = 10.0


def wait_for_port(own: Task) -> None:
    """Wait until this process can listen at its address, which one before it may be about to leave.

    Raises:
      ClusterError: the port stays in use.
    """
    end = time.monotonic() + _PORT_SECONDS
    is_told = False
    while (error := _why_in_use(port_of(own))) is not None:
        if time.monotonic() > end:
            raise ClusterError(f"{_described(own)} ({error})") from error
        if not is_told:
            _log.warning("%s; waiting for %g s whether it ends", _described(own), _PORT_SECONDS)
            is_told = True
        time.sleep(_PORT_SECONDS / 50)


def _why_in_use(port: int) -> OSError | None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError as error:
            return error
    return None


def _described(own: Task) -> str:
    """Who has the port of this process, and what to do."""
    name = marks.name_in(marks.status_of(own))
    if name is None:
        return f"{own}: its port is in use: end what listens there, or correct the address"
    spec = tf.DeviceSpec.from_string(name)
    if (spec.job, spec.task) != (own.job, own.index):
        return f"{own}: its port is in use by {spec.job}:{spec.task}: end that, or correct the address"
    return (
        f"two processes on {socket.gethostname()} are {own}: another one serves there already: end it, or "
        "give each a task of its own"
    )
