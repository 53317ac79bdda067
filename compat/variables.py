"""TF 1 variables in TF 2 functions: created once, found again by name in every trace."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import tensorflow as tf

from . import _tf, traces
from .errors import VariableError
from .homes import home_of
from .initial_values import InitialValues
from .names import GLOBAL_STEP, op_name
from .placement import placing
from .printed import Printed
from .sparse import taking_values
from .steps import as_placeholders, fixed_step, session_step
from .traces import InputState, Trace

_Result = TypeVar("_Result")
_Variable = TypeVar("_Variable")
_KEYS = tf.compat.v1.GraphKeys
_VARIABLE_COLLECTIONS = (
    _KEYS.GLOBAL_VARIABLES,
    _KEYS.LOCAL_VARIABLES,
    _KEYS.TRAINABLE_VARIABLES,
    _KEYS.MODEL_VARIABLES,
    _KEYS.GLOBAL_STEP,
)


class VariableStore:
    """Holds the variables of a migrated program under their TF 1 names.

    TF 1 code creates its variables where it builds its graph, with `tf.compat.v1.get_variable`,
    `tf.compat.v1.Variable` or inside an optimizer. In TF 2 that code is the body of a step, which may be
    traced several times: the store creates each variable in the first trace, outside of it, and hands the
    same one to every later trace. In a trace, `variable_scope`, reuse, regularisers and collections
    (`tf.compat.v1.trainable_variables()`) work as they did in the graph.

    Args:
      strategy: the variables are created under it (mirrored, for `MirroredStrategy`); `None` for a
        program that is not distributed. Under a `MultiWorkerMirroredStrategy` each worker has its copy, and
        `prepare` makes all equal to the chief's.
      cluster: the variables are shared by all tasks of a cluster, under their names, on those that hold
        variables: the `compat.Server` of this task, or its `target`; or for a process that is none the
        cluster, or the `target` of a server; `""` where there is no cluster. They have values when
        `prepare` has returned, which `MonitoredSteps` calls, or a task has called `initialize`. Or a
        `compat.InGraphCluster`, if the program itself names the devices of variables and towers. Or the
        `ClusterCoordinator` of a `ParameterServerStrategy`: a step that updates variables is done by a
        worker that is free, and what it gives waits for that when it is looked at; all else is done here,
        behind the steps before it.
      device: where in the cluster variables are: a function of operations, such as
        `tf.compat.v1.train.replica_device_setter` gives, or a name. By default the tasks take turns; with
        an `InGraphCluster` variables that no scope places are in this process then.
    """

    def __init__(
        self,
        strategy: tf.distribute.Strategy | None = None,
        *,
        cluster: Any = None,
        device: Any = None,
    ) -> None:
        self._strategy = strategy
        self._home = home_of(self, strategy, cluster, device)
        self._variables: dict[str, tf.Variable] = {}
        self._collections: dict[str, tuple[str, ...]] = {}  # that each variable is in
        self._taken_off: dict[str, set[str]] = {}  # of which the program has taken a variable off
        self._listed: set[str] = set()  # the variables that the step being traced has put into collections
        self._initial_values: dict[str, Any] = {}  # or functions that compute them
        self._drawing = InitialValues()
        self._printed = Printed()
        self._step_name = GLOBAL_STEP
        self._made_outside: list[str] = []  # of all traces: each of these finds their names taken
        self._taken: dict[str, int] = {}  # by the operations of all traces, in all parts of the graph
        self._before = _Before()
        self._names = _Names()  # of variables, in the step being traced or outside
        self._graph: Any = None  # of the step being traced
        self._inputs = InputState()
        self._at_once = _tf.VariablesAtOnce(self._shared, _VARIABLE_COLLECTIONS)

    @property
    def variables(self) -> dict[str, tf.Variable]:
        """The variables so far, by TF 1 name (`'conv1/weights'`), in the order of creation."""
        return dict(self._variables)

    @property
    def step_name(self) -> str:
        """The TF 1 name of the variable that counts the steps: `global_step`, or that of another one."""
        return self._step_name

    def counts_steps(self, variable: _Variable) -> _Variable:
        """Know a variable, under whatever name, as the one that counts the steps; returns it."""
        self._step_name = op_name(variable)
        return variable

    def next_part(self) -> VariableStore:
        """The same store for what TF 1 code built next in its graph: another object, with steps of its own.

        The variables are one set. What is built by the part finds the names of the graph before it taken, as
        in TF 1: its first `tf.compat.v1.Variable` may be `Variable_1`. It shares a variable of another part
        only if it asks for it, by `tf.compat.v1.get_variable` where its scope reuses; `trainable_variables()`
        lists those of the parts before, too.
        """
        part = VariableStore(self._strategy)
        part._home = self._home
        part._variables, part._collections = self._variables, self._collections
        part._initial_values, part._taken = self._initial_values, self._taken
        part._drawing = self._drawing
        part._taken_off = self._taken_off
        part._before = _Before(tuple(self._variables), dict(self._taken))
        part._names = _Names(part._before.variables)
        return part

    @contextlib.contextmanager
    def scope(self) -> Iterator[None]:
        """What is created inside belongs to the store, and to its strategy's scope.

        What runs inside at once finds variables by their names, and lists of them, as in a TF 1 graph. A
        variable that exists is taken again, since code may run many times that built a graph once.
        """
        with self._creating():
            if not tf.executing_eagerly():
                yield
                return
            with self._at_once.found(), self._drawing.watched():
                for name in self._variables:
                    self._collect(name)
                yield

    @contextlib.contextmanager
    def _creating(self) -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            if self._strategy is not None:
                stack.enter_context(self._strategy.scope())
            stack.enter_context(tf.variable_creator_scope(self._create))
            yield

    @property
    def global_variables(self) -> dict[str, tf.Variable | list[tf.Variable]]:
        """What a TF 1 `Saver` saved: all variables but local ones, which metrics have.

        A partitioned variable is the list of its parts under its own name, as a checkpoint has it.
        """
        return self._saved(_KEYS.GLOBAL_VARIABLES)

    @property
    def trainable_variables(self) -> dict[str, tf.Variable | list[tf.Variable]]:
        """Those of the `global_variables` that optimizers update."""
        return self._saved(_KEYS.TRAINABLE_VARIABLES)

    def _saved(self, collection: str) -> dict[str, tf.Variable | list[tf.Variable]]:
        saved: dict[str, Any] = {}
        for name, one in self._in(collection).items():
            whole = _tf.name_of_whole(one)
            if whole is None:
                saved[name] = one
            else:
                saved.setdefault(whole, []).append(one)
        return saved

    @contextlib.contextmanager
    def listed(self) -> Iterator[None]:
        """Inside, TensorFlow's own functions list the variables so far, as in a TF 1 graph.

        For code that chooses by name what a `Saver` is to save, from `tf.compat.v1.trainable_variables()`, or
        by `ExponentialMovingAverage.variables_to_restore()`. What is chosen is used behind it.
        """
        outer_graph, self._graph = self._graph, tf.Graph()
        traces.lists_variables(self._graph)
        try:
            with self._graph.as_default():
                for name in self._variables:
                    self._collect(name)
                yield
        finally:
            self._graph = outer_graph

    @contextlib.contextmanager
    def again(self) -> Iterator[None]:
        """Inside, code that has made variables in the steps, by `get_variable`, is given these.

        For lists and dictionaries of variables that are used beside the steps, such as by a `Saver`. What is
        computed inside is a part of nothing.
        """
        with self._before_trace(), _tf.unused_graph("again").as_default(), self._tracing():
            yield

    def _in(self, collection: str) -> dict[str, tf.Variable]:
        return {
            name: one
            for name, one in self._variables.items()
            if collection in self._collections[name] and collection not in self._taken_off.get(name, ())
        }

    def initialize(
        self, collection: str = _KEYS.GLOBAL_VARIABLES, *, again: bool = False, new_session: bool = False
    ) -> None:
        """Give the variables of a collection their initial values again, random ones newly drawn.

        What running `tf.compat.v1.global_variables_initializer()` again did, or with
        `tf.compat.v1.GraphKeys.LOCAL_VARIABLES` the local one. When they are made, variables have their
        initial values already, but for those on other tasks of a cluster: there any task may do this, for
        all, as any could run the initialiser in a session of its server.

        Args:
          collection: the key of the collection.
          again: whether the initial values that variables have since they were made stand for a run of
            the initialiser. Seeds fix other numbers for each run in one session, the next ones of their
            streams; the first call takes the first ones, unless it is told so.
          new_session: whether it is the first run in a session behind another one: each session began
            with the first numbers.

        Raises:
          ClusterError: a task that holds variables does not answer.
        """
        found = self._in(collection).items()
        with self._drawing.run(new_session=new_session, again=again):
            self._home.initialize([(variable, self._initial_values[name]) for name, variable in found])

    def report_uninitialized_variables(self) -> np.ndarray[Any, Any]:
        """The names (bytes) of the variables that have no values yet: none but in a cluster.

        What running `tf.compat.v1.report_uninitialized_variables()` gave: other tasks wait by it for the one
        that initialises.

        Raises:
          ClusterError: a task that holds variables does not answer.
        """
        return np.array([op_name(one).encode() for one in self._home.without_values()], dtype=object)

    def prepare(
        self,
        *,
        is_chief: bool = True,
        restore: Callable[[], Any] | None = None,
        max_wait_secs: float = 7200.0,
        again: bool = False,
    ) -> None:
        """Give the variables of a cluster their values, if this is the chief, or wait until it has.

        A chief that is started again goes on from the values that are there. Where there is no cluster,
        variables have their initial values since they were made.

        Args:
          is_chief: whether this task does it, for all.
          restore: reads a checkpoint into all variables; without one they have their initial values.
          max_wait_secs: for how long others wait.
          again: without a cluster: whether variables have their initial values once more.

        Raises:
          ClusterError: the chief did not come, another one was there before, a task that holds variables does
            not answer, or another program shares variables of these names and other shapes.
        """
        if self._home.is_shared:
            with self._drawing.run(new_session=True):
                self._home.prepare(is_chief, restore, max_wait_secs)
            return
        if again:
            self.initialize(new_session=True)
            self.initialize(_KEYS.LOCAL_VARIABLES)
        self._home.prepare(is_chief, restore, max_wait_secs)

    def reading(self, function: Callable[[], _Result]) -> _Result:
        """What `function` returns, which reads or writes variables beside the steps.

        Raises:
          ClusterError: a task that holds variables does not answer.
        """
        return self._home.reading(function)

    def global_step(self) -> int | None:
        """The global step once all steps are done that were begun, or `None` if only a read can tell it.

        A coordinator hands out steps, and counts them, before workers have done them.
        """
        return self._home.global_step()

    def ends_at(self, last_step: Callable[[], int | None]) -> None:
        """Know what tells up to which global step the training goes: so far, steps may be begun ahead."""
        self._home.ends_at(last_step)

    def finish(self, *, is_chief: bool = True) -> None:
        """Tell other tasks of a cluster that this one has come to the end of the training.

        Once the chief has, one that comes then begins anew. Under a `MultiWorkerMirroredStrategy` the
        training ends for all when any worker has: this waits until all have come so far.
        """
        self._home.finish(is_chief)

    def function(
        self,
        body: Callable[..., Any] | None = None,
        *,
        input_signature: Sequence[tf.TypeSpec] | None = None,
    ) -> Any:
        """`tf.function` for a step whose variables belong to the store; use as a decorator.

        AutoGraph is off, since TF 1 code means Python's own `if` and `for`. With an `input_signature` the
        step is traced here, once, as a graph was built once where its code stood: Python values that
        change later do not reach it. Without one it is traced when it is called.

        Args:
          body: the step.
          input_signature: one `tf.TensorSpec` per argument of `body`, in its order; arrays of another type
            are converted, as those fed to a placeholder were, so that no batch causes another trace. A
            `tf.SparseTensorSpec` takes what was fed to a sparse placeholder: its value, or three arrays.
        """
        if body is None:
            return functools.partial(self.function, input_signature=input_signature)

        @functools.wraps(body)
        def traced(*args: Any, **kwargs: Any) -> Any:
            with self._tracing() as trace:
                return self._home.counted(trace.settle(body(*args, **kwargs), operations=False))

        if input_signature is not None:
            input_signature = as_placeholders(input_signature)
        step = tf.function(traced, autograph=False, input_signature=input_signature)
        if input_signature is not None:
            with self._before_trace():
                names = list(inspect.signature(body).parameters)[: len(input_signature)]
                fixed = fixed_step(step, input_signature, names, self._creating)
                taking = taking_values(fixed, body, input_signature)
                return functools.wraps(body)(self._home.calling(taking, step))

        @functools.wraps(body)
        def call(*args: Any, **kwargs: Any) -> Any:
            with self._before_trace():
                return step(*args, **kwargs)

        def trace(*args: Any, **kwargs: Any) -> Hashable:
            with self._before_trace():
                return step.get_concrete_function(*args, **kwargs).name  # type: ignore[no-any-return]

        return functools.wraps(body)(self._home.calling(call, step, trace))

    def pruned(
        self,
        body: Callable[..., Any] | None = None,
        *,
        input_signature: Sequence[tf.TypeSpec] = (),
        returns_inputs: bool = False,
    ) -> Any:
        """A step that runs only what it returns, as `Session.run` ran only what was fetched; a decorator.

        For steps with effects that are not to happen in every call of the step, such as the updates of
        `tf.GraphKeys.UPDATE_OPS` in an evaluation: `tf.function` would run them all. It is traced here, once,
        without automatic control dependencies: effects have the order that data and
        `tf.control_dependencies` give them. It cannot run inside `strategy.run`.

        The body returns tensors, operations, variables and `None`, in nested lists, tuples and dictionaries.
        A call returns the same structure of NumPy values, with `None` for each operation; a variable is read
        after all else has run, as TF 1.15's reference variables were.

        Args:
          body: the step.
          input_signature: one `tf.TensorSpec` per argument of `body`, in its order; arrays of another type
            are converted, as those fed to a placeholder were. A `tf.SparseTensorSpec` takes what was fed to
            a sparse placeholder: its value, or three arrays.
          returns_inputs: the body has no arguments; it returns a list of those tensors, such as placeholders
            that a model makes for itself, for which calls give values, and then its results. Of a dictionary
            in the list's place, calls give a dictionary with some of its names, or with names and indices,
            such as `("xs", 0)`, as keys: what it leaves out is computed, or has its default. The step's
            `keys("xs")` gives keys for all tensors in one, in its structure of lists, dictionaries and
            objects: `keys("nets")[0].x`. A tuple of keys is fed as many values. Other values of an object
            are as the trace left them; what it computes, it has not.

        Raises:
          ValueError: from a call, where a value does not fit the shape of its argument, or its structure.
          InputError: from a call, where a variable is fed, or a tensor by two keys.
        """
        if body is None:
            return functools.partial(
                self.pruned, input_signature=input_signature, returns_inputs=returns_inputs
            )

        @functools.wraps(body)
        def traced(*args: Any) -> Any:
            with self._tracing() as trace:
                settled = trace.settle(body(*args), operations=True)
                if not returns_inputs:
                    return self._home.results(settled)
                inputs, results = settled
                return inputs, self._home.results(results)

        with self._before_trace():
            specs = as_placeholders(input_signature)
            step = session_step(traced, specs, returns_inputs=returns_inputs)
        return functools.wraps(body)(self._home.calling(step))

    @contextlib.contextmanager
    def _before_trace(self) -> Iterator[None]:
        _tf.start_runtime()
        with self._creating():
            yield

    @contextlib.contextmanager
    def _tracing(self) -> Iterator[Trace]:
        graph = tf.compat.v1.get_default_graph()
        if tf.executing_eagerly():  # by tf.config.run_functions_eagerly: the graph is the process's
            with _tf.left_alone(graph), self._tracing_into(graph) as trace:
                yield trace
            return
        with self._tracing_into(graph) as trace:
            yield trace

    @contextlib.contextmanager
    def _tracing_into(self, graph: tf.Graph) -> Iterator[Trace]:
        _tf.note_step(graph)
        _tf.replace_collections(graph, _VARIABLE_COLLECTIONS)
        _tf.share_variables(graph, self._shared)
        arguments = _tf.names_taken(graph)
        _tf.take_names(graph, self._before.names)
        _tf.take_names(graph, dict.fromkeys(map(str.lower, self._made_outside), 1))
        made = [*self._before.variables, *self._made_outside]
        outer_graph, self._graph = self._graph, graph
        outer_names, self._names = self._names, _Names(made)
        outer_listed, self._listed = self._listed, set()
        for name in made:
            self._collect(name)
        try:
            with (
                self._inputs.tracing(graph) as trace,
                self._home.placing(),
                self._drawing.traced(),
                self._printed.once(),
            ):
                trace.home = self._home
                yield trace
            self._note_edits(graph)
        finally:
            self._names, self._graph, self._listed = outer_names, outer_graph, outer_listed
            for name, count in _tf.names_taken(graph).items():
                if arguments.get(name) != count:  # those were placeholders, under other names
                    self._taken[name] = max(count, self._taken.get(name, 0))

    def _note_edits(self, graph: tf.Graph) -> None:
        """Note which variables the step has taken off collections: those are not saved as what they were."""
        for key in _VARIABLE_COLLECTIONS:
            left = {id(one) for one in graph.get_collection_ref(key)}
            for name in self._listed:
                if key in self._collections[name] and id(self._variables[name]) not in left:
                    self._taken_off.setdefault(name, set()).add(key)

    def _shared(self, name: str) -> tf.Variable | None:
        """The variable that `get_variable` asks for by a name that it reuses."""
        if name in self._before.variables:
            self._names.release(name)
            if self._graph is not None:
                _tf.release_name(self._graph, name)
        return self._variables.get(name)

    def _create(self, create: Callable[..., tf.Variable], **spec: Any) -> tf.Variable:
        name = self._free_name(spec.get("name"))
        collections = spec.pop("collections", None)
        variable = self._variables.get(name)
        if variable is None:
            # A cluster asks the device functions itself, and each counts how often it is asked.
            by_scopes = (
                contextlib.nullcontext() if self._home.is_shared else placing(**{**spec, "name": name})
            )
            if "initial_value" in spec:
                spec["initial_value"] = self._initial_value(name, spec["initial_value"])
            # Made here and now: tf.function would put it off, and trace the step a second time. No device
            # caches it: dynamic_rnn asks for one by a function, which only a graph takes.
            spec |= {"name": name, "caching_device": None, "experimental_enable_variable_lifting": False}
            self._initial_values[name] = spec.get("initial_value")
            with by_scopes:
                variable = self._home.make(create, spec, is_local=_is_local(collections))
            self._variables[name] = variable
            self._collections[name] = _collections_of(variable, collections)
            if self._graph is None:
                self._made_outside.append(name)
                self._taken.setdefault(name.lower(), 1)
        else:
            _check_same(name, variable, spec)
        # Into the step being traced, also where moving averages leave it, to make their variables.
        if self._graph is not None or self._at_once.is_found():
            self._collect(name)
        return variable

    def _free_name(self, asked: str | None) -> str:
        """Claim the name that TF 1 gave a variable for which `asked` was, in the scope that is open."""
        name = _tf.name_in_scope(asked)
        # The graph counts on, from what it has itself.
        while self._graph is not None and self._is_taken(name):
            following = _tf.name_in_scope(asked)
            if following == name:
                break  # made outside of the graph that is traced, where nothing counts
            name = following
        stem, _, count = name.rpartition("_")
        if self._is_used(name) and count.isdigit() and self._is_taken(stem):
            name = stem  # a scope of its own for each slot of an optimizer, which the trace has not counted
        return self._names.claim(name, self._is_taken)

    def _is_taken(self, name: str) -> bool:
        return self._is_used(name) or self._names.has(name)

    def _is_used(self, name: str) -> bool:
        """Whether the trace uses the variable of this name, maybe without having asked for it.

        An optimizer makes its variables in the first trace that it updates in, and has them in those that
        follow: it claims no names there, and what another one asked for by them would be given its own.
        """
        variable = self._variables.get(name)
        return variable is not None and _tf.is_captured(self._graph, variable)

    def _initial_value(self, name: str, given: Any) -> Any:
        try:
            return self._drawing.of(given)
        except Exception as error:
            raise VariableError(
                f"The initial value of variable {name!r} depends on an argument of the step: "
                "compute it before, or give an initializer"
            ) from error

    def _collect(self, name: str) -> None:
        variable = self._variables[name]
        self._listed.add(name)
        graph = self._graph or tf.compat.v1.get_default_graph()
        for key in self._collections[name]:
            members = graph.get_collection_ref(key)
            if not any(variable is member for member in members):
                members.append(variable)


@dataclasses.dataclass(frozen=True)
class _Before:
    """The graph before a part of it: its variables, and how often its operations have taken each name."""

    variables: tuple[str, ...] = ()
    names: Mapping[str, int] = dataclasses.field(default_factory=dict)


class _Names:
    """Names taken in one graph: a second `w`, or a `W`, becomes `w_1`, or `W_1`, as in TF 1."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {name.lower() for name in taken}

    def has(self, name: str) -> bool:
        return name.lower() in self._taken

    def release(self, name: str) -> None:
        """Let a name be claimed again, by what shares a variable."""
        self._taken.discard(name.lower())

    def claim(self, name: str, is_taken: Callable[[str], bool]) -> str:
        """The name, or what it becomes where it is taken."""
        unique, count = name, 0
        while is_taken(unique):
            count += 1
            unique = f"{name}_{count}"
        self._taken.add(unique.lower())
        return unique


def _is_local(asked: Sequence[str] | None) -> bool:
    return asked is not None and _KEYS.LOCAL_VARIABLES in asked and _KEYS.GLOBAL_VARIABLES not in asked


def _collections_of(variable: tf.Variable, asked: Sequence[str] | None) -> tuple[str, ...]:
    keys = list(asked) if asked is not None else [_KEYS.GLOBAL_VARIABLES]
    if variable.trainable and _KEYS.TRAINABLE_VARIABLES not in keys:
        keys.append(_KEYS.TRAINABLE_VARIABLES)
    return tuple(keys)


def _check_same(name: str, variable: tf.Variable, spec: dict[str, Any]) -> None:
    shape, dtype = spec.get("shape"), spec.get("dtype")
    if shape is not None and not variable.shape.is_compatible_with(shape):
        raise VariableError(f"Variable {name!r} has shape {variable.shape}, but {shape} was asked for")
    if dtype is not None and tf.as_dtype(dtype).base_dtype != variable.dtype.base_dtype:
        raise VariableError(f"Variable {name!r} is {variable.dtype.name}, but {dtype} was asked for")
