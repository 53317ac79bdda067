"""Runs a rewritten program on the original's initial values, and watches what its steps have become.

These are functions, those of tier `compat` pruned to what they return; in tier `wrapped` runs of a
`compat.Program`, in tier `graph` runs of sessions, whose variables get their values once initialised.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial, update_wrapper, wraps
from typing import Any

import numpy as np
import tensorflow as tf

from ..records import Array, same_bytes
from .gpus import emulate_gpus
from .keras_steps import watch_keras
from .planting import PlantedVariables, Planting
from .recorder import Recorder
from .seeding import before
from .sessions import watch_sessions
from .values import as_number, is_assigned, is_constant, summaries_in

Call = Callable[..., Any]

# Whose functions are no steps of the program.
_LIBRARIES = ("tensorflow", "keras", "tf_keras")


@contextlib.contextmanager
def prepared(
    recorder: Recorder, gpus: int, initial: Planting, runtime: str, *, task: str | None = None
) -> Iterator[PlantedVariables]:
    """Inside, a rewritten script runs on `gpus` emulated GPUs, from `initial` values, and is recorded.

    `runtime` is the name by which it imports `compat`. What it gives variables itself where seeds fix
    that is recorded, too; where they are initialised again, they have that. `task` is this process in a
    cluster, such as `worker-0`: where sessions are left, a variable of another task that is fetched beside
    its update comes as it was before that, as from steps. Gives the variables.
    """
    emulate_gpus(gpus)
    variables = PlantedVariables(initial, recorder)
    compat = importlib.import_module(runtime)
    _watch_functions(compat, recorder, variables)
    if task is not None:
        _watch_shared(importlib.import_module(f"{runtime}.cluster._home").SharedHome, variables)
        _begin_none_ahead(importlib.import_module(f"{runtime}.cluster._coordinated").CoordinatedHome)
    watch_sessions(recorder, initial, likes=[compat.Program], reads_last=task is not None, task=task)
    with tf.variable_creator_scope(variables.create):
        yield variables


def _watch_functions(compat: Any, recorder: Recorder, variables: PlantedVariables) -> None:
    """Have each outermost eager call of a `tf.function`, or of a step of a `VariableStore`, recorded.

    Nothing here starts TensorFlow: the program may configure that first.
    """
    recorded = _recording(recorder, variables, fetched=True)
    fixed = _recording(recorder, variables, fetched=True, constant=True)
    changing = _recording(recorder, variables, fetched=False)
    concrete = tf.types.experimental.ConcreteFunction.__subclasses__()
    for owner in (type(tf.function(lambda: None)), *concrete):
        if "__call__" in vars(owner):
            _watch_calls(owner, recorded)
    for method in ("function", "pruned"):
        _watch_steps(compat, method, (recorded, fixed, changing), recorder)
    _watch_runs(compat.train.MonitoredSteps, recorded, recorder)
    # Where all tasks agree that they begin or end, functions of the runtime's own run; no session ran those.
    for method in ("prepare", "finish"):
        _watch_method(compat.VariableStore, method, partial(_unrecorded, recorder))
    # What a session ran to set variables; a call counts as a step only where it changes one.
    _plant_again(compat.VariableStore, variables)
    _watch_method(
        compat.VariableStore, "initialize", _recording(recorder, variables, fetched=False, begins=True)
    )
    _watch_method(compat.Saver, "restore", changing)
    _watch_method(tf.compat.v1.train.Saver, "restore", changing)
    with tf.Graph().as_default():
        kinds = type(tf.Variable(0.0)).__mro__
    for method in ("assign", "assign_add", "assign_sub"):
        # A variable of a strategy assigns to its copies, one after the other: that is one change.
        own = next(kind for kind in kinds if method in vars(kind))
        for kind in (own, *_kinds_of(tf.distribute.DistributedValues)):
            if method in vars(kind):
                _watch_method(kind, method, changing)
    _watch_method(tf.compat.v1.train.Optimizer, "apply_gradients", changing)
    watch_keras(changing)


def _recording(
    recorder: Recorder,
    variables: PlantedVariables,
    *,
    fetched: bool,
    constant: bool = False,
    begins: bool = False,
) -> Call:
    """What calls a function, and records it; with what it returned, if that counts as `fetched`.

    `constant`: what it returns is known to be computed from constants alone. `begins`: it gives variables
    their initial values.
    """

    planted = variables.initial.by_name()

    def recorded(real: Call, function: Any, *args: Any, **kwargs: Any) -> Any:
        with recorder.outermost() as outermost:
            try:
                result = real(function, *args, **kwargs)
            except tf.errors.OpError:
                if outermost:
                    recorder.add_failed(variables.values(), planted)
                raise
            if outermost:
                is_constant = constant or not (args or kwargs) and _gives_constants(function)
                leaves = _returned(result) if fetched else []
                recorder.stop_clock()
                values, apart = variables.values(), variables.replicas_apart()
                recorder.add_call(
                    _numbers(leaves),
                    values,
                    apart,
                    planted,
                    summaries=summaries_in(leaves),
                    constant=is_constant,
                    begins=begins,
                )
        return result

    return recorded


def _kinds_of(kind: type) -> set[type]:
    return {kind}.union(*map(_kinds_of, kind.__subclasses__()))


def _unrecorded(recorder: Recorder, real: Call, *args: Any, **kwargs: Any) -> Any:
    with recorder.outermost():
        return real(*args, **kwargs)


def _gives_constants(function: Any) -> bool:
    """Whether a `tf.function` that is called without arguments computes from constants alone."""
    if not hasattr(function, "get_concrete_function"):
        return False
    leaves = tf.nest.flatten(function.get_concrete_function().structured_outputs)
    return all(is_constant(leaf) for leaf in leaves if leaf is not None)


def _watch_calls(owner: Any, recorded: Call) -> None:
    real = owner.__call__

    def call(function: Any, *args: Any, **kwargs: Any) -> Any:
        called = real if not tf.executing_eagerly() or _is_library(function) else partial(recorded, real)
        return called(function, *args, **kwargs)

    owner.__call__ = call


def _watch_steps(compat: Any, method: str, ways: tuple[Call, Call, Call], recorder: Recorder) -> None:
    """Have the steps that a method of stores makes recorded: they do not go by TensorFlow's own calls.

    `ways` are what records a step: with what it returns, with constants that it returns, and without.
    """
    recorded, fixed, changing = ways
    real = getattr(compat.VariableStore, method)
    # By its folder: a program may have a package of its name.
    runtime = os.path.join(os.path.dirname(os.path.realpath(compat.__file__)), "")

    def make(store: Any, body: Any = None, **options: Any) -> Any:
        if body is None:
            return real(store, body, **options)  # which comes back here with the body
        if _file(body).startswith(runtime):  # by which the runtime itself synchronises tasks
            own = real(store, body, **options)
            return _Watched(own, partial(_unrecorded, recorder, own), lambda: False)
        recorder.describe(style="store")
        reads: list[bool] = []
        gives_variables: list[bool] = []
        gives_constants: list[bool] = []

        @wraps(body)
        def watched(*args: Any, **kwargs: Any) -> Any:
            graph = tf.compat.v1.get_default_graph()
            known = len(graph.get_operations())
            result = body(*args, **kwargs)
            returned = result[1] if options.get("returns_inputs") else result
            leaves = [leaf for leaf in tf.nest.flatten(returned) if leaf is not None]
            is_all = bool(leaves)
            if method == "function":  # a pruned one does nothing but what it returns
                is_all = is_all and not _does_more(graph.get_operations()[known:], leaves)
            reads.append(is_all and all(_is_read(store, leaf) for leaf in leaves))
            gives_variables.append(is_all and all(_is_of_variable(leaf) for leaf in leaves))
            gives_constants.append(bool(leaves) and all(is_constant(leaf) for leaf in leaves))
            return result

        def is_reading() -> bool:
            return bool(reads) and all(reads)

        made = real(store, watched, **options)

        def call(*args: Any, **kwargs: Any) -> Any:
            if not tf.executing_eagerly() or is_reading():
                return made(*args, **kwargs)
            way = recorded
            if gives_variables and all(gives_variables):
                way = changing
            elif gives_constants and all(gives_constants):
                way = fixed
            return way(_called, made, *args, **kwargs)

        return _Watched(made, call, is_reading)

    setattr(compat.VariableStore, method, make)


class _Watched:
    """A step of a store whose calls are `call`; what else it has, for sessions around it, is the step's.

    Where it is only `is_reading` variables, which are compared anyway, it is no step.
    """

    def __init__(self, step: Call, call: Call, is_reading: Callable[[], bool]) -> None:
        update_wrapper(self, step)
        self._step = step
        self._call = call
        self.is_reading = is_reading

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._step, name)


def _is_read(store: Any, leaf: Any) -> bool:
    """Whether a step returns a variable of the store, or what is read from one."""
    if isinstance(leaf, tf.Variable):  # what an assignment gives is one too, but not one of the store
        return any(leaf is variable for variable in store.variables.values())
    op = _source(leaf)
    return op is not None and op.type == "ReadVariableOp" and not op.control_inputs


def _does_more(made: Sequence[Any], leaves: Sequence[Any]) -> bool:
    """Whether operations that a step has made do something beside giving what it returns, such as an update.

    A session that fetched such a thing beside a variable got the variable's value from a step. What is drawn
    for the initial value of a variable does nothing beside it.
    """
    given = before(op for leaf in leaves if isinstance(op := getattr(leaf, "op", None), tf.Operation))
    done = (op for op in made if op.op_def is not None and op.op_def.is_stateful and not _draws(op))
    return any(op not in given and op.type not in _OF_VARIABLES for op in done)


def _draws(op: tf.Operation) -> bool:
    """Whether an operation draws random numbers."""
    return any(attribute.name == "seed2" for attribute in op.op_def.attr) and bool(op.outputs)


_OF_VARIABLES = frozenset({"ReadVariableOp", "VarHandleOp", "VarIsInitializedOp", "VariableShape"})


def _is_of_variable(leaf: Any) -> bool:
    """Whether a step returns a variable, what is read from one, or what was assigned to one."""
    op = None if isinstance(leaf, tf.Variable) else _source(leaf)
    is_read = op is not None and op.type == "ReadVariableOp" and not op.control_inputs
    return isinstance(leaf, tf.Variable) or is_read or op is not None and is_assigned(op)


def _source(leaf: Any) -> Any:
    """The operation that a tensor comes from, copies left out."""
    op = getattr(leaf, "op", None)
    while op is not None and op.type == "Identity":
        op = op.inputs[0].op
    return op


def _watch_runs(sessions: Any, recorded: Call, recorder: Recorder) -> None:
    """Have steps that a session runs recorded, without what its hooks ask for."""
    real = sessions.run

    @wraps(real)
    def run(session: Any, step: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(step, _Watched) and step.is_reading():
            with recorder.outermost():  # as a run of variables alone is no step of the original
                return real(session, step, *args, **kwargs)
        return recorded(_called, real, session, step, *args, **kwargs)

    sessions.run = run


def _watch_shared(homes: Any, variables: PlantedVariables) -> None:
    """Have variables that live on other tasks begin with planted values, and read them with the others."""
    real = homes.make

    def make(home: Any, create: Call, spec: dict[str, Any], **options: Any) -> Any:
        variable = real(home, create, spec, **options)
        own = home.initial_values.get(id(variable))
        if own is not None:  # else it is this task's, and was made by TensorFlow
            value = variables.shared(variable, own, lambda: home.reading(partial(_value_of, variable)))
            home.initial_values[id(variable)] = value
        return variable

    homes.make = make


def _value_of(variable: Any) -> Any:
    """The value of a variable; None while no task has given it one, for a failed read spoils later ones."""
    return variable.numpy() if variable.is_initialized() else None


def _begin_none_ahead(homes: Any) -> None:
    """Have a coordinator hand out each step when it is called: behind it, the variables hold no later one."""
    homes.ends_at = lambda home, last_step: None


def _plant_again(stores: Any, variables: PlantedVariables) -> None:
    """Have variables that are initialised anew take their planted values, in place of those newly drawn."""
    real = stores.initialize

    @wraps(real)
    def initialize(store: Any, *args: Any, **kwargs: Any) -> None:
        before = {name: _value_of(variable) for name, variable in store.variables.items()}
        real(store, *args, **kwargs)
        for name, variable in store.variables.items():
            is_planted = name in variables.initial and not variables.initial.is_seeded(name)
            is_anew = before.get(name) is not None  # else it was given the planted value just now
            if is_planted and is_anew and not same_bytes(before[name], variable.numpy()):
                variable.assign(variables.initial[name])

    stores.initialize = initialize


def _watch_method(owner: Any, name: str, recorded: Call) -> None:
    real = getattr(owner, name)

    @wraps(real)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not tf.executing_eagerly():
            return real(*args, **kwargs)
        return recorded(_called, real, *args, **kwargs)

    setattr(owner, name, call)


def _called(step: Call, *args: Any, **kwargs: Any) -> Any:
    return step(*args, **kwargs)


def _is_library(function: Any) -> bool:
    """Whether `function` was made of Python code of a library; one pruned out of a graph has no such code."""
    made_of = getattr(function, "python_function", None)
    return made_of is not None and _package(inspect.unwrap(made_of)) in _LIBRARIES


def _file(function: Any) -> str:
    """The file in which a function was made; empty for what is made of no Python code."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return "" if code is None else os.path.realpath(code.co_filename)


def _package(made: Any) -> str:
    """The package in which a function or a class was made."""
    return (getattr(made, "__module__", None) or "").partition(".")[0]


def _returned(result: Any) -> list[Any]:
    """What a function returned, as NumPy has it; the components of a value per replica one by one."""
    return [_as_numpy(leaf) for leaf in tf.nest.flatten(result, expand_composites=True)]


def _as_numpy(leaf: Any) -> Any:
    readable = hasattr(leaf, "numpy") and leaf.dtype not in (tf.resource, tf.variant)
    return leaf.numpy() if readable else leaf


def _numbers(leaves: Sequence[Any]) -> list[tuple[str, Array]]:
    """The numbers among them, by place; of values that are NumPy's, or that stand for such."""
    known = (one for one in leaves if isinstance(one, np.generic) or hasattr(one, "__array_ufunc__"))
    arrays = [as_number(leaf) for leaf in known]
    return [(str(place), array) for place, array in enumerate(one for one in arrays if one is not None)]
