"""What variables begin with: computed in each initialising run, as by the operations of a graph."""

from __future__ import annotations

import abc
import contextlib
import dataclasses
import functools
import weakref
from collections.abc import Callable, Iterator, Sequence, Set
from typing import Any

import tensorflow as tf

from . import _tf
from ._tf import drawing


class InitialValues:
    """The initial values of the variables of a store, and the random operations that they come from.

    In TF 1 each random operation of the graph had a stream of numbers of its own: with a seed it began anew
    with each session, and it went on from run to run. What two variables took from one operation was the same
    in each run. Eager code has tensors where a graph had operations, and one stream for all operations with
    the same seed. So what draws numbers in `watched` code or in a trace is noted, with what is computed from
    it. A variable that is given such a tensor begins with what the same operations compute in the run that
    goes on, each random one with a seed by a kernel of its own.
    """

    def __init__(self) -> None:
        self._eager: dict[int, tuple[weakref.ref[Any], _Output]] = {}  # by the identities of tensors
        self._traced: dict[Any, _Operation] = {}  # by the random operations of the trace that goes on
        self._streams: weakref.WeakSet[_Operation] = weakref.WeakSet()
        self._drawn: dict[_Operation, Sequence[tf.Tensor]] = {}  # in the run that goes on
        self._is_first = True  # it is no run of an initialiser: variables begin when they are made
        self._has_run = False

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Inside, what random operations give eagerly is noted, and what is computed from it."""
        with drawing.watching(self._note):
            yield

    @contextlib.contextmanager
    def traced(self) -> Iterator[None]:
        """Inside, the code of a step is traced: its random operations are others than those before."""
        outer, self._traced = self._traced, {}
        try:
            yield
        finally:
            self._traced = outer

    @contextlib.contextmanager
    def run(self, *, new_session: bool, again: bool) -> Iterator[None]:
        """Inside, initial values are those of a run of initialisers.

        The streams of numbers that seeds fix begin with the first run in each session. The first of all finds
        variables that have drawn their numbers already, when they were made: unless it is told that this was
        a run itself, so that it comes `again`, it draws the same.
        """
        if new_session or not (again or self._has_run):
            for operation in self._streams:
                operation.begin_again()
        self._is_first, self._has_run = False, True
        self._drawn.clear()
        try:
            yield
        finally:
            self._is_first = True
            self._drawn.clear()

    def of(self, initial: Any) -> Any:
        """What a variable that is given `initial` is to begin with: a value, or a function that computes it.

        Raises:
          ValueError: it depends on an argument of the function being traced.
        """
        if _tf.is_traced(initial):
            return self._computing(self._traced_output(initial))
        if tf.is_tensor(initial):
            return self._of_eager(initial)
        return _Called(initial, self) if callable(initial) else initial

    def first(self, function: Callable[[], Any]) -> tuple[Any, Callable[[], Any]]:
        """What `function` gives for the first run, and what gives a value in later ones."""
        with self.watched():
            value = function()
        later = self._of_eager(value) if tf.is_tensor(value) else value
        return (later(), later) if callable(later) else (value, function)

    def _of_eager(self, value: Any) -> Any:
        known = self._eager.get(id(value))
        if known is None:
            return value
        _, output = known
        compute = self._computing(output)
        if output.operation.depends_on_seed:
            return compute
        first = [value]  # as good as any other numbers
        return lambda: first.pop() if first else compute()

    def _computing(self, output: _Output) -> Callable[[], tf.Tensor]:
        def compute() -> tf.Tensor:
            if not tf.executing_eagerly():  # a trace, which asks what it would read: it draws nothing
                return output.value({})
            drawn = dict(self._drawn)
            value: tf.Tensor = output.value(drawn)
            # Where variables begin when they are made, others may yet ask for what their code still holds.
            held = self._held() if self._is_first else drawn.keys()
            self._drawn = {one: drawn[one] for one in drawn if one in held}
            return value

        return compute

    def _note(
        self, kind: str, inputs: Sequence[Any], attributes: Sequence[Any], outputs: Sequence[Any]
    ) -> None:
        sources = [self._eager[id(one)][1] if id(one) in self._eager else one for one in inputs]
        is_random = drawing.is_random(kind)
        if not is_random and not any(isinstance(one, _Output) for one in sources):
            return
        operation = _Eager(kind, sources, attributes, len(outputs), is_random)
        self._streams.add(operation)
        for index, value in enumerate(outputs):
            gone = weakref.ref(value, functools.partial(self._lose, id(value)))
            self._eager[id(value)] = gone, _Output(operation, index)

    def _lose(self, identity: int, _: Any) -> None:
        del self._eager[identity]

    def _held(self) -> Set[_Operation]:
        """What code still holds tensors of, and all that these are computed from."""
        pending = [*(output.operation for _, output in list(self._eager.values())), *self._traced.values()]
        held = set[_Operation]()
        while pending:
            one = pending.pop()
            if one not in held:
                held.add(one)
                pending += (source.operation for source in one.sources if isinstance(source, _Output))
        return held

    def _traced_output(self, tensor: tf.Tensor) -> _Output:
        """A tensor of the trace, as what computes it from random operations that others may share."""
        op = tensor.op
        if not drawing.is_random(op.type):
            return _Output(self._lifted([tensor], is_random=False), 0)
        if op not in self._traced:
            self._traced[op] = self._lifted(op.outputs, is_random=True)
        return _Output(self._traced[op], tensor.value_index)

    def _lifted(self, tensors: Sequence[tf.Tensor], *, is_random: bool) -> _Operation:
        own = tensors[0].op

        def before(op: Any) -> Sequence[Any]:
            ends = op is not own and drawing.is_random(op.type)
            return () if ends else _tf.operations_before(op)

        draws = [op for op in _tf.reached([own], before) if op is not own and drawing.is_random(op.type)]
        shared = [tensor for op in draws for tensor in op.outputs]
        sources = [self._traced_output(tensor) for tensor in shared]
        operation = _Traced(_tf.lift(tensors, shared), sources, is_random)
        self._streams.add(operation)
        return operation


@dataclasses.dataclass(frozen=True)
class _Output:
    """One of the tensors that an operation gives."""

    operation: _Operation
    index: int

    def value(self, drawn: dict[_Operation, Sequence[tf.Tensor]]) -> tf.Tensor:
        """The tensor, where `drawn` has what random operations have given in this run, and grows."""
        operation = self.operation
        if operation in drawn:
            return drawn[operation][self.index]
        inputs = [one.value(drawn) if isinstance(one, _Output) else one for one in operation.sources]
        outputs = operation.compute(inputs)
        if operation.is_random:
            drawn[operation] = outputs
        return outputs[self.index]


class _Operation(abc.ABC):
    """What stood for one operation of a graph, or for some of them.

    Args:
      sources: its inputs: tensors that are always the same, and outputs of other such operations.
      is_random: whether it draws numbers.
      has_seed: whether a seed fixes them.
    """

    def __init__(self, sources: Sequence[Any], *, is_random: bool, has_seed: bool) -> None:
        self.sources = sources
        self.is_random = is_random
        before = (one.operation for one in sources if isinstance(one, _Output))
        self.depends_on_seed: bool = has_seed or any(one.depends_on_seed for one in before)

    @abc.abstractmethod
    def compute(self, inputs: Sequence[Any]) -> Sequence[tf.Tensor]:
        """What it gives for values of its inputs."""

    @abc.abstractmethod
    def begin_again(self) -> None:
        """Draw from the beginning of its stream, if it has one."""


class _Eager(_Operation):
    """An operation that ran eagerly."""

    def __init__(
        self, kind: str, sources: Sequence[Any], attributes: Sequence[Any], count: int, is_random: bool
    ) -> None:
        self._has_seed = is_random and drawing.has_seed(attributes)
        super().__init__(sources, is_random=is_random, has_seed=self._has_seed)
        self._kind, self._attributes, self._count = kind, tuple(attributes), count
        self._own: Callable[[Sequence[Any]], list[Any]] | None = None

    def compute(self, inputs: Sequence[Any]) -> Sequence[tf.Tensor]:
        if not tf.executing_eagerly():  # tensors of a trace: a call stands in it
            return drawing.own_kernel(self._kind, self._attributes, inputs)(inputs)
        if not self._has_seed:
            return drawing.run_again(self._kind, inputs, self._attributes, self._count)
        if self._own is None:
            self._own = drawing.own_kernel(self._kind, self._attributes, inputs)
        return self._own(inputs)

    def begin_again(self) -> None:
        self._own = None


class _Traced(_Operation):
    """Operations of a trace; `make` gives a function of their inputs, with kernels of its own."""

    def __init__(
        self, make: Callable[[], Callable[..., Any]], sources: Sequence[Any], is_random: bool
    ) -> None:
        super().__init__(sources, is_random=is_random, has_seed=True)  # which it may have, within
        self._make, self._function = make, make()

    def compute(self, inputs: Sequence[Any]) -> Sequence[tf.Tensor]:
        return self._function(inputs)  # type: ignore[no-any-return]

    def begin_again(self) -> None:
        self._function = self._make()


class _Called:
    """An initial value that a function computes, called as a graph called it: once, if it draws numbers."""

    def __init__(self, function: Callable[[], Any], values: InitialValues) -> None:
        self._function = function
        self._values = values
        self._later: Callable[[], Any] | None = None

    def __call__(self) -> Any:
        if self._later is not None:
            return self._later()
        if not tf.executing_eagerly():  # a trace: the call that draws is yet to come
            return self._function()
        value, self._later = self._values.first(self._function)
        return value
