"""Steps that a coordinator hands out to workers, on variables of a `ParameterServerStrategy`."""

from __future__ import annotations

import contextlib
import functools
import logging
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import tensorflow as tf

from .. import _tf
from .._errors import ClusterError
from .._home import Home, Store
from .._names import GLOBAL_STEP
from .._tf import cluster as tf_cluster
from .._tf import coordination as tf_coordination
from .._waits import Waits
from . import _marks as marks
from ._later import Fetched, Results
from ._tasks import tasks_of

_log = logging.getLogger(__name__)
_Result = TypeVar("_Result")
_WAITING_PER_WORKER = 2  # steps: one that runs, and one that follows it at once
_CHECK_SECONDS = 1.0


class CoordinatedHome(Home):
    """The parameter servers of a strategy, whose coordinator this process is.

    A step that updates variables is handed out: a worker that is free does it, and what it gives is there
    when that is done. All else, such as an evaluation, a read or a checkpoint, waits for the steps that were
    handed out before, and is done here.

    Args:
      store: the store whose home this is.
      coordinator: hands out the steps.
    """

    def __init__(self, store: Store, coordinator: Any) -> None:
        self._store = store
        self._coordinator = coordinator
        devices = (tf.DeviceSpec.from_string(one.name) for one in tf.config.list_logical_devices())
        self._workers = len({one.task for one in devices if one.job == "worker"})
        self._handles: set[int] = set()  # the identities of those of variables
        self._pulled: list[Any] = []  # sources of elements, in the trace that runs
        self._traced = _Traced()  # what the last trace made
        self._inputs: dict[Any, _Input] = {}
        self._open: set[_Handed] = set()  # handed out, and not done
        self._changed = threading.Condition()
        self._handing = threading.RLock()  # threads of the program hand out, and read, one after the other
        self._count: int | None = None  # the global step, when all is done that was called for
        self._begun: dict[_Step, deque[_Handed]] = {}  # ahead of their calls, in the order of these
        self._last_step: Callable[[], int | None] = lambda: None
        self._waits = Waits(self._tell)

    def _tell(self, seconds: float) -> None:
        """Say which tasks are not there: TensorFlow waits in silence for one that is stopped."""
        others = tasks_of(tf_cluster.known(), ["ps", "worker"])
        gone = [task for task in others if marks.status_of(task) is None]
        if gone:
            _log.warning(
                "a step has not ended for %d s; no answer from %s", seconds, ", ".join(map(str, gone))
            )

    def make(self, create: Callable[..., Any], spec: dict[str, Any], *, is_local: bool) -> Any:
        """A variable on a parameter server, beside another one or by turns; a local one is here."""
        if is_local:
            return super().make(create, spec, is_local=True)
        asked = tf_cluster.variable_device(
            "", spec["name"], spec.get("shape"), spec.get("dtype") or tf.float32
        )
        with tf.init_scope(), _tf.at_root_scope(), tf.device(None):
            if tf.DeviceSpec.from_string(asked).job == "ps":  # slots are beside what they are for
                with tf.device(asked):
                    variable = create(**spec)
            else:
                variable = tf_coordination.made_in_turn(self._coordinator.strategy, create, spec)
            self._handles.add(id(variable.handle))
            return _tf.may_be_part(variable)

    def pulls_from(self, source: Any) -> None:
        """See `Home`."""
        self._pulled.append(source)

    def results(self, results: Any) -> Any:
        """What a trace returns; and whether that is a step for workers."""
        graph = tf.compat.v1.get_default_graph()
        used = list(tf_coordination.handles_used(graph))
        step = self._store.variables.get(GLOBAL_STEP)
        self._traced = _Traced(
            any(changes and id(handle) in self._handles for handle, changes in used),
            tuple(one for one in self._pulled if any(handle is one.handle for handle, _ in used)),
            () if step is None else tuple(_places(results, step, graph)),
        )
        self._pulled = []
        return results

    def calling(
        self, step: Callable[..., Any], function: Any = None, trace: Callable[..., Hashable] | None = None
    ) -> Callable[..., Any]:
        """The step, called so that a worker does it if it updates something.

        Raises:
          ClusterError: from a call, or a look at its results: a parameter server was lost.
        """
        del function
        return _Step(self, step, None if trace is not None else self._traced, trace)

    def call(self, step: _Step, *args: Any, **kwargs: Any) -> Any:
        """Hand out a step, or do it here."""
        if step.traced is None:
            assert step.trace is not None
            step.trace(*args, **kwargs)
            step.traced = self._traced
        compute = functools.partial(step.compute, *_kept(args), **_kept(kwargs))
        if not step.traced.updates:
            return self.reading(compute)
        with self._waits.waiting(), self._handing:
            if step.results is None:
                return self._first(step, compute)
            before = self.global_step() if step.counts else None
            handed = self._next(step, compute, before, needs_program=bool(args or kwargs))
            if before is None:
                return step.results.of(handed)
            self._count = before + step.counts
            return step.results.of(handed, dict.fromkeys(step.traced.counters, self._count))

    def _next(
        self, step: _Step, compute: Callable[[], Any], done: int | None, *, needs_program: bool
    ) -> _Handed:
        """The step whose turn it is, of those that were handed out.

        Where nothing of it comes from the program, the next ones are begun ahead: so the workers are busy
        while the program looks at what this one gives. They end well before the last, so that all are looked
        at: what hooks ask for, now and then, makes it another step, which has its own turn.
        """
        begun = self._begun.setdefault(step, deque())
        if not begun:
            begun.append(self._hand_out(step, compute))
        last = self._last_step()
        if last is not None and done is not None and step.counts == 1 and not needs_program:
            window = self._workers * _WAITING_PER_WORKER
            while len(begun) < window and done + self._ahead() < last - 2 * window:
                begun.append(self._hand_out(step, compute))
        return begun.popleft()

    def _ahead(self) -> int:
        """How many steps were handed out for which no call has come."""
        return sum(map(len, self._begun.values()))

    def _first(self, step: _Step, compute: Callable[[], Any]) -> Any:
        """The first call of a step: what it gives and counts tells what later ones will."""
        assert step.traced is not None
        before = self._read_global_step()
        handed = self._hand_out(step, compute)
        step.results = Results(handed.wait())
        after = self._read_global_step()
        if before is None or after is None or before == after:
            return step.results.of(handed)
        step.counts = after - before
        self._count = after - self._ahead()
        return step.results.of(handed, dict.fromkeys(step.traced.counters, self._count))

    def _hand_out(self, step: _Step, compute: Callable[[], Any]) -> _Handed:
        assert step.traced is not None
        inputs = [self._input(source) for source in step.traced.sources]
        handed = _Handed(self, compute, [one.handle for one in inputs])
        iterators = [one.iterators for one in inputs]
        self._wait_for_place()
        with self._changed:
            self._open.add(handed)
        handed.remote = self.led(lambda: tf_coordination.schedule(self._coordinator, handed.run, iterators))
        return handed

    def _input(self, source: Any) -> _Input:
        """What the workers have of a source of elements: each an iterator of its own, if that can be."""
        found = self._inputs.get(source)
        if found is None or found.starts != source.starts:
            self.join()  # steps before have elements of the one before
            found = self._inputs[source] = _Input.of(source, self._coordinator)
        return found

    def _wait_for_place(self) -> None:
        """Wait until so few steps are open that another one is of use."""
        while True:
            with self._changed:
                if len(self._open) < self._workers * _WAITING_PER_WORKER:
                    return
                is_changed = self._changed.wait(_CHECK_SECONDS)
            if not is_changed:
                self.led(self._coordinator.done)  # which raises what a step did

    def done(self, handed: _Handed) -> None:
        """Note that a step is done."""
        with self._changed:
            self._open.discard(handed)
            self._changed.notify_all()

    def join(self) -> None:
        """Wait for all steps that were handed out."""
        with self._changed:
            if not self._open:
                return
        self.led(self._coordinator.join)
        with self._changed:
            self._open.clear()

    def led(self, function: Callable[[], _Result]) -> _Result:
        """What `function` of the coordinator returns; by an error, it gives up what was handed out."""
        try:
            with self._waits.waiting(), _servers_needed():
                return function()
        except (tf.errors.OpError, ClusterError):
            with self._changed:
                self._open.clear()
            self._begun.clear()
            self._count = None
            raise

    def prepare(self, is_chief: bool, restore: Callable[[], Any] | None, max_wait_secs: float) -> None:
        """See `VariableStore.prepare`: a coordinator is the chief."""
        del max_wait_secs
        if not is_chief:
            raise ClusterError(
                "this process is the coordinator, which begins the training: let it be the chief"
            )
        if restore is not None:
            self.reading(restore)
        self._count = None

    def global_step(self) -> int | None:
        """See `Home`."""
        with self._handing:
            if self._count is None:
                step = self._read_global_step()
                self._count = None if step is None else step - self._ahead()
            return self._count

    def ends_at(self, last_step: Callable[[], int | None]) -> None:
        """See `Home`."""
        self._last_step = last_step

    def _read_global_step(self) -> int | None:
        step = self._store.variables.get(GLOBAL_STEP)
        return None if step is None else int(self.reading(step.numpy))

    def reading(self, function: Callable[[], _Result]) -> _Result:
        """What `function` returns, when all is done that was handed out before."""
        with self._waits.waiting(), self._handing:
            self.join()
            self._count = None
            with _servers_needed():
                return function()

    def finish(self, is_chief: bool = True) -> None:
        """Wait for the last steps."""
        del is_chief
        self.join()


@dataclass(frozen=True)
class _Traced:
    """What a trace made.

    `updates` tells whether it changes variables, `sources` are what it takes elements from, and `counters`
    which of the results are the global step.
    """

    updates: bool = False
    sources: tuple[Any, ...] = ()
    counters: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Input:
    """Iterators over one data set, of which each worker has its own.

    There are none where it cannot leave this process, which reads the elements for all then.
    """

    starts: int
    handle: Any
    iterators: Any

    @classmethod
    def of(cls, source: Any, coordinator: Any) -> _Input:
        try:
            iterators = iter(coordinator.create_per_worker_dataset(source.dataset))
        except (tf.errors.OpError, TypeError, ValueError) as error:
            _log.info("The coordinator reads the input for all workers: %s", error)
            iterators = None
        return cls(source.starts, source.handle, iterators)


class _Handed:
    """A step that was handed out."""

    def __init__(self, home: CoordinatedHome, compute: Callable[[], Any], handles: Sequence[Any]) -> None:
        self._home = home
        self._compute = compute
        self._handles = handles
        self._results: Any = None
        self.remote: Any = None

    def run(self, *iterators: Any) -> None:
        """On the thread of a worker: do the step there, with its own input."""
        own = {
            id(handle): tf_coordination.handle_of(iterator)
            for handle, iterator in zip(self._handles, iterators, strict=True)
            if iterator is not None
        }
        with _tf.in_place_of(own):
            results = self._compute()
        # Here and now: the worker may be lost before the program looks.
        self._results = tf.nest.map_structure(
            lambda one: Fetched(one.numpy()) if tf.is_tensor(one) else one, results
        )
        self._home.done(self)

    def wait(self) -> Any:
        """What the step gives, when a worker has done it: NumPy values, and what was a tensor as such."""
        self._home.led(self.remote.fetch)
        return self._results


class _Step:
    """A step of a coordinated home, with what steps have beside their call."""

    def __init__(
        self,
        home: CoordinatedHome,
        compute: Callable[..., Any],
        traced: _Traced | None,
        trace: Callable[..., Hashable] | None = None,
    ) -> None:
        self._home = home
        self.compute = compute
        self.traced = traced
        self.trace = trace
        self.results: Results | None = None  # how they come, once that is known
        self.counts = 0  # by how much a call changes the global step
        self._beside: dict[frozenset[str], _Step] = {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._home.call(self, *args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.compute, name)
        if name != "beside":  # see `session_step`: a step that gives more than this one
            return value

        def beside(asked: frozenset[str]) -> _Step:
            if asked not in self._beside:
                self._beside[asked] = _Step(self._home, value(asked), self.traced)
            return self._beside[asked]

        return beside


@contextlib.contextmanager
def _servers_needed() -> Iterator[None]:
    """Tells of a parameter server that is lost, inside."""
    try:
        yield
    except (tf.errors.UnavailableError, tf.errors.AbortedError) as error:
        raise ClusterError(
            "a parameter server was lost, and what it held: start all tasks again, and the coordinator "
            f"goes on from its last checkpoint; {error.message.splitlines()[0]}"
        ) from error


def _places(results: Any, step: Any, graph: Any) -> Iterable[int]:
    """Where the global step itself is among what a trace returns."""
    for place, leaf in enumerate(tf.nest.flatten(results, expand_composites=True)):
        read = None if leaf is step else tf_coordination.variable_read(leaf)
        if leaf is step or read is not None and tf_coordination.captured_by(graph, read) is step.handle:
            yield place


def _kept(value: Any) -> Any:
    """Arguments as they are now: the program may fill its arrays anew before a worker has them."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, Mapping):
        return {key: _kept(one) for key, one in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(_kept, value))
    return type(value)(map(_kept, value)) if isinstance(value, (list, tuple)) else value
