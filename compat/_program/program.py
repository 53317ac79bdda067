"""The object that stands where a session stood."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from types import TracebackType
from typing import Any

import tensorflow as tf

from .. import _state_placement as state_placement
from .. import _tf
from .._errors import ClusterError, ForeignServerError, ProgramError
from .._tracing import collecting
from .._types import DeviceAttributes, SessionConfig
from . import config as configuration
from .feeding import Feed, Feeds
from .lifting import lift
from .places import place_of
from .step import Resources, Step

# What a call says whose resource is deleted meanwhile.
_GONE = (tf.errors.NotFoundError, tf.errors.FailedPreconditionError)


class Plan:
    """What one call of `run` comes to, for one form of its fetches and one set of feeds."""

    def __init__(self, fetches: Any, leaves: Sequence[Any], feeds: Sequence[Feed]) -> None:
        self.fetches = fetches  # kept, so that the identities by which the plan is found stay theirs
        position = {feed.tensor.name: index for index, feed in enumerate(feeds)}
        self.targets = [leaf for leaf in leaves if isinstance(leaf, tf.Operation)]
        self.tensors = [
            leaf for leaf in leaves if not isinstance(leaf, tf.Operation) and leaf.name not in position
        ]
        order = {tensor.name: index for index, tensor in enumerate(self.tensors)}
        # Where the value of each leaf is found: among what was fed, or among what was computed.
        self.sources: list[tuple[bool, int] | None] = []
        for leaf in leaves:
            if isinstance(leaf, tf.Operation):
                self.sources.append(None)
            elif leaf.name in position:
                self.sources.append((True, position[leaf.name]))
            else:
                self.sources.append((False, order[leaf.name]))
        self.step: Step | None = None

    def values(self, fed: Sequence[Any], computed: Sequence[Any]) -> list[Any]:
        """The value of each leaf."""
        return [
            None if source is None else (fed if source[0] else computed)[source[1]] for source in self.sources
        ]


class Program(_tf.SessionInterface):
    """Runs parts of a TensorFlow 1 graph with `Session.run`'s meaning, and without a session.

    Each set of fetches and feeds becomes a function lifted out of the graph: only what is fetched runs. State
    (variables, queues, tables, iterators) belongs to the Program: two of them over one graph share nothing.
    With the target of a `compat.Server` it is on the tasks of that server's cluster, where the graph has put
    it, and all Programs on the cluster share it by its names. Eager code and Keras go on working beside it.
    On a server of TensorFlow's own, of several tasks, which speaks to nothing else, a session runs the graph.

    What differs from a session: a variable that is fetched beside its own update comes back after the update,
    as in TensorFlow 1.15 with reference variables (before it, where it is on another task, as there); any
    other read that could come before or after an update, by chance, comes before it. The stream of a random
    op with a seed goes on over all runs, as in a session, but for ops inside loops and branches, and for
    others than uniform and normal numbers (a shuffle, say): those start from the seed once in each set of
    fetches that has them. `RunMetadata` tell when which operation ran in this process, not how much memory
    it took; a partition graph is what was lifted, before TensorFlow makes it faster.
    """

    def __init__(self, target: str = "", graph: tf.Graph | None = None, config: SessionConfig = None) -> None:
        """Stand for `tf.compat.v1.Session(target, graph, config)`.

        Raises:
          ClusterError: `target` is no server's, or a task that holds variables cannot be reached.
          TypeError: an argument is not what a session takes.
        """
        if graph is not None and not isinstance(graph, tf.Graph):
            raise TypeError(f'Argument `graph` must be a tf.Graph, but got "{type(graph).__name__}"')
        self._graph = graph if graph is not None else tf.compat.v1.get_default_graph()
        options = configuration.apply(config)
        self._milliseconds = 0 if config is None else config.operation_timeout_in_ms  # of each run
        self._closed = False
        self._contexts: contextlib.ExitStack | None = None
        self._session: Any = None
        try:
            self._place = place_of(target, config)
        except ForeignServerError:
            self._session = tf.compat.v1.Session(target, self._graph, config)
            return
        self._runtime = self._place.call(lambda: _tf.Runtime(options))
        self._resources = Resources(self._graph, self._place, self._runtime)
        self._feeds = Feeds(self._graph)
        self._plans: dict[Hashable, tuple[Plan, Callable[[list[Any]], Any]]] = {}
        self._steps: dict[Hashable, Step] = {}
        self._building = threading.RLock()

    @classmethod
    def interactive(
        cls, target: str = "", graph: tf.Graph | None = None, config: SessionConfig = None
    ) -> Program:
        """Stand for `tf.compat.v1.InteractiveSession`: the default session until it is closed."""
        program = cls(target, graph, config)
        program._contexts = contextlib.ExitStack()
        for entered in [program.as_default()] + ([graph.as_default()] if graph is not None else []):
            entered.enforce_nesting = False
            program._contexts.enter_context(entered)
        return program

    @property
    def graph(self) -> tf.Graph:
        """The graph whose parts are run."""
        return self._graph

    @property
    def graph_def(self) -> tf.compat.v1.GraphDef:
        """The graph as a GraphDef."""
        return self._graph.as_graph_def()

    @property
    def sess_str(self) -> bytes:
        """The target of the server that the state is on; empty, if that is in this process."""
        return self._place.target if self._session is None else bytes(self._session.sess_str)

    def as_default(self) -> contextlib.AbstractContextManager[Program]:
        """Context manager in which `tensor.eval()` and `op.run()` use this Program; it stays open after."""
        context: contextlib.AbstractContextManager[Program] = _tf.default_session(self)
        return context

    def __enter__(self) -> Program:
        if self._contexts is not None:
            raise RuntimeError(
                "Session context managers are not re-entrant. Use `Session.as_default()` if you want to "
                "enter a session multiple times."
            )
        self._contexts = contextlib.ExitStack()
        self._contexts.enter_context(self._graph.as_default())
        self._contexts.enter_context(self.as_default())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End what is still running, and delete the Program's variables, queues, tables and iterators.

        Those that are on a cluster stay there, as they did when a session was closed.
        """
        contexts, self._contexts = self._contexts, None
        if contexts is not None:
            contexts.close()
        if self._session is not None:
            self._closed = True
            self._session.close()
            return
        with self._building:
            if self._closed:
                return
            self._closed = True
        with contextlib.suppress(ClusterError):  # then nothing of it runs any more
            self._place.call(self._runtime.cancel)
            self._place.lead_no_more()
        self._resources.release()
        self._plans.clear()
        self._steps.clear()

    def __del__(self) -> None:
        if not getattr(self, "_closed", True):
            with contextlib.suppress(Exception):  # the interpreter may be half gone
                self.close()

    def list_devices(self) -> list[DeviceAttributes]:
        """The devices that ops can be put on, with their `name` and `device_type`."""
        return list(self._place.devices() if self._session is None else self._session.list_devices())

    def run(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: tf.compat.v1.RunOptions | None = None,
        run_metadata: tf.compat.v1.RunMetadata | None = None,
    ) -> Any:
        """Run what `fetches` need, and return their values in the form of `fetches`.

        Raises:
          tf.errors.DeadlineExceededError: it took longer than `options` or the configuration allow.
          tf.errors.OpError: an op failed; the error names the operation.
          RuntimeError: the Program is closed, or its graph empty.
          TypeError, ValueError: `fetches` or `feed_dict` is not what `Session.run` takes.
          ProgramError: a fetch needs what only a session has.
          ClusterError: a task does not answer any more, or an op is on one that this process does not know.
        """
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        if self._session is not None:
            state_placement.place(self._session)
            return self._session.run(fetches, feed_dict, options, run_metadata)
        pairs = self._feeds.of(feed_dict) if feed_dict else []
        feeds = [feed for feed, _ in pairs]
        form = form_of(fetches)
        key = (form, tuple(map(id, feeds)))
        found = self._plans.get(key) if form is not None else None
        if found is None:
            found = self._planned(fetches, feeds)
            if form is not None:
                self._plans[key] = found
        plan, build = found
        fed = [array for _, array in pairs]
        computed: Sequence[Any] = ()
        if plan.step is not None:
            try:
                arguments = [feed.argument(array) for feed, array in pairs]
                run = functools.partial(plan.step, arguments, self._seconds(options))
                with collecting(options, run_metadata):
                    computed = self._place.call(run, plan.step.name, plan.step.devices)
                if run_metadata is not None and options is not None and options.output_partition_graphs:
                    run_metadata.partition_graphs.add().CopyFrom(self._lifted(plan, feeds))
            except ClusterError:
                raise
            except tf.errors.OpError as error:
                told = _tf.error_of_graph(error, self._graph)
                if self._closed and isinstance(told, _GONE):  # by `close`, before it came to use that
                    told = tf.errors.CancelledError(told.node_def, told.op, told.message)
                raise told from None
        return build(plan.values(fed, computed))

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function that runs `fetches` with its arguments fed to `feed_list`, in order.

        Raises:
          TypeError: `feed_list` is neither a list nor a tuple.
        """
        if feed_list is not None and not isinstance(feed_list, (list, tuple)):
            raise TypeError("Argument `feed_list` must be a list or tuple.")
        fed = list(feed_list or [])

        def call(*values: Any, options: Any = None, run_metadata: Any = None) -> Any:
            if len(values) != len(fed):
                raise TypeError(f"takes {len(fed)} values, for {fed}, but got {len(values)}")
            if not accept_options and (options is not None or run_metadata is not None):
                raise TypeError("options are taken only by make_callable(…, accept_options=True)")
            return self.run(fetches, dict(zip(fed, values, strict=True)), options, run_metadata)

        return call

    def _make_callable_from_options(self, callable_options: Any) -> Callable[..., list[Any]]:
        """By this name Keras asks a session for a function of NumPy arrays.

        What it connects by name is read first, then fed.
        """
        fetches, targets = list(callable_options.fetch), list(callable_options.target)
        given = {one.to_tensor: one.from_tensor for one in callable_options.tensor_connection}
        options = callable_options.run_options if callable_options.HasField("run_options") else None

        def call(*values: Any, run_metadata: Any = None) -> list[Any]:
            feeds = {**dict(zip(callable_options.feed, values, strict=True)), **self.run(given)}
            return list(self.run([fetches, targets], feeds, options, run_metadata)[0])

        return call

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> str:
        """Raises `ProgramError`: a function runs as a whole."""
        raise ProgramError(
            "a Program has no partial runs: run the fetches together, or feed what was computed"
        )

    def partial_run(self, handle: str, fetches: Any, feed_dict: Mapping[Any, Any] | None = None) -> Any:
        """Raises `ProgramError`: a function runs as a whole."""
        return self.partial_run_setup(fetches)

    @staticmethod
    def reset(target: str, containers: Sequence[str] | None = None, config: SessionConfig = None) -> None:
        """Raises `ProgramError`: there is no server whose containers could be cleared."""
        raise ProgramError("a Program has no server to reset: close it, and make another")

    def _seconds(self, options: Any) -> float | None:
        """How long a run may take."""
        given = 0 if options is None else options.timeout_in_ms
        return (given or self._milliseconds) / 1e3 or None

    def _lifted(self, plan: Plan, feeds: Sequence[Feed]) -> Any:
        """The GraphDef that a plan runs."""
        return lift(plan.tensors, plan.targets, [feed.tensor for feed in feeds], self._place).nodes

    def _planned(self, fetches: Any, feeds: Sequence[Feed]) -> tuple[Plan, Callable[[list[Any]], Any]]:
        if self._graph.version == 0:
            raise RuntimeError(
                "The Session graph is empty. Add operations to the graph before calling run()."
            )
        with self._building:
            leaves, build = _tf.fetch_leaves(self._graph, fetches)
            plan = Plan(fetches, leaves, feeds)
            if plan.tensors or plan.targets:
                names = (
                    tuple(t.name for t in plan.tensors),
                    frozenset(op.name for op in plan.targets),
                    tuple(feed.tensor.name for feed in feeds),
                )
                if names not in self._steps:
                    given = [feed.tensor for feed in feeds]
                    make = functools.partial(Step, self._resources, plan.tensors, plan.targets, given)
                    self._place.settle(self)
                    self._steps[names] = self._place.call(make)
                plan.step = self._steps[names]
            return plan, build


def form_of(fetches: Any) -> Hashable:
    """A key for fetches of one form with the same leaves, or None for what is to be looked at each time."""
    if isinstance(fetches, (list, tuple)):
        inner = [form_of(fetch) for fetch in fetches]
        return None if None in inner else (type(fetches), *inner)
    if fetches is None or isinstance(fetches, Mapping) or hasattr(type(fetches), "__attrs_attrs__"):
        return None
    return fetches if isinstance(fetches, str) else id(fetches)


def lead(program: Program) -> None:
    """Have a program be the chief's, who gives variables their values, until it is closed.

    Raises:
      ClusterError: another process is the chief, for a variable on a task that both share.
    """
    if program._session is None:
        with program._building:
            program._place.settle(program)
        collected = program._graph.get_collection(tf.compat.v1.GraphKeys.GLOBAL_VARIABLES)
        program._place.lead([part.op for one in collected for part in _parts(one)])


def _parts(variable: Any) -> Sequence[tf.Variable]:
    """The variables behind one: those of the replicas of a strategy, or itself; of all else, none."""
    if isinstance(variable, tf.distribute.DistributedValues):
        return variable.values  # type: ignore[no-any-return]
    return [variable] if isinstance(variable, tf.Variable) else []
