"""The only file of `compat` that touches private TensorFlow, and where its versions are told apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python.distribute import distribute_lib
from tensorflow.python.eager import lift_to_graph, wrap_function
from tensorflow.python.framework import func_graph, ops


def name_in_scope(name: str | None) -> str:
    """`name` under the current name scope, made unique in the current graph as TF 1 makes it.

    In eager mode no graph counts names: the caller must make the result unique.
    """
    with ops.name_scope(name, "Variable", skip_on_eager=False) as scope:
        return str(ops.name_from_scope_name(scope))


def at_root_scope() -> Any:
    """Context manager that leaves every name scope, so that a name given inside is taken as it is."""
    return ops.name_scope(None, skip_on_eager=False)


def replace_collections(graph: tf.Graph, keys: Sequence[Any]) -> None:
    """Give `graph` empty lists of its own under `keys`.

    A function's graph shares the lists of variables, and the store behind `get_variable`, with the graph
    around it; in a step they must tell what this trace made, as the collections of a TF 1 graph did.
    """
    for key in (*keys, ("__variable_store",), ("__varscope",)):
        graph._collections.pop(key, None)
    for key in keys:
        graph.get_collection_ref(key)


def is_traced(value: Any) -> bool:
    """Whether `value` is a tensor of a graph that is being traced, which no eager code can read."""
    return bool(tf.is_tensor(value)) and not hasattr(value, "numpy")


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


def in_replica() -> bool:
    """Whether the code runs as one replica of a strategy other than the default one."""
    return bool(distribute_lib.has_strategy()) and not distribute_lib.in_cross_replica_context()
