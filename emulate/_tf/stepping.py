"""Counting a program's steps from outside it: by its global step, or by its step function."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Mapping
from typing import Any

from tensorflow.core.framework import types_pb2
from tensorflow.python.client import session
from tensorflow.python.eager import context
from tensorflow.python.eager.polymorphic_function import concrete_function
from tensorflow.python.framework import errors_impl, ops

from .fetches import fetched_ops, run_for
from .liveness import CALLED_FUNCTIONS, data_inputs
from .patching import replace

Reach = Callable[[int], None]


def count_steps(reach: Reach) -> None:
    """Calls `reach(count)` after each step of the program.

    A step is a run of a Session that updates variables, and its count the graph's global step where there is
    one; or a call, from eager code, of the function that updates trainable variables, the most called one
    where there are several. A loop that applies its gradients in eager code is not counted.
    """
    replace(session.BaseSession, "run", _session_steps(reach))
    replace(concrete_function.ConcreteFunction, "_call_flat", _function_steps(reach))


def _session_steps(reach: Reach) -> Any:
    known: weakref.WeakKeyDictionary[Any, dict[Any, bool]] = weakref.WeakKeyDictionary()
    made = 0

    def make(original: Any) -> Any:
        def run(self: Any, fetches: Any, *args: Any, **kwargs: Any) -> Any:
            nonlocal made
            values = original(self, fetches, *args, **kwargs)
            graph = self.graph
            starts = fetched_ops(graph, fetches)
            key = tuple(op.name for op in starts)
            cache = known.setdefault(graph, {})
            if key not in cache:
                cache[key] = _updates(starts)
            if cache[key]:
                made += 1
                reach(_global_step(self, original, made))
            return values

        return run

    return make


def _updates(starts: list[Any]) -> bool:
    """Whether ops, or what they depend on, update variables (and are not what initialises them)."""
    return any(_is_update(op.type) for op in run_for(starts))


def _is_update(op_type: str) -> bool:
    applied = ("Apply", "SparseApply", "ResourceApply", "ResourceSparseApply")
    moved = ("AssignAdd", "AssignSub", "ScatterAdd", "ScatterSub", "ResourceScatterAdd", "ResourceScatterSub")
    return op_type.startswith((*applied, *moved))


def _global_step(own: Any, run: Any, made: int) -> int:
    steps = own.graph.get_collection(ops.GraphKeys.GLOBAL_STEP)
    if not steps:
        return made
    try:
        return int(run(own, steps[0]))
    except errors_impl.OpError:  # not initialised, or the cluster is on its way down
        return made


def _function_steps(reach: Reach) -> Any:
    known: weakref.WeakKeyDictionary[Any, bool] = weakref.WeakKeyDictionary()
    calls: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
    lock = threading.Lock()
    most = 0

    def make(original: Any) -> Any:
        def _call_flat(self: Any, tensor_inputs: Any, captured_inputs: Any) -> Any:
            nonlocal most
            values = original(self, tensor_inputs, captured_inputs)
            if not context.executing_eagerly():
                return values
            if self not in known:
                known[self] = _trains(self)
            if known[self]:
                with lock:
                    calls[self] = calls.get(self, 0) + 1
                    forward = calls[self] > most
                    most = max(most, calls[self])
                if forward:
                    reach(most)
            return values

        return _call_flat

    return make


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
