"""What a run of a Session asks for, and what runs for it."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from tensorflow.python.client import session


def fetched_ops(graph: Any, fetches: Any) -> list[Any]:
    """Returns the ops that `Session.run(fetches)` wants; none if TensorFlow will refuse to run them."""
    try:
        with graph.as_default():
            elements = session._FetchMapper.for_fetch(fetches).unique_fetches()
            found = [graph.as_graph_element(element, allow_operation=True) for element in elements]
    except (TypeError, ValueError, KeyError):
        return []
    return [getattr(element, "op", element) for element in found]


def run_for(starts: Iterable[Any], fed: Collection[str] = ()) -> Iterator[Any]:
    """Yields what runs for some ops: these, and what they depend on up to those that are `fed`, by name."""
    found: set[str] = set()
    pending = list(starts)
    while pending:
        op = pending.pop()
        if op.name in found:
            continue
        found.add(op.name)
        yield op
        if op.name not in fed:
            pending += [tensor.op for tensor in op.inputs] + list(op.control_inputs)
