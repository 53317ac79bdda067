"""Where the variables of a store live."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import tensorflow as tf

from . import _tf

_Result = TypeVar("_Result")


class Store(Protocol):
    """What a home needs of the store whose variables it has."""

    @property
    def variables(self) -> Mapping[str, tf.Variable]:
        """The variables so far, by name."""

    def function(
        self, body: Callable[..., Any] | None = None, *, input_signature: Sequence[tf.TypeSpec] | None = None
    ) -> Any:
        """A step."""


class Home:
    """Where the variables of a store live: in this process, unless a subclass says otherwise."""

    is_shared = False

    def make(
        self, create: Callable[..., tf.Variable], spec: dict[str, Any], *, is_local: bool
    ) -> tf.Variable:
        """Make a variable of TensorFlow's specification; a local one is of this task alone."""
        del is_local
        with tf.init_scope(), _tf.at_root_scope():
            return _tf.may_be_part(create(**spec))

    def pulls_from(self, source: Any) -> None:
        """Note that the trace that runs pulls elements from `source`, a `compat.input` resource."""

    def placing(self) -> contextlib.AbstractContextManager[None]:
        """What a trace is inside of: it may have operations on other devices than the program says."""
        return contextlib.nullcontext()

    def results(self, results: Any) -> Any:
        """What a trace returns, which ends here."""
        return results

    def counted(self, results: Any) -> Any:
        """What the trace of a `tf.function` returns: results, with the global step where that is shared."""
        return self.results(results)

    def calling(
        self, step: Callable[..., Any], function: Any = None, trace: Callable[..., Hashable] | None = None
    ) -> Callable[..., Any]:
        """A step as the program calls it.

        Args:
          step: the step.
          function: the `tf.function` behind it, if one is.
          trace: traces it for the arguments of a call, if that has not been done, and names the trace.
        """
        del function, trace
        return step

    def prepare(self, is_chief: bool, restore: Callable[[], Any] | None, max_wait_secs: float) -> None:
        """Give the variables their values; see `VariableStore.prepare`."""
        del is_chief, max_wait_secs
        if restore is not None:
            restore()

    def initialize(self, variables: Sequence[tuple[tf.Variable, Any]]) -> None:
        """Give variables their initial values again: those beside them, or what functions there give."""
        for variable, initial in variables:
            variable.assign(initial() if callable(initial) else initial)

    def without_values(self) -> Sequence[tf.Variable]:
        """The variables that nobody has given values to yet."""
        return ()

    def global_step(self) -> int | None:
        """The global step once all is done that was begun, where that is known without a read."""
        return None

    def ends_at(self, last_step: Callable[[], int | None]) -> None:
        """Know what tells up to which global step there are runs, where that is known."""

    def reading(self, function: Callable[[], _Result]) -> _Result:
        """What `function` returns, which reads or writes variables."""
        return function()

    def finish(self, is_chief: bool) -> None:
        """What this task does when all is done."""


def initial_value(initial: Any, dtype: Any) -> Any:
    """The tensor that a variable begins with, given as one, or as a function that makes it."""
    return tf.convert_to_tensor(initial() if callable(initial) else initial, dtype=dtype)


def as_sent(own: str, results: Any) -> Any:
    """What a trace returns, with variables of other tasks than that of the device `own` read as values.

    A pruned step reads them before it updates them; in another the code itself has ordered the two.
    """
    here = tf.DeviceSpec.from_string(own)

    def sent(leaf: Any) -> Any:
        if not isinstance(leaf, tf.Variable):
            return leaf
        there = tf.DeviceSpec.from_string(leaf.device)
        return leaf if (there.job, there.task) == (here.job, here.task) else leaf.read_value()

    return tf.nest.map_structure(sent, results)


def ending_at(device: str, results: Any) -> Any:
    """What a trace returns, on one device; variables and operations stay what they are."""

    def here(leaf: Any) -> Any:
        if not tf.is_tensor(leaf) or isinstance(leaf, (tf.Variable, tf.Operation)):
            return leaf
        with tf.device(None), tf.device(device):
            return tf.identity(leaf)

    return tf.nest.map_structure(here, results, expand_composites=True)
