"""The part of private TensorFlow that clusters need: variables of other processes, and where they are."""

from __future__ import annotations

import contextlib
import functools
import logging
import types
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python.eager import cancellation, context, record
from tensorflow.python.framework import ops
from tensorflow.python.ops import (
    gen_resource_variable_ops,
    gen_state_ops,
    handle_data_util,
    resource_variable_ops,
)
from tensorflow.python.training.saving import saveable_object

from .variables import GivesAssigned

CONTAINER = "localhost"  # a server's own, which is there for all its clients
_Call = Callable[[Callable[[], Any]], Any]
# What names variables of other tasks, or did before one of these was lost, by identities.
_handles: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()


def connect(cluster: tf.train.ClusterSpec, job: str, index: int, protocol: str) -> None:
    """Make this process the task `index` of `job`, and the other tasks of `cluster` its devices.

    Where it is so already, tasks that were started anew since then are connected to again, and others may
    have come or gone.
    """
    before = context.get_server_def()
    if before is None or not is_task(job, index):
        join(cluster, job, index, protocol)
    else:
        now = tf.train.ServerDef()
        now.CopyFrom(before)
        now.cluster.CopyFrom(cluster.as_cluster_def())
        context.update_server_def(now)
    context.ensure_initialized()
    # Functions that are placed on tasks already have been handed to those that are gone.
    context.context().clear_kernel_cache()


def join(cluster: tf.train.ClusterSpec, job: str, index: int, protocol: str) -> None:
    """Make this process the task `index` of `job`, for the first time.

    TensorFlow's first message by absl gives the root of all loggers a handler, by which each message of the
    program's would be written twice.
    """
    handlers = list(logging.root.handlers)
    try:
        tf.config.experimental_connect_to_cluster(cluster, job_name=job, task_index=index, protocol=protocol)
    finally:
        logging.root.handlers[:] = handlers


def is_task(job: str, index: int) -> bool:
    """Whether this process is that task already."""
    known = context.get_server_def()
    return known is not None and (known.job_name, known.task_index) == (job, index)


def known() -> tf.train.ClusterSpec:
    """The cluster that this process's devices belong to."""
    return tf.train.ClusterSpec(context.get_server_def().cluster)


def place_anew(generation: int) -> None:
    """Have this thread's calls place functions on tasks apart from how calls of another generation did.

    A call that waits for what is gone keeps its placement alive, of which a task that was started anew knows
    nothing.
    """
    ctx = context.context()
    config = tf.compat.v1.ConfigProto()
    config.ParseFromString(ctx.function_call_options.config_proto_serialized)
    config.experimental.session_metadata.version = generation  # what placements are told apart by
    ctx.function_call_options = context.FunctionCallOptions(
        executor_type=ctx.function_call_options.executor_type, config_proto=config
    )


class SharedVariable(GivesAssigned):
    """A variable of another process, shared by all who use its name. It has no value until one is given."""

    _handle: Any
    _stand_in: Any = None
    _call: _Call | None = None

    def __init__(self, *, name: str, shape: Any, dtype: Any, home: str, **options: Any) -> None:
        self._home = home
        shape, dtype = tf.TensorShape(shape), tf.as_dtype(dtype)
        handle = _handle(name, shape, dtype, home)
        super().__init__(
            shape=shape,
            dtype=dtype,
            handle=handle,
            name=name,
            unique_id=name,
            handle_name=name,
            in_graph_mode=False,
            **options,
        )
        self._note_handle()

    def _note_handle(self) -> None:
        self._handle.shared_variable = weakref.ref(self)
        _handles[id(self._handle)] = self._handle

    def bound_by(self, call: _Call) -> None:
        """Have `call` make what eager code asks of the server, and end it where that falls silent."""
        self._call = call

    def _bounded(self, ask: Callable[[], Any]) -> Any:
        return ask() if self._call is None or not context.executing_eagerly() else self._call(ask)

    def _brought(self, ask: Callable[[], Any]) -> Callable[[], Any]:
        """What eager code asks, with the answer brought here: nothing waits for it where it is looked at."""

        def here() -> Any:
            if self._call is None or not context.executing_eagerly():
                return ask()
            with ops.device(_here()):
                return tf.identity(ask())

        return here

    def _read_variable_op(self, *args: Any, **kwargs: Any) -> Any:
        value = self._bounded(self._brought(functools.partial(super()._read_variable_op, *args, **kwargs)))
        if context.executing_eagerly() and record.could_possibly_record():
            # It was read in a thread that no tape of this one hears of.
            resource_variable_ops.variable_accessed(self)
            record.record_operation("ReadVariableOp", [value], [self.handle], _same, _same)
        return value

    def sparse_read(self, *args: Any, **kwargs: Any) -> Any:
        """As TensorFlow's."""
        return self._rows_read(functools.partial(super().sparse_read, *args, **kwargs))

    def gather_nd(self, *args: Any, **kwargs: Any) -> Any:
        """As TensorFlow's."""
        return self._rows_read(functools.partial(super().gather_nd, *args, **kwargs))

    def _rows_read(self, read: Callable[[], Any]) -> Any:
        if context.executing_eagerly() and record.could_possibly_record():
            bool(self.is_initialized())  # whether the server answers; a tape of this thread hears of the rest
            return read()
        return self._bounded(self._brought(read))

    def is_initialized(self, name: str | None = None) -> Any:
        """As TensorFlow's."""
        return self._bounded(self._brought(functools.partial(super().is_initialized, name)))

    def assign_add(self, *args: Any, **kwargs: Any) -> Any:
        """As `assign`."""
        return self._written(functools.partial(super().assign_add, *args, **kwargs))

    def assign_sub(self, *args: Any, **kwargs: Any) -> Any:
        """As `assign`."""
        return self._written(functools.partial(super().assign_sub, *args, **kwargs))

    def _written(self, write: Callable[[], Any]) -> Any:
        def written() -> Any:
            result = write()
            if context.executing_eagerly():
                bool(self.is_initialized())  # goes the way of the value, behind it, and is waited for
            return result

        return self._bounded(written)

    @property
    def op(self) -> Any:
        """Of a part, what optimizers ask for the name that its slots begin with; else none, as in TF 1."""
        if self._save_slice_info is None:
            return super().op
        return types.SimpleNamespace(name=self.name.partition(":")[0], type="VarHandleOp", graph=None)

    @property
    def initial_value(self) -> Any:
        """What stands for the value that the variable will first have, where another starts with the same."""
        if self._stand_in is None:
            with ops.init_scope(), ops.device(None):
                self._stand_in = tf.zeros(self.shape, self.dtype)
        return self._stand_in

    def initialized_value(self) -> Any:
        """The value. What is initialised from it is so after it, in the order in which variables are made."""
        return self.read_value()

    def assign(self, *args: Any, **kwargs: Any) -> Any:
        """As TensorFlow's; outside of functions, one that is called behind this finds the value.

        Their calls go another way to the server than what is run at once, and may be there first.
        """
        return self._written(functools.partial(super().assign, *args, **kwargs))

    def stands_for(self, value: Any) -> bool:
        """Whether `value` is the `initial_value` that this variable gave."""
        return value is not None and value is self._stand_in

    def renew(self) -> tuple[Any, Any]:
        """Find the variable again after its server was lost; returns what named it, before and now."""
        before = self._handle
        self._handle = _handle(self._unique_id, self.shape, self.dtype, self._home)
        self._note_handle()
        return before, self._handle


def _same(gradient: Any) -> list[Any]:
    return [gradient]


def bound_functions(call: Callable[[Callable[[], Any], Any], Any]) -> None:
    """Have `call` make eager code's calls of functions that name variables of other tasks.

    These may be a program's own, which say nothing to a store. They run on the device of the scope that their
    call is in, and on the variables that there are now, though a task was lost since they were traced.

    Args:
      call: takes what to call, and the name of the function that this runs.
    """
    ctx = context.context()
    plain = functools.partial(context.Context.call_function, ctx)

    def call_function(name: Any, tensor_inputs: Sequence[Any], num_outputs: int) -> Any:
        # One that can be cancelled is ended by whoever started it, in the thread that this is known of.
        if cancellation.context() is not None or not any(id(one) in _handles for one in tensor_inputs):
            return plain(name, tensor_inputs, num_outputs)
        device = ctx.device_name

        def called() -> Any:
            with ops.device(device) if device else contextlib.nullcontext():
                return plain(name, [_handle_now(one) for one in tensor_inputs], num_outputs)

        return call(called, name)

    ctx.call_function = call_function


def _handle_now(given: Any) -> Any:
    """What names now the variable that `given` names, or named before its task was lost; else `given`."""
    variable = _handles[id(given)].shared_variable() if id(given) in _handles else None
    return given if variable is None else variable.handle


def _handle(name: str, shape: Any, dtype: Any, device: str) -> Any:
    with ops.init_scope(), ops.device(device):
        handle = gen_resource_variable_ops.var_handle_op(
            shape=shape, dtype=dtype, shared_name=name, container=CONTAINER
        )
        data = handle_data_util.create_handle_data(shape, dtype)
        resource_variable_ops._set_handle_shapes_and_types(handle, data, False)
    handle._name = f"{name}:0"
    handle._unique_id = name
    return handle


def variable_device(default: Any, name: str, shape: Any, dtype: Any, turns: Turns | None = None) -> str:
    """Where the code that makes a variable wants it: beside another one, by its device scopes, by `default`.

    Args:
      default: a device function, or a name, of what has no scope.
      name, shape, dtype: of the variable, for functions that go by its size.
      turns: those of the functions that take turns, `default` too.
    """
    asked = functools.partial(gen_state_ops.variable_v2, tf.TensorShape(shape), dtype, name=name)
    wanted = ""
    if tf.executing_eagerly():
        spec = tf.DeviceSpec.from_string(context.context().device_name or "")
        is_step = name == tf.compat.v1.GraphKeys.GLOBAL_STEP  # which TensorFlow makes on the CPU, at once
        if spec.job is not None and not is_step:
            return str(spec.to_string())
    else:
        graph = ops.get_default_graph()
        for beside in graph._colocation_stack.peek_objs():
            if "/job:" in (beside.device or ""):
                return str(beside.device)
        scopes = list(graph._device_function_stack.peek_objs())
        if turns is not None:
            turns.share(graph, [scope.function for scope in scopes])
        with tf.Graph().as_default() as scratch:
            for scope in reversed(scopes):  # those within come first, and what they leave open others say
                scratch._device_function_stack.push_obj(scope)
            # As functions of TensorFlow 1 programs look for variables, and measure them.
            wanted = asked().device
            for _ in scopes:
                scratch._device_function_stack.pop_obj()
    if turns is not None:
        turns.share(None, [default])
    found = tf.DeviceSpec.from_string(wanted)
    if None not in (found.job, found.task):
        return str(wanted)  # the default takes no turn
    with tf.Graph().as_default(), tf.compat.v1.device(default), tf.compat.v1.device(wanted):
        return str(asked().device)


class Turns:
    """Whose turn it is where the variables of one graph are made in front of its steps, and in their traces.

    A setter of `tf.compat.v1.train` puts variables on servers by a strategy that remembers what it has put
    where: by turns, by what each server has to bear, at random. Each trace makes setters anew: the first of
    each goes on where that of the others is, the second one likewise, as there was one of each.
    """

    def __init__(self) -> None:
        self._strategies: list[Any] = []
        self._known: weakref.WeakKeyDictionary[Any, list[Any]] = weakref.WeakKeyDictionary()
        self._default: list[Any] = []

    def share(self, graph: Any, functions: Sequence[Any]) -> None:
        """Have those of a graph's device functions that remember do so together with those of other graphs.

        Those of no graph are the store's own.
        """
        known = self._default if graph is None else self._known.setdefault(graph, [])
        for function in functions:
            setter: Any = getattr(function, "__self__", None)
            strategy = getattr(setter, "_ps_strategy", None)
            if not hasattr(strategy, "_num_tasks") or setter in known:
                continue
            known.append(setter)
            if len(known) > len(self._strategies):
                self._strategies.append(strategy)
            elif _are_alike(self._strategies[len(known) - 1], strategy):
                setter._ps_strategy = self._strategies[len(known) - 1]


def _are_alike(one: Any, other: Any) -> bool:
    """Whether two strategies of setters, of TensorFlow 1's, are what the same code made."""
    told = ("_num_tasks", "_load_fn", "_seed")
    return type(one) is type(other) and all(
        getattr(one, name, None) == getattr(other, name, None) for name in told
    )


def reads_any(compute: Callable[[], Any], variables: Sequence[tf.Variable]) -> Any:
    """What `compute` would give, as a `tf.TensorSpec`, if it reads one of the variables; else `None`.

    These may have no value yet. Nothing is computed.
    """
    with ops.init_scope():
        traced = tf.function(compute, autograph=False).get_concrete_function()
    handles = {id(one.handle) for one in variables}
    if not any(id(captured) in handles for captured in traced.captured_inputs):
        return None
    return tf.TensorSpec.from_tensor(traced.outputs[0])


def renew_captures(functions: Any, renewed: Mapping[int, Any]) -> None:
    """Let functions that hold what named variables before hold what names them now."""
    for function in functions:
        function.set_external_captures([renewed.get(id(one), one) for one in function.captured_inputs])


def concrete_functions(function: Any) -> list[Any]:
    """All that has been traced of a `tf.function`."""
    return list(function._list_all_concrete_functions())


def shape_of(variable: SharedVariable) -> tuple[int, ...]:
    """The shape of the value that a variable has, whoever gave it."""
    shape = gen_resource_variable_ops.variable_shape(variable.handle, out_type=tf.int64)
    return tuple(shape.numpy().tolist())


def _here() -> str:
    definition = context.get_server_def()
    return f"/job:{definition.job_name}/replica:0/task:{definition.task_index}/device:CPU:0"


class Saved(saveable_object.SaveableObject):
    """A shared variable as savers take it. Files are read and written here, and not where the variable is."""

    def __init__(self, variable: SharedVariable, name: str) -> None:
        here = _here()
        part = variable._save_slice_info

        def read() -> Any:
            with ops.device(here):
                return tf.identity(variable.read_value())

        spec = saveable_object.SaveSpec(
            read, "" if part is None else part.spec, name, dtype=variable.dtype, device=here
        )
        super().__init__(variable, [spec], name)

    def restore(self, restored_tensors: Sequence[Any], restored_shapes: Any) -> Any:
        """Give the variable a value from a file."""
        (value,) = restored_tensors
        return self.op.assign(value, read_value=False)
