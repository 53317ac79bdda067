"""What arguments are, by the names that public signatures have for it.

`Any` stands there for a tensor, for what TensorFlow makes one of, and for structures of them, alone.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
import tensorflow as tf

if TYPE_CHECKING:
    from ._program import Program

# Of tensors, or of what NumPy has.
DType: TypeAlias = "tf.DType | np.dtype[Any] | type | str"
Shape: TypeAlias = "tf.TensorShape | Sequence[int | None] | int | None"
Shapes: TypeAlias = "Shape | Sequence[Shape] | Mapping[str, Shape]"
# Structures of tf.data: the same for each of its tensors.
Types: TypeAlias = "DType | Sequence[Types] | Mapping[str, Types]"
Classes: TypeAlias = "type | Sequence[Classes] | Mapping[str, Classes] | None"
Spec: TypeAlias = "tf.TypeSpec | Sequence[Spec] | Mapping[str, Spec]"

# What layers and cells are made with: functions of tensors.
Activation: TypeAlias = "Callable[[Any], Any] | str | None"
Initializer: TypeAlias = "Callable[..., Any] | tf.keras.initializers.Initializer | type | str | None"
Regularizer: TypeAlias = "Callable[[Any], Any] | None"
Constraint: TypeAlias = "Callable[[Any], Any] | None"
Sizes: TypeAlias = "int | Sequence[int]"
Name: TypeAlias = "str | tf.compat.v1.VariableScope | None"
Reuse: TypeAlias = "bool | enum.Enum | None"  # the last but one: tf.AUTO_REUSE
StateSize: TypeAlias = "int | tf.TensorShape | Sequence[StateSize]"
Variables: TypeAlias = "list[tf.Variable]"


class DeviceAttributes(Protocol):
    """A device, as a session lists it; memory is in bytes."""

    name: str
    device_type: str
    memory_limit_bytes: int
    incarnation: int


# What sessions and servers are made with.
Session: TypeAlias = "tf.compat.v1.Session | Program"
SessionConfig: TypeAlias = "tf.compat.v1.ConfigProto | None"
Hooks: TypeAlias = "Iterable[tf.compat.v1.train.SessionRunHook] | None"
Operation: TypeAlias = "tf.Operation | tf.Tensor | None"
Saver: TypeAlias = "tf.compat.v1.train.Saver | None"
Every: TypeAlias = "float | object | None"  # seconds or steps; the object: TensorFlow's default
Cluster: TypeAlias = (
    "tf.train.ServerDef | tf.train.ClusterDef | tf.train.ClusterSpec"
    " | Mapping[str, Sequence[str] | Mapping[int, str]]"
)
Device: TypeAlias = "str | tf.DeviceSpec | Callable[[tf.Operation], str | None] | None"
Writer: TypeAlias = "tf.summary.SummaryWriter | tf.compat.v1.summary.FileWriter"
Path: TypeAlias = "str | bytes | os.PathLike[str]"
