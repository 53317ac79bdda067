"""Variables that live on other tasks, shared by name, and steps that read and update them."""

from __future__ import annotations

import contextlib
import functools
import logging
import threading
import time
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol, TypeVar

import tensorflow as tf

from .. import _tf
from .._cluster_types import Device, Shared
from .._errors import ClusterError
from .._home import Home, Store, as_sent, ending_at, initial_value
from .._names import GLOBAL_STEP, op_name
from .._program.lifting import READS
from .._tf import cluster as tf_cluster
from .._tf import packing as tf_packing
from .._waits import Wait
from . import _marks as marks
from ._connection import Connection
from ._copies import Copies
from ._peers import Peers
from ._run import Run, State
from ._server import connection_of
from ._tasks import holder_of

_Result = TypeVar("_Result")
_log = logging.getLogger(__name__)
_POLL_SECONDS = 0.1


class SharedHome(Home):
    """The tasks of a cluster that hold variables.

    Args:
      store: the store whose home this is.
      cluster: this task's `Server`; or a cluster, or the `target` of a server, for a process that is no task.
      device: see `VariableStore`.
    """

    is_shared = True

    def __init__(self, store: Store, cluster: Shared, device: Device) -> None:
        self.store = store
        self._connection = connection_of(cluster)
        self._device = device or self._connection.homes[0].device
        self._turns = tf_cluster.Turns()
        self._variables: list[tf_cluster.SharedVariable] = []
        self.initial_values: dict[int, Callable[[], Any]] = {}  # by the identities of variables
        self._pending: list[tf_cluster.SharedVariable] = []  # of which it is not known that they have values
        self._copies = Copies(self._connection)
        self._functions: list[Any] = []  # `tf.function`s, whose traces name variables by handles
        self._parts: list[Part] = []
        self._run = Run(self._connection)
        self._settling = threading.RLock()
        self._is_chief: bool | None = None  # until it is told
        self._max_wait_secs = 0.0
        self._peers: Peers | None = None  # the other tasks that synchronous steps of this one wait for
        self._connection.on_renewal(self._renew)

    def take_part(self, part: Part) -> None:
        """Have `part` told of what happens in a run."""
        self._parts.append(part)

    @property
    def connection(self) -> Connection:
        """The connection to the tasks that hold the variables."""
        return self._connection

    def placing(self) -> contextlib.AbstractContextManager[None]:
        """What the program places on the task that this process stands for is computed here."""
        other = self._connection.stands_for
        if other is None:
            return contextlib.nullcontext()

        def device(operation: Any) -> str:
            spec = tf.DeviceSpec.from_string(operation.device)
            is_there = (spec.job, spec.task) == (other.job, other.index)
            here = tf.DeviceSpec.from_string(self._connection.own.device)
            return str((spec.replace(job=here.job, task=here.task) if is_there else spec).to_string())

        return tf.compat.v1.device(device)  # type: ignore[no-any-return]

    def make(self, create: Callable[..., Any], spec: dict[str, Any], *, is_local: bool) -> Any:
        """A variable on one of the tasks; one that is local, or on this task, stays in this process."""
        spec = dict(spec)
        name, initial = spec["name"], spec.get("initial_value")
        shape, dtype = spec.get("shape"), spec.get("dtype")
        # `variable.initial_value` of another one, which is read once that has a value.
        same = next((one for one in self._variables if one.stands_for(initial)), None)
        value = functools.partial(initial_value, initial, dtype) if same is None else same.read_value
        if is_local:
            return self._made_here(create, spec, value, self._connection.own.device)
        if shape is None or dtype is None:
            like = self._read_from_shared(value) if callable(initial) else None
            if like is None:
                with tf.init_scope(), tf.device(self._connection.own.device):
                    like = value() if same is None else same
            shape, dtype = like.shape, like.dtype
        wanted = tf_cluster.variable_device(self._device, name, shape, dtype, self._turns)
        own = self._connection.own_device(wanted)
        if own is not None:
            return self._made_here(create, spec, value, own)
        device = holder_of(name, wanted, self._connection.homes).device
        trainable = spec.get("trainable")
        variable = tf_cluster.SharedVariable(
            name=name,
            shape=shape,
            dtype=dtype,
            home=device,
            trainable=True if trainable is None else trainable,
            constraint=spec.get("constraint"),
            synchronization=spec.get("synchronization"),
            aggregation=spec.get("aggregation"),
        )
        variable.bound_by(self._connection.call)
        self.initial_values[id(variable)] = value
        self._variables.append(variable)
        self._pending.append(variable)
        return variable

    def _read_from_shared(self, value: Callable[[], Any]) -> Any:
        """What `value` will give, if it reads what the chief may not have given a value to yet."""
        return tf_cluster.reads_any(value, [*self._variables, *self._copies.variables])

    def _made_here(
        self, create: Callable[..., Any], spec: dict[str, Any], value: Callable[[], Any], device: str
    ) -> Any:
        """A variable of this process; where its value is read from shared ones, it has that when they do."""
        initial = spec.get("initial_value")
        is_copy = any(one.stands_for(initial) for one in self._variables)
        like = self._read_from_shared(value) if is_copy or callable(initial) else None
        if like is not None:
            spec["initial_value"] = functools.partial(tf.zeros, like.shape, like.dtype)
        with tf.device(device):
            variable = super().make(create, spec, is_local=True)
        if like is not None:
            self._copies.add(variable, value)
        return variable

    def results(self, results: Any) -> Any:
        """Has results, which may be computed beside variables, end up in this process.

        Variables of other tasks come as they were before its updates: these sent them as a run began.
        """
        own = self._connection.own.device
        returned = ending_at(own, as_sent(own, results))
        tf_packing.pack(tf.compat.v1.get_default_graph(), own, READS)
        return returned

    def counted(self, results: Any) -> Any:
        """Results, and the global step after the updates of the step, or `None` if there is none yet.

        Hooks ask for it at each step. To read it by a call of its own takes longer than a small step does.
        """
        count = self.store.variables.get(GLOBAL_STEP)
        if count is None:
            return self.results(results), None
        with tf.device(self._connection.own.device):
            told = tf.identity(count.read_value())
        return self.results(results), told

    def calling(
        self, step: Callable[..., Any], function: Any = None, trace: Callable[..., Hashable] | None = None
    ) -> Callable[..., Any]:
        """The step, called so that it ends though a task falls silent.

        Raises:
          ClusterError: the variables have no values yet, or a task that holds them was lost.
        """
        if function is not None:
            self._functions.append(function)
        return _Step(self, step, trace, is_counted=function is not None)

    def call(self, step: _Step, *args: Any, **kwargs: Any) -> Any:
        """Call a step as it was traced, when the variables have values, also those that it makes."""
        trace = None
        if step.trace is not None or self._pending:
            with self._settling:  # others wait for it, that run steps beside this thread
                if step.trace is not None:
                    trace = self._connection.call(functools.partial(step.trace, *args, **kwargs))
                if self._pending:
                    self._settle()
                self._copies.fill_new()
        # A step that takes a dictionary has a function for each set of keys.
        runs = (step.unbounded, trace, *(frozenset(one) for one in args if isinstance(one, dict)))
        return self._connection.call(functools.partial(step.unbounded, *args, **kwargs), self._peers, runs)

    def prepare(self, is_chief: bool, restore: Callable[[], Any] | None, max_wait_secs: float) -> None:
        """See `VariableStore.prepare`."""
        self._is_chief, self._max_wait_secs = is_chief, max_wait_secs
        self._connection.ensure()
        for part in self._parts:
            part.build()
        if is_chief:
            self._connection.call(functools.partial(self._begin, restore))
            marks.say_finished(self._connection.serving, False)
        else:
            self._wait()
        self._settle()
        self._copies.fill()
        self._rename()
        if self._parts:
            needed = max(part.aggregated for part in self._parts)
            self._peers = Peers(self._connection, self._run, needed)
        for part in self._parts:
            part.join()

    def reading(self, function: Callable[[], _Result]) -> _Result:
        """What `function` returns, unless a task falls silent."""
        return self._connection.call(function)

    def finish(self, is_chief: bool = True) -> None:
        """As the chief, tell that the training is done: another chief begins anew."""
        if not is_chief:
            return
        self._connection.call(self._run.finish)
        marks.say_finished(self._connection.serving, True)

    def initialize(self, variables: Sequence[tuple[tf.Variable, Any]]) -> None:
        """Give variables their initial values, for all tasks, whoever has done so before."""
        self._connection.ensure()
        shared = [one for one, _ in variables if id(one) in self.initial_values]
        self._connection.call(lambda: self._initialize(shared))
        copies = {id(one) for one in self._copies.variables}
        others = [pair for pair in variables if id(pair[0]) not in self.initial_values.keys() | copies]
        with tf.device(self._connection.own.device):
            super().initialize(others)
        self._copies.fill_some([one for one, _ in variables])

    def without_values(self) -> Sequence[tf.Variable]:
        """The variables on other tasks that no task has given values to."""
        self._connection.ensure()
        return self._connection.call(self._without_value)

    def _begin(self, restore: Callable[[], Any] | None) -> None:
        """As the chief, begin a run, or go on with the one that there is."""
        is_going_on = self._run.state() is State.READY and not self._without_value()
        if is_going_on:
            self._run.take_over()
            self._rename()
            for part in self._parts:
                part.take_over()
            return
        self._run.begin()
        self._rename()
        if restore is not None:
            restore()
        else:
            self._initialize(self._variables)
        self._pending.clear()
        for part in self._parts:
            part.begin()
        self._run.ready()

    def _rename(self) -> None:
        """Have the parts use what belongs to this run."""
        identity = self._connection.call(lambda: self._run.identity)
        for part in self._parts:
            part.rename(identity)

    def _wait(self) -> None:
        """Wait until the chief has given values to the variables of this process."""
        wait = Wait()
        while True:
            state = self._connection.call(self._run.state)
            missing = self._connection.call(self._without_value) if state.is_ready else self._variables
            if not missing:
                return
            names = ", ".join(op_name(one) for one in missing[:5]) + (" …" if len(missing) > 5 else "")
            if wait.seconds > self._max_wait_secs:
                raise ClusterError(
                    f"after {self._max_wait_secs:g} s the chief has not given values to {len(missing)} "
                    f"variables ({names}): is it running, with is_chief=True, and does it make them?"
                )
            if wait.is_to_be_told():
                _log.warning(
                    "%s has waited for %d s for the chief to give values to %d variables (%s)",
                    self._connection.own,
                    wait.seconds,
                    len(missing),
                    names,
                )
            time.sleep(_POLL_SECONDS)

    def _settle(self) -> None:
        """See to it that all variables have values."""
        settled = len(self._pending)
        pending = self._pending[:settled]
        if self._is_chief is None:
            self._check_given(self._connection.call(lambda: self._without_value(pending)))
        elif self._is_chief:
            self._connection.call(lambda: self._initialize(self._without_value(pending)))
        else:
            self._wait()
        self._connection.call(lambda: self._check(pending))
        del self._pending[:settled]

    def _check_given(self, missing: Sequence[Any]) -> None:
        if missing:
            names = ", ".join(map(op_name, missing))
            raise tf.errors.FailedPreconditionError(
                None,
                None,
                f"Attempting to use uninitialized value {names}: no task has given one. One calls "
                "VariableStore.initialize, or all run their steps in compat.train.MonitoredSteps",
            )

    def _without_value(self, among: list[Any] | None = None) -> list[Any]:
        variables = self._variables if among is None else among
        return [one for one in variables if not one.is_initialized()]

    def _initialize(self, variables: Sequence[Any]) -> None:
        for variable in variables:
            with tf.device(self._connection.own.device):
                value = self.initial_values[id(variable)]()
            variable.assign(value, read_value=False)

    def _check(self, variables: Sequence[Any]) -> None:
        for variable in variables:
            shape = tf_cluster.shape_of(variable)
            if not variable.shape.is_compatible_with(shape):
                raise ClusterError(
                    f"variable {op_name(variable)!r} has shape {shape} in the cluster, and {variable.shape} "
                    "here: do all tasks run the same program?"
                )

    def _renew(self) -> None:
        """After a task was lost: find all again that this process named by handles."""
        self.exchange_handles([one.renew() for one in self._variables])
        for part in self._parts:
            self.exchange_handles(part.renew())
        self._run.renew()
        self._pending = list(self._variables)

    def exchange_handles(self, handles: Sequence[tuple[Any, Any]]) -> None:
        """Have functions use the second of each pair of handles where they used the first."""
        renewed = {id(before): now for before, now in handles}
        concrete = [one for step in self._functions for one in tf_cluster.concrete_functions(step)]
        tf_cluster.renew_captures([*_tf.called_flat, *concrete], renewed)


class Part(Protocol):
    """What takes part in a run of training beside the variables."""

    aggregated: int  # of how many tasks' work it needs some for each update

    def rename(self, identity: str) -> None:
        """Use what belongs to the run of this identity."""

    def build(self) -> None:
        """Make what the steps, which are traced, do not have."""

    def begin(self) -> None:
        """On the chief, before others are let in."""

    def take_over(self) -> None:
        """On a chief that goes on with a run."""

    def join(self) -> None:
        """On each task, when the run is ready."""

    def renew(self) -> list[tuple[Any, Any]]:
        """After a task was lost: handles before, and now."""


class _Step:
    """A step of a shared home, with what steps have beside their call."""

    def __init__(
        self,
        home: SharedHome,
        step: Callable[..., Any],
        trace: Callable[..., Hashable] | None = None,
        *,
        is_counted: bool = False,
    ) -> None:
        self._home = home
        self.unbounded = step  # which may wait for others as long as these need
        self.trace = trace
        self.is_counted = is_counted

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        results = self._home.call(self, *args, **kwargs)
        return results[0] if self.is_counted else results

    def counted(self, *args: Any, **kwargs: Any) -> tuple[Any, Any]:
        """What a step that `is_counted` gives: results, and the global step, or `None` if there is none."""
        results: tuple[Any, Any] = self._home.call(self, *args, **kwargs)
        return results

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.unbounded, name)
        if name != "beside":  # see `session_step`: a step that gives more than this one
            return value
        return lambda asked: _Step(self._home, value(asked))
