"""Recurrent cells and what unrolls them; a cell is one uninterpreted expression of its inputs and weights."""

from __future__ import annotations

import collections
from typing import Any

from .namespaces import TABLES
from .nodes import Tensor, conv, is_tensor, leaves, mapped
from .operations import filled, pure
from .randoms import INITIALIZERS
from .scopes import variable_scope
from .unsure import Modelled, unsure
from .variables import get_variable

LSTMStateTuple = collections.namedtuple("LSTMStateTuple", ["c", "h"])


class Cell(Modelled):
    """A recurrent cell with its variables in a scope of its own."""

    base, gates, has_two = "cell", 1, False

    def __init__(self, num_units: Any = None, *args: Any, **given: Any) -> None:
        words = self.words
        named = {**dict(zip(words, args, strict=False)), **given}
        self._units = named.pop("num_units", num_units)
        self._reuse = named.pop("reuse", None)
        self._name = named.pop("name", None)
        self._initializer = named.pop("initializer", None) or named.pop("kernel_initializer", None)
        self._activation = named.pop("activation", None)
        self._forget = named.pop("forget_bias", 1.0)
        if named.pop("state_is_tuple", True) is False:
            unsure("a cell whose state is one tensor")
        named.pop("dtype", None)
        if any(value is not None and value is not False for value in named.values()):
            unsure(f"a cell with {sorted(named)}")
        self.variables: list[Any] = []  # there are none before it is called

    @property
    def trainable_variables(self) -> list[Any]:
        return self.variables

    trainable_weights = weights = trainable_variables

    words: tuple[str, ...] = ()

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._units, self._units) if self.has_two else self._units

    @property
    def output_size(self) -> Any:
        return self._units

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        return mapped(self.state_size, lambda size: filled("zeros", [batch_size, size], dtype, None))

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        inputs = conv(inputs)
        state = mapped(state, conv)
        with variable_scope(scope or self._name or self.base, reuse=self._reuse or None) as inside:
            del inside
            return self._stepped(inputs, state)

    def _again(self, inputs: Any, state: Any) -> Any:
        return self(inputs, state)

    def _stepped(self, inputs: Any, state: Any) -> Any:
        depth = inputs.known_shape[-1]
        made = self._made(depth)
        self.variables = made
        old = tuple(leaves(state))
        given = {
            "of": type(self).__name__,
            "activation": _word(self._activation),
            "forget": self._forget,
            "inputs": inputs,
            "state": old,
            "weights": tuple(conv(one) for one in made),
        }
        shape = (inputs.known_shape[0] if inputs.known_shape else None, self._units)
        new = [
            pure("cell", {**given, "part": str(place)}, dtype=inputs.dtype, shape=shape)
            for place in range(2 if self.has_two else 1)
        ]
        return (new[1], LSTMStateTuple(*new)) if self.has_two else (new[0], new[0])

    def _made(self, depth: int) -> list[Any]:
        units = self._units
        kernel = get_variable("kernel", [depth + units, self.gates * units], initializer=self._initializer)
        return [kernel, get_variable("bias", [self.gates * units], initializer=INITIALIZERS["zeros"]())]


def _word(activation: Any) -> Any:
    return None if activation is None else getattr(activation, "__name__", "activation")


class BasicLSTMCell(Cell):
    """`tf.nn.rnn_cell.BasicLSTMCell`."""

    base, gates, has_two = "basic_lstm_cell", 4, True
    words = ("forget_bias", "state_is_tuple", "activation", "reuse", "name", "dtype")


class LSTMCell(Cell):
    """`tf.nn.rnn_cell.LSTMCell`."""

    base, gates, has_two = "lstm_cell", 4, True
    words = ("use_peepholes", "cell_clip", "initializer")


class BasicRNNCell(Cell):
    """`tf.nn.rnn_cell.BasicRNNCell`."""

    base, gates = "basic_rnn_cell", 1
    words = ("activation", "reuse", "name")


class GRUCell(Cell):
    """`tf.nn.rnn_cell.GRUCell`."""

    base = "gru_cell"
    words = ("activation", "reuse", "kernel_initializer", "bias_initializer", "name")

    def _made(self, depth: int) -> list[Any]:
        units, made = self._units, []
        for part, gates, first in (("gates", 2, 1.0), ("candidate", 1, 0.0)):
            with variable_scope(part):
                made.append(
                    get_variable("kernel", [depth + units, gates * units], initializer=self._initializer)
                )
                made.append(
                    get_variable("bias", [gates * units], initializer=INITIALIZERS["constant"](first))
                )
        return made


class MultiRNNCell(Modelled):
    """`tf.nn.rnn_cell.MultiRNNCell`."""

    def __init__(self, cells: Any, state_is_tuple: bool = True) -> None:
        self._cells = list(cells)

    @property
    def state_size(self) -> Any:
        return tuple(cell.state_size for cell in self._cells)

    @property
    def output_size(self) -> Any:
        return self._cells[-1].output_size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        return tuple(cell.zero_state(batch_size, dtype) for cell in self._cells)

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        new = []
        with variable_scope(scope or "multi_rnn_cell"):
            for place, (cell, old) in enumerate(zip(self._cells, state, strict=False)):
                with variable_scope(f"cell_{place}"):
                    inputs, after = cell(inputs, old)
                new.append(after)
        return inputs, tuple(new)


def _unrolled(cell: Any, steps: list[Any], state: Any) -> Any:
    """The outputs of all steps, and the last state; the variables are made by the first step."""
    from .graphs import here

    outputs = []
    for place, inputs in enumerate(steps):
        if place:
            here().context.scopes[-1].reuse_variables()
        output, state = cell(inputs, state)
        outputs.append(output)
    return outputs, state


def dynamic_rnn(
    cell: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state: Any = None,
    dtype: Any = None,
    parallel_iterations: Any = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> Any:
    """`tf.nn.dynamic_rnn`: one uninterpreted expression of the inputs, the state and one step of the cell."""
    inputs = conv(inputs)
    shape = inputs.known_shape
    if shape is None or shape[-1] is None:
        unsure("dynamic_rnn of an input of unknown depth")
    batch = shape[1] if time_major else shape[0]
    with variable_scope(scope or "rnn"):
        if initial_state is None:
            size = batch if batch is not None else pure("shape", {"input": inputs})[1 if time_major else 0]
            initial_state = cell.zero_state(size, dtype or "float32")
        first = pure(
            "item_of_time",
            {"inputs": inputs, "time_major": str(time_major)},
            dtype=inputs.dtype,
            shape=(batch, shape[-1]),
        )
        output, after = cell(first, initial_state)
        length = {"length": conv(sequence_length)} if sequence_length is not None else {}
        given = {"inputs": inputs, "state": tuple(leaves(mapped(initial_state, conv))), **length}
        whole = pure(
            "unrolled", {"step": output, **given}, dtype=output.dtype, shape=(*shape[:2], cell.output_size)
        )
        last = [
            pure(
                "unrolled_state",
                {"step": one, **given, "part": str(place)},
                dtype=one.dtype,
                shape=one.known_shape,
            )
            for place, one in enumerate(leaves(after))
        ]
        rest = iter(last)
        return whole, mapped(after, lambda _: next(rest))


def static_rnn(
    cell: Any,
    inputs: Any,
    initial_state: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> Any:
    """`tf.nn.static_rnn`."""
    if sequence_length is not None:
        unsure("static_rnn with lengths")
    steps = [conv(one) for one in inputs]
    with variable_scope(scope or "rnn"):
        if initial_state is None:
            initial_state = cell.zero_state(steps[0].known_shape[0], dtype or "float32")
        return _unrolled(cell, steps, initial_state)


for _place in ("nn.rnn_cell", "contrib.rnn", "rnn_cell"):
    for _class in (BasicLSTMCell, LSTMCell, BasicRNNCell, GRUCell, MultiRNNCell, LSTMStateTuple):
        TABLES["tf1"][f"{_place}.{_class.__name__}"] = TABLES["compat"][f"{_place}.{_class.__name__}"] = (
            _class
        )
TABLES["tf1"].update(
    {"nn.dynamic_rnn": dynamic_rnn, "nn.static_rnn": static_rnn, "contrib.rnn.static_rnn": static_rnn}
)
del is_tensor, Tensor
