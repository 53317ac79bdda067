"""Gives variables their initial values as they are created, and keeps track of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tensorflow as tf

from ..differences import scaled_difference
from ..parity import ParityError
from ..records import Array, Record, Values, is_uniform, same_bytes
from .recorder import Recorder
from .values import as_number

_ROUNDING = 1e-6  # of a constant
_REPLICA = re.compile(r"(?P<first>.+)/replica_(?P<index>\d+)")


@dataclass(frozen=True)
class Planting:
    """The values that variables are to start with; `names` leads from a name to another's value.

    `seeded` are the names of those values that seeds or constants fix, so that the program must begin with
    them by itself.
    """

    values: Values = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    seeded: frozenset[str] = frozenset()

    @classmethod
    def of(cls, record: Record | None, names: Path | None) -> Planting:
        """What to plant of a record, if there is one, with the names in the file `names`, if there is one."""
        if record is None:
            return cls()
        known = json.loads(names.read_text(encoding="utf-8")) if names is not None else {}
        return cls(record.initial(), known, frozenset(record.seeded()))

    def __contains__(self, name: str) -> bool:
        return self.names.get(name, name) in self.values

    def __getitem__(self, name: str) -> Any:
        return self.values[self.names.get(name, name)]

    def get(self, name: str, default: Any) -> Any:
        """The value of a variable, or `default` if there is none."""
        return self.values.get(self.names.get(name, name), default)

    def is_seeded(self, name: str) -> bool:
        """Whether seeds or a constant fix what a variable begins with."""
        return self.names.get(name, name) in self.seeded

    def by_name(self) -> Values:
        """The values by the names of the variables that get them."""
        back = {theirs: ours for ours, theirs in self.names.items()}
        return {back.get(name, name): value for name, value in self.values.items()}


def numbered(name: str, before: int) -> str:
    """The name by which a variable is known of which there were `before` others, as in several graphs."""
    return f"{name}#{before + 1}" if before else name


class PlantedVariables:
    """The variables of the program that runs in this process, those of each replica on their own.

    `initial` holds the values to plant, by name without `:0`. A strategy creates the variables of the other
    replicas (`w/replica_1`) from the value of the first (`w`), so that only the first is planted. The second
    variable of a name is known as `w#2`: TensorFlow 1 has such in another graph. What the program itself
    would have given those whose beginning seeds fix is recorded.
    """

    def __init__(self, initial: Planting, recorder: Recorder) -> None:
        self.initial = initial
        self._recorder = recorder
        self._made: dict[str, int] = {}
        self._variables: dict[str, tf.Variable] = {}
        self._replicas: dict[str, list[tuple[str, tf.Variable]]] = {}
        self._shared: dict[str, Callable[[], Any]] = {}
        self._shared_on: dict[str, list[str]] = {}

    def create(self, create: Callable[..., tf.Variable], **spec: Any) -> tf.Variable:
        """A variable creator (`tf.variable_creator_scope`): the planted value takes the place of the own."""
        if _is_built_for_sessions():
            return create(**spec)
        expected = _name_to_be(spec.get("name"))
        before = self._made.get(expected, 0)
        name = numbered(expected, before)
        self._made[expected] = before + 1
        if name in self.initial:
            spec["initial_value"] = self._planted(name, spec.get("initial_value"), spec.get("dtype"))
        variable = create(**spec)
        self._keep(expected, before, variable)
        return variable

    def shared(self, variable: Any, own: Callable[[], Any], read: Callable[[], Any]) -> Callable[[], Any]:
        """What gives a variable on another task its first value, in place of `own`; `read` reads it."""
        name = variable.name.partition(":")[0]
        self._shared[name] = read
        self._shared_on[name] = [variable.device]
        if variable.trainable:
            self._recorder.describe(trainable=name)
        return self._planted(name, own, variable.dtype) if name in self.initial else own

    def values(self) -> Values:
        """The values of all variables that hold numbers, by name; of the first replica."""
        reads = {name: variable.numpy for name, variable in self._variables.items()} | self._shared
        arrays = {
            name: as_number(value) for name, read in reads.items() if (value := _read(read)) is not None
        }
        return {name: array for name, array in arrays.items() if array is not None}

    def devices(self) -> dict[str, list[str]]:
        """The devices of all variables, by name; those of each replica, and those on other tasks."""
        own = {
            name: [variable.device, *(one.device for _, one in self._replicas.get(name, ()))]
            for name, variable in self._variables.items()
        }
        return own | self._shared_on

    def replicas_apart(self) -> list[str]:
        """The replicas of variables whose bytes are not those of the first replica."""
        return [
            f"variable {name!r} on {replica}"
            for name, replicas in self._replicas.items()
            for replica, variable in replicas
            if not same_bytes(variable.numpy(), self._variables[name].numpy())
        ]

    def _planted(self, name: str, own: Any, dtype: Any) -> Callable[[], tf.Tensor]:
        value = self.initial[name]

        def initial_value() -> tf.Tensor:
            replaced = tf.convert_to_tensor(own() if callable(own) else own, dtype=dtype)
            planted = tf.constant(value, dtype=tf.float32 if replaced.dtype == tf.bfloat16 else None)
            if replaced.shape != planted.shape or replaced.dtype not in (planted.dtype, tf.bfloat16):
                raise ParityError(
                    f"variable {name!r} is {planted.dtype.name}{planted.shape} in the original, "
                    f"{replaced.dtype.name}{replaced.shape} in the rewritten program"
                )
            own_value = _number(replaced) if self.initial.is_seeded(name) else None
            if own_value is not None:
                self._recorder.add_seeded({name: own_value})
                # What a program fills a variable with is its own doing; it may set it later. A single number
                # may have been drawn.
                if value.size > 1 and is_uniform(value) and scaled_difference(value, own_value) > _ROUNDING:
                    return replaced
            return tf.cast(planted, replaced.dtype)

        return initial_value

    def _keep(self, expected: str, before: int, variable: tf.Variable) -> None:
        """Keep a variable, of whose name there were `before` others."""
        own = variable.name.partition(":")[0]
        if own != expected:
            raise ParityError(f"variable {own!r} was to be called {expected!r}: its value cannot be planted")
        replica = _REPLICA.fullmatch(own)
        first = numbered(replica["first"], before) if replica else ""
        if replica and first in self._variables:
            self._replicas.setdefault(first, []).append((f"replica {replica['index']}", variable))
        else:
            name = numbered(own, before)
            self._variables[name] = variable
            if variable.trainable:
                self._recorder.describe(trainable=name)
            if not self.initial.values:
                self._record_beginning(name, variable)

    def _record_beginning(self, name: str, variable: tf.Variable) -> None:
        """Record what a variable of the first program starts with, for the other's to be given that."""
        with tf.init_scope():
            try:
                value = as_number(variable.numpy())
            except (tf.errors.FailedPreconditionError, tf.errors.NotFoundError):
                return  # a function gives it its value when it is first called
        if value is not None:
            self._recorder.add_initial({name: value})


def _read(read: Callable[[], Any]) -> Any:
    """The value of a variable; None while no task has given it one."""
    try:
        return read()
    except tf.errors.FailedPreconditionError:
        return None


def _number(tensor: tf.Tensor) -> Array | None:
    """The value of a tensor, where it is known: in a function that is being traced, that of a constant."""
    value = tensor.numpy() if hasattr(tensor, "numpy") else tf.get_static_value(tensor)
    return as_number(value) if value is not None else None


def _is_built_for_sessions() -> bool:
    """Whether a TensorFlow 1 graph is being built, whose variables get their values later."""
    return not tf.executing_eagerly() and not tf.compat.v1.get_default_graph().building_function


def _name_to_be(name: str | None) -> str:
    """The name that a variable gets when it is created here; a trailing slash marks a name as complete."""
    if name is not None and name.endswith("/"):
        return name[:-1]
    return _scope() + (name or "Variable")


def _scope() -> str:
    if tf.executing_eagerly():
        with tf.name_scope("variable") as scope:
            return str(scope)[: -len("variable/")]
    scope = tf.compat.v1.get_default_graph().get_name_scope()
    return f"{scope}/" if scope else ""
