"""Marks on a TensorFlow server: what tasks tell each other before any of them is connected.

A server keeps an eager context for each of its clients, found by a number. A context of a number that all
know is a mark: setting it, asking for it and taking it away are calls of the server's own service, which wait
for nothing. A server that is asked for a mark answers, so that this tells also whether it lives.
"""

from __future__ import annotations

import enum
import socket
from collections.abc import Mapping
from typing import Any

import grpc
import tensorflow as tf
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from tensorflow.core.framework import device_attributes_pb2

_SERVICE = "/tensorflow.eager.EagerService/"
_WORKER_SERVICE = "/tensorflow.WorkerService/"
_MASTER_SERVICE = "/tensorflow.MasterService/"
_NUMBERS = 0x74666D6967 << 20  # from here on; TensorFlow draws its own at random from all 64 bits
_FOR_EVER = 10**9  # seconds

# Of the messages of these services, which TensorFlow has for C++ alone, the fields that are used here: their
# types and numbers. Of inner messages the bytes.
_MESSAGES: Mapping[str, Mapping[str, tuple[str, int]]] = {
    "Created": {"server_def": ("BYTES", 1), "keep_alive_secs": ("INT64", 3), "context_id": ("FIXED64", 7)},
    "Asked": {"context_id": ("FIXED64", 1)},
    "Devices": {"own": ("REPEATED", 1), "others": ("REPEATED", 2)},
}


class Answer(enum.Enum):
    """What a server says when it is asked for a mark."""

    MARKED = enum.auto()
    UNMARKED = enum.auto()
    OLDER = enum.auto()  # it is a server of TensorFlow 1
    NONE = enum.auto()  # there is no server, or it is stopped


# What a server says that has no context of the number that it is asked for.
_WITHOUT = {grpc.StatusCode.ABORTED: Answer.UNMARKED, grpc.StatusCode.INVALID_ARGUMENT: Answer.OLDER}


def is_marked(address: str, mark: int, timeout: float) -> Answer:
    """Ask the server at `address` for a mark, for at most `timeout` seconds."""
    try:
        _call(address, _SERVICE + "KeepAlive", _asked(mark), timeout)
    except grpc.RpcError as error:
        return _WITHOUT.get(error.code(), Answer.NONE)
    return Answer.MARKED


def set_mark(address: str, mark: int, timeout: float) -> bool:
    """Set a mark on the server at `address`; whether it answered, and had no such mark."""
    definition = tf.train.ServerDef(job_name="mark", task_index=0, protocol="grpc")
    definition.cluster.CopyFrom(tf.train.ClusterSpec({"mark": [address]}).as_cluster_def())
    request = _Created(
        server_def=definition.SerializeToString(), keep_alive_secs=_FOR_EVER, context_id=_NUMBERS + mark
    )
    return _answers(address, _SERVICE + "CreateContext", request.SerializeToString(), timeout)


def take_mark(address: str, mark: int, timeout: float) -> bool:
    """Take a mark away from the server at `address`; whether it was there."""
    return _answers(address, _SERVICE + "CloseContext", _asked(mark), timeout)


def status_of(address: str, timeout: float) -> bytes | None:
    """What the server at `address` says of itself, which no other one says; `None` without an answer."""
    try:
        return _call(address, _WORKER_SERVICE + "GetStatus", b"", timeout)
    except grpc.RpcError:
        return None


def is_taken(address: str, timeout: float) -> bool:
    """Whether anything takes connections at `address`, be it a server of TensorFlow or not."""
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout):
            return True
    except OSError:
        return False


def devices_in_cluster_of(address: str, timeout: float) -> list[str] | None:
    """All devices that the server at `address` finds in its cluster; `None` if one of its tasks is silent."""
    try:
        return devices_in(_call(address, _MASTER_SERVICE + "ListDevices", b"", timeout))
    except grpc.RpcError:
        return None


def devices_in(answer: bytes) -> list[str]:
    """The names of devices in what a server says."""
    told = _Devices.FromString(answer)
    return [device_attributes_pb2.DeviceAttributes.FromString(one).name for one in (*told.own, *told.others)]


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


def _asked(mark: int) -> bytes:
    request: bytes = _Asked(context_id=_NUMBERS + mark).SerializeToString()
    return request


def _described() -> descriptor_pb2.FileDescriptorProto:
    file = descriptor_pb2.FileDescriptorProto(name="marks.proto", package="marks", syntax="proto3")
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for field, (kind, number) in fields.items():
            added = message.field.add(name=field, number=number)
            is_repeated = kind == "REPEATED"
            added.label = added.LABEL_REPEATED if is_repeated else added.LABEL_OPTIONAL
            added.type = added.Type.Value(f"TYPE_{'BYTES' if is_repeated else kind}")
    return file


_pool = descriptor_pool.DescriptorPool()
_pool.Add(_described())


def _message(name: str) -> Any:
    return message_factory.GetMessageClass(_pool.FindMessageTypeByName(f"marks.{name}"))


_Created, _Asked, _Devices = map(_message, _MESSAGES)
