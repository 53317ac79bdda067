"""What a run of a Session asks for."""

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
