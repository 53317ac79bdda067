"""Graphs: names, collections, and which one is being built."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python.framework import func_graph, ops


def name_in_scope(name: str | None) -> str:
    """`name` under the current name scope, made unique in the current graph as TF 1 makes it.

    In eager mode no graph counts names: the caller must make the result unique.
    """
    with ops.name_scope(name, "Variable", skip_on_eager=False) as scope:
        return str(ops.name_from_scope_name(scope))


def names_taken(graph: tf.Graph) -> dict[str, int]:
    """How often the operations of `graph` have taken each name, in lower case, as it counts."""
    return dict(graph._names_in_use)


def take_names(graph: tf.Graph, names: Mapping[str, int]) -> None:
    """Let `graph` count names on from those that were taken before, in another one."""
    for name, count in names.items():
        graph._names_in_use[name] = max(count, graph._names_in_use.get(name, 0))


def release_name(graph: tf.Graph, name: str) -> None:
    """Let the next operation of `graph` take a name as it is."""
    graph._names_in_use.pop(name.lower(), None)


def unused_graph(name: str) -> Any:
    """A graph as those that functions are traced into, of which nothing is made."""
    return func_graph.FuncGraph(name)


def at_root_scope() -> Any:
    """Context manager that leaves every name scope, so that a name given inside is taken as it is."""
    return ops.name_scope(None, skip_on_eager=False)


def root_graph() -> Any:
    """The graph being built, without the bodies of loops and branches: a step's trace, or a TF 1 graph."""
    graph = ops.get_default_graph()
    while isinstance(graph, func_graph.FuncGraph):
        outer = graph.outer_graph
        if not getattr(outer, "building_function", False):
            return graph
        graph = outer
    return graph


_COUNTS: weakref.WeakKeyDictionary[Any, dict[str, int]] = weakref.WeakKeyDictionary()


def count_in_graph(name: str) -> int:
    """How often this was called with `name` in the current graph, this call included."""
    counts = _COUNTS.setdefault(root_graph(), {})
    counts[name] = counts.get(name, 0) + 1
    return counts[name]


@contextlib.contextmanager
def left_alone(graph: tf.Graph) -> Iterator[None]:
    """Behind this, the collections and names of `graph`, which is that of the process, are as before."""
    collections, names = {key: list(held) for key, held in graph._collections.items()}, names_taken(graph)
    try:
        yield
    finally:
        graph._collections, graph._names_in_use = collections, names


VARIABLE_STORE = ("__variable_store",)  # the key of the store behind get_variable


def replace_collections(graph: tf.Graph, keys: Sequence[Any]) -> None:
    """Give `graph` empty lists of its own under `keys`.

    A function's graph shares the lists of variables, and the store behind `get_variable`, with the graph
    around it; in a step they must tell what this trace made, as the collections of a TF 1 graph did.
    """
    for key in (*keys, VARIABLE_STORE, ("__varscope",)):
        graph._collections.pop(key, None)
    for key in keys:
        graph.get_collection_ref(key)
