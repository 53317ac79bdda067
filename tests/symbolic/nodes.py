"""Tensors and operations, and what may stand for one as an argument."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .dtypes import DType, as_dtype
from .expressions import Expr, Opaque, const, show
from .graphs import Graph, here
from .tensor_shapes import Dimension, TensorShape, as_shape
from .unsure import Modelled, meant, unsure
from .world import now

Effect = Callable[..., Any]

# What TensorFlow calls an operation that is given no name.
DEFAULT_NAMES = {
    "reduce_mean": "Mean",
    "reduce_sum": "Sum",
    "reduce_max": "Max",
    "reduce_min": "Min",
    "multiply": "mul",
    "add": "add",
    "subtract": "sub",
    "truediv": "truediv",
    "matmul": "MatMul",
    "square": "Square",
    "relu": "Relu",
    "add_n": "AddN",
    "tanh": "Tanh",
    "sigmoid": "Sigmoid",
    "squeeze": "Squeeze",
    "identity": "Identity",
    "l2_loss": "L2Loss",
    "reshape": "Reshape",
    "bias_add": "BiasAdd",
    "softmax": "Softmax",
    "argmax": "ArgMax",
    "stack": "stack",
    "concat": "concat",
    "negative": "Neg",
    "exp": "Exp",
    "sqrt": "Sqrt",
    "log": "Log",
    "abs": "Abs",
    "cast": "Cast",
    "constant": "Const",
    "item": "strided_slice",
    "equal": "Equal",
    "transpose": "transpose",
    "expand_dims": "ExpandDims",
}


class Node(Modelled):
    """What a run computes: an operation with its arguments, and what it does beside giving a value.

    Args:
      kind: the operation.
      args: pairs of a parameter's name and its value: a node, an expression, a word, or tuples of these.
      name: under which it is found again in its graph, if one was given.
      effect: for what is more than an expression: from the run to the value.
    """

    __array_ufunc__ = None
    __hash__ = object.__hash__
    is_operation = False

    def __init__(
        self, kind: str, args: tuple[Any, ...] = (), *, name: str | None = None, effect: Any = None
    ) -> None:
        world = now()
        self.kind, self.args, self.effect = kind, args, effect
        self.graph: Graph | None = world.graph
        self.fixed: Expr | None = None
        graph = here()
        if name is None and self.graph is not None:
            name = DEFAULT_NAMES.get(kind)
        self.label = None if name is None else graph.in_scope(name)
        self.path = graph.context.names[-1]
        if self.label is not None:
            graph.named[self.label] = self
        self.controls = tuple(graph.context.controls[-1])
        if self.graph is not None:
            if self.graph.finalized:
                raise meant(RuntimeError("Graph is finalized and cannot be modified."))
            self.graph.nodes.append(self)

    def _run_now(self) -> None:
        """In eager mode an operation runs where it stands."""
        if self.graph is None:
            from .running import Run

            run = Run(None, now().state)
            self.fixed = run.value(self)
            run.done()

    @property
    def full_name(self) -> str:
        if self.label is None:
            unsure(f"the name that TensorFlow gives to an unnamed operation ({self.kind})")
        return self.label


class Tensor(Node):
    """`tf.Tensor`; in eager mode `fixed` is its value."""

    def __init__(
        self,
        kind: str,
        args: tuple[Any, ...] = (),
        shape: Any = None,
        dtype: Any = "float32",
        *,
        name: str | None = None,
        effect: Any = None,
    ) -> None:
        super().__init__(kind, args, name=name, effect=effect)
        self.known_shape: tuple[int | None, ...] | None = shape
        self.dtype: DType = as_dtype(dtype)
        self._run_now()

    @property
    def name(self) -> str:
        return self.full_name + ":0"

    @property
    def op(self) -> Operation:
        found = Operation.__new__(Operation)
        found.__dict__.update(
            kind=self.kind,
            source=self,
            graph=self.graph,
            label=self.label,
            fixed=None,
            controls=(),
            effect=None,
            args=(),
        )
        return found

    @property
    def shape(self) -> TensorShape:
        if self.fixed is not None and self.fixed.shape is not None:
            return TensorShape(self.fixed.shape)
        return TensorShape(self.known_shape)

    def get_shape(self) -> TensorShape:
        return self.shape

    def set_shape(self, shape: Any) -> None:
        told = as_shape(shape)
        if told is None:
            return
        if self.known_shape is None:
            self.known_shape = told
        else:
            pairs = zip(self.known_shape, told, strict=False)
            self.known_shape = tuple(one if one is not None else other for one, other in pairs)

    def ref(self) -> Any:
        return self

    experimental_ref = ref

    def deref(self) -> Any:
        return self

    @property
    def device(self) -> str:
        unsure("the device of a tensor")

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """Its value in the session, or in the default one."""
        from .sessions import default_session

        return (session or default_session("eval")).run(self, feed_dict)

    def consumers(self) -> Any:
        unsure("Tensor.consumers")

    def numpy(self) -> Any:
        if self.fixed is None:
            raise meant(AttributeError("'Tensor' object has no attribute 'numpy'"))
        return show(self.fixed, now().salt)

    def _number(self, what: str) -> Any:
        if self.fixed is None:
            raise meant(TypeError(f"{what} of a tensor of a graph"))
        return self.numpy()

    def __bool__(self) -> bool:
        return bool(self._number("bool()"))

    def __float__(self) -> float:
        return float(self._number("float()"))

    def __int__(self) -> int:
        return int(self._number("int()"))

    def __index__(self) -> int:
        return int(self._number("index"))

    def __len__(self) -> int:
        if self.fixed is None:
            raise meant(TypeError("len is not well defined for a symbolic Tensor"))
        return len(self.numpy())

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if self.fixed is None:
            raise meant(NotImplementedError("Cannot convert a symbolic tf.Tensor to a numpy array."))
        return np.asarray(self.numpy(), dtype)

    def __format__(self, spec: str) -> str:
        if self.fixed is None:
            return format(str(self), spec)
        value = self.numpy()
        # An eager tensor without dimensions formats as its number, others as their repr.
        return format(value, spec) if not self.fixed.shape and self.fixed.shape is not None else str(self)

    def __repr__(self) -> str:
        if self.fixed is None:
            return f"<tf.Tensor '{self.name}' shape={self.shape} dtype={self.dtype.name}>"
        return f"<tf.Tensor: shape={self.fixed.shape}, dtype={self.dtype.name}, numpy={self.numpy()!r}>"

    def __str__(self) -> str:
        if self.fixed is None:
            shape = f", shape={self.shape}" if self.shape.known is not None else ""
            return f'Tensor("{self.name}"{shape}, dtype={self.dtype.name})'
        return f"tf.Tensor({self.numpy()}, shape={self.fixed.shape}, dtype={self.dtype.name})"

    def __iter__(self) -> Iterator[Any]:
        shape = self.shape.known
        if (
            self.fixed is None
            and self.graph is not None
            and self.graph.mode == "graph"
            and not _in_step(self.graph)
        ):
            raise meant(TypeError("Tensor objects are only iterable when eager execution is enabled."))
        if not shape or shape[0] is None:
            unsure("a tensor of unknown length is iterated")
        return iter([self[place] for place in range(shape[0])])

    def __getitem__(self, key: Any) -> Tensor:
        from .operations import item

        return item(self, key)


class Stream:
    """What a random operation with a seed draws from.

    What a store computes initial values by is a copy of the operation in the step, with a stream of its own.
    """

    def key(self, state: Any, *, is_initial: bool) -> Any:
        return id(state), self, is_initial


class Drawn(Tensor):
    """A random tensor."""

    def __init__(self, *args: Any, stream: Stream, **kwargs: Any) -> None:
        self.stream = stream
        super().__init__(*args, **kwargs)

    def begin_again(self, state: Any) -> None:
        """Have the next initial value be the first one, for what is run on `state`."""
        now().draws.pop(self.stream.key(state, is_initial=True), None)


def draws_of(node: Any) -> set[Drawn]:
    """The random operations that a value is computed from."""
    found: set[Drawn] = set()
    seen: set[int] = set()
    left = [node]
    while left:
        one = left.pop()
        if isinstance(one, tuple):
            left += one
        elif isinstance(one, Node) and id(one) not in seen:
            seen.add(id(one))
            left += one.args
            if isinstance(one, Drawn):
                found.add(one)
    return found


def _in_step(graph: Graph) -> bool:
    return graph.known.get("step", False)


class Operation(Node):
    """`tf.Operation`: it has no value. `source` is the tensor that it gives, if it was asked for by that."""

    is_operation = True
    source: Node | None = None

    def __init__(
        self, kind: str, effect: Any, inputs: tuple[Any, ...] = (), *, name: str | None = None
    ) -> None:
        super().__init__(kind, inputs, name=name, effect=effect)
        self.source = None
        self._run_now()

    @property
    def name(self) -> str:
        return self.full_name

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        from .sessions import default_session

        (session or default_session("run")).run(self, feed_dict)

    @property
    def outputs(self) -> list[Any]:
        return [self.source] if self.source is not None else []

    @property
    def op(self) -> Operation:
        return self

    def numpy(self) -> Any:
        raise meant(AttributeError("'Operation' object has no attribute 'numpy'"))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Operation) and self.source is not None:
            return other.source is self.source
        return self is other

    def __hash__(self) -> int:
        return id(self.source) if self.source is not None else id(self)


def node_of(one: Any) -> Any:
    """The node that an operation, a tensor or a variable stands for."""
    if isinstance(one, Operation):
        return one.source if one.source is not None else one
    if isinstance(one, Node):
        return one
    return conv(one)


def leaves(given: Any) -> list[Any]:
    """What a nested structure holds, in order; dictionaries by their sorted keys, as TensorFlow does."""
    if isinstance(given, (list, tuple)):
        return [leaf for part in given for leaf in leaves(part)]
    if isinstance(given, dict):
        return [leaf for part in in_order(given).values() for leaf in leaves(part)]
    if hasattr(given, "symbolic_parts"):
        return [leaf for part in given.symbolic_parts() for leaf in leaves(part)]
    return [given]


def in_order(given: dict[Any, Any]) -> dict[Any, Any]:
    try:
        return {key: given[key] for key in sorted(given)}
    except TypeError:
        return given


def mapped(given: Any, function: Callable[[Any], Any]) -> Any:
    """The same structure, of what the function makes of each leaf."""
    if isinstance(given, tuple) and hasattr(given, "_fields"):
        return type(given)(*(mapped(part, function) for part in given))
    if isinstance(given, (list, tuple)):
        return type(given)(mapped(part, function) for part in given)
    if isinstance(given, dict):
        done = {key: mapped(part, function) for key, part in in_order(given).items()}
        return type(given)((key, done[key]) for key in given)
    if hasattr(given, "symbolic_mapped"):
        return given.symbolic_mapped(lambda part: mapped(part, function))
    return function(given)


def conv(given: Any, dtype: str | None = None) -> Any:
    """An argument as a node keeps it: nodes, constants copied now, and plain words."""
    if isinstance(given, Operation):
        return given.source if given.source is not None else given
    if isinstance(given, (Node, Expr)):
        return given
    if hasattr(given, "symbolic_value"):  # variables, and other things that stand for a tensor
        return given.symbolic_value()
    if isinstance(given, (DType, Dimension)):
        return str(given) if isinstance(given, DType) else const(given.value)
    if given is None or isinstance(given, str):
        return given
    if given is Ellipsis:
        return "ellipsis"
    if isinstance(given, bytes):
        return const(given)
    if isinstance(given, Opaque):
        return given.expr
    if isinstance(given, TensorShape):
        return conv(given.as_list())
    if isinstance(given, (list, tuple)):
        parts = tuple(conv(one) for one in given)
        if any(isinstance(one, (Node, tuple, str)) or one is None for one in parts):
            return tuple(conv(one, dtype) for one in given)
        if any(one.value is None for one in parts):
            return parts
        return const([_plain(one) for one in given] if given else np.zeros((0,), dtype or "float32"), dtype)
    if isinstance(given, (bool, int, float, complex, np.ndarray, np.generic)):
        return const(given, dtype)
    if callable(getattr(given, "symbolic_words", None)):
        return given.symbolic_words()
    return unsure(f"an argument of type {type(given).__name__}")


def _plain(one: Any) -> Any:
    if isinstance(one, Dimension):
        return one.value
    if isinstance(one, TensorShape):
        return one.as_list()
    if isinstance(one, (list, tuple)):
        return [_plain(part) for part in one]
    return one


def is_tensor(given: Any) -> bool:
    """Whether it is a tensor, or stands for one as a variable does."""
    return isinstance(given, Tensor) or (hasattr(given, "symbolic_value") and not isinstance(given, type))
