"""`tf.function`: a function traced once for each kind of arguments, all of whose operations run in order."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from .dtypes import as_dtype
from .expressions import Expr, Opaque
from .graphs import Graph, pushed
from .nodes import Node, Operation, Tensor, leaves, mapped
from .operations import placeholder
from .running import Run
from .sessions import fed
from .tensor_shapes import TensorShape, as_shape
from .unsure import Modelled, meant, unsure
from .variables import Variable, VariableOperation
from .world import now


class TensorSpec(Modelled):
    """`tf.TensorSpec`."""

    def __init__(self, shape: Any = None, dtype: Any = "float32", name: Any = None) -> None:
        self.known_shape = as_shape(shape)
        self.dtype = as_dtype(dtype)
        self.name = name

    @property
    def shape(self) -> TensorShape:
        return TensorShape(self.known_shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TensorSpec) and (self.known_shape, str(self.dtype)) == (
            other.known_shape,
            str(other.dtype),
        )

    def __hash__(self) -> int:
        return hash((self.known_shape, str(self.dtype)))


def spec_of(value: Any) -> Any:
    """What a trace is for: the kind of a tensor, or a Python value itself."""
    if isinstance(value, (Tensor, Variable)) and getattr(value, "fixed", None) is not None:
        return TensorSpec(value.fixed.shape, value.dtype)
    if isinstance(value, (np.ndarray, np.generic)):
        return TensorSpec(value.shape, as_dtype(value.dtype))
    if isinstance(value, Opaque):
        return TensorSpec(None, value.expr.dtype)
    return value


def eager(value: Expr) -> Tensor:
    """An eager tensor of this value."""
    with pushed(None):
        return Tensor("identity", (("input", value),), value.shape, value.dtype)


class Traced:
    """One trace: its graph, the placeholders of its arguments, and what the body returned."""

    def __init__(self, graph: Graph, inputs: list[Any], returned: Any) -> None:
        self.graph, self.inputs, self.returned = graph, inputs, returned


def trace(body: Callable[..., Any], graph: Graph, specs: Any) -> Traced:
    """Build the body in `graph`, with placeholders for the tensors among its arguments."""
    graph.known["step"] = True
    inputs: list[Any] = []
    names = iter(inspect.signature(body).parameters)

    def argument(spec: Any) -> Any:
        if isinstance(spec, TensorSpec):
            own = f"args_{len(inputs)}" if graph.mode == "graph" else next(names, None)  # of a pruned step
            name = spec.name or own
            made = placeholder(dtype=spec.dtype, shape=spec.known_shape, name=name)
            inputs.append(made)
            return made
        if hasattr(spec, "symbolic_spec"):
            unsure("a step with a composite argument")
        return spec

    args, kwargs = specs
    with pushed(graph):
        arguments = [mapped(one, argument) for one in args]
        named = {word: mapped(one, argument) for word, one in kwargs.items()}
        graph.known["arguments"] = dict(graph.taken)
        returned = body(*arguments, **named)
    return Traced(graph, inputs, returned)


def run_traced(
    traced: Traced, values: list[Any], state: dict[Any, Expr], *, eager_results: bool = True
) -> Any:
    """Call a trace: all its operations run in their order; variables that it returns are read at the end."""
    given = {node: fed(value, node) for node, value in zip(traced.inputs, values, strict=False)}
    run = Run(traced.graph, state, given)
    inside = traced.graph.known.get("inside")
    if inside is None or len(inside[0]) != len(traced.graph.nodes):
        within = {one for node in traced.graph.nodes for one in getattr(node, "inside", ())}
        inside = traced.graph.known["inside"] = (list(traced.graph.nodes), within)
    for node in inside[0]:
        # What has no effect is computed where it is asked for; an element is pulled where anything needs it.
        if node.effect is not None and node not in inside[1] and node.kind not in ("pull", "pulled"):
            run.value(node)
    run.done()

    def value(leaf: Any) -> Any:
        if leaf is None or isinstance(leaf, (Operation, VariableOperation)):
            return None
        if isinstance(leaf, Variable):
            return run.read(leaf, late=True)
        if isinstance(leaf, Node):
            return run.value(leaf)
        return leaf

    found = [value(leaf) for leaf in leaves(traced.returned)]
    noted = [one for one in found if isinstance(one, Expr)]
    if noted:
        now().fetched.append(tuple(noted))
    rest = iter(found)

    def back(_: Any) -> Any:
        one = next(rest)
        return eager(one) if isinstance(one, Expr) else one

    return mapped(traced.returned, back)


class Function(Modelled):
    """What `tf.function` makes: traced when it is called, or at once for a signature."""

    def __init__(
        self,
        body: Callable[..., Any],
        make_graph: Callable[[], Graph],
        signature: Any = None,
        around: Any = None,
    ) -> None:
        functools.update_wrapper(self, body)
        self._body, self._make, self._around = body, make_graph, around
        self._signature = signature
        self._traces: list[tuple[Any, Traced]] = []
        self.python_function = body

    def trace_now(self) -> Function:
        self._traced((list(self._signature), {}))
        return self

    def _traced(self, specs: Any) -> Traced:
        for known, traced in self._traces:
            if _same(known, specs):
                return traced
        world = now()
        if len(self._traces) > 40:
            unsure("a function that is traced very often")
        traced = (
            trace(self._body, self._make(), specs)
            if self._around is None
            else self._around(lambda graph: trace(self._body, graph, specs))
        )
        self._traces.append((specs, traced))
        del world
        return traced

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        world = now()
        if world.graph is not None:
            return self._body(*args, **kwargs)
        if self._signature is not None:
            if kwargs:
                names = list(inspect.signature(self._body).parameters)
                args = (*args, *(kwargs[word] for word in names[len(args) :] if word in kwargs))
            specs = (list(self._signature), {})
            if len(args) != len(self._signature):
                raise meant(
                    TypeError(
                        f"{self._body.__name__}() takes {len(self._signature)} arguments, {len(args)} given"
                    )
                )
            pairs = zip(self._signature, args, strict=False)
            values = [leaf for spec, value in pairs for leaf in _values(spec, value)]
        else:
            specs = (mapped(list(args), spec_of), mapped(kwargs, spec_of))
            values = [
                v
                for v in leaves([list(args), [kwargs[k] for k in kwargs]])
                if isinstance(spec_of(v), TensorSpec)
            ]
        return run_traced(self._traced(specs), values, world.state)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)


def _values(spec: Any, value: Any) -> list[Any]:
    if isinstance(spec, TensorSpec):
        return [value]
    return leaves(value)


def _same(one: Any, other: Any) -> bool:
    try:
        return bool(type(one) is type(other) and one == other)
    except ValueError:
        return False


def tf_function(func: Any = None, input_signature: Any = None, **options: Any) -> Any:
    """`tf.function`."""
    if func is None:
        return lambda body: tf_function(body, input_signature)

    def make() -> Graph:
        graph = Graph("function")
        graph.seed = now().seed
        return graph

    return Function(func, make, input_signature)
