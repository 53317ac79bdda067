"""Making the variables of a store: each once, outside of the trace that asks for it first."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import tensorflow as tf

from .. import _tf
from .._errors import VariableError
from .._home import Home
from .._initial_values import InitialValues
from .._placement import placing
from .kept import COLLECTIONS, KEYS, Kept, Listing
from .names import Names


class Creation:
    """Gives code the variables that it asks for: those that there are, by their names, or new ones.

    Args:
      kept: where they are kept.
      names: what they are called.
      home: where they live, and are made.
      drawing: what they begin with.
      strategy: the strategy that they are made under, if there is one.
    """

    def __init__(
        self,
        kept: Kept,
        names: Names,
        home: Home,
        drawing: InitialValues,
        strategy: tf.distribute.Strategy | None,
    ) -> None:
        self._kept = kept
        self._names = names
        self._home = home
        self._drawing = drawing
        self._strategy = strategy
        self._listing: Listing | None = None  # into the graph of the step being traced
        self._passed: set[str] = set()  # the places that this step's code has come by
        self._at_once = _tf.VariablesAtOnce(self.shared, COLLECTIONS)

    @contextlib.contextmanager
    def scope(self) -> Iterator[None]:
        """Inside, variables are made here, and in the scope of the strategy."""
        with contextlib.ExitStack() as stack:
            if self._strategy is not None:
                stack.enter_context(self._strategy.scope())
            stack.enter_context(tf.variable_creator_scope(self._create))
            yield

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """Inside, code that runs at once finds the variables by their names, and lists of them."""
        with self._at_once.found(), self._drawing.watched():
            self._put_into(tf.compat.v1.get_default_graph(), self._kept.variables)
            yield

    @contextlib.contextmanager
    def listed(self, graph: tf.Graph, place: str | None) -> Iterator[None]:
        """Inside, the collections of `graph` have the variables of a place, or all."""
        outer, self._listing = self._listing, Listing(self._kept, graph)
        try:
            self._put_into(graph, self._kept.before(place))
            yield
        finally:
            self._listing = outer

    @contextlib.contextmanager
    def traced(self, graph: tf.Graph) -> Iterator[None]:
        """Inside, a step is traced into `graph`, and finds there what TF 1's graph had at its code."""
        _tf.replace_collections(graph, COLLECTIONS)
        _tf.share_variables(graph, self.shared)
        with self._names.traced(graph):
            listing = Listing(self._kept, graph)
            outer, self._listing = self._listing, listing
            passed, self._passed = self._passed, set()
            for name in self._names.known:
                listing.put(name)
            try:
                yield
                listing.note_edits()
            finally:
                self._listing, self._passed = outer, passed

    def mark(self, place: str) -> None:
        """Note that the code being traced has come by a place."""
        self._passed.add(place)
        self._kept.behind.setdefault(place, set())

    def shared(self, name: str) -> tf.Variable | None:
        """The variable that `get_variable` asks for by a name that it reuses."""
        self._names.share(name, self._graph)
        return self._kept.variables.get(name)

    @property
    def _graph(self) -> tf.Graph | None:
        return None if self._listing is None else self._listing.graph

    def _put_into(self, graph: tf.Graph, names: Iterable[str]) -> None:
        listing = Listing(self._kept, graph)
        for name in names:
            listing.put(name)

    def _create(self, create: Callable[..., tf.Variable], **spec: Any) -> tf.Variable:
        name = self._names.free(spec.get("name"), None if self._graph is None else self._is_used)
        collections = spec.pop("collections", None)
        variable = self._kept.variables.get(name)
        if variable is None:
            variable = self._made(create, name, spec, collections)
            for place in self._passed:
                self._kept.behind[place].add(name)
        else:
            _check_same(name, variable, spec)
            for place in self._kept.behind.keys() - self._passed:
                self._kept.behind[place].discard(name)
        # Into the step being traced, also where moving averages leave it, to make their variables.
        if self._listing is not None:
            self._listing.put(name)
        elif self._at_once.is_found():
            self._put_into(tf.compat.v1.get_default_graph(), [name])
        return variable

    def _made(
        self,
        create: Callable[..., tf.Variable],
        name: str,
        spec: dict[str, Any],
        collections: Sequence[str] | None,
    ) -> tf.Variable:
        # A cluster asks the device functions itself, and each counts how often it is asked.
        by_scopes = contextlib.nullcontext() if self._home.is_shared else placing(**{**spec, "name": name})
        if "initial_value" in spec:
            spec["initial_value"] = self._initial_value(name, spec["initial_value"])
        # Made here and now: tf.function would put it off, and trace the step a second time. No device caches
        # it: dynamic_rnn asks for one by a function, which only a graph takes.
        spec |= {"name": name, "caching_device": None, "experimental_enable_variable_lifting": False}
        self._kept.initial_values[name] = spec.get("initial_value")
        with by_scopes:
            variable = self._home.make(create, spec, is_local=_is_local(collections))
        self._kept.add(name, variable, collections)
        if self._listing is None:
            self._names.made_outside(name)
        return variable

    def _is_used(self, name: str) -> bool:
        """Whether the trace uses the variable of this name, maybe without having asked for it."""
        variable = self._kept.variables.get(name)
        return variable is not None and _tf.is_captured(self._graph, variable)

    def _initial_value(self, name: str, given: Any) -> Any:
        try:
            return self._drawing.of(given)
        except Exception as error:
            raise VariableError(
                f"The initial value of variable {name!r} depends on an argument of the step: "
                "compute it before, or give an initializer"
            ) from error


def _is_local(asked: Sequence[str] | None) -> bool:
    return asked is not None and KEYS.LOCAL_VARIABLES in asked and KEYS.GLOBAL_VARIABLES not in asked


def _check_same(name: str, variable: tf.Variable, spec: dict[str, Any]) -> None:
    shape, dtype = spec.get("shape"), spec.get("dtype")
    if shape is not None and not variable.shape.is_compatible_with(shape):
        raise VariableError(f"Variable {name!r} has shape {variable.shape}, but {shape} was asked for")
    if dtype is not None and tf.as_dtype(dtype).base_dtype != variable.dtype.base_dtype:
        raise VariableError(f"Variable {name!r} is {variable.dtype.name}, but {dtype} was asked for")
