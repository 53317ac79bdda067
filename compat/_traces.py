"""What one trace of a step made of input, and the input state that all traces of a store share."""

from __future__ import annotations

import abc
import contextlib
import hashlib
import weakref
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

import tensorflow as tf

from . import _tf
from ._errors import InputError

_Made = TypeVar("_Made")


class Deferred(abc.ABC):
    """An operation that a step builds only if the step returns it, such as an iterator's initializer."""

    @abc.abstractmethod
    def operation(self) -> tf.Operation:
        """Build it in the graph being traced."""


class Source(Protocol):
    """What a step pulls elements from."""

    def restart(self) -> None:
        """Begin with the first element again, if it has begun."""


class InputState:
    """The input pipelines of a store: made by the first trace that asks, found again by every other."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}
        self._sources: dict[Source, None] = {}

    def pulls_from(self, source: Source) -> None:
        """Note that a trace pulls elements from `source`."""
        self._sources[source] = None

    def restart(self) -> None:
        """Have what traces pull from begin with its first element again.

        What fills itself from others is behind these, and stops before they begin.
        """
        with _tf.eagerly():
            for source in reversed(self._sources):
                source.restart()

    def once(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """What `make` gave when `key` was first asked for; it runs outside of every trace, on the host."""
        if key not in self._made:
            with tf.init_scope(), tf.device("/device:CPU:0"):
                self._made[key] = tf.autograph.experimental.do_not_convert(make)()
        return self._made[key]  # type: ignore[no-any-return]

    @contextlib.contextmanager
    def tracing(self, graph: tf.Graph) -> Iterator[Trace]:
        """A trace into `graph`: inside, input functions that build there belong to this state."""
        trace = Trace(self, graph)
        _TRACES[graph] = trace
        try:
            yield trace
        finally:
            del _TRACES[graph]


class Trace:
    """One trace of a step: which operations pull elements, and which went into a pipeline.

    Args:
      state: where what it makes is kept.
      graph: the step's graph.

    Attributes:
      scopes: the names of `compat.input.named` around what is built now.
      known: what objects of the traced code share within this trace.
      home: where the variables of the step live.
    """

    def __init__(self, state: InputState, graph: tf.Graph) -> None:
        self.state = state
        self.graph = graph
        self.scopes: list[str] = []
        self.known: dict[Hashable, Any] = {}
        self.home: Any = None
        self._pulls: list[tf.Operation] = []
        self._cut: set[tf.Operation] = set()
        self._counts: dict[Hashable, int] = {}

    def key(self, kind: str, *identity: Hashable) -> Hashable:
        """What names an input that is made now, in this trace and in later ones.

        TF 1 named by order: the second of two equal inputs is another one. In a replica each counts alone.
        """
        key = (kind, tuple(self.scopes), _replica(), *identity)
        self._counts[key] = self._counts.get(key, -1) + 1
        return (*key, self._counts[key])

    def pulled(self, op: tf.Operation) -> None:
        """Note that `op` takes an element when it runs."""
        if op.graph is self.graph:
            self._pulls.append(op)

    def pulls_before(self, tensors: Iterable[tf.Tensor]) -> list[tf.Operation]:
        """The operations that `tensors` depend on and that take elements, in the order of their creation."""
        before = ancestors(tensor.op for tensor in tensors)
        return [op for op in self._pulls if op in before]

    def fingerprint(self, tensors: Iterable[tf.Tensor]) -> str:
        """What tells the computation of `tensors` from another one; the same in every trace of one code."""
        before = ancestors(tensor.op for tensor in tensors)
        digest = hashlib.sha256()
        for op in self.graph.get_operations():
            if op in before:
                digest.update(repr(_tf.identity_of(self.graph, op)).encode())
        return digest.hexdigest()

    def went_into_pipeline(self, tensors: Iterable[tf.Tensor]) -> None:
        """Note that a pipeline computes `tensors`, so that a step need not."""
        self.replaced(tensor.op for tensor in tensors)

    def replaced(self, ops: Iterable[tf.Operation]) -> None:
        """Note that a pipeline does what `ops` did, so that a step need not."""
        self._cut |= ancestors(ops)

    def settle(self, result: Any, *, operations: bool) -> Any:
        """End the trace, whose code returned `result`; the result with what it deferred built.

        What was deferred becomes its operation, or `None` where the function may not return `operations`.

        Session.run dequeued only where a fetch depended on it. So a pull, and what pipelines took over, stays
        out of the function unless the result or another effect depends on it.
        """
        built = tf.nest.map_structure(
            lambda leaf: leaf.operation() if isinstance(leaf, Deferred) else leaf, result
        )
        if self._pulls or self._cut:
            _tf.forget(self.graph, self._dead(built))
        if operations:
            return built
        return tf.nest.map_structure(
            lambda leaf, one: None if isinstance(leaf, Deferred) else one, result, built
        )

    def _dead(self, result: Any) -> set[tf.Operation]:
        returned = [
            leaf if isinstance(leaf, tf.Operation) else leaf.op
            for leaf in tf.nest.flatten(result, expand_composites=True)
            if isinstance(leaf, tf.Operation) or _tf.is_traced(leaf)
        ]
        pulls = set(self._pulls)
        effects = [
            op
            for op in self.graph.get_operations()
            if op not in pulls and op not in self._cut and _tf.has_effect(op)
        ]
        live = ancestors(op for op in (*returned, *effects) if op.graph is self.graph)
        return descendants(pulls | self._cut) - live


_TRACES: weakref.WeakKeyDictionary[Any, Trace] = weakref.WeakKeyDictionary()
_LISTINGS: weakref.WeakSet[tf.Graph] = weakref.WeakSet()


def current(what: str) -> Trace:
    """The trace that runs now.

    Raises:
      InputError: there is none, so that `what` would have no step to belong to.
    """
    trace = running()
    if trace is None:
        raise InputError(
            f"{what} was called outside a step: call it in a function that VariableStore.function or "
            "VariableStore.pruned decorates, or build a tf.data.Dataset"
        )
    return trace


def running() -> Trace | None:
    """The trace that runs now, if one does."""
    return None if tf.executing_eagerly() else _TRACES.get(_tf.root_graph())


def builds_plain_graph() -> bool:
    """Whether operations go into a graph that is no function's: one of TF 1, for a session or a Program."""
    if tf.executing_eagerly() or tf.compat.v1.get_default_graph() in _LISTINGS:
        return False
    return not getattr(_tf.root_graph(), "building_function", False)


def lists_variables(graph: tf.Graph) -> None:
    """Tell that `graph` only lists variables, which are those of steps; no session runs it."""
    _LISTINGS.add(graph)


def of(graph: tf.Graph) -> Trace | None:
    """The trace into `graph` itself; none into the body of a loop or a branch."""
    return _TRACES.get(graph)


def ancestors(ops: Iterable[tf.Operation]) -> set[tf.Operation]:
    """The operations `ops`, and all that must run before them."""
    return _tf.reached(ops, _tf.operations_before)


def descendants(ops: Iterable[tf.Operation]) -> set[tf.Operation]:
    """The operations `ops`, and all that use what they compute, or wait for them."""
    return _tf.reached(ops, _tf.operations_after)


def _replica() -> int | None:
    context = tf.distribute.get_replica_context()
    if not _tf.in_replica() or context is None:
        return None
    index = tf.get_static_value(context.replica_id_in_sync_group)
    return None if index is None else int(index)
