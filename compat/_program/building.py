"""Building into the default graph, in one thread of a program that stays in eager mode."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import ParamSpec, TypeVar

import tensorflow as tf

from .. import _tf

_P = ParamSpec("_P")
_R = TypeVar("_R")
_thread = threading.local()


class GraphBuilding:
    """What `build_graph` returns: leave it as a context manager, or let it last as long as the thread."""

    def __init__(self, outermost: bool) -> None:
        self._leave = _tf.enter_default_graph() if outermost else None

    def restart(self) -> None:
        """Go on in a new default graph."""
        if self._leave is not None:
            self._leave()
            tf.compat.v1.reset_default_graph()
            self._leave = _tf.enter_default_graph()

    def __enter__(self) -> GraphBuilding:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._leave is not None:
            self._leave()
            self._leave = None
            _thread.building = None


def build_graph() -> GraphBuilding:
    """From here on, in this thread, build TensorFlow ops into the default graph, as TensorFlow 1 did.

    Eager mode stays what other threads, and functions being traced, find; a second call changes nothing. Used
    as `with compat.build_graph():` it ends with the block. Control flow in graphs is TensorFlow 1's own
    (`disable_control_flow_v2`, in the whole process), so that what a branch holds runs only if it is taken
    and fetched from; `tf.function` is not touched by that. Elements of shapes are `Dimension`s, as they were.
    A seed that was set before, where a module was imported, is the graph's.
    """
    outermost = tf.executing_eagerly() and getattr(_thread, "building", None) is None
    if outermost:
        tf.compat.v1.disable_control_flow_v2()
        _tf.give_dimensions(is_building)
        _tf.give_initialized_value()
        _tf.give_assigned(is_building)
    building = GraphBuilding(outermost)
    if outermost:
        if threading.current_thread() is threading.main_thread():  # others had graphs of their own
            _tf.hand_on_seed()
        _thread.building = building
    return building


def is_building() -> bool:
    """Whether this thread builds graphs by `build_graph`, for Programs to run."""
    return getattr(_thread, "building", None) is not None


class BuildingState:
    """What a thread builds into, kept where that is to go on later: in a generator, which others wait for."""

    def __init__(self, graphs: _tf.BuildingInto, building: GraphBuilding | None) -> None:
        self._graphs = graphs
        self._building = building

    @classmethod
    def of_new_thread(cls) -> BuildingState:
        """That of a thread which has begun nothing."""
        return cls(_tf.BuildingInto.nothing(), None)

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Inside, this thread is in that state, which is kept at the end; its own comes back then."""
        before = getattr(_thread, "building", None)
        with self._graphs.entered():
            _thread.building = self._building
            try:
                yield
            finally:
                self._building, _thread.building = getattr(_thread, "building", None), before


def builds_graph(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """`function`, building into graphs in whichever thread calls it: for what a program's threads run.

    A new thread is eager in TensorFlow 2. In TensorFlow 1 it built into a default graph of its own, unless it
    entered another.
    """

    @functools.wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        with build_graph():
            return function(*args, **kwargs)

    return call


def reset_default_graph() -> None:
    """Go on building into a new default graph, as `tf.reset_default_graph()` did in TensorFlow 1.

    TensorFlow's own function refuses while a graph is being built by `build_graph`.
    """
    building = getattr(_thread, "building", None)
    if building is None:
        tf.compat.v1.set_random_seed(None)
        tf.compat.v1.reset_default_graph()
    else:
        building.restart()
