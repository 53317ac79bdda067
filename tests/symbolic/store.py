"""`compat.VariableStore`: variables are made eagerly, once, and found by name in every trace."""

from __future__ import annotations

import builtins
import contextlib
import functools
import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from .graphs import Graph, here, pushed
from .nodes import Tensor, draws_of, leaves, mapped
from .running import Run
from .sessions import feeds, run_graph
from .steps import Function, Traced, trace
from .unsure import Modelled, meant, unsure
from .variables import GLOBAL, LOCAL, TRAINABLE, Variable
from .world import now


class Creator:
    """Makes the variables of a store, in the place of `tf.Variable`."""

    def __init__(self, store: VariableStore) -> None:
        self._store = store

    def __call__(self, full: str, make: Callable[[], Variable]) -> Variable:
        return self._store._create(full, make)

    def shared(self, full: str) -> Variable | None:
        return self._store._known.get(full)

    def collect(self, graph: Graph, variable: Variable) -> None:
        self._store._collect(graph, variable)


class VariableStore(Modelled):
    """`compat.VariableStore`."""

    def __init__(self, strategy: Any = None, *, cluster: Any = None, device: Any = None) -> None:
        if cluster not in (None, "") and not getattr(cluster, "is_alone", False):
            unsure("a VariableStore of a cluster")
        self._strategy = strategy
        self._known: dict[str, Variable] = {}
        self._outside: list[str] = []
        self._names = Graph("eager")
        self._creator = Creator(self)
        self._taken_off: set[tuple[str, str]] = set()
        self._inputs: dict[Any, Any] = {}
        self._before: tuple[str, ...] = ()
        self._before_taken: dict[str, int] = {}
        self._taken: dict[str, int] = {}
        self._has_run = False  # whether initialisers have run since the variables were made
        self._printed: Counter[tuple[str, int]] = Counter()
        self.step_name = "global_step"

    # -------------------------------------------------------- what there is
    @property
    def variables(self) -> dict[str, Variable]:
        return dict(self._known)

    def _in(self, key: str) -> dict[str, Variable]:
        return {
            name: one
            for name, one in self._known.items()
            if key in one.keys and (name, key) not in self._taken_off
        }

    @property
    def global_variables(self) -> dict[str, Variable]:
        return self._in(GLOBAL)

    @property
    def trainable_variables(self) -> dict[str, Variable]:
        return {name: one for name, one in self._in(GLOBAL).items() if TRAINABLE in one.keys}

    def counts_steps(self, variable: Any) -> Any:
        self.step_name = variable.full
        return variable

    def global_step(self) -> Any:
        return None

    def next_part(self) -> VariableStore:
        part = VariableStore(self._strategy)
        part._known, part._inputs, part._taken = self._known, {}, self._taken
        part._before, part._before_taken = tuple(self._known), dict(self._taken)
        part._taken_off = self._taken_off
        for name in part._before:
            part._names.taken.setdefault(name.lower(), 1)
        return part

    # -------------------------------------------------------- making
    def _create(self, full: str, make: Callable[[], Variable]) -> Variable:
        world = now()
        graph = world.graph
        if full not in self._known:
            creator, world.creator = world.creator, None
            outside, world.outside = world.outside, Graph("eager")
            streams, world.has_streams = world.has_streams, True
            context = graph.context if graph is not None else None
            try:
                with pushed(None):
                    self._known[full] = make()
            finally:
                world.creator, world.outside, world.has_streams = creator, outside, streams
            del context
            if graph is None:
                self._outside.append(full)
                self._names.named[full] = self._known[full]
        variable = self._known[full]
        self._collect(here(), variable)
        return variable

    def _collect(self, graph: Graph, variable: Variable) -> None:
        graph.named[variable.full] = variable
        for key in variable.keys:
            members = graph.collection(key)
            if not any(variable is one for one in members):
                members.append(variable)

    @contextlib.contextmanager
    def scope(self) -> Iterator[None]:
        world = now()
        outer = world.creator, world.outside, world.has_streams
        world.creator, world.outside = self._creator, self._names
        world.has_streams = world.has_streams or world.graph is None
        try:
            with contextlib.ExitStack() as stack:
                if self._strategy is not None:
                    stack.enter_context(self._strategy.scope())
                if world.graph is None:
                    for variable in self._known.values():
                        self._collect(self._names, variable)
                yield
        finally:
            world.creator, world.outside, world.has_streams = outer

    @contextlib.contextmanager
    def _tracing(self, mode: str) -> Iterator[Graph]:
        world = now()
        graph = Graph(mode)
        graph.seed = world.seed
        graph.known["store"] = self
        graph.known["counts"] = {}
        for name in (*self._before, *self._outside):
            self._collect(graph, self._known[name])
        outer = world.creator, world.outside
        world.creator, world.outside = self._creator, self._names
        try:
            with self._printing_once():
                yield graph
            for key in (GLOBAL, TRAINABLE, LOCAL):
                left = {one.full for one in graph.collection(key) if isinstance(one, Variable)}
                for name in graph.named:
                    found = self._known.get(name)
                    if (
                        found is not None
                        and graph.named[name] is found
                        and key in found.keys
                        and name not in left
                    ):
                        self._taken_off.add((name, key))
        finally:
            world.creator, world.outside = outer
            arguments = graph.known.get("arguments", {})
            for name, count in graph.taken.items():
                if arguments.get(name) != count:
                    self._taken[name] = max(count, self._taken.get(name, 0))

    @contextlib.contextmanager
    def _printing_once(self) -> Iterator[None]:
        """What a place has printed in one trace, it does not print in another."""
        here: Counter[tuple[str, int]] = Counter()
        outer = builtins.print

        def print_once(*values: Any, **options: Any) -> None:
            frame = sys._getframe(1)
            place = frame.f_code.co_filename, frame.f_lineno
            here[place] += 1
            if here[place] > self._printed[place]:
                outer(*values, **options)

        builtins.print = print_once
        try:
            yield
        finally:
            builtins.print = outer
            self._printed |= here

    def _names_taken(self, graph: Graph) -> None:
        """The names of parts of the graph before, and of variables outside, are taken."""
        for name, many in self._before_taken.items():
            graph.taken.setdefault(name, many)
        for name in (*self._before, *self._outside):
            graph.taken.setdefault(name.lower(), 1)

    def _trace(self, body: Callable[..., Any], mode: str, specs: Any) -> Traced:
        with self._tracing(mode) as graph:
            graph.known["signature"] = True

            @functools.wraps(body)
            def begun(*args: Any, **kwargs: Any) -> Any:
                self._names_taken(graph)
                return _settled(body(*args, **kwargs))

            return trace(begun, graph, specs)

    # -------------------------------------------------------- steps
    def function(self, body: Any = None, *, input_signature: Any = None) -> Any:
        if body is None:
            return functools.partial(self.function, input_signature=input_signature)
        store = self

        def around(build: Callable[[Graph], Traced]) -> Traced:
            with store._tracing("function") as graph:
                graph.known["signature"] = input_signature is not None
                return build(graph)

        @functools.wraps(body)
        def begun(*args: Any, **kwargs: Any) -> Any:
            graph = now().graph
            if graph is not None and graph.known.get("store") is store and not graph.known.get("begun"):
                graph.known["begun"] = True
                store._names_taken(graph)
            return _settled(body(*args, **kwargs))

        step = Function(begun, lambda: Graph("function"), input_signature, around)
        functools.update_wrapper(step, body)
        return step.trace_now() if input_signature is not None else step

    def pruned(self, body: Any = None, *, input_signature: Any = (), returns_inputs: bool = False) -> Any:
        if body is None:
            return functools.partial(
                self.pruned, input_signature=input_signature, returns_inputs=returns_inputs
            )
        step = PrunedStep(self, body, input_signature, returns_inputs)
        functools.update_wrapper(step, body)
        return step

    # -------------------------------------------------------- values
    def initialize(self, collection: str = GLOBAL, *, again: bool = False, new_session: bool = False) -> None:
        state, found = now().state, self._in(collection).values()
        if new_session or not (again or self._has_run):
            for variable in self._known.values():
                for one in draws_of(variable.initial):
                    one.begin_again(state)
        self._has_run = True
        run = Run(None, state)
        run.redraws = True
        for variable in found:
            variable.begin_again(run)

    def prepare(
        self, *, is_chief: bool = True, restore: Any = None, max_wait_secs: float = 0, again: bool = False
    ) -> None:
        if again:
            self.initialize(new_session=True)
            self.initialize(LOCAL)
        if restore is not None:
            restore()

    def finish(self, *, is_chief: bool = True) -> None:
        """Nothing: there is no cluster."""

    def reading(self, function: Callable[[], Any]) -> Any:
        return function()

    @contextlib.contextmanager
    def listed(self) -> Iterator[None]:
        graph = Graph("graph")
        for variable in self._known.values():
            self._collect(graph, variable)
            for key in variable.keys:
                if (variable.full, key) in self._taken_off:
                    graph.collection(key).remove(variable)
        with pushed(graph):
            yield

    @contextlib.contextmanager
    def again(self) -> Iterator[None]:
        with self._tracing("graph") as graph, pushed(graph):
            self._names_taken(graph)
            yield


def _settled(result: Any) -> Any:
    """What was deferred is built at the end of the trace."""
    return mapped(result, lambda leaf: leaf.deferred() if hasattr(leaf, "deferred") else leaf)


class PrunedStep(Modelled):
    """What `VariableStore.pruned` makes: it runs what it returns, and nothing else."""

    def __init__(
        self, store: VariableStore, body: Callable[..., Any], signature: Any, returns_inputs: bool
    ) -> None:
        self._names = list(inspect.signature(body).parameters)
        traced = store._trace(body, "graph", (list(signature), {}))
        self._graph = traced.graph
        self._inputs, self._outputs = traced.returned if returns_inputs else (traced.inputs, traced.returned)
        self._flat = not returns_inputs
        self._signature = signature

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._run(self._outputs, args, kwargs)

    def _run(self, wanted: Any, args: Any, kwargs: Any) -> Any:
        if now().graph is not None:
            unsure("a pruned step inside of a graph")
        given: dict[Any, Any] = {}
        if isinstance(self._inputs, dict):
            for key, value in args[0].items():
                given.update(feeds(self._key(key), value))
        else:
            names = self._names if self._flat else []
            values = [*args, *(kwargs[name] for name in names[len(args) :] if name in kwargs)]
            if len(values) != (len(self._signature) if self._flat else len(self._inputs)):
                raise meant(ValueError("zip() arguments of other lengths"))
            tensors = self._inputs
            flat = (
                leaves(values)
                if self._flat
                and len(leaves(values)) == len(tensors)
                and any(isinstance(v, (tuple, dict)) for v in values)
                else values
            )
            for key, value in zip(leaves(list(tensors)) if self._flat else tensors, flat, strict=False):
                given.update(feeds(_tuple(key), value))
        return run_graph(self._graph, now().state, wanted, given)

    def _key(self, key: Any) -> Any:
        if isinstance(key, StepKey):
            return _tuple(self._at(key.path))
        if isinstance(key, (tuple, list)) and not (key and isinstance(key[0], str)):
            return tuple(self._key(one) for one in key)
        return _tuple(self._at(key if isinstance(key, tuple) else (key,)))

    def _at(self, path: tuple[Any, ...]) -> Any:
        found = self._inputs
        for part in path:
            if isinstance(found, dict) and part not in found:
                raise meant(ValueError(f"no input {path!r}"))
            found = found[part] if isinstance(found, (dict, list, tuple)) else getattr(found, part)
        return found

    @functools.cached_property
    def beside(self) -> Callable[[Any], Callable[..., Any]]:
        results, values = self._outputs

        def asked(names: Any) -> Callable[..., Any]:
            wanted = (results, {name: values[name] for name in values if name in names})
            return lambda *args, **kwargs: self._run(wanted, args, kwargs)

        return asked

    def keys(self, name: str) -> Any:
        return _keys(self._inputs[name], (name,))


class StepKey:
    """What stands for a tensor that steps may be fed: the way to it from what they say may be fed."""

    def __init__(self, path: tuple[Any, ...]) -> None:
        self.path = path

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StepKey) and other.path == self.path

    def __hash__(self) -> int:
        return hash(self.path)


class _Object:
    """An object of the program whose tensors are keys."""

    def __init__(self, of: Any, path: tuple[Any, ...]) -> None:
        self._of, self._path = of, path

    def __getattr__(self, name: str) -> Any:
        return _keys(getattr(self._of, name), (*self._path, name))


def _tuple(found: Any) -> Any:
    return tuple(_tuple(one) for one in found) if isinstance(found, (tuple, list)) else found


def _keys(found: Any, path: tuple[Any, ...]) -> Any:
    if isinstance(found, Tensor):
        return StepKey(path)
    if isinstance(found, tuple) and hasattr(found, "_fields"):
        return type(found)(*(_keys(one, (*path, place)) for place, one in enumerate(found)))
    if isinstance(found, (list, tuple)):
        return type(found)(_keys(one, (*path, place)) for place, one in enumerate(found))
    if isinstance(found, dict):
        return {key: _keys(one, (*path, key)) for key, one in found.items()}
    if hasattr(found, "__dict__") and not callable(found) and not isinstance(found, Modelled):
        return _Object(found, path)
    return found
