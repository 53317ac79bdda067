"""Graphs: their names, scopes, collections and operations, in the order of their creation."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from .unsure import Modelled, unsure
from .world import now


class VariableScope(Modelled):
    """`tf.VariableScope`: the name, and what `get_variable` does unless it is told otherwise."""

    def __init__(
        self,
        name: str,
        reuse: Any = False,
        name_scope: str = "",
        outer: VariableScope | None = None,
        **defaults: Any,
    ) -> None:
        self.name, self.reuse = name, reuse
        self.original_name_scope = name_scope + "/" if name_scope else ""
        names = ("initializer", "regularizer", "custom_getter", "dtype", "partitioner")
        self.defaults = {
            one: defaults[one] if defaults.get(one) is not None else outer.defaults[one] if outer else None
            for one in names
        }

    @property
    def initializer(self) -> Any:
        return self.defaults["initializer"]

    @property
    def regularizer(self) -> Any:
        return self.defaults["regularizer"]

    @property
    def custom_getter(self) -> Any:
        return self.defaults["custom_getter"]

    def set_initializer(self, initializer: Any) -> None:
        self.defaults["initializer"] = initializer

    def set_regularizer(self, regularizer: Any) -> None:
        self.defaults["regularizer"] = regularizer

    def set_partitioner(self, partitioner: Any) -> None:
        if partitioner is not None:
            unsure("partitioned variables")

    def reuse_variables(self) -> None:
        self.reuse = True

    def global_variables(self) -> list[Any]:
        return here().get_collection("variables", self.name + "/")

    def trainable_variables(self) -> list[Any]:
        return here().get_collection("trainable_variables", self.name + "/")

    def get_collection(self, name: Any) -> list[Any]:
        return here().get_collection(name, self.name + "/")


class Context:
    """The scopes that code stands in; each replica of a strategy has its own."""

    def __init__(self, of: Context | None = None) -> None:
        self.names: list[str] = list(of.names) if of else [""]
        self.scopes: list[VariableScope] = list(of.scopes) if of else [VariableScope("")]
        self.controls: list[tuple[Any, ...]] = list(of.controls) if of else [()]
        self.arguments: list[dict[Any, Any]] = list(of.arguments) if of else [{}]  # of slim's arg_scope


class Graph(Modelled):
    """A graph of TF 1, or the trace of a step.

    Args:
      mode: "graph": what is fetched runs, by demand; "function": all runs, in the order of its creation;
        "eager": only names and collections, for code that runs at once.
    """

    def __init__(self, mode: str = "graph") -> None:
        self.mode = mode
        self.nodes: list[Any] = []
        self.named: dict[str, Any] = {}
        self.collections: dict[Any, list[Any]] = {}
        self.context = Context()
        self.taken: dict[str, int] = {}  # how often each name was asked for
        self.scope_counts: dict[str, dict[str, int]] = {}  # of variable scopes by default names
        self.variables: dict[str, Any] = {}  # by get_variable
        self.seed: int | None = None
        self.finalized = False
        self.known: dict[Any, Any] = {}  # what objects of the program keep in it

    def unique(self, name: str, *, mark: bool = True) -> str:
        """The name, or with a number behind it if it is taken, as TensorFlow counts."""
        low = name.lower()
        count = self.taken.get(low, 0)
        if mark:
            self.taken[low] = count + 1
        if not count:
            return name
        while True:
            candidate = f"{name}_{count}"
            count += 1
            if candidate.lower() not in self.taken:
                break
        if mark:
            self.taken[low] = count
            self.taken[candidate.lower()] = 1
        return candidate

    def in_scope(self, name: str) -> str:
        """The unique name of an operation in the current name scope."""
        if name.endswith("/"):
            return name[:-1]
        path = self.context.names[-1]
        return self.unique(f"{path}/{name}" if path else name)

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        path = self.context.names[-1]
        return self.unique(f"{path}/{name}" if path else name, mark=mark_as_used)

    def collection(self, key: Any) -> list[Any]:
        return self.collections.setdefault(key, [])

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """A copy of the collection; with a scope what has a name that begins so."""
        found = self.collections.get(name, [])
        if scope is None:
            return list(found)
        return [one for one in found if hasattr(one, "name") and re.match(scope, one.name)]

    def get_collection_ref(self, name: Any) -> list[Any]:
        return self.collection(name)

    def add_to_collection(self, name: Any, value: Any) -> None:
        self.collection(name).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        for name in [names] if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def clear_collection(self, name: Any) -> None:
        self.collections.pop(name, None)

    def get_all_collection_keys(self) -> list[Any]:
        return [key for key, found in self.collections.items() if found]

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Graph]:
        with pushed(self):
            yield self

    def finalize(self) -> None:
        self.finalized = True

    @property
    def building_function(self) -> bool:
        return self.mode == "function"

    @property
    def name_scope(self) -> Any:
        from .scopes import name_scope

        return name_scope

    @property
    def control_dependencies(self) -> Any:
        from .scopes import control_dependencies

        return control_dependencies

    def device(self, name: Any) -> Any:
        return contextlib.nullcontext()

    def get_tensor_by_name(self, name: str) -> Any:
        return self._by_name(name.split(":")[0])

    def get_operation_by_name(self, name: str) -> Any:
        found = self._by_name(name)
        return found.op if hasattr(found, "op") else found

    def as_graph_element(self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        if not isinstance(obj, str):
            return obj
        return self.get_tensor_by_name(obj) if ":" in obj else self.get_operation_by_name(obj)

    def _by_name(self, name: str) -> Any:
        if name in self.named:
            return self.named[name]
        return unsure("what is found by a name that TensorFlow gave")


@contextlib.contextmanager
def pushed(graph: Graph | None) -> Iterator[Graph | None]:
    """Inside, this is the default graph; `None` is eager mode."""
    stack = now().stack
    stack.append(graph)
    try:
        yield graph
    finally:
        stack.remove(graph) if stack[-1] is not graph else stack.pop()


def here() -> Graph:
    """The graph that names and collections belong to; in eager mode one that nothing runs."""
    world = now()
    if world.graph is not None:
        return world.graph
    if world.outside is None:
        world.outside = Graph("eager")
    return world.outside
