"""Watches what runs graphs, which are TensorFlow's sessions and what has their methods."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Collection, Sequence
from itertools import compress
from typing import Any
from weakref import WeakKeyDictionary

import tensorflow as tf

from ..differences import purpose_of
from ..parity import ParityError
from ..records import Array, Values, same_bytes
from .drawing import Drawing
from .planting import Planting, numbered
from .recorder import Recorder
from .seeding import initialised, is_filled, is_fixed
from .values import as_number, is_assigned, is_constant, summaries_in

v1 = tf.compat.v1
Run = Callable[..., Any]

# slim's loop: it asks for the step beside what it runs, and whether to log and to stop by other runs.
_LOOP = "tf_slim.learning"
_VARIABLE_OPS = ("VarHandleOp", "Variable", "VariableV2")
_REFERENCE_ASSIGNMENTS = ("Assign", "AssignAdd", "AssignSub")


def watch_sessions(
    recorder: Recorder,
    plant: Planting,
    *,
    likes: Sequence[Any] = (),
    reads_last: bool = False,
    task: str | None = None,
) -> None:
    """Have each `run` of a session recorded, but not those inside one, by which a monitored session works.

    Args:
      recorder: what keeps the steps.
      plant: values that variables are given by name when a run has initialised them.
      likes: classes beside TensorFlow's whose `run` is to mean what `Session.run` means.
      reads_last: a variable that is fetched beside its own update comes back as it is after the update, as
        in TensorFlow 1.15; with resource variables a session reads it before.
      task: this process in a cluster, such as `worker-0`: what other tasks hold comes back as it was before
        the run, in which nothing orders when they send it.
    """
    plain = (_owner_of_run(v1.Session), *likes)
    watcher = Watcher(recorder, plain, plant, reads_last, task)
    for owner in (*plain, _owner_of_run(v1.train.MonitoredSession)):
        _watch(recorder, owner, watcher)


def _owner_of_run(kind: Any) -> Any:
    """The class that `kind` has its `run` from, and its siblings such as `InteractiveSession` too."""
    return next(cls for cls in kind.__mro__ if "run" in vars(cls))


def _watch(recorder: Recorder, owner: Any, watcher: Watcher) -> None:
    real: Run = owner.run

    def run(session: Any, fetches: Any, *args: Any, **kwargs: Any) -> Any:
        watcher.meet(session)
        with recorder.outermost() as outermost:
            try:
                result = real(session, fetches, *args, **kwargs)
            except tf.errors.OpError:
                if outermost:
                    watcher.look_at_failed()
                raise
            if outermost:
                recorder.stop_clock()
                fed = (kwargs.get("feed_dict") if "feed_dict" in kwargs else next(iter(args), None)) or {}
                if sys._getframe(1).f_globals.get("__name__") != _LOOP:
                    result = watcher.look(fetches, result, fed)
                elif isinstance(fetches, list):
                    watcher.look(fetches[0], result[0], fed)
        return result

    owner.run = run


class Watcher:
    """Looks at what each run left behind; `plain` are classes of sessions that run without others.

    Variables are known by their names; of one name, that of the second graph is known as `w#2`.
    """

    def __init__(
        self, recorder: Recorder, plain: Sequence[Any], plant: Planting, reads_last: bool, task: str | None
    ) -> None:
        self._recorder = recorder
        self._runs: dict[Any, Run] = {owner: owner.run for owner in plain}
        self._plant = plant
        self._reads_last = reads_last
        job, _, index = (task or "").rpartition("-")
        self._task = (job, int(index)) if job else None
        self._session: Any = None
        self._first: Values = {}
        self._last: Values = {}
        self._initialising: WeakKeyDictionary[Any, dict[Any, list[str]]] = WeakKeyDictionary()
        self._keys: WeakKeyDictionary[Any, dict[str, str]] = WeakKeyDictionary()
        self._graphs_with: dict[str, int] = {}
        self._drawing = Drawing()

    def meet(self, session: Any) -> None:
        """Remember the session that holds the variables: a monitored one hides it."""
        if isinstance(session, tuple(self._runs)):
            self._session = session

    def _run(self, fetches: Any) -> Any:
        """What the session gives for `fetches`, unrecorded."""
        real = next(run for owner, run in self._runs.items() if isinstance(self._session, owner))
        return real(self._session, fetches)

    def look(self, fetches: Any, result: Any, fed: Collection[Any]) -> Any:
        """Record the run, as initial values where it made variables readable, else as a call.

        `fed` has the tensors that the program gave values. Returns its result, for the program.
        """
        if isinstance(fetches, dict) and not all(isinstance(key, str) for key in fetches):
            # A monitored session's, whose hooks are keys: they have no order, which `tf.nest` asks for.
            values = self.look(list(fetches.values()), [result[key] for key in fetches], fed)
            return dict(zip(fetches, values, strict=True))
        wanted = self._wanted()
        if unseeded := self._drawing.new_in(self._session.graph, wanted.values()):
            self._recorder.describe(unseeded=unseeded)
        variables = self._values(wanted)
        if self._reads_last:
            result = self._read_last(fetches, result, variables)
        new = {name: value for name, value in variables.items() if name not in self._first}
        if new:
            self._describe(new)
            begun = initialised(fetches, [wanted[name] for name in new])
            own = {self._known(one.op.name): one for one in begun}
            fixed = [name for name, one in own.items() if is_fixed(one) or is_filled(one, new[name])]
            self._recorder.add_seeded({name: new[name] for name in fixed})
            first = {name: self._planted(name, wanted[name], new[name]) for name in new}
            self._first.update(first)
            self._recorder.add_initial(first)
            variables.update(first)
        else:
            for name in self._drawn_again(fetches, wanted, fed):
                wanted[name].load(self._first[name], self._session)
                variables[name] = self._first[name]
            fetched, constant = self._fetched(fetches, result), self._gives_constants(fetches)
            summaries = summaries_in(tf.nest.flatten(result))
            begins = not fetched and self._only_begins(fetches, wanted, variables, fed)
            self._recorder.add_call(fetched, variables, summaries=summaries, constant=constant, begins=begins)
        self._last = variables
        return result

    def look_at_failed(self) -> None:
        """Note what a run has changed that ended by an error."""
        with contextlib.suppress(tf.errors.OpError):  # of a session that has ended by it, nothing is read
            values = self._values(self._wanted())
            self._recorder.add_failed({name: values[name] for name in values if name in self._first})

    def _only_begins(
        self, fetches: Any, wanted: dict[str, Any], variables: Values, fed: Collection[Any]
    ) -> bool:
        """Whether all variables that a run has changed are those that it gave their initial values."""
        begun = {self._known(one.op.name) for one in _begun(fetches, wanted, _names(fed))}
        last = self._last
        return bool(begun) and all(
            name in begun or name in last and same_bytes(last[name], value)
            for name, value in variables.items()
        )

    def _drawn_again(self, fetches: Any, wanted: dict[str, Any], fed: Collection[Any]) -> list[str]:
        """The variables that a run has given initial values once more: others, where no seed fixes them."""
        ops = tuple(getattr(leaf, "name", "") for leaf in tf.nest.flatten(fetches))
        given = _names(fed)
        known = self._initialising.setdefault(self._session.graph, {})
        if (ops, given) not in known:
            begun = _begun(fetches, wanted, given)
            known[ops, given] = [self._known(one.op.name) for one in begun if not is_fixed(one)]
        return [name for name in known[ops, given] if name in self._first]

    def _wanted(self) -> dict[str, Any]:
        """The variables of the session's graph, by the names that they are known by."""
        graph = self._session.graph
        keys = (v1.GraphKeys.GLOBAL_VARIABLES, v1.GraphKeys.LOCAL_VARIABLES)
        return {
            self._known(variable.op.name): variable for key in keys for variable in graph.get_collection(key)
        }

    def _known(self, name: str) -> str:
        """The name that a variable of the session's graph is known by."""
        names = self._keys.setdefault(self._session.graph, {})
        if name not in names:
            names[name] = numbered(name, self._graphs_with.get(name, 0))
            self._graphs_with[name] = self._graphs_with.get(name, 0) + 1
        return names[name]

    def _describe(self, new: Values) -> None:
        self._recorder.describe(style="sessions", unseeded=())
        for variable in self._session.graph.get_collection(v1.GraphKeys.TRAINABLE_VARIABLES):
            if self._known(variable.op.name) in new:
                self._recorder.describe(trainable=self._known(variable.op.name))

    def _values(self, wanted: dict[str, Any]) -> Values:
        """The values of those variables that are initialised and hold numbers."""
        try:
            read = self._run(wanted) if wanted else {}
        except tf.errors.FailedPreconditionError:
            read = self._readable(wanted)
        arrays = {name: as_number(value) for name, value in read.items()}
        return {name: array for name, array in arrays.items() if array is not None}

    def _readable(self, wanted: dict[str, Any]) -> dict[str, Any]:
        read = {}
        for name, variable in wanted.items():
            try:
                read[name] = self._run(variable)
            except tf.errors.FailedPreconditionError:
                continue  # not initialised yet
        return read

    def _planted(self, name: str, variable: Any, own: Array) -> Array:
        """Give a new variable the value that it is to start with, if there is one; returns its value."""
        value: Array = self._plant.get(name, own)
        if (value.dtype, value.shape) != (own.dtype, own.shape):
            raise ParityError(
                f"variable {name!r} is {value.dtype.name}{value.shape} in the original, "
                f"{own.dtype.name}{own.shape} in the rewritten program"
            )
        if not same_bytes(value, own):
            variable.load(value, self._session)
        return value

    def _read_last(self, fetches: Any, result: Any, variables: Values) -> Any:
        sources, values = tf.nest.flatten(fetches), tf.nest.flatten(result)
        names = [self._known(name) if (name := self._variable(source)) else "" for source in sources]
        if len(sources) != len(values) or not any(name in variables for name in names):
            return result
        last = [
            self._value_of(name, source, variables)[()] if name in variables else value
            for name, source, value in zip(names, sources, values, strict=True)
        ]
        return tf.nest.pack_sequence_as(result, last)

    def _value_of(self, name: str, source: Any, variables: Values) -> Array:
        """The value with which a variable is to come back that is fetched beside its own update."""
        op = self._session.graph.as_graph_element(source).op
        device = tf.DeviceSpec.from_string(op.device)
        is_assigning = is_assigned(op) or op.type in _REFERENCE_ASSIGNMENTS
        is_elsewhere = None not in (self._task, device.job) and (device.job, device.task) != self._task
        sends = is_elsewhere and not is_assigning
        return self._last.get(name, variables[name]) if sends else variables[name]

    def _fetched(self, fetches: Any, result: Any) -> list[tuple[str, Array]]:
        """The numbers that a run fetched, with their tensors' names; none of variables alone.

        The update of a synchroniser is an assignment to what TensorFlow itself counts by, which is no number
        that the program asked for.
        """
        sources = tf.nest.flatten(fetches)
        if all(self._variable(source) or self._is_step(source) for source in sources):
            return []
        values = tf.nest.flatten(result)
        if len(sources) == len(values):
            asked = [not purpose_of(self._variable(source)) for source in sources]
            sources, values = (list(compress(several, asked)) for several in (sources, values))
            names = [str(getattr(source, "name", source)) for source in sources]
        else:  # a sparse tensor gives several values
            names = [str(place) for place in range(len(values))]
        numbers = [(name, as_number(value)) for name, value in zip(names, values, strict=True)]
        return [(name, number) for name, number in numbers if number is not None]

    def _is_step(self, source: Any) -> bool:
        """Whether it is the copy of the global step that TensorFlow's hooks read, between the runs too."""
        return any(source is one for one in self._session.graph.get_collection("global_step_read_op_cache"))

    def _gives_constants(self, fetches: Any) -> bool:
        """Whether all that is fetched is computed from constants."""
        return all(self._is_constant(source) for source in tf.nest.flatten(fetches))

    def _is_constant(self, source: Any) -> bool:
        try:
            return is_constant(self._session.graph.as_graph_element(source))
        except TypeError:
            return False  # several tensors, such as those of a sparse one

    def _variable(self, source: Any) -> str:
        """The name of the variable that is fetched as such, or as it is assigned; empty for anything else."""
        try:
            element = self._session.graph.as_graph_element(source)
        except TypeError:
            return ""  # several tensors, such as those of a sparse one
        op = getattr(element, "op", None)
        if op is None:
            return ""  # an operation, which gives no value
        is_plain = op.type == "ReadVariableOp" and op.name == f"{op.inputs[0].op.name}/Read/ReadVariableOp"
        if is_plain or is_assigned(op) or op.type in _REFERENCE_ASSIGNMENTS:
            op = op.inputs[0].op
        return str(op.name) if op.type in _VARIABLE_OPS else ""


def _names(fed: Collection[Any]) -> frozenset[str]:
    return frozenset(getattr(one, "name", one) for one in fed)


def _begun(fetches: Any, wanted: dict[str, Any], given: frozenset[str]) -> list[Any]:
    """The variables that a run gives their initial values.

    One whose initial value was fed has what the program gave it, as `Variable.load` does.
    """
    return [
        one
        for one in initialised(fetches, wanted.values())
        if given.isdisjoint(tensor.name for tensor in one.initializer.inputs)
    ]
