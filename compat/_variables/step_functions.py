"""The steps of a store: functions whose traces find its variables."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

import tensorflow as tf

from .. import _tf
from .._home import Home
from .._initial_values import InitialValues
from .._printed import Printed
from .._sparse import taking_values
from .._steps import as_placeholders, fixed_step, session_step
from .._traces import InputState, Trace
from .creation import Creation


class StepFunctions:
    """Makes steps of functions.

    Args:
      creation: gives traces their variables.
      home: where these live, which knows how steps are called there.
      drawing: what variables begin with, which traces may compute.
    """

    def __init__(self, creation: Creation, home: Home, drawing: InitialValues) -> None:
        self._creation = creation
        self._home = home
        self._drawing = drawing
        self._printed = Printed()
        self._inputs = InputState()

    def function(self, body: Callable[..., Any], input_signature: Sequence[tf.TypeSpec] | None) -> Any:
        """See `VariableStore.function`."""

        @functools.wraps(body)
        def traced(*args: Any, **kwargs: Any) -> Any:
            with self._tracing() as trace:
                return self._home.counted(trace.settle(body(*args, **kwargs), operations=False))

        if input_signature is not None:
            input_signature = as_placeholders(input_signature)
        step = tf.function(traced, autograph=False, input_signature=input_signature)
        if input_signature is not None:
            with self._before_trace():
                names = list(inspect.signature(body).parameters)[: len(input_signature)]
                fixed = fixed_step(step, input_signature, names, self._creation.scope)
                taking = taking_values(fixed, body, input_signature)
                return functools.wraps(body)(self._home.calling(taking, step))

        @functools.wraps(body)
        def call(*args: Any, **kwargs: Any) -> Any:
            with self._before_trace():
                return step(*args, **kwargs)

        def trace(*args: Any, **kwargs: Any) -> Hashable:
            with self._before_trace():
                return step.get_concrete_function(*args, **kwargs).name  # type: ignore[no-any-return]

        return functools.wraps(body)(self._home.calling(call, step, trace))

    def pruned(
        self, body: Callable[..., Any], input_signature: Sequence[tf.TypeSpec], returns_inputs: bool
    ) -> Any:
        """See `VariableStore.pruned`."""

        @functools.wraps(body)
        def traced(*args: Any) -> Any:
            with self._tracing() as trace:
                settled = trace.settle(body(*args), operations=True)
                if not returns_inputs:
                    return self._home.results(settled)
                inputs, results = settled
                return inputs, self._home.results(results)

        with self._before_trace():
            specs = as_placeholders(input_signature)
            step = session_step(traced, specs, returns_inputs=returns_inputs)
        return functools.wraps(body)(self._home.calling(step))

    def restart_input(self) -> None:
        """See `VariableStore.restart_input`."""
        self._inputs.restart()

    @contextlib.contextmanager
    def again(self) -> Iterator[None]:
        """Inside is a trace, of which no step comes."""
        with self._before_trace(), _tf.unused_graph("again").as_default(), self._tracing():
            yield

    @contextlib.contextmanager
    def _before_trace(self) -> Iterator[None]:
        _tf.start_runtime()
        with self._creation.scope():
            yield

    @contextlib.contextmanager
    def _tracing(self) -> Iterator[Trace]:
        graph = tf.compat.v1.get_default_graph()
        is_eager = tf.executing_eagerly()  # by tf.config.run_functions_eagerly: the graph is the process's
        with _tf.left_alone(graph) if is_eager else contextlib.nullcontext():
            _tf.note_step(graph)
            with (
                self._creation.traced(graph),
                self._inputs.tracing(graph) as trace,
                self._home.placing(),
                self._drawing.traced(),
                self._printed.once(),
            ):
                trace.home = self._home
                yield trace
