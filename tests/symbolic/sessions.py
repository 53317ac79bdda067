"""`tf.Session`, and `compat.Program`, which has its meaning."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from .expressions import Expr, Opaque, const, show
from .graphs import Graph, pushed
from .nodes import Node, Operation, Tensor, leaves, mapped
from .running import Run
from .tensor_shapes import TensorShape
from .unsure import Modelled, meant, unsure
from .variables import Variable, VariableOperation
from .world import now


def default_session(what: str) -> Any:
    sessions = now().sessions
    if not sessions:
        raise meant(ValueError(f"Cannot {what} using `{what}()`: No default session is registered."))
    return sessions[-1]


class Session(Modelled):
    """`tf.Session`."""

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        world = now()
        graph = graph if graph is not None else world.graph
        if graph is None:
            raise meant(
                RuntimeError("The Session graph is empty. Add operations to the graph before calling run().")
            )
        self.graph: Graph = graph
        self.state: dict[Any, Expr] = {}
        self.closed = False
        self._open: list[Any] = []
        self.sess_str = target
        world.kept.append(self.state)

    def __enter__(self) -> Session:
        now().sessions.append(self)
        context = pushed(self.graph)
        context.__enter__()
        self._open.append(context)
        return self

    def __exit__(self, *_: object) -> None:
        now().sessions.remove(self)
        self._open.pop().__exit__(None, None, None)
        self.closed = True

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Session]:
        now().sessions.append(self)
        with pushed(self.graph):
            try:
                yield self
            finally:
                now().sessions.remove(self)

    def close(self) -> None:
        self.closed = True

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """What the fetches give, in their structure.

        Raises:
          RuntimeError: the session is closed.
        """
        if self.closed:
            raise meant(RuntimeError("Attempted to use a closed Session."))
        if any(leaf is None for leaf in leaves(fetches)):
            raise meant(TypeError("Fetch argument None has invalid type <class 'NoneType'>"))
        fed: dict[Any, Expr] = {}
        for key, value in (feed_dict or {}).items():
            fed.update(feeds(self._found(key), value))
        return run_graph(self.graph, self.state, mapped(fetches, self._found), fed)

    def _found(self, one: Any) -> Any:
        if isinstance(one, str):
            return self.graph.get_tensor_by_name(one) if ":" in one else self.graph.get_operation_by_name(one)
        return one

    def make_callable(self, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Any:
        keys = list(feed_list or ())
        return lambda *values: self.run(fetches, dict(zip(keys, values, strict=False)))


class InteractiveSession(Session):
    """`tf.InteractiveSession`: the default one from when it is made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now().sessions.append(self)

    def close(self) -> None:
        super().close()
        if self in now().sessions:
            now().sessions.remove(self)


class Program(Session):
    """`compat.Program`."""

    @classmethod
    def interactive(cls, *args: Any, **kwargs: Any) -> Session:
        return InteractiveSession(*args, **kwargs)


def feeds(key: Any, value: Any) -> dict[Any, Expr]:
    """The values of nodes that one entry of a `feed_dict` gives; a tuple of keys has a tuple of values."""
    if isinstance(key, (tuple, list)):
        found: dict[Any, Expr] = {}
        for one, part in zip(key, value, strict=False):
            found.update(feeds(one, part))
        return found
    if hasattr(key, "symbolic_parts"):
        unsure("a composite tensor is fed")
    if isinstance(key, Variable):
        unsure("a variable is fed: what reads it then depends on its kind")
    if not isinstance(key, Tensor):
        raise meant(TypeError(f"Cannot interpret feed_dict key as Tensor: {type(key).__name__}"))
    return {key: fed(value, key)}


def fed(value: Any, key: Any) -> Expr:
    """What is fed, of the type of the tensor that it is fed for.

    Raises:
      ValueError: the shape does not fit.
    """
    if isinstance(value, Opaque):
        return value.expr
    if (
        isinstance(value, (Node, Variable))
        and getattr(value, "fixed", None) is None
        and getattr(value, "graph", None) is not None
    ):
        raise meant(TypeError("The value of a feed cannot be a tf.Tensor object."))
    if isinstance(value, Tensor) and value.fixed is not None and value.fixed.dtype == str(key.dtype):
        made = value.fixed
    else:
        array = value.numpy() if isinstance(value, (Tensor, Variable)) else value
        if isinstance(array, Opaque):
            return array.expr
        kind = str(key.dtype)
        made = const(array if kind == "string" else np.asarray(array, dtype=_numpy(kind)), kind)
    if not TensorShape(made.shape).is_compatible_with(key.known_shape):
        shapes = f"{made.shape} for Tensor, which has shape {key.known_shape}"
        raise meant(ValueError(f"Cannot feed value of shape {shapes}"))
    return made


def _numpy(kind: str) -> str:
    return "float32" if kind == "bfloat16" else kind


def run_graph(graph: Graph, state: dict[Any, Expr], fetches: Any, fed_values: dict[Any, Expr]) -> Any:
    """Run what is fetched, and give its values in the structure of the fetches.

    Where several effects are not ordered, they have the order of the program.
    """
    run = Run(graph, state, fed_values)
    values = demanded(run, fetches)
    run.done()
    return given_back(fetches, values)


def demanded(run: Run, fetches: Any) -> list[Any]:
    """The expressions of what is fetched; `None` for operations."""
    wanted = leaves(fetches)
    for leaf in wanted:
        if (
            not isinstance(leaf, (Node, Variable, VariableOperation))
            and leaf is not None
            and not hasattr(leaf, "deferred")
        ):
            raise meant(TypeError(f"Fetch argument {leaf!r} has invalid type {type(leaf)}"))
    nodes = [leaf.deferred() if hasattr(leaf, "deferred") else leaf for leaf in wanted]
    sources = [_source(leaf) for leaf in nodes]
    place = run.graph.known.setdefault("places", {}) if run.graph is not None else {}
    if run.graph is not None and len(place) != len(run.graph.nodes):
        place.clear()
        place.update({node: index for index, node in enumerate(run.graph.nodes)})
    for node in sorted((one for one in sources if isinstance(one, Node)), key=lambda one: place.get(one, 0)):
        run.value(node)
    result: list[Any] = []
    for leaf, source in zip(nodes, sources, strict=False):
        if isinstance(leaf, Variable):
            result.append(run.read(leaf, late=True))  # a bare variable is read last, as in TF 1.15
        elif leaf is None or isinstance(leaf, VariableOperation) or leaf.is_operation:
            result.append(None)
        else:
            result.append(run.value(source))
    return result


def _source(leaf: Any) -> Any:
    if isinstance(leaf, Operation) and leaf.source is not None:
        return leaf.source
    return leaf


def given_back(fetches: Any, values: list[Any], wrap: Any = None) -> Any:
    """The values, noted as seen by the program, in the structure of the fetches."""
    world = now()
    seen = tuple(one for one in values if one is not None)
    if seen:
        world.fetched.append(seen)
    rest = iter(values)

    def back(_: Any) -> Any:
        value = next(rest)
        if value is None:
            return None
        return wrap(value) if wrap is not None else show(value, world.salt)

    return mapped(fetches, back)
