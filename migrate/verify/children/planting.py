"""Gives variables their initial values as they are created, and keeps track of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

import tensorflow as tf

from ..parity import ParityError
from ..records import Values, same_bytes
from .recorder import Recorder
from .values import as_number

_REPLICA = re.compile(r"(?P<first>.+)/replica_(?P<index>\d+)")


class PlantedVariables:
    """The variables of the program that runs in this process, those of each replica on their own.

    `initial` holds the values to plant, by name without `:0`. A strategy creates the variables of the other
    replicas (`w/replica_1`) from the value of the first (`w`), so that only the first is planted. What the
    program itself would have given those that are `seeded` is recorded.
    """

    def __init__(self, initial: Values, recorder: Recorder, seeded: Collection[str] = ()) -> None:
        self.initial = initial
        self.seeded = seeded
        self._recorder = recorder
        self._variables: dict[str, tf.Variable] = {}
        self._replicas: dict[str, list[tuple[str, tf.Variable]]] = {}

    def create(self, create: Callable[..., tf.Variable], **spec: Any) -> tf.Variable:
        """A variable creator (`tf.variable_creator_scope`): the planted value takes the place of the own."""
        if _is_built_for_sessions():
            return create(**spec)
        name = _name_to_be(spec.get("name"))
        if name in self._variables:
            raise ParityError(
                f"two variables are called {name!r}: TensorFlow 1 would have given the second another name"
            )
        if name in self.initial:
            spec["initial_value"] = self._planted(name, spec.get("initial_value"), spec.get("dtype"))
        variable = create(**spec)
        self._keep(name, variable)
        return variable

    def values(self) -> Values:
        """The values of all variables that hold numbers, by name; of the first replica."""
        arrays = {name: as_number(variable.numpy()) for name, variable in self._variables.items()}
        return {name: array for name, array in arrays.items() if array is not None}

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
            if name in self.seeded and hasattr(replaced, "numpy"):
                self._recorder.add_seeded({name: replaced.numpy()})
            return tf.cast(planted, replaced.dtype)

        return initial_value

    def _keep(self, expected: str, variable: tf.Variable) -> None:
        name = variable.name.partition(":")[0]
        if name != expected:
            raise ParityError(f"variable {name!r} was to be called {expected!r}: its value cannot be planted")
        replica = _REPLICA.fullmatch(name)
        if replica and replica["first"] in self._variables:
            self._replicas.setdefault(replica["first"], []).append((f"replica {replica['index']}", variable))
        else:
            self._variables[name] = variable


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
