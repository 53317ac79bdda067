"""Where `compat` touches private TensorFlow, beside `_tf_inner`, and where its versions are told apart."""

from __future__ import annotations

import contextlib
import re
import types
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2
from tensorflow.python import pywrap_tfe
from tensorflow.python.client import pywrap_tf_session
from tensorflow.python.client import session as session_module
from tensorflow.python.data.util import nest as data_nest
from tensorflow.python.data.util import structure
from tensorflow.python.distribute import (
    distribute_coordinator,
    distribute_coordinator_context,
    distribute_lib,
    multi_worker_util,
    ps_values,
)
from tensorflow.python.distribute import values as distribute_values
from tensorflow.python.eager import cancellation, context, core, lift_to_graph, wrap_function
from tensorflow.python.framework import (
    auto_control_deps,
    error_interpolation,
    func_graph,
    kernels,
    ops,
    stack,
)
from tensorflow.python.ops import (
    data_flow_ops,
    handle_data_util,
    op_selector,
    resource_variable_ops,
    variable_scope,
    variables,
)
from tensorflow.python.tpu import device_assignment as tpu_device_assignment
from tensorflow.python.tpu import tpu_feed, training_loop
from tensorflow.python.tpu.ops import tpu_ops

# Graphs: names and collections.


def name_in_scope(name: str | None) -> str:
    """`name` under the current name scope, made unique in the current graph as TF 1 makes it.

    In eager mode no graph counts names: the caller must make the result unique.
    """
    with ops.name_scope(name, "Variable", skip_on_eager=False) as scope:
        return str(ops.name_from_scope_name(scope))


def names_taken(graph: tf.Graph) -> dict[str, int]:
    """How often the operations of `graph` have taken each name, in lower case, as it counts."""
    return dict(graph._names_in_use)


def take_names(graph: tf.Graph, names: Mapping[str, int]) -> None:
    """Let `graph` count names on from those that were taken before, in another one."""
    for name, count in names.items():
        graph._names_in_use[name] = max(count, graph._names_in_use.get(name, 0))


def release_name(graph: tf.Graph, name: str) -> None:
    """Let the next operation of `graph` take a name as it is."""
    graph._names_in_use.pop(name.lower(), None)


def at_root_scope() -> Any:
    """Context manager that leaves every name scope, so that a name given inside is taken as it is."""
    return ops.name_scope(None, skip_on_eager=False)


def root_graph() -> Any:
    """The graph being built, without the bodies of loops and branches: a step's trace, or a TF 1 graph."""
    graph = ops.get_default_graph()
    while isinstance(graph, func_graph.FuncGraph):
        outer = graph.outer_graph
        if not getattr(outer, "building_function", False):
            return graph
        graph = outer
    return graph


_COUNTS: weakref.WeakKeyDictionary[Any, dict[str, int]] = weakref.WeakKeyDictionary()


def count_in_graph(name: str) -> int:
    """How often this was called with `name` in the current graph, this call included."""
    counts = _COUNTS.setdefault(root_graph(), {})
    counts[name] = counts.get(name, 0) + 1
    return counts[name]


_VARIABLE_STORE = ("__variable_store",)  # the key of the store behind get_variable


def replace_collections(graph: tf.Graph, keys: Sequence[Any]) -> None:
    """Give `graph` empty lists of its own under `keys`.

    A function's graph shares the lists of variables, and the store behind `get_variable`, with the graph
    around it; in a step they must tell what this trace made, as the collections of a TF 1 graph did.
    """
    for key in (*keys, _VARIABLE_STORE, ("__varscope",)):
        graph._collections.pop(key, None)
    for key in keys:
        graph.get_collection_ref(key)


def share_variables(graph: tf.Graph, find: Callable[[str], Any]) -> None:
    """Let `get_variable` in `graph` take, where its scope reuses, what `find` knows by its name."""
    graph._collections[_VARIABLE_STORE] = [_SharedStore(find)]


class VariablesAtOnce:
    """What code that runs at once finds of variables: by their names, and in the collections `keys`.

    Args:
      find: gives a variable by its name, or None.
      keys: the collections that are its own. All others are those of the process, as ever.
    """

    def __init__(self, find: Callable[[str], Any], keys: Sequence[str]) -> None:
        store = _SharedStore(find)
        store._store_eager_variables = True
        self._own: dict[Any, list[Any]] = {_VARIABLE_STORE: [store], **{key: [] for key in keys}}

    @contextlib.contextmanager
    def found(self) -> Iterator[None]:
        """Inside, it is found."""
        held = ops.get_default_graph()._collections
        before = {key: held.get(key) for key in self._own}
        held.update(self._own)
        try:
            yield
        finally:
            for key, members in before.items():
                if members is None:
                    held.pop(key, None)
                else:
                    held[key] = members

    def is_found(self) -> bool:
        """Whether it is found now."""
        return ops.get_default_graph()._collections.get(_VARIABLE_STORE) is self._own[_VARIABLE_STORE]


class _SharedStore(variable_scope._VariableStore):
    """The store behind `get_variable` in one trace; what its scope reuses it takes from other traces."""

    def __init__(self, find: Callable[[str], Any]) -> None:
        super().__init__()
        self._find = find

    def _get_single_variable(self, name: str, *args: Any, **kwargs: Any) -> Any:
        known = self._find(name) if kwargs.get("reuse") and name not in self._vars else None
        if known is not None:
            kwargs["reuse"] = None
            if kwargs.get("shape") is None and kwargs.get("initializer") is None:
                kwargs["shape"] = known.shape
        variable = super()._get_single_variable(name, *args, **kwargs)
        if context.executing_eagerly():  # it is in its collections twice
            for members in ops.get_default_graph()._collections.values():
                if members and members[-1] is variable and any(one is variable for one in members[:-1]):
                    members.pop()
        return variable

    def _get_partitioned_variable(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if (
            kwargs.get("reuse") is True
            and name not in self._partitioned_vars
            and self._find(f"{name}/part_0")
        ):
            kwargs["reuse"] = None
        return super()._get_partitioned_variable(name, *args, **kwargs)


def may_be_part(variable: tf.Variable) -> tf.Variable:
    """Lets optimizers make slots for `variable` where it is, or becomes, a part of a partitioned one.

    They ask a part's operation for the name that its slots begin with; outside of a graph it has none. A
    mirrored variable asks one of its replicas.
    """
    replicas = variable.values if isinstance(variable, distribute_values.DistributedVariable) else [variable]
    for one in replicas:
        if type(one) is resource_variable_ops.ResourceVariable:
            one.__class__ = _PerhapsPart
        elif type(one) in _WITH_PARTS_WITHIN:
            may_be_part(one._v)
            one.__class__ = _WITH_PARTS_WITHIN[type(one)]
    return variable


class _NamedPart(resource_variable_ops.BaseResourceVariable):
    @property
    def op(self) -> Any:
        if self._in_graph_mode or self._save_slice_info is None:
            return super().op
        name = self.name.partition(":")[0]
        return types.SimpleNamespace(name=name, type="VarHandleOp", graph=None, traceback=None)


class _PerhapsPart(_NamedPart, resource_variable_ops.ResourceVariable):
    pass


class _PartWithin(_NamedPart):
    def _set_save_slice_info(self, part: Any) -> None:
        super()._set_save_slice_info(part)
        self._v._set_save_slice_info(part)


# What the strategies with central storage and with parameter servers make, around a variable.
_WITH_PARTS_WITHIN = {
    kind: type(kind.__name__, (_PartWithin, kind), {})
    for kind in (ps_values.AggregatingVariable, ps_values.CachingVariable)
}


def name_of_whole(variable: tf.Variable) -> str | None:
    """The name of the partitioned variable that `variable` is a part of, `None` where it is whole."""
    part = variable._save_slice_info
    return None if part is None else str(part.full_name)


PartitionedVariable = variables.PartitionedVariable


def start_runtime() -> None:
    """Start TensorFlow's runtime, unless it runs.

    Where the first variable of a trace starts it, it refuses for good to place anything softly.
    """
    with tf.init_scope():
        context.ensure_initialized()


# Operations of a graph.


def eagerly() -> Any:
    """Inside, operations run at once, also where a graph is the default one: `init_scope` stays in that."""
    return context.eager_mode()


@contextlib.contextmanager
def tensors_as_objects() -> Iterator[None]:
    """While it lasts, tensors and variables compare as objects and have hashes, as in TF 1."""
    before = tf.Tensor._USE_EQUALITY
    tf.compat.v1.disable_tensor_equality()
    try:
        yield
    finally:
        if before:
            tf.compat.v1.enable_tensor_equality()


def is_traced(value: Any) -> bool:
    """Whether `value` is a tensor of a graph that is being traced, which no eager code can read."""
    return bool(tf.is_tensor(value)) and not hasattr(value, "numpy")


def operations_before(op: Any) -> list[Any]:
    """The operations that must run right before `op`."""
    return [*(tensor.op for tensor in op.inputs), *op.control_inputs]


def reached(start: Iterable[Any], following: Callable[[Any], Iterable[Any]]) -> set[Any]:
    """All operations that `following` leads to from those of `start`, these included."""
    seen: set[Any] = set()
    pending = list(start)
    while pending:
        op = pending.pop()
        if op not in seen:
            seen.add(op)
            pending.extend(following(op))
    return seen


def identity_of(graph: Any, op: tf.Operation) -> tuple[Any, ...]:
    """What tells `op`, of the graph being traced, from ops of its type, and is the same in another trace."""
    if op.type == "Const":
        return op.type, op.get_attr("value").SerializeToString()
    if op.type == "Placeholder":
        inner = op.outputs[0]
        outer = next((outer for outer, held in graph.captures if held is inner), None)
        if outer is not None and outer.dtype == tf.resource:
            return op.type, id(outer)
    return (op.type, *(str(tensor.shape) for tensor in op.outputs))


def has_effect(op: tf.Operation) -> bool:
    """Whether a `tf.function` runs `op` for its own sake, and it is more than a read, a check or a print."""
    return (
        bool(auto_control_deps.op_is_stateful(op))
        and op.type not in auto_control_deps.utils.RESOURCE_READ_OPS
        and op.type not in ("Assert", "Print", "PrintV2", "Placeholder")
    )


def forget(graph: Any, dead: set[tf.Operation]) -> None:
    """Leave the operations `dead` out of the function that is made of `graph`, which is being traced."""
    operations = graph.get_operations
    graph.get_operations = lambda: [op for op in operations() if op not in dead]


def runs_on_gpu(op_type: str) -> bool:
    """Whether some kernel of `op_type` is for GPUs."""
    registered = kernels.get_registered_kernels_for_op(op_type)
    return any(kernel.device_type in ("GPU", "DEFAULT") for kernel in registered.kernel)


# Parts of a graph that is being traced, as functions.


def lift(tensor: tf.Tensor) -> Callable[[], tf.Tensor]:
    """A function that computes `tensor`, which belongs to the graph being traced, outside of that graph.

    Raises:
      ValueError: the tensor depends on an argument of the function being traced.
    """
    source = tensor.graph
    outer_of = {id(inner): outer for outer, inner in source.captures}
    lifted_graph = func_graph.FuncGraph("initial_value")
    op_map = lift_to_graph.lift_to_graph(
        [tensor], lifted_graph, sources=[inner for _, inner in source.captures], add_sources=False
    )
    inputs = [inner for _, inner in source.captures if inner in op_map]
    lifted_graph.inputs = [op_map[inner] for inner in inputs]
    lifted_graph.outputs = [op_map[tensor]]
    lifted_graph.structured_outputs = op_map[tensor]
    function = wrap_function.WrappedFunction(lifted_graph, wrap_function.VariableHolder())
    captured = [outer_of[id(inner)] for inner in inputs]

    def compute() -> tf.Tensor:
        return function._call_flat(captured, [])  # structured as `structured_outputs`: one tensor

    return compute


def cut(tensors: Sequence[tf.Tensor], sources: Sequence[tf.Tensor]) -> Callable[..., list[tf.Tensor]]:
    """A function from values of `sources` to those of `tensors`, which all belong to the graph being traced.

    Called in another function's trace, it builds the ops between the two there.

    Raises:
      ValueError: a tensor depends on an argument of the function being traced.
    """
    graph = tensors[0].graph
    held = [(outer, inner) for outer, inner in graph.captures if not is_traced(outer)]
    lifted = func_graph.FuncGraph("input")
    op_map = lift_to_graph.lift_to_graph(
        tensors, lifted, sources=[*sources, *(inner for _, inner in held)], add_sources=False
    )
    held = [(outer, inner) for outer, inner in held if inner in op_map]
    for op in lifted.get_operations():
        op._set_device("")  # an input function stays on the host, where TF 1's queue runners ran it
    names = [op_map[tensor].name for tensor in (*sources, *(inner for _, inner in held))]
    captured = [outer for outer, _ in held]
    nodes = lifted.as_graph_def()
    wanted = [op_map[tensor].name for tensor in tensors]
    shapes = [tensor.shape for tensor in tensors]

    def compute(*values: tf.Tensor) -> list[tf.Tensor]:
        # Copied, not called: some runtimes cannot call a function from a dataset's.
        inside = ops.get_default_graph()
        given = [*values, *(inside.capture(outer) for outer in captured)]
        results: list[tf.Tensor] = tf.graph_util.import_graph_def(
            nodes, dict(zip(names, given, strict=True)), wanted, name="element"
        )
        for result, shape in zip(results, shapes, strict=True):
            result.set_shape(shape)  # what the traced code knew by set_shape is in no op
        return results

    return compute


def as_written() -> Any:
    """Context manager in which operations are built that Grappler leaves as they are."""
    keep = attr_value_pb2.AttrValue(b=True)
    return ops.get_default_graph()._attr_scope({"_grappler_do_not_remove": keep})


# Traces without automatic control dependencies, and functions of them.


def trace(name: str, body: Callable[..., Any], signature: Sequence[tf.TypeSpec]) -> Traced:
    """Trace `body` on arguments of `signature`, as graph code without automatic control dependencies."""
    calls: list[tuple[tuple[Any, ...], Any]] = []

    def traced(*args: Any) -> None:
        calls.append((args, body(*args)))

    graph = func_graph.func_graph_from_py_func(name, traced, signature, {}, add_control_dependencies=False)
    return Traced(graph, *calls[0])


# A function of fetched values that need a placeholder which is not among its inputs.
NotFedError = op_selector.UnliftableError


class Traced:
    """A graph traced once, without automatic control dependencies, what its code took and returned."""

    def __init__(self, graph: Any, arguments: Sequence[Any], returned: Any) -> None:
        self.arguments = arguments
        self.returned = returned
        self._graph = graph

    def pruned(
        self, fetched: Sequence[Any], reads: Collection[str]
    ) -> Callable[[Sequence[tf.Tensor]], Callable[..., list[tf.Tensor]]]:
        """The function from given inputs to the values of `fetched`, which operations and `None` lack.

        Nothing runs in it but what `fetched` depends on. A variable is read once all else has run, as a
        reference variable of TF 1 was; in expressions before anything writes it, which a session leaves to
        chance. `reads` are the types of operations that leave a resource as it is.
        """
        operations = [value for value in fetched if isinstance(value, tf.Operation)]
        with self._graph.as_default():
            tensors = [
                value if _is_variable(value) else tf.convert_to_tensor(value)
                for value in fetched
                if not isinstance(value, tf.Operation) and value is not None
            ]
            before = [*operations, *(value for value in tensors if not _is_variable(value))]
            self._order_reads([getattr(value, "op", value) for value in before], reads)
            with self._graph.control_dependencies(before):
                tensors = [value.read_value() if _is_variable(value) else value for value in tensors]
        whole = wrap_function.WrappedFunction(self._graph, wrap_function.VariableHolder())
        count = len(operations)

        def taking(inputs: Sequence[tf.Tensor]) -> Callable[..., list[tf.Tensor]]:
            run = flat_call(whole.prune(list(inputs), [*operations, *tensors]))
            return lambda *values: list(run(values)[count:])

        return taking

    def _order_reads(self, targets: Sequence[Any], reads: Collection[str]) -> None:
        """Let what only reads a variable run before what writes it, unless the graph says otherwise."""
        needed = reached(targets, operations_before)
        for _, handle in self._graph.captures:
            users = [op for op in handle.consumers() if op in needed] if handle.dtype == tf.resource else []
            free = [op for op in users if op.type == "ReadVariableOp" and not op.control_inputs]
            for write in (op for op in users if op.type not in reads):
                later = reached([write], _users_of)
                write._add_control_inputs([read for read in free if read not in later])


# What flat_call has been given, and is still in use: where captured handles may have to be exchanged.
called_flat: weakref.WeakSet[Any] = weakref.WeakSet()


def flat_call(function: Any) -> Callable[[Sequence[tf.Tensor]], Any]:
    """A concrete function of eager tensors, without what its call does to find out that they fit."""
    called_flat.add(function)

    def call(values: Sequence[tf.Tensor]) -> Any:
        return function._call_flat(list(values), function.captured_inputs)

    return call


def _is_variable(value: Any) -> bool:
    """Whether `value` is a variable itself, and not what an assignment returned, which reads it then."""
    return isinstance(value, tf.Variable) and not hasattr(value, "_parent_op")


def _users_of(op: Any) -> list[Any]:
    return [user for tensor in op.outputs for user in tensor.consumers()] + list(op._control_outputs)


# Strategies.


def in_replica() -> bool:
    """Whether the code runs as one replica of a strategy other than the default one."""
    return bool(distribute_lib.has_strategy()) and not distribute_lib.in_cross_replica_context()


def can_merge() -> bool:
    """Whether the replicas can meet here: not in the body of a loop or a branch."""
    return ops.get_default_graph() is root_graph()


def apply_reduced(optimizer: Any, strategy: tf.distribute.Strategy, pairs: Any, global_step: Any) -> Any:
    """`optimizer.apply_gradients` in cross-replica context, without its sum over the replicas."""
    return optimizer._distributed_apply(_AlreadyReduced(strategy), pairs, global_step)


class _View:
    """Another object, but for what a subclass defines itself."""

    def __init__(self, seen: Any) -> None:
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seen, name)


class _AlreadyReduced(_View):
    """A strategy as `Optimizer._distributed_apply` sees it, whose gradients need no more reduction."""

    @property
    def extended(self) -> Any:
        return _ExtendedAlreadyReduced(self._seen.extended)


class _ExtendedAlreadyReduced(_View):
    def batch_reduce_to(self, _reduce_op: Any, pairs: Any) -> list[Any]:
        return [gradient for gradient, _ in pairs]


# What a session does beside running: fetches, feeds, the default graph, errors.

SessionInterface = session_module.SessionInterface  # what queue runners, savers and hooks ask a session to be


def fetch_leaves(graph: tf.Graph, fetches: Any) -> tuple[list[Any], Callable[[list[Any]], Any]]:
    """The distinct tensors and operations of `fetches`, and what makes a result of its form of their values.

    Raises:
      TypeError, ValueError, InaccessibleTensorError: as `Session.run` does for what cannot be fetched.
    """
    mapper = session_module._FetchHandler(graph, fetches, {})._fetch_mapper
    return mapper.unique_fetches(), mapper.build_results


def feed_leaves(key: Any, value: Any) -> list[tuple[Any, Any]]:
    """Pairs of a tensor (or a name of one) and its value, for one item of a feed_dict.

    Raises:
      TypeError: a session could not feed `key` either.
    """
    for kind, _, expand, _ in session_module._REGISTERED_EXPANSIONS:
        if isinstance(key, kind) and expand is not None:
            return list(expand(key, value))
    raise TypeError(f'{key} in argument `feed_dict` has invalid type "{type(key).__name__}"')


def default_session(session: Any) -> Any:
    """Context manager in which `session` is the default session of this thread."""
    return stack.default_session(session)


def before_extending(place: Callable[[Any], None]) -> None:
    """Have sessions call `place(session)` before they hand new operations of their graph to the runtime."""
    plain = session_module.BaseSession._extend_graph

    def extend(self: Any) -> None:
        place(self)
        plain(self)

    session_module.BaseSession._extend_graph = extend


def leave_queues_on_devices() -> None:
    """Let a `tf.FIFOQueue` of a graph stand on the program's device, which TensorFlow 2 overrules by a CPU.

    With the rest of its pipeline on a GPU by name, soft placement moved both to the CPU. Where the queue
    alone is on the CPU, TensorFlow refuses the graph.
    """
    plain = data_flow_ops.FIFOQueue.__init__

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        plain(self, *args, **kwargs)
        graph = ops.get_default_graph()
        here = not context.executing_eagerly() and self.queue_ref.graph is graph
        if here and not graph._colocation_stack:
            place(self.queue_ref.op, "")
            graph._apply_device_functions(self.queue_ref.op)

    data_flow_ops.FIFOQueue.__init__ = __init__


def place(op: tf.Operation, device: str) -> None:
    """Put `op`, which has not run yet, on `device`."""
    op._set_device(device)


def is_reference(tensor: tf.Tensor) -> bool:
    """Whether `tensor` stands for state, as reference variables and old queues do, and not for a value."""
    return bool(tensor.dtype._is_ref_dtype)


def give_initialized_value() -> None:
    """Let resource variables in graphs have TF 1's `initialized_value()`, which only others kept."""

    def initialized_value(self: Any) -> tf.Tensor:
        with ops.init_scope():
            is_initialized = tf.compat.v1.is_variable_initialized(self)
            return tf.compat.v1.cond(is_initialized, self.read_value, lambda: self.initial_value)

    resource_variable_ops.BaseResourceVariable.initialized_value = initialized_value


def enter_default_graph() -> Callable[[], None]:
    """Make this thread build into the default graph, and return what undoes it.

    The graph is not put on the stack of default graphs: `reset_default_graph` must go on working, and
    `init_scope` must leave a function for the default graph, not for eager mode.
    """
    ctx = context.context()
    local = ctx._thread_local_data
    was_eager = local.is_eager
    local.is_eager = False
    graphs = ops._default_graph_stack
    ctx.context_switches.push(False, lambda: graphs._GetGlobalDefaultGraph().as_default(), None)

    def leave() -> None:
        ctx.context_switches.pop()
        local.is_eager = was_eager

    return leave


def error_of_graph(error: Any, graph: tf.Graph) -> Any:
    """`error` as a session raises it: with the operation of `graph` that failed, and where that was built."""
    message = re.sub(r"\{\{function_node \S+\}\} ?", "", str(error.message).partition(" [Op:")[0])
    node = session_module.BaseSession._NODEDEF_NAME_RE.search(message)
    op = None
    if node is not None:
        try:
            op = graph.get_operation_by_name(node.group(3))
        except (KeyError, ValueError):
            op = None  # an op of a function, or one that was added for a call
    message = error_interpolation.interpolate_graph(message, graph)
    return type(error)(op.node_def if op is not None else None, op, message)


# Graphs that the eager runtime runs as a session does.


def import_nodes(nodes: Any, handles: Sequence[tuple[str, Any]], library: tf.Graph) -> tf.Graph:
    """A new graph of the nodes of the GraphDef `nodes`, which may call the functions of the graph `library`.

    `handles` are names in `nodes` for resources that stay outside, each with a handle like it, or None.
    """
    graph = tf.Graph()
    called = {node.op for node in nodes.node}
    for name, function in library._functions.items():
        if name in called:
            graph._add_function_recursive(function)
    with graph.as_default():
        arguments = {}
        for name, like in handles:
            argument = tf.compat.v1.placeholder(tf.resource, [], name)
            if like is not None:
                handle_data_util.copy_handle_data(like, argument)  # shapes are inferred from it
            arguments[f"{name}:0"] = argument
        tf.graph_util.import_graph_def(nodes, input_map=arguments, name="")
    return graph


def register_library(graph: tf.Graph, seen: set[str]) -> None:
    """Give the eager runtime the functions that `graph` calls, but for the names in `seen`, which grows."""
    ctx = context.context()
    for name, function in list(graph._functions.items()):
        if name not in seen:
            if not ctx.has_function(name):
                ctx.add_function_def(function.cached_definition)
            seen.add(name)


def register_function(
    name: str, graph: tf.Graph, inputs: Sequence[Any], outputs: Sequence[Any], targets: Sequence[Any]
) -> None:
    """Give the eager runtime `graph` as a function that runs `targets` and nothing for its own sake.

    No control dependency is added: the order is the graph's own, as in a session.
    """
    arguments = {tensor.op.name for tensor in inputs}
    body = [op for op in graph.get_operations() if op.name not in arguments]
    with graph._c_graph.get() as c_graph:
        function = pywrap_tf_session.TF_GraphToFunction_wrapper(
            c_graph,
            name,
            False,
            [op._c_op for op in body],
            [tensor._as_tf_output() for tensor in inputs],
            [tensor._as_tf_output() for tensor in outputs],
            [b"program_result_%d" % index for index in range(len(outputs))],  # else they take nodes' names
            [op._c_op for op in targets],
            [],
            None,
            "",
        )
    context.context().add_c_function(function)
    pywrap_tf_session.TF_DeleteFunction(function)


def unregister_function(name: str) -> None:
    """Take the function `name` away from the eager runtime."""
    context.context().remove_function(name)


class Runtime:
    """Calls registered functions with the options of one session, until it is cancelled."""

    def __init__(self, graph_options: bytes) -> None:
        ctx = context.context()
        ctx.ensure_initialized()
        config = tf.compat.v1.ConfigProto()
        config.ParseFromString(ctx.function_call_options.config_proto_serialized)
        config.graph_options.MergeFromString(graph_options)
        self._context = ctx
        self._attributes = ("executor_type", "", "config_proto", config.SerializeToString())
        self._running: set[cancellation.CancellationManager] = set()
        self._cancelled = False

    def call(self, name: str, arguments: list[Any], outputs: int) -> list[Any]:
        """Run the function `name` on eager tensors; its effects are done when this returns.

        Raises:
          tf.errors.OpError: as the function's ops raise it, without the op.
        """
        manager = cancellation.CancellationManager()  # one for each call: an error cancels what shares it
        self._running.add(manager)
        try:
            if self._cancelled:
                manager.start_cancel()
            return pywrap_tfe.TFE_Py_ExecuteCancelable(  # type: ignore[no-any-return]
                self._context._handle, None, name, arguments, self._attributes, manager._impl, outputs
            )
        except core._NotOkStatusException as error:
            raise core._status_to_exception(error) from None
        finally:
            self._running.discard(manager)

    def cancel(self) -> None:
        """End what is running and blocked; later calls raise `CancelledError`."""
        self._cancelled = True
        for manager in list(self._running):
            manager.start_cancel()


def to_eager(value: Any, dtype: int) -> Any:
    """A NumPy array as an eager tensor, in any thread and mode; memory is shared, as a session does."""
    return ops.EagerTensor(value, None, dtype)


def destroy(resource: tf.Tensor) -> None:
    """Delete what the handle `resource` names, from any thread, whatever graph is being built there.

    What is gone already is no error.
    """
    attributes = ("ignore_lookup_error", True)
    # On no device: an op on a resource goes where that is.
    pywrap_tfe.TFE_Py_Execute(context.context()._handle, None, "DestroyResourceOp", [resource], attributes, 0)


# Elements of datasets.


def element_types(spec: Any) -> tuple[list[tf.DType], list[tf.TensorShape]]:
    """Types and shapes of the tensors that an element of the structure `spec` is kept as in a dataset."""
    return structure.get_flat_tensor_types(spec), structure.get_flat_tensor_shapes(spec)


def element_of(spec: Any, tensors: Sequence[tf.Tensor]) -> Any:
    """The element of structure `spec` that a dataset keeps as `tensors`."""
    return structure.from_compatible_tensor_list(spec, list(tensors))


def element_spec(types: Any, shapes: Any, classes: Any) -> Any:
    """The structure of `tf.TypeSpec` for TF 1's three structures; `shapes` and `classes` may be `None`."""
    types = data_nest.map_structure(tf.as_dtype, types)
    if shapes is None:
        shapes = data_nest.map_structure(lambda _: tf.TensorShape(None), types)
    else:
        shapes = data_nest.map_structure_up_to(types, tf.TensorShape, shapes)
    if classes is None:
        classes = data_nest.map_structure(lambda _: tf.Tensor, types)
    return structure.convert_legacy_structure(types, shapes, classes)


# Strategies, and clusters that the distribute coordinator leads.

CoordinatorMode = distribute_coordinator.CoordinatorMode
run_coordinator = distribute_coordinator.run_distribute_coordinator
run_server = distribute_coordinator.run_standard_tensorflow_server
worker_context = distribute_coordinator_context.get_current_worker_context
UpdateContext = distribute_lib.UpdateContext
get_cross_replica_context = distribute_lib.get_cross_replica_context
require_replica_context = distribute_lib.require_replica_context
normalize_cluster_spec = multi_worker_util.normalize_cluster_spec

# For TPUs.

InfeedQueue = tpu_feed.InfeedQueue
device_assignment = tpu_device_assignment.device_assignment
feeds_of_tpus = tpu_ops
tpu_repeat = training_loop.repeat
tpu_while_loop = training_loop.while_loop
