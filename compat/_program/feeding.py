"""Values of a feed_dict, as a session takes them, turned into arguments of a function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import tensorflow as tf

from .. import _tf
from .._errors import ProgramError
from .._feed_values import fed_array


class Feed:
    """One tensor of the graph that is fed: what a value for it must be, worked out once."""

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor
        self._dtype = tensor.dtype.as_numpy_dtype
        self._code = tensor.dtype.base_dtype.as_datatype_enum
        self._fitting: tuple[int, ...] | None = None  # the shape that was found to fit last

    def array(self, value: Any) -> Any:
        """`value` as the array that a session would feed.

        Raises:
          TypeError: it is a tensor, or an integer that the tensor's type cannot hold.
          ValueError: it has another shape than the tensor.
        """
        if isinstance(value, tf.Tensor):
            raise TypeError(
                "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python "
                f"scalars, strings, lists and numpy ndarrays; {value} was given for {self.tensor.name}."
            )
        array = fed_array(value, self._dtype, self.tensor.name)
        if array.shape != self._fitting:
            if not self.tensor.shape.is_compatible_with(array.shape):
                raise ValueError(
                    f"Cannot feed value of shape {array.shape} for Tensor {self.tensor.name}, "
                    f"which has shape {self.tensor.shape}"
                )
            self._fitting = array.shape
        return array

    def argument(self, array: Any) -> Any:
        """The eager tensor that stands for `array`."""
        return _tf.to_eager(array, self._code)


class Feeds:
    """The feeds that a program has seen, by the identity of their keys."""

    def __init__(self, graph: tf.Graph) -> None:
        self._graph = graph
        self._by_key: dict[int, tuple[Any, Feed]] = {}  # the key too, so that its identity stays its own
        self._by_name: dict[str, Feed] = {}

    def of(self, feed_dict: Mapping[Any, Any]) -> list[tuple[Feed, Any]]:
        """Each tensor that `feed_dict` feeds, and its array.

        Raises:
          TypeError: a key is no tensor of this graph.
          ValueError: a tensor may not be fed, or not with that shape.
          ProgramError: a variable is fed that more than reads and assignments use.
        """
        pairs = []
        for key, value in feed_dict.items():
            known = self._by_key.get(id(key))
            if known is not None:
                pairs.append((known[1], known[1].array(value)))
            else:
                pairs.extend(self._expanded(key, value))
        return pairs

    def _expanded(self, key: Any, value: Any) -> Iterator[tuple[Feed, Any]]:
        for leaf, part in paired(key, value):
            if isinstance(leaf, tf.Variable):
                yield from ((feed, feed.array(part)) for feed in map(self._feed, _reads_of(leaf)))
                continue
            tensors = _tf.feed_leaves(leaf, part)
            for tensor, array in tensors:
                feed = self._feed(tensor)
                if tensor is key:
                    self._by_key[id(key)] = (key, feed)
                yield feed, feed.array(array)

    def _feed(self, key: Any) -> Feed:
        try:
            tensor = self._graph.as_graph_element(key, allow_tensor=True, allow_operation=False)
        except Exception as error:
            raise TypeError(f"Cannot interpret feed_dict key as Tensor: {error.args[0]}") from error
        if not self._graph.is_feedable(tensor):
            raise ValueError(f"Tensor {tensor.name} may not be fed.")
        return self._by_name.setdefault(tensor.name, Feed(tensor))


def _reads_of(variable: Any) -> list[Any]:
    """The tensors that are read of a variable: a value that is fed for it is fed for each of them.

    As in TF 1, where what was fed took the place of the one tensor that a reference variable was.

    Raises:
      ProgramError: something else than reads and updates uses it, which would not see what is fed.
    """
    users = variable.handle.consumers()
    others = sorted({op.type for op in users if op.type not in _READING and not op.type.startswith(_UPDATES)})
    if others:
        raise ProgramError(f"{variable.name} is fed, which {', '.join(others)} use: assign it the value")
    return [op.outputs[0] for op in users if op.type == "ReadVariableOp"]


_UPDATES = ("Assign", "ResourceApply", "ResourceScatter", "ResourceSparseApply")
_READING = frozenset({"ReadVariableOp", "VarIsInitializedOp"})


def paired(key: Any, value: Any) -> Iterable[tuple[Any, Any]]:
    """The leaves of a feed's key and value, where the key is a tuple of keys, however deep.

    Raises:
      ValueError: the value has another form than the key.
    """
    if not isinstance(key, (tuple, list)):
        return [(key, value)]
    if not isinstance(value, (tuple, list)) or len(key) != len(value):
        raise ValueError(f"Could not flatten the feed {key}: its value has another form: {value}")
    return [pair for inner, part in zip(key, value, strict=True) for pair in paired(inner, part)]
