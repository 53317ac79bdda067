"""Counting a program's steps from outside it: by its global step, its step function, or its optimizers."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from tensorflow.core.framework import types_pb2
from tensorflow.python.client import session
from tensorflow.python.distribute import distribute_lib
from tensorflow.python.eager import context
from tensorflow.python.eager.polymorphic_function import concrete_function
from tensorflow.python.framework import errors_impl, ops
from tensorflow.python.training import optimizer

from .fetches import fetched_ops, run_for
from .nodes import CALLED_FUNCTIONS, data_inputs
from .patching import replace, when_imported

Reach = Callable[[int], None]


def count_steps(reach: Reach) -> None:
    """Calls `reach(count)` after each step of the program.

    A step is a run of a Session that updates variables, and its count the graph's global step where there is
    one; or a call, from eager code, of the function that updates trainable variables, or of the optimizer
    that does: the most called one where there are several. A loop that updates variables in eager code with
    no optimizer is not counted.
    """
    runs = _Runs(reach)
    replace(session.BaseSession, "run", runs.counting)
    replace(session.BaseSession, "make_callable", runs.counting_callables)
    calls = _Calls(reach)
    replace(concrete_function.ConcreteFunction, "_call_flat", calls.counting_functions)
    replace(optimizer.Optimizer, "apply_gradients", calls.counting_optimizers)
    when_imported(
        {
            module: lambda imported, cls=cls, name=name: replace(  # type: ignore[misc]
                getattr(imported, cls), name, calls.counting_optimizers
            )
            for module, cls, name in _OPTIMIZERS
        }
    )


_OPTIMIZERS = (
    ("keras.src.optimizers.base_optimizer", "BaseOptimizer", "apply"),
    ("tf_keras.src.optimizers.optimizer", "_BaseOptimizer", "apply_gradients"),
    ("tf_keras.src.optimizers.legacy.optimizer_v2", "OptimizerV2", "apply_gradients"),
)


class _Runs:
    """Counts the runs of Sessions that update variables."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._updating: weakref.WeakKeyDictionary[Any, dict[Any, bool]] = weakref.WeakKeyDictionary()
        self._made = 0

    def counting(self, original: Any) -> Any:
        def run(own: Any, fetches: Any, *args: Any, **kwargs: Any) -> Any:
            values = original(own, fetches, *args, **kwargs)
            if self._updates(own.graph, fetches):
                self._count(own)
            return values

        self._run = original
        return run

    def counting_callables(self, original: Any) -> Any:
        def make_callable(own: Any, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Any:
            run = original(own, fetches, feed_list, accept_options)
            if feed_list is not None or not self._updates(own.graph, fetches):
                return run  # with a feed list, it is `Session.run` that it calls

            def counted(*args: Any, **kwargs: Any) -> Any:
                values = run(*args, **kwargs)
                self._count(own)
                return values

            return counted

        return make_callable

    def _updates(self, graph: Any, fetches: Any) -> bool:
        starts = fetched_ops(graph, fetches)
        key = tuple(op.name for op in starts)
        known = self._updating.setdefault(graph, {})
        if key not in known:
            known[key] = any(_is_update(op.type) for op in run_for(starts))
        return known[key]

    def _count(self, own: Any) -> None:
        self._made += 1
        steps = own.graph.get_collection(ops.GraphKeys.GLOBAL_STEP)
        count = self._made
        if steps:
            # else it is not initialised, or the cluster is on its way down
            with suppress(errors_impl.OpError):
                count = int(self._run(own, steps[0]))
        self._reach(count)


class _Calls:
    """Counts what eager code calls to train: functions and optimizers, each on its own."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._trains: weakref.WeakKeyDictionary[Any, bool] = weakref.WeakKeyDictionary()
        self._counts: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._lock = threading.Lock()
        self._most = 0
        self._applying = threading.local()

    def counting_functions(self, original: Any) -> Any:
        def _call_flat(function: Any, tensor_inputs: Any, captured_inputs: Any) -> Any:
            values = original(function, tensor_inputs, captured_inputs)
            if not context.executing_eagerly():
                return values
            if function not in self._trains:
                self._trains[function] = _trains(function)
            if self._trains[function]:
                self._count(function)
            return values

        return _call_flat

    def counting_optimizers(self, original: Any) -> Any:
        def apply_gradients(own: Any, *args: Any, **kwargs: Any) -> Any:
            with self._outermost() as outermost:
                values = original(own, *args, **kwargs)
            if outermost and context.executing_eagerly() and _is_first_replica():
                self._count(own)
            return values

        return apply_gradients

    @contextmanager
    def _outermost(self) -> Iterator[bool]:
        """Tells whether no other optimizer is at work in this thread: some hand on to others."""
        first = not getattr(self._applying, "inside", False)
        self._applying.inside = True
        try:
            yield first
        finally:
            self._applying.inside = not first

    def _count(self, called: Any) -> None:
        with self._lock:
            self._counts[called] = self._counts.get(called, 0) + 1
            forward = self._counts[called] > self._most
            self._most = max(self._most, self._counts[called])
        if forward:
            self._reach(self._most)


def _is_first_replica() -> bool:
    """Whether this is the first of the replicas that eager code runs, or there are none."""
    replica = distribute_lib.get_replica_context()
    return replica is None or int(replica.replica_id_in_sync_group) == 0


def _is_update(op_type: str) -> bool:
    """Whether an op of this type updates a variable, and is not what initialises it."""
    applied = ("Apply", "SparseApply", "ResourceApply", "ResourceSparseApply")
    moved = ("AssignAdd", "AssignSub", "ScatterAdd", "ScatterSub", "ResourceScatterAdd", "ResourceScatterSub")
    return op_type.startswith((*applied, *moved))


def _trains(function: Any) -> bool:
    """Whether a function, or one that it calls, updates a trainable variable."""
    trained = {id(variable.handle) for variable in function.graph.trainable_variables}
    handles = {inner.op.name for outer, inner in function.graph.captures if id(outer) in trained}
    if not handles:
        return False
    graph_def = function.graph.as_graph_def()
    library = {inner.signature.name: inner for inner in graph_def.library.function}
    return _body_trains(graph_def.node, handles, library, {})


def _body_trains(nodes: Any, handles: set[str], library: Mapping[str, Any], seen: dict[Any, bool]) -> bool:
    for node in nodes:
        inputs = [name.partition(":")[0] for name in data_inputs(node)]
        if _is_update(node.op) and inputs and inputs[0] in handles:
            return True
        for attribute in CALLED_FUNCTIONS.get(node.op, ()):
            inner = library.get(node.attr[attribute].func.name)
            if inner is None:
                continue
            given = inputs[1:] if node.op.endswith("If") else inputs
            passed = {
                argument.name
                for argument, name in zip(inner.signature.input_arg, given, strict=False)
                if argument.type == types_pb2.DT_RESOURCE and name in handles
            }
            key = inner.signature.name, frozenset(passed)
            if passed and key not in seen:
                seen[key] = False
                seen[key] = _body_trains(inner.node_def, passed, library, seen)
            if seen.get(key):
                return True
    return False
