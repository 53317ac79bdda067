"""Marks on a TensorFlow server: what tasks tell each other before any of them is connected.

A server keeps an eager context for each of its clients, found by a number. A context of a number that all
know is a mark: setting it, asking for it and taking it away are calls of the server's own service, which wait
for nothing. A server that is asked for a mark answers, so that this tells also whether it lives.
"""

from __future__ import annotations

import enum
import re
import struct

import grpc
import tensorflow as tf

_SERVICE = "/tensorflow.eager.EagerService/"
_WORKER_SERVICE = "/tensorflow.WorkerService/"
_MASTER_SERVICE = "/tensorflow.MasterService/"
_NUMBERS = 0x74666D6967 << 20  # from here on; TensorFlow draws its own at random from all 64 bits
_FOR_EVER = 10**9  # seconds


class Answer(enum.Enum):
    """What a server says when it is asked for a mark."""

    MARKED = enum.auto()
    UNMARKED = enum.auto()
    NONE = enum.auto()  # there is no server, or it is stopped


def is_marked(address: str, mark: int, timeout: float) -> Answer:
    """Ask the server at `address` for a mark, for at most `timeout` seconds."""
    try:
        _call(address, _SERVICE + "KeepAlive", _number(1, mark), timeout)
    except grpc.RpcError as error:
        return Answer.UNMARKED if error.code() == grpc.StatusCode.ABORTED else Answer.NONE
    return Answer.MARKED


def set_mark(address: str, mark: int, timeout: float) -> bool:
    """Set a mark on the server at `address`; whether it answered."""
    definition = tf.train.ServerDef(job_name="mark", task_index=0, protocol="grpc")
    definition.cluster.CopyFrom(tf.train.ClusterSpec({"mark": [address]}).as_cluster_def())
    server = definition.SerializeToString()
    request = b"\x0a" + _varint(len(server)) + server + b"\x18" + _varint(_FOR_EVER) + _number(7, mark)
    return _answers(address, _SERVICE + "CreateContext", request, timeout)


def take_mark(address: str, mark: int, timeout: float) -> bool:
    """Take a mark away from the server at `address`; whether it was there."""
    return _answers(address, _SERVICE + "CloseContext", _number(1, mark), timeout)


def status_of(address: str, timeout: float) -> bytes | None:
    """What the server at `address` says of itself, which no other one says; `None` without an answer."""
    try:
        return _call(address, _WORKER_SERVICE + "GetStatus", b"", timeout)
    except grpc.RpcError:
        return None


def devices_in_cluster_of(address: str, timeout: float) -> list[str] | None:
    """All devices that the server at `address` finds in its cluster; `None` if one of its tasks is silent."""
    try:
        return devices_in(_call(address, _MASTER_SERVICE + "ListDevices", b"", timeout))
    except grpc.RpcError:
        return None


def devices_in(answer: bytes) -> list[str]:
    """The names of devices in what a server says, each behind its length."""
    found = (match.start() for match in re.finditer(b"/job:", answer))
    return [answer[start : start + answer[start - 1]].decode() for start in found]


def _answers(address: str, method: str, request: bytes, timeout: float) -> bool:
    try:
        _call(address, method, request, timeout)
    except grpc.RpcError:
        return False
    return True


def _call(address: str, method: str, request: bytes, timeout: float) -> bytes:
    # A channel for each call: one that could not connect waits longer and longer before it tries again.
    with grpc.insecure_channel(address, options=[("grpc.enable_http_proxy", 0)]) as channel:
        answer: bytes = channel.unary_unary(method)(request, timeout=timeout)
    return answer


def _number(field: int, mark: int) -> bytes:
    return bytes([field << 3 | 1]) + struct.pack("<Q", _NUMBERS + mark)


def _varint(number: int) -> bytes:
    digits = bytearray()
    while number > 127:
        digits.append(number & 127 | 128)
        number >>= 7
    return bytes([*digits, number])
