"""Which operations of a graph draw random numbers that no seed fixes."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import tensorflow as tf

from .seeding import before

_SEEDS = ("seed", "seed2")


class Drawing:
    """Looks through graphs as they grow, each operation and function once."""

    def __init__(self) -> None:
        self._seen: WeakKeyDictionary[tf.Graph, tuple[int, int]] = WeakKeyDictionary()
        self._functions: set[str] = set()

    def new_in(self, graph: tf.Graph, variables: Iterable[Any]) -> list[str]:
        """The operations since the last look that draw without a seed, but those for initial values alone."""
        version, place = self._seen.get(graph, (0, 0))
        if graph.version == version:
            return []
        operations = graph.get_operations()
        self._seen[graph] = graph.version, len(operations)
        new = operations[place:]
        drawing = [op for op in new if _takes_seeds(op.type) and not any(_seeds_of(op))]
        initial = before(one.initializer for one in variables) if drawing else set[Any]()
        found = [op.name for op in drawing if op not in initial]
        if any(_calls_functions(op.type) for op in new):
            found += self._in_functions(graph.as_graph_def().library.function)
        return found

    def _in_functions(self, functions: Iterable[Any]) -> Iterator[str]:
        for function in functions:
            name = function.signature.name
            if name not in self._functions:
                self._functions.add(name)
                nodes = {node.name: node for node in function.node_def}
                for node in function.node_def:
                    if _takes_seeds(node.op) and not any(_seeds_in(node, nodes)):
                        yield node.name


@cache
def _parameters(kind: str) -> tuple[str, ...]:
    """The names of what an operation of a kind takes: its inputs, and behind them its attributes."""
    function = getattr(tf.raw_ops, kind, None)
    return () if function is None else tuple(inspect.signature(function).parameters)


def _takes_seeds(kind: str) -> bool:
    return {*_SEEDS} <= {*_parameters(kind)}


@cache
def _calls_functions(kind: str) -> bool:
    """Whether an operation of a kind may be given functions, such as that of a data set's elements."""
    return kind.endswith(("Dataset", "DatasetV2", "DatasetV3", "Iterator", "Call", "If", "While", "Case"))


def _seeds_of(op: Any) -> list[Any]:
    """The seeds of an operation; of one that is computed, that it is."""
    attributes = op.node_def.attr
    if _SEEDS[0] in attributes:
        return [attributes[name].i for name in _SEEDS]
    values = [tf.get_static_value(op.inputs[_parameters(op.type).index(name)]) for name in _SEEDS]
    return [value is None or value for value in values]


def _seeds_in(node: Any, nodes: dict[str, Any]) -> list[Any]:
    """The seeds of an operation of a function, of whose operations `nodes` knows the names."""
    if _SEEDS[0] in node.attr:
        return [node.attr[name].i for name in _SEEDS]
    sources = [node.input[_parameters(node.op).index(name)].partition(":")[0] for name in _SEEDS]
    values = [nodes.get(name) for name in sources]
    return [one is None or one.op != "Const" or tf.make_ndarray(one.attr["value"].tensor) for one in values]
